// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Squeezes a Keccak state: captures its outer lanes in one cycle and sends them one per cycle while the
// permutation continues.
//
// A multiplexer over 21 lanes would take some 14 LUT4 per bit. Here the captured lanes are cleared one after
// another by the clear of the registers. The sum (XOR) over all lanes is kept from the cycle before; the
// difference of two sums is the lane just cleared. That is 8 LUT4 per bit, and it leaves the registers zero.
// With AsyncReset every register has an asynchronous reset. With Whole, a rate_i of all 25 lanes captures the
// whole state.
//
// Schedule:   capture_i in cycle t; t+1 sums. With Overlap, lane i is valid in t+2+i unless stalled; busy_o
//             up to t+22, or t+26 for the whole state. Without Overlap a lane is cleared in every second
//             cycle: lane i is valid in t+3+2i, and registers drive all clears.
//             Lanes from rate_i on, and lanes after end_i, are cleared in sequence but are not sent. After
//             reset a run clears the content of the registers.
// Interfaces: capture_i from roundel_sponge_schedule; state_i from the core; rate_i from
//             roundel_sponge_message; lanes to roundel_sponge_digest_output, which sends end_i.
// Reference:  FIPS 202 section 4, steps 8 to 10.

module roundel_sponge_lane_drain #(
  parameter int unsigned RateLanes  = 21,    // widest rate in lanes
  parameter bit          Whole      = 1'b0,  // the whole state can be captured
  parameter bit          Overlap    = 1'b1,  // a lane is cleared while the one before it is accepted
  parameter bit          AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        capture_i,  // capture the outer lanes of state_i
  input  logic [63:0] state_i  [roundel_keccak_pkg::NumLanes],  // the state to squeeze
  input  logic [ 4:0] rate_i,  // lanes of a block of output: up to RateLanes, or NumLanes
  input  logic        end_i,  // no more lanes of this block are needed
  output logic        busy_o,  // a run is under way: no capture may come

  output logic        lane_valid_o,  // lane_o is valid
  output logic [63:0] lane_o,  // the lane that was cleared last
  input  logic        lane_ready_i  // the receiver accepts the lane
);

  localparam int unsigned Lanes = Whole ? roundel_keccak_pkg::NumLanes : RateLanes;

  logic [63:0] lanes_q[Lanes];
  logic [Lanes:0] next_q, next_d;  // one-hot: the lane to clear next; the bit after the last is for no lane
  logic [4:0] count_q, count_d;  // the number of the lane to clear next
  logic run_q, run_d;
  logic needed_q, needed_d;  // lanes of this run are still needed
  logic lane_valid_q, lane_valid_d;  // the lane that was cleared last is valid on lane_o
  logic advance;
  logic pass;  // lane_o may change
  logic at_rate;  // the lane to clear next is the first that is not sent
  logic all;  // the whole state is captured
  logic at_end;  // no lane is left to clear
  logic [Lanes-1:0] clear;

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  assign pass = !lane_valid_q || lane_ready_i;

  // Between runs `next_q` is zero, and `advance` clears no lane.
  if (Overlap) begin : gen_overlap
    assign advance = pass;
    assign at_rate = count_q == rate_i;
    assign clear = next_q[Lanes-1:0] & {Lanes{advance}};
    assign lane_valid_d = (needed_d || !advance) && !capture_i;
    assign busy_o = run_q;
  end else begin : gen_apart
    logic [Lanes-1:0] clear_q;
    logic cleared_q, cleared_d;  // a lane that is needed was cleared, and is not in the kept sums yet
    logic at_rate_q;
    logic busy_q;
    assign advance = !cleared_q;
    assign at_rate = at_rate_q;
    assign clear = clear_q;
    assign cleared_d = (advance ? needed_d : !pass && !end_i) && !capture_i;
    assign lane_valid_d = (cleared_q && !end_i) || !pass;
    // The receiver counts a lane one cycle after it accepts it.
    assign busy_o = busy_q;

    roundel_reset_register #(
      .Width     (Lanes + 2),
      .AsyncReset(AsyncReset),
      .ResetValue((Lanes + 2)'(5))
    ) u_clear (
      .clk_i,
      .rst_ni,
      .d_i({next_d[Lanes-1:0] & {Lanes{!cleared_d}}, cleared_d, run_d || lane_valid_q}),
      .q_o({clear_q, cleared_q, busy_q})
    );
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) at_rate_q <= 1'b0;
      else at_rate_q <= count_d == rate_i;
    end
  end

  always_comb begin
    run_d = run_q;
    next_d = next_q;
    count_d = count_q;
    needed_d = needed_q && !end_i;
    if (advance) begin
      next_d = Whole && at_end ? '0 : next_q << 1;
      count_d = count_q + 5'd1;
      run_d = run_q && !at_end;
      needed_d = needed_q && !at_rate && !end_i;
    end
    if (capture_i) begin
      run_d = 1'b1;
      next_d = (Lanes + 1)'(1);
      count_d = '0;
      needed_d = 1'b1;
    end
  end

  roundel_reset_register #(
    .Width     (Lanes + 9),
    .AsyncReset(AsyncReset),
    // A run that sends no lane.
    .ResetValue({1'b1, (Lanes + 1)'(1), 7'd0})
  ) u_control (
    .clk_i,
    .rst_ni,
    .d_i({run_d, next_d, count_d, needed_d, lane_valid_d}),
    .q_o({run_q, next_q, count_q, needed_q, lane_valid_q})
  );

  if (Whole) begin : gen_whole
    logic all_q;  // the whole state was captured
    assign all = rate_i > 5'(RateLanes);
    assign at_end = all_q ? next_q[Lanes] : next_q[RateLanes];
    roundel_reset_register #(
      .AsyncReset(AsyncReset),
      .ResetValue(1'b1)
    ) u_all (
      .clk_i,
      .rst_ni,
      .d_i(capture_i ? all : all_q),
      .q_o(all_q)
    );
  end else begin : gen_rate
    assign all = 1'b0;
    assign at_end = next_q[Lanes];
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) lanes_q[i] <= '0;
      else if (clear[i]) lanes_q[i] <= '0;
      else if (capture_i && (i < RateLanes || all)) lanes_q[i] <= state_i[i];
    end
  end

  // A tree of four-input sums. The two of the last level share all operands except the kept sum.
  localparam int unsigned NumGroups = Lanes / 4;
  if (RateLanes != 21) begin : gen_bad_rate_lanes
    $fatal(1, "%m: RateLanes is %0d, the tree is drawn for 21", RateLanes);
  end
  logic [63:0] group[NumGroups];
  logic [63:0] most, rest;
  for (genvar g = 0; g < NumGroups; g++) begin : gen_group
    roundel_keep_xor u_sum (
      .data_i(lanes_q[4*g+:4]),
      .data_o(group[g])
    );
  end
  roundel_keep_xor u_most (
    .data_i(group[0:3]),
    .data_o(most)
  );
  if (Whole) begin : gen_rest
    roundel_keep_xor #(
      .Terms(2)
    ) u_rest (
      .data_i('{group[5], lanes_q[24]}),
      .data_o(rest)
    );
  end else begin : gen_last
    assign rest = lanes_q[20];
  end
  // Without Overlap both parts of the sum are kept, so that a lane is one sum away from its registers.
  if (Overlap) begin : gen_sum
    logic [63:0] sum, sum_q;
    roundel_keep_xor #(
      .Terms(3)
    ) u_sum (
      .data_i('{most, group[4], rest}),
      .data_o(sum)
    );
    roundel_keep_xor u_difference (
      .data_i('{most, group[4], rest, sum_q}),
      .data_o(lane_o)
    );
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) sum_q <= '0;
      else if (advance) sum_q <= sum;
    end
  end else begin : gen_sums
    logic [63:0] most_q, rest_q, sum_q;
    assign lane_o = most_q ^ rest_q ^ sum_q;
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) begin
        most_q <= '0;
        rest_q <= '0;
        sum_q <= '0;
      end else if (pass) begin
        most_q <= most;
        rest_q <= group[4] ^ rest;
        sum_q <= most_q ^ rest_q;
      end
    end
  end

  assign lane_valid_o = lane_valid_q;

endmodule
