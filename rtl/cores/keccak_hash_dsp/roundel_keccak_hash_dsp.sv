// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keccak sponge hash that has the service of roundel_keccak_hash, byte for byte. Theta and chi of its round
// are in 137 DSP slices of AMD's 7 series (roundel_keccak_round_dsp). It has one message at a time: the
// state is held while its round is computed.
//
//   Levels  of registers in each of seven slices in series   cycles a round   cycles a block
//   0                                                               1               24
//   1                                                               8              192
//   2                                                              15              360
//   3                                                              19              456
//
// Schedule:   The table's cycles a block. docs/cores/keccak-hash-dsp.md has the cycle budget, with the time
//             from a command to its first DIGEST beat.
// Interfaces: the stream protocol on s_axis and m_axis. Uses roundel_sponge_message, roundel_sponge_pace and
//             roundel_keccak_round_dsp.
// Bytes:      byte 0 of a segment is tdata[7:0] of its first beat.
// Reference:  FIPS 202; docs/stream-protocol.md

module roundel_keccak_hash_dsp
  import roundel_stream_pkg::*;
#(
  parameter int unsigned Levels = 0  // of registers in every DSP slice, 0 to 3
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  import roundel_keccak_pkg::NumLanes;

  // Four slices with two new operands, three whose operand a was there earlier, and one more cycle into the
  // state register.
  localparam int unsigned RoundCycles = Levels == 0 ? 1 : 4 * Levels + 3 * (Levels > 2 ? 2 : Levels) + 1;

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];
  logic tick_early, can_request, advance, clear_state, advance_early, clear_early;

  roundel_sponge_message #(
    .RoundCycles(RoundCycles)
  ) u_message (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready,
    .tick_early_i   (tick_early),
    .can_request_i  (can_request),
    .state_i        (state_q),
    .addend_o       (addend),
    .advance_o      (advance),
    .clear_o        (clear_state),
    .advance_early_o(advance_early),
    .clear_early_o  (clear_early)
  );
  logic unused;
  assign unused = advance_early ^ clear_early;

  roundel_sponge_pace #(
    .RoundCycles(RoundCycles)
  ) u_pace (
    .clk_i,
    .rst_ni,
    .change_i     (advance || clear_state),
    .tick_early_o (tick_early),
    .can_request_o(can_request)
  );

  roundel_keccak_round_dsp #(
    .Levels(Levels)
  ) u_round (
    .clk_i,
    .state_i (state_q),
    .addend_i(addend),
    .state_o (state_d)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    always_ff @(posedge clk_i) begin
      if (clear_state) state_q[i] <= '0;
      else if (advance) state_q[i] <= state_d[i];
    end
  end

endmodule
