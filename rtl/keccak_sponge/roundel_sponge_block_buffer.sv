// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Gathers the next block of a sponge lane by lane while the permutation works, then sends it to chi as the
// addend for exactly one cycle.
//
// There are two ranks of registers. `block_q` is written one lane per cycle and is cleared when the block is
// transferred, both by the enable and clear of the registers. The second rank is roundel_sponge_addend.
// With AsyncReset every register has an asynchronous reset.
//
// Schedule:   a lane of cycle t is in block_q in t+2. transfer_i comes in a cycle t after the cycle of the
//             last lane; the addend loads the block at the end of t+1 and shows it in t+2. New lanes may
//             come from t+2 on. The cycles between are for the registers that drive 1344 clears and enables.
// Interfaces: lanes from roundel_sponge_input; transfer, step and constants from roundel_sponge_schedule;
//             addend to the Keccak round of the core.
// Reference:  FIPS 202 section 4, step 6; the lanes of the capacity have a zero addend.

module roundel_sponge_block_buffer #(
  parameter int unsigned RateLanes  = 21,   // widest rate in lanes
  parameter bit          AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // clear the gathered block and the addend

  input logic        write_i,  // lane_i is valid
  input logic [ 4:0] position_i,  // position of the lane in its block, counted from 1
  input logic [63:0] lane_i,  // lane to write

  input  logic            transfer_i,  // the block is complete: send it to the addend
  input  roundel_keccak_pkg::rc_t transfer_constant_i,  // in t+1: constant of the round that adds the block
  input  logic            step_i,  // the state takes a round: load the next constant
  input  roundel_keccak_pkg::rc_t step_constant_i,  // constant of the round after the current one
  output logic [63:0]     addend_o[roundel_keccak_pkg::NumLanes]  // block or zero, with the round constant
);

  logic [63:0] block_q[RateLanes]  /*verilator split_var*/;
  logic [RateLanes-1:0] write_d, write_q;
  logic [63:0] lane_q;
  logic clear_block_q;
  // The lower bits of the position are decoded first, so that a late write passes through only one level.
  logic [7:0] low;

  assign low = 8'(1) << position_i[2:0];
  always_comb begin
    for (int unsigned i = 0; i < RateLanes; i++) begin
      write_d[i] = write_i && position_i[4:3] == 2'((i + 1) / 8) && low[(i+1)%8];
    end
  end

  // The asynchronous reset, constantly high without AsyncReset.
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
    .LoadTwice ('1)
  ) u_addend (
    .clk_i,
    .rst_ni,
    .block_i (block_q),
    .transfer_i,
    .reload_i(clear_block_q),
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
