// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The next block of a sponge: gathered lane by lane while the permutation works, then given to chi as
// its addend for exactly one cycle.
//
// Two ranks of registers. `block` is written one lane a cycle and cleared when it is passed on.
// `addend` takes the whole block in the cycle of `transfer_i`, shows it in the next one, and is zero
// in every other cycle but for the round constant: both ranks use only the registers' own enable and
// clear, so the way of a block into the state costs no LUT but for the seven bits of iota.

module keccak_block_buffer #(
  parameter int unsigned RateLanes = 21  // widest rate in lanes
) (
  input logic clk_i,
  input logic clear_i,

  input logic        write_i,
  input logic [ 4:0] position_i,  // of the lane in its block, from 1
  input logic [63:0] lane_i,

  input  logic        transfer_i,
  input  logic [63:0] round_constant_i,               // of the next cycle's round
  output logic [63:0] addend_o[keccak_pkg::NumLanes]
);

  localparam logic [63:0] RcMask = keccak_pkg::round_constant_mask();

  logic [63:0] block_q[RateLanes];
  logic [63:0] addend_q[RateLanes];
  logic [RateLanes-1:0] write;
  logic [3:0] write_group;  // by the upper two bits of the position

  always_comb begin
    for (int unsigned g = 0; g < 4; g++) write_group[g] = write_i && position_i[4:3] == 2'(g);
    for (int unsigned i = 0; i < RateLanes; i++) begin
      write[i] = write_group[2'((i+1)/8)] && position_i[2:0] == 3'((i + 1) % 8);
    end
  end

  for (genvar i = 0; i < RateLanes; i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (clear_i || transfer_i) block_q[i] <= '0;
      else if (write[i]) block_q[i] <= lane_i;
    end

    if (i == 0) begin : gen_iota
      always_ff @(posedge clk_i) begin
        addend_q[0] <= (transfer_i ? block_q[0] : '0) ^ (round_constant_i & RcMask);
      end
    end else begin : gen_plain
      always_ff @(posedge clk_i) begin
        if (!transfer_i) addend_q[i] <= '0;
        else addend_q[i] <= block_q[i];
      end
    end
    assign addend_o[i] = addend_q[i];
  end

  for (genvar i = RateLanes; i < keccak_pkg::NumLanes; i++) begin : gen_capacity
    assign addend_o[i] = '0;
  end

endmodule
