// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The next block of a sponge: gathered lane by lane while the permutation works, then given to chi as
// its addend for exactly one cycle.
//
// Two ranks of registers. `block` is written one lane a cycle and cleared when it is passed on, by the
// registers' own enable and clear; roundel_sponge_addend is the other.
//
// Schedule: a lane of cycle t is in `block` in t+2. `transfer_i` in cycle t, after the last lane's;
// `addend` takes the block at the end of t+1 and shows it in t+2; lanes may come again from t+2 on. The
// cycles between are for the registers that drive 1344 clears and enables.
//
// With AsyncReset every register has an asynchronous reset.

module roundel_sponge_block_buffer #(
  parameter int unsigned RateLanes  = 21,   // widest rate in lanes
  parameter bit          AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,

  input logic        write_i,
  input logic [ 4:0] position_i,  // of the lane in its block, from 1
  input logic [63:0] lane_i,

  input  logic            transfer_i,
  input  roundel_keccak_pkg::rc_t transfer_constant_i,  // in t+1: of the round that adds the block
  input  logic            step_i,
  input  roundel_keccak_pkg::rc_t step_constant_i,                  // of the round after this one
  output logic [63:0]     addend_o[roundel_keccak_pkg::NumLanes]
);

  logic [63:0] block_q[RateLanes]  /*verilator split_var*/;
  logic [RateLanes-1:0] write_d, write_q;
  logic [63:0] lane_q;
  logic clear_block_q;
  // The lower bits of the position are decoded first, so that a late write meets one level only.
  logic [7:0] low;

  assign low = 8'(1) << position_i[2:0];
  always_comb begin
    for (int unsigned i = 0; i < RateLanes; i++) begin
      write_d[i] = write_i && position_i[4:3] == 2'((i + 1) / 8) && low[(i+1)%8];
    end
  end

  // The asynchronous reset, if registers have one.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  for (genvar i = 0; i < RateLanes; i++) begin : gen_lane
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) block_q[i] <= '0;
      else if (clear_block_q) block_q[i] <= '0;
      else if (write_q[i]) block_q[i] <= lane_q;
    end
  end

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      clear_block_q <= 1'b0;
      write_q <= '0;
      lane_q <= '0;
    end else begin
      clear_block_q <= transfer_i || clear_i;
      write_q <= write_d;
      lane_q <= lane_i;
    end
  end

  logic [63:0] addend[RateLanes];
  logic [63:0] unused_block[RateLanes];

  roundel_sponge_addend #(
    .Lanes     (RateLanes),
    .AsyncReset(AsyncReset),
    .Twice     ('1)
  ) u_addend (
    .clk_i,
    .rst_ni,
    .block_i (block_q),
    .transfer_i,
    .again_i (clear_block_q),
    .transfer_constant_i,
    .step_i,
    .step_constant_i,
    .addend_o(addend),
    .block_o (unused_block)
  );

  for (genvar i = 0; i < RateLanes; i++) begin : gen_rate
    assign addend_o[i] = addend[i];
  end
  for (genvar i = RateLanes; i < roundel_keccak_pkg::NumLanes; i++) begin : gen_capacity
    assign addend_o[i] = '0;
  end

endmodule
