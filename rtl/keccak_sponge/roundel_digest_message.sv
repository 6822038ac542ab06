// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Hashes one message stream for keccak-hash-digest, without the state and the round: input, block buffer,
// schedule and the controls of the output beat, whose data are the state itself.
//
// The next state is zero in the lanes and bytes that a clear names; otherwise, with advance_o, the result of
// the round with addend_o; otherwise the same state.
//
// Schedule:   set by roundel_digest_schedule: one round per cycle.
// Interfaces: AXI4-Stream at the ports of roundel_keccak_hash_digest, except for the data of the answer; the
//             addend, advance and clears to its round and registers.
// Bytes:      byte 0 of a beat is tdata[7:0] and byte 0 of a lane (FIPS 202 section B.1).
// Reference:  FIPS 202 section 4; docs/stream-protocol.md.

module roundel_digest_message
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [         63:0] m_axis_tkeep,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,

  output logic [63:0] addend_o[roundel_keccak_pkg::NumLanes],  // what chi adds to the round
  output logic        advance_o,  // the state becomes the result of the round
  output logic        clear_rest_o,  // lanes 8 to 24 become zero
  output logic [ 3:0] clear_digest_o,  // bytes 0 to 27, 28 to 31, 32 to 47, 48 to 63 become zero
  output logic        error_o  // the beat on offer is a STATUS
);

  logic write, zero, full, final_block, transferred, absorbed, absorb_early, busy, abort;
  logic [63:0] lane;
  roundel_digest_pkg::length_e length;
  logic transfer, step;
  logic [3:0] keep;
  roundel_keccak_pkg::rc_t transfer_constant, step_constant;

  roundel_digest_input u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .write_o      (write),
    .zero_o       (zero),
    .lane_o       (lane),
    .full_o       (full),
    .final_block_o(final_block),
    .length_o     (length),
    .transferred_i(transferred),
    .absorbed_i   (absorbed),
    .busy_i       (busy),
    .abort_o      (abort)
  );

  roundel_digest_schedule u_schedule (
    .clk_i,
    .rst_ni,
    .full_i             (full),
    .final_block_i      (final_block),
    .length_i           (length),
    .transferred_o      (transferred),
    .absorbed_o         (absorbed),
    .busy_o             (busy),
    .abort_i            (abort),
    .transfer_o         (transfer),
    .transfer_constant_o(transfer_constant),
    .absorb_early_o     (absorb_early),
    .step_o             (step),
    .step_constant_o    (step_constant),
    .advance_o,
    .clear_rest_o,
    .clear_digest_o,
    .valid_o            (m_axis_tvalid),
    .error_o,
    .keep_o             (keep),
    .ready_i            (m_axis_tready)
  );

  roundel_digest_block_buffer u_block (
    .clk_i,
    .rst_ni,
    .clear_i            (abort),
    .write_i            (write),
    .zero_i             (zero),
    .lane_i             (lane),
    .transfer_i         (transfer),
    .absorb_early_i     (absorb_early),
    .step_i             (step),
    .transfer_constant_i(transfer_constant),
    .step_constant_i    (step_constant),
    .addend_o
  );

  assign m_axis_tkeep = {{16{keep[3]}}, {16{keep[2]}}, {4{keep[1]}}, {27{keep[0]}}, 1'b1};
  assign m_axis_tuser = error_o ? KindStatus : KindDigest;

endmodule
