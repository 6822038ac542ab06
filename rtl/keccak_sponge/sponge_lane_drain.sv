// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Squeezing: takes the outer lanes of the state in one cycle and gives them out one a cycle while the
// permutation goes on.
//
// A multiplexer of the lanes with one-hot selects, 14 LUT4 a bit. The lanes are cleared all at once when
// the last one's turn is over. (Clearing them one after another would make their sum, 8 LUT4 a bit, enough
// to tell the lane just cleared; but every lane would have a clear of its own, and a tile of the ECP5 has
// two: flip-flops that belong together would lie apart, and all wires be a quarter longer.)
//
// Schedule: `capture_i` in cycle t; lane i is on offer in t+1+i if nothing stalls; busy up to t+21. Lanes
// from `rate_i` on, and those after `end_i`, have their turn but are not offered. With AsyncReset every
// register has an asynchronous reset.

module sponge_lane_drain #(
  parameter int unsigned RateLanes  = 21,   // widest rate in lanes
  parameter bit          AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        capture_i,
  input  logic [63:0] state_i  [keccak_pkg::NumLanes],
  input  logic [ 4:0] rate_i,                           // lanes
  input  logic        end_i,  // no more lanes of this block are wanted
  output logic        busy_o,

  output logic        lane_valid_o,
  output logic [63:0] lane_o,
  input  logic        lane_ready_i
);

  logic [63:0] lanes_q[RateLanes];
  logic [RateLanes-1:0] turn_q, turn_d;  // one-hot: the lane whose turn it is
  logic [4:0] count_q, count_d;  // the next lane's number
  logic run_q, run_d;
  logic offer_q, offer_d;  // that lane is wanted, and on offer
  logic clear_q, clear_d;  // the lanes have had their turns
  logic go;

  // Between runs `turn_q` is zero and going on moves nothing.
  assign go = !offer_q || lane_ready_i;

  always_comb begin
    run_d = run_q;
    turn_d = turn_q;
    count_d = count_q;
    offer_d = offer_q;
    if (go) begin
      turn_d = turn_q << 1;
      count_d = count_q + 5'd1;
      run_d = run_q && !turn_q[RateLanes-1];
      offer_d = offer_q && count_q != rate_i && !end_i;
    end
    clear_d = run_q && !run_d;
    if (capture_i) begin
      run_d = 1'b1;
      turn_d = RateLanes'(1);
      count_d = 5'd1;
      offer_d = 1'b1;
    end
  end

  reset_register #(
    .Width     (RateLanes + 8),
    .AsyncReset(AsyncReset),
    // At rest, and to be cleared.
    .ResetValue((RateLanes + 8)'(1))
  ) u_control (
    .clk_i,
    .rst_ni,
    .d_i({run_d, turn_d, count_d, offer_d, clear_d}),
    .q_o({run_q, turn_q, count_q, offer_q, clear_q})
  );

  // The asynchronous reset, if registers have one.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  for (genvar i = 0; i < RateLanes; i++) begin : gen_lane
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) lanes_q[i] <= '0;
      else if (clear_q) lanes_q[i] <= '0;
      else if (capture_i) lanes_q[i] <= state_i[i];
    end
  end

  always_comb begin
    lane_o = '0;
    for (int unsigned i = 0; i < RateLanes; i++) lane_o |= lanes_q[i] & {64{turn_q[i]}};
  end

  assign busy_o = run_q;
  assign lane_valid_o = offer_q;

endmodule
