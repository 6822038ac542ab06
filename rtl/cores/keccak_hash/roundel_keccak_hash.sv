// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Hashes messages with the Keccak sponge (FIPS 202): SHA-3, SHAKE and original Keccak at every rate of 1 to
// 21 lanes, any domain suffix, any output length. A transaction is CMD, TEXT -> DIGEST.
//
// With Resume a command with KEEP keeps its sponge, and the next command with RESUME squeezes more blocks of
// it. Any other command, an error and a reset clear it.
//
// With SaveLoad a command with SAVE answers with the state after its last block, before the permutation of
// that block; a command with LOAD continues from such a state. The state is the secret of the sponge: only
// the one who holds it may read it.
//
// An illegal sequence is answered by STATUS = ERROR, after the answers to earlier transactions; input is then
// dropped up to the next command. No control or timing depends on data. Variants (they exclude each other;
// docs/cores/keccak-hash-approaches.md):
//   Pipelined   1: a register between pi and chi; two cycles per round, 48 per block. One message at a time:
//               the state is kept while its round is computed, and one of the two stages is idle
//   AsyncReset  1: every register has an asynchronous reset
//
// Schedule:   one round per cycle, 24 cycles per block, absorbing and squeezing. One-block messages can begin
//             every 26 cycles. docs/cores/keccak-hash.md has the cycle budget.
// Interfaces: AXI4-Stream in and out; roundel_sponge_message does all but the state and its round.
// Bytes:      byte 0 of a beat is tdata[7:0]; docs/stream-protocol.md has the layout of the command.
// Reference:  FIPS 202 sections 3.3, 4 and 6.

module roundel_keccak_hash
  import roundel_stream_pkg::*;
#(
  parameter bit Pipelined  = 1'b0,
  parameter bit Resume     = 1'b0,  // the flags KEEP and RESUME are served
  parameter bit SaveLoad   = 1'b0,  // the flags SAVE and LOAD are served
  parameter bit AsyncReset = 1'b0
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

  localparam int unsigned RoundCycles = Pipelined ? 2 : 1;

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];
  logic tick_early, can_request, advance, clear_state, advance_early, clear_early;

  roundel_sponge_message #(
    .RoundCycles(RoundCycles),
    .Resume     (Resume),
    .SaveLoad   (SaveLoad),
    .AsyncReset (AsyncReset)
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

  if (Pipelined && AsyncReset) begin : gen_bad_choice
    $fatal(1, "%m: Pipelined and AsyncReset are 1, expected at most one of them");
  end
  if (SaveLoad && (Pipelined || AsyncReset || Resume)) begin : gen_bad_state
    $fatal(1, "%m: SaveLoad is 1 with another parameter, expected it alone");
  end

  if (Pipelined) begin : gen_pipelined
    roundel_keccak_round_pipelined u_round (
      .clk_i,
      .state_i (state_q),
      .addend_i(addend),
      .state_o (state_d)
    );
  end else begin : gen_plain
    roundel_keccak_round u_round (
      .state_i        (state_q),
      .addend_i       (addend),
      .inject_i       ('{default: '0}),
      .inject_parity_i('{default: '0}),
      .state_o        (state_d)
    );
  end

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) state_q[i] <= '0;
      else if (clear_state) state_q[i] <= '0;
      else if (advance) state_q[i] <= state_d[i];
    end
  end

endmodule
