// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes a round of Keccak-p without iota on a state in two shares: theta, rho and pi in each share alone
// into registers, then chi by roundel_masked_chi, whose registers have the products. A glitch before one of
// the two layers of registers does not pass it.
//
// Schedule:   Two cycles: the state enters with mix_i, and the products are made with apply_i, in a later
//             cycle. state_o does not change until the next apply_i.
// Interfaces: shares of the state, from registers or from logic within one share; fresh bits, each uniform
//             and used for nothing else. state_o is logic within one share after registers.
// Bytes:      lane (x, y) of a share is bits [w(x + 5y)+:w].
// Reference:  FIPS 202 section 3.2; Gross, Mangard, Korak: Domain-Oriented Masking (2016).

module roundel_masked_keccak_round
  import roundel_keccak_pkg::*;
#(
  parameter int unsigned LaneWidth = 64
) (
  input  logic                               clk_i,
  input  logic                               mix_i,    // the state enters
  input  logic                               apply_i,  // chi takes its fresh bits
  input  logic [1:0][NumLanes*LaneWidth-1:0] state_i,  // the shares of the state before the round
  input  logic [NumLanes*LaneWidth-1:0]      fresh_i,  // fresh bits
  output logic [1:0][NumLanes*LaneWidth-1:0] state_o   // the shares of the state after chi
);

  localparam int unsigned Rows = 5 * LaneWidth;

  logic [1:0][NumLanes*LaneWidth-1:0] mixed, mixed_q;
  // Row w y + z has bits (x, y, z).
  logic [1:0][4:0][Rows-1:0] rows, result;
  logic [4:0][Rows-1:0] fresh;

  for (genvar share = 0; share < 2; share++) begin : gen_share
    roundel_masked_keccak_mix #(
      .LaneWidth(LaneWidth)
    ) u_mix (
      .share_i(state_i[share]),
      .share_o(mixed[share])
    );

    always_ff @(posedge clk_i) begin
      if (mix_i) mixed_q[share] <= mixed[share];
    end

    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      assign rows[share][lane%5][LaneWidth*(lane/5)+:LaneWidth] = mixed_q[share][LaneWidth*lane+:LaneWidth];
      assign state_o[share][LaneWidth*lane+:LaneWidth] = result[share][lane%5][LaneWidth*(lane/5)+:LaneWidth];
    end
  end

  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_fresh
    assign fresh[lane%5][LaneWidth*(lane/5)+:LaneWidth] = fresh_i[LaneWidth*lane+:LaneWidth];
  end

  roundel_masked_chi #(
    .Rows(Rows)
  ) u_chi (
    .clk_i,
    .enable_i(apply_i),
    .state_i (rows),
    .fresh_i (fresh),
    .state_o (result)
  );

endmodule
