// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keccak sponge hash (FIPS 202): SHA-3, SHAKE and original Keccak at every rate of 1 to 21 lanes, any
// domain suffix, any output length. A transaction is CMD, TEXT -> DIGEST; docs/stream-protocol.md has
// the command's layout, docs/cores/keccak-hash.md the cycle budget.
//
// One round a cycle, 24 cycles a block, absorbing and squeezing; of one-block messages one can begin every
// 26 cycles. roundel_sponge_message is all of it but the state and its round. Other ways to build it
// (docs/cores/keccak-hash-approaches.md):
//
//   Pipelined   1: a register between pi and chi; two cycles a round, 48 a block. One message at a time:
//               the state stays while its round is under way, and one stage in two is idle
//   AsyncReset  1: every register is reset, asynchronously
//
// An illegal sequence is answered by STATUS = error, after the answers that are due, and input is
// dropped up to the next command. Nothing depends on data but data.

module roundel_keccak_hash
  import roundel_stream_pkg::*;
#(
  parameter bit Pipelined  = 1'b0,
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
  logic tick, soon, due, advance, clear_state;

  roundel_sponge_message #(
    .RoundCycles(RoundCycles),
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
    .tick_i   (tick),
    .soon_i   (soon),
    .due_i    (due),
    .state_i  (state_q),
    .addend_o (addend),
    .advance_o(advance),
    .clear_o  (clear_state)
  );

  roundel_sponge_pace #(
    .RoundCycles(RoundCycles)
  ) u_pace (
    .clk_i,
    .rst_ni,
    .change_i(advance || clear_state),
    .tick_o  (tick),
    .soon_o  (soon),
    .due_o   (due)
  );

  if (Pipelined && AsyncReset) begin : gen_bad_choice
    $fatal(1, "%m: Pipelined and AsyncReset are 1, expected at most one of them");
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

  // The asynchronous reset, if registers have one.
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
