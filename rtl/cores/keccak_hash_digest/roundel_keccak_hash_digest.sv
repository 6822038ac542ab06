// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Hashes messages to digests of a fixed length with the Keccak sponge (FIPS 202): SHA3-224, -256, -384 and
// -512, and every other function with their rates and digest lengths, such as the original Keccak. A
// transaction is CMD, TEXT -> DIGEST. It is keccak-hash without the output of arbitrary length (XOF): the
// digest is one beat of 512 bits, and its registers are the state.
//
// An illegal sequence is answered by STATUS = ERROR, after the answers to earlier transactions; input is then
// dropped up to the next command. No control or timing depends on data. While m_axis_tvalid is low,
// m_axis_tdata shows the state under way.
//
// Schedule:   one round per cycle, 24 cycles per block. One-block messages can begin every 26 cycles.
//             docs/cores/keccak-hash-digest.md has the cycle budget.
// Interfaces: AXI4-Stream, 128 bits in and 512 bits out; roundel_digest_message does all but the state and
//             its round.
// Bytes:      byte 0 of a beat is tdata[7:0]; docs/stream-protocol.md has the layout of the command.
// Reference:  FIPS 202 sections 3.3, 4 and 6.1.

module roundel_keccak_hash_digest
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

  output logic [        511:0] m_axis_tdata,
  output logic [         63:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  import roundel_keccak_pkg::NumLanes;

  localparam int unsigned DigestLanes = 8;

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];
  logic advance, clear_rest, error;
  logic [3:0] clear_digest;

  roundel_digest_message u_message (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tkeep,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready,
    .addend_o      (addend),
    .advance_o     (advance),
    .clear_rest_o  (clear_rest),
    .clear_digest_o(clear_digest),
    .error_o       (error)
  );

  roundel_keccak_round u_round (
    .state_i        (state_q),
    .addend_i       (addend),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (state_d)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    if (i == 3) begin : gen_halves
      always_ff @(posedge clk_i) begin
        if (clear_digest[0]) state_q[i][31:0] <= '0;
        else if (advance) state_q[i][31:0] <= state_d[i][31:0];
      end
      always_ff @(posedge clk_i) begin
        if (clear_digest[1]) state_q[i][63:32] <= '0;
        else if (advance) state_q[i][63:32] <= state_d[i][63:32];
      end
    end else begin : gen_lane
      logic clear;
      if (i < 3) begin : gen_always_valid
        assign clear = clear_digest[0];
      end else if (i < 6) begin : gen_from_48
        assign clear = clear_digest[2];
      end else if (i < DigestLanes) begin : gen_from_64
        assign clear = clear_digest[3];
      end else begin : gen_rest
        assign clear = clear_rest;
      end
      always_ff @(posedge clk_i) begin
        if (clear) state_q[i] <= '0;
        else if (advance) state_q[i] <= state_d[i];
      end
    end
  end

  // A STATUS is offered with a state of zero.
  for (genvar i = 0; i < DigestLanes; i++) begin : gen_digest
    if (i == 0) begin : gen_status
      assign m_axis_tdata[63:0] = state_q[0] | {56'd0, error ? StatusError : 8'h00};
    end else begin : gen_plain
      assign m_axis_tdata[64*i+:64] = state_q[i];
    end
  end
  assign m_axis_tlast = 1'b1;

endmodule
