// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Counts the rounds of a permutation or cipher from a first round to round Last. load_i starts at first_i
// and has priority over advance_i. An advance from round Last goes to round 0, so that back-to-back runs of
// all the rounds need no load.
//
// Schedule:   one round a cycle in which advance_i is high. round_o is a register, valid in the cycle after
//             the load or the advance; last_o is decoded from it.
// Interfaces: load and advance from a round controller; round_o to its round constants. Used by
//             roundel_keccak_la_rounds.

module roundel_round_counter #(
  parameter int unsigned Last  = 23,
  parameter int unsigned Width = $clog2(Last + 1)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic             load_i,     // start at first_i; has priority over advance_i
  input  logic [Width-1:0] first_i,    // the first round
  input  logic             advance_i,  // go to the next round, from round Last to round 0
  output logic [Width-1:0] round_o,    // the current round
  output logic             last_o      // the current round is Last
);

  if (Last == 0 || Width < $clog2(Last + 1)) begin : gen_bad_last
    $fatal(1, "%m: Last is %0d, expected 1 to 2^Width - 1 with Width = %0d", Last, Width);
  end

  logic [Width-1:0] round_d, round_q;

  assign round_o = round_q;
  assign last_o  = round_q == Width'(Last);

  always_comb begin
    round_d = round_q;
    if (load_i) round_d = first_i;
    else if (advance_i) round_d = last_o ? '0 : round_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) round_q <= '0;
    else round_q <= round_d;
  end

endmodule
