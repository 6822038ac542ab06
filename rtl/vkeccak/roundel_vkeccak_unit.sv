// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Executes vkeccak.vi of the RISC-V draft Zvknhk: Keccak-p[1600, 24] or Keccak-p[1600, 12] on the 25 lanes at
// the start of an element group of 32 elements of 64 bits. The register file sends and receives the group
// in words of DataWidth bits, word 0 first. Only the words with lanes are transferred. Elements of the last
// word after lane 24 are returned as they came.
//
// A reserved value of the immediate is reported by illegal_o and starts nothing. Zeros take the place of the
// words that leave, so that the unit keeps no data after the last word. A reset stops the instruction; the
// data stay until the next group is loaded.
//
// Schedule:   without stalls, with T = ceil(1600 / DataWidth): start in cycle 0; words in from cycle 1; 24 or
//             12 rounds, one a cycle, from cycle T+1; T words out after them. The next start is in cycle
//             2T + 25 or 2T + 13. The cycles depend on the immediate and the stalls, never on the data.
// Interfaces: start, and words both ways, from and to a vector register file (roundel_vkeccak_pcpi). Uses
//             roundel_keccak_round and roundel_round_counter.
// Bytes:      lane A[x,y] is element x + 5y; bit z of a lane is bit z of its element.
// Reference:  Zvknhk (draft, github.com/riscv/riscv-pqc, src/zvknhk.adoc); FIPS 202 section 3.3

module roundel_vkeccak_unit #(
  parameter int unsigned DataWidth = 256
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic       start_i,    // execute the instruction
  input  logic [4:0] imm_i,      // with start_i: 0 selects 24 rounds, 1 selects 12; others are reserved
  output logic       ready_o,    // no instruction is in execution: start_i is accepted
  output logic       illegal_o,  // start_i is refused, because imm_i is reserved

  input  logic                 in_valid_i,  // the register file offers a word of the group
  output logic                 in_ready_o,  // a word is accepted
  input  logic [DataWidth-1:0] in_data_i,   // the word

  output logic                 out_valid_o,  // a word of the result is offered
  input  logic                 out_ready_i,  // the register file accepts it
  output logic [DataWidth-1:0] out_data_o    // the word
);

  import roundel_keccak_pkg::*;

  if (!(DataWidth inside {64, 128, 256, 512, 1024, 2048})) begin : gen_bad_data_width
    $fatal(1, "%m: DataWidth is %0d, expected 64, 128, 256, 512, 1024 or 2048", DataWidth);
  end

  localparam int unsigned StateBits = 64 * NumLanes;
  localparam int unsigned Transfers = (StateBits + DataWidth - 1) / DataWidth;
  localparam int unsigned TransferWidth = Transfers == 1 ? 1 : $clog2(Transfers);
  localparam int unsigned GroupBits = Transfers * DataWidth;
  localparam round_t First12 = round_t'(MaxRounds - 12);

  typedef enum logic [1:0] {
    StIdle,
    StLoad,
    StPermute,
    StStore
  } step_e;

  step_e step_d, step_q;
  logic [TransferWidth-1:0] transfer_d, transfer_q;
  logic begins, transfers, last_transfer, last_round;
  round_t round;
  logic [GroupBits-1:0] group_d, group_q;
  logic [DataWidth-1:0] entering;
  logic [63:0] lanes[NumLanes], addend[NumLanes], permuted[NumLanes];

  assign ready_o = step_q == StIdle;
  assign illegal_o = start_i && ready_o && imm_i[4:1] != '0;
  assign in_ready_o = step_q == StLoad;
  assign out_valid_o = step_q == StStore;
  assign out_data_o = group_q[DataWidth-1:0];

  assign begins = start_i && ready_o && !illegal_o;
  assign transfers = (in_ready_o && in_valid_i) || (out_valid_o && out_ready_i);
  assign last_transfer = transfer_q == TransferWidth'(Transfers - 1);

  always_comb begin
    step_d = step_q;
    transfer_d = transfer_q;
    if (begins) step_d = StLoad;
    if (step_q == StPermute && last_round) step_d = StStore;
    if (transfers) begin
      transfer_d = last_transfer ? '0 : transfer_q + 1'b1;
      if (last_transfer) step_d = step_q == StLoad ? StPermute : StIdle;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q <= StIdle;
      transfer_q <= '0;
    end else begin
      step_q <= step_d;
      transfer_q <= transfer_d;
    end
  end

  roundel_round_counter #(
    .Last (MaxRounds - 1),
    .Width(RoundWidth)
  ) u_round_counter (
    .clk_i,
    .rst_ni,
    .load_i   (begins),
    .first_i  (imm_i[0] ? First12 : '0),
    .advance_i(step_q == StPermute),
    .round_o  (round),
    .last_o   (last_round)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_lane
    assign lanes[i]  = group_q[64*i+:64];
    assign addend[i] = i == 0 ? spread_constant(RoundConstants[round]) : '0;
  end

  roundel_keccak_round #(
    .LaneWidth(64)
  ) u_round (
    .state_i        (lanes),
    .addend_i       (addend),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (permuted)
  );

  assign entering = in_ready_o ? in_data_i : '0;

  always_comb begin
    group_d = group_q;
    if (transfers) group_d = GroupBits'({entering, group_q} >> DataWidth);
    if (step_q == StPermute) begin
      for (int unsigned i = 0; i < NumLanes; i++) group_d[64*i+:64] = permuted[i];
    end
  end

  always_ff @(posedge clk_i) group_q <= group_d;

endmodule
