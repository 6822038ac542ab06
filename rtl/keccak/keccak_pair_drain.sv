// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Takes 21 lanes in one cycle and gives them out two a cycle, an even one and the odd one after it,
// while the permutation goes on. Its registers have no clear: a tile of the ECP5 has two, and those are the
// state's and the block's. What they must not keep is captured over, when the state is blank.
//
// It does not stop: who captures has room for all pairs.
//
// Schedule: `capture_i` in cycle t; pair i is given out in t+2+i, i = 0 to 10 (the last one has no odd lane:
// zero), zero otherwise. The next capture may come in t+12. Which pairs mean something the caller knows.

module keccak_pair_drain (
  input logic clk_i,
  input logic rst_ni,

  input  logic        load_i,     // a register, as it has far to go: with `capture_i`, or alone
  input  logic        capture_i,
  output logic        idle_o,     // no pair is to be given out in the next cycle
  input  logic [63:0] state_i[21],
  output logic [63:0] even_o,
  output logic [63:0] odd_o
);

  localparam int unsigned NumPairs = 11;

  logic [63:0] lanes_q[21];
  logic [NumPairs:0] turn_q;  // one-hot: the pair given out, from bit 1

  always_ff @(posedge clk_i) begin
    if (!rst_ni) turn_q <= '0;
    else turn_q <= {turn_q[NumPairs-1:0], capture_i};
  end

  assign idle_o = turn_q[NumPairs-1:0] == '0 && !capture_i;
  for (genvar i = 0; i < 21; i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (load_i) lanes_q[i] <= state_i[i];
    end
  end

  always_comb begin
    even_o = '0;
    odd_o  = '0;
    for (int unsigned i = 0; i < NumPairs; i++) begin
      even_o |= lanes_q[2*i] & {64{turn_q[i+1]}};
      if (i < NumPairs - 1) odd_o |= lanes_q[2*i+1] & {64{turn_q[i+1]}};
    end
  end

endmodule
