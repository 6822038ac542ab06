// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Squeezes the state of keccak-pq: captures 21 lanes in one cycle, and sends those of the rate one after
// another while the permutation continues.
//
// As in roundel_sponge_lane_drain, the captured lanes are cleared one after another. The sum (XOR) over all
// lanes is kept from the cycle before, and the difference of two sums is the lane just cleared. A run ends
// when its last lane is in the queue of two lanes, or with stop_i: then all lanes are cleared at once.
//
// Schedule:   capture_i in cycle t; t+1 sums; lane i is valid in t+3+i unless stalled, and never with stop_i.
//             busy_o up to the cycle before that of the last lane, or that of stop_i. The next capture may
//             come while the last lanes are on offer.
// Interfaces: capture_i from roundel_pq_schedule; state_i from the core; lanes to roundel_pq_reject,
//             roundel_pq_binomial and roundel_pq_output.
// Reference:  FIPS 202 section 4, steps 8 to 10.

module roundel_pq_drain (
  input logic clk_i,
  input logic clear_i,  // clear all registers

  input  logic        capture_i,  // capture the outer lanes of state_i
  input  logic [63:0] state_i[roundel_keccak_pkg::NumLanes],  // the state to squeeze
  input  logic [ 4:0] rate_i,  // lanes of a block of output
  input  logic        stop_i,  // no more lanes of this block are needed
  output logic        busy_o,  // a run is under way: no capture may come

  output logic        lane_valid_o,  // lane_o is valid
  output logic [63:0] lane_o,  // the lane
  input  logic        lane_ready_i  // the receiver accepts the lane
);

  localparam int unsigned Lanes = 21;

  logic [63:0] lanes_q[Lanes];
  logic [63:0] sum, sum_q, difference;
  logic [Lanes-1:0] next_q;  // one-hot: the lane to clear next
  logic [4:0] count_q;  // lanes that are cleared
  logic run_q, valid_q;  // valid_q: the difference is a lane
  logic last_q;  // the last lane went to the queue in the cycle before
  logic lane_valid_q, spare_valid_q;  // the queue: what is on offer, and what came when it was not accepted
  logic [63:0] lane_q, spare_q;
  logic advance, last, cut, move;

  // Whether the queue has space is known from a register, for 1344 registers depend on it.
  assign advance = run_q && (!valid_q || !spare_valid_q);
  assign last = valid_q && !spare_valid_q && count_q == rate_i;
  assign cut = clear_i || stop_i;

  always_ff @(posedge clk_i) begin
    last_q <= last && !cut;
    if (cut || last) begin
      run_q <= 1'b0;
      valid_q <= 1'b0;
      next_q <= '0;
      count_q <= '0;
    end else if (capture_i) begin
      run_q <= 1'b1;
      next_q <= Lanes'(1);
    end else if (advance) begin
      valid_q <= 1'b1;
      next_q <= next_q << 1;
      count_q <= count_q + 5'd1;
    end
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (cut || last_q || (next_q[i] && advance)) lanes_q[i] <= '0;
      else if (capture_i) lanes_q[i] <= state_i[i];
    end
  end

  logic [63:0] group[5];
  logic [63:0] most;
  for (genvar g = 0; g < 5; g++) begin : gen_group
    roundel_keep_xor u_sum (
      .data_i(lanes_q[4*g+:4]),
      .data_o(group[g])
    );
  end
  roundel_keep_xor u_most (
    .data_i(group[0:3]),
    .data_o(most)
  );
  roundel_keep_xor #(
    .Terms(3)
  ) u_sum (
    .data_i('{most, group[4], lanes_q[20]}),
    .data_o(sum)
  );
  roundel_keep_xor u_difference (
    .data_i('{most, group[4], lanes_q[20], sum_q}),
    .data_o(difference)
  );

  always_ff @(posedge clk_i) begin
    if (cut || last_q) sum_q <= '0;
    else if (advance) sum_q <= sum;
  end

  assign move = !lane_valid_q || lane_ready_i;

  always_ff @(posedge clk_i) begin
    if (cut) begin
      lane_valid_q <= 1'b0;
      lane_q <= '0;
      spare_valid_q <= 1'b0;
      spare_q <= '0;
    end else begin
      if (move) begin
        lane_valid_q <= valid_q || spare_valid_q;
        lane_q <= spare_valid_q ? spare_q : difference;
      end
      spare_valid_q <= !move && (valid_q || spare_valid_q);
      if (!spare_valid_q) spare_q <= difference;
    end
  end

  assign busy_o = run_q && !stop_i;
  assign lane_valid_o = lane_valid_q && !stop_i;
  assign lane_o = lane_q;

endmodule
