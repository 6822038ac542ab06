// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes one Keccak round with theta and chi in DSP slices, seven in series: three for the parity of a
// column, one for the sum of two parities, one for theta's sum, two for chi. LUTs add the addend, which
// includes iota. The lanes of a step are side by side, 48 bits in a slice:
//
//   parity  10 lanes, 5 and 5       14 + 7 + 7 slices
//   theta   5 lanes, then 25        7 + 34
//   chi     25 lanes, AND and XOR   34 + 34      137 in all
//
// Schedule:   Combinational with Levels = 0. Otherwise state_i must be held, and its result is valid 7, 14 or
//             18 cycles after it changed, with 1, 2 or 3 levels (before the addend, which has no register).
//             That is Levels cycles for each of four slices with two new operands, and at most two for each
//             of three slices whose operand a has not changed since earlier.
// Interfaces: state from, and to, the state registers of roundel_keccak_hash_dsp; addend from
//             roundel_sponge_message. Uses roundel_dsp_logic and roundel_keccak_rho_pi.
// Reference:  FIPS 202 section 3.2

module roundel_keccak_round_dsp #(
  parameter int unsigned Levels = 0  // of registers in every slice, 0 to 3
) (
  input  logic        clk_i,
  input  logic [63:0] state_i [roundel_keccak_pkg::NumLanes],  // state before the round
  input  logic [63:0] addend_i[roundel_keccak_pkg::NumLanes],  // added (XOR) after chi
  output logic [63:0] state_o [roundel_keccak_pkg::NumLanes]  // state after the round
);

  import roundel_keccak_pkg::NumLanes;
  import roundel_keccak_pkg::lane_index;

  logic [4:0][63:0] plane[5];
  logic [9:0][63:0] parity2;
  logic [4:0][63:0] parity4, parity, parity_left, parity_right, effect;
  logic [NumLanes-1:0][63:0] state, effects, theta, row, next, second, product, chi;
  logic [63:0] theta_lanes[NumLanes], rho_pi[NumLanes];

  for (genvar y = 0; y < 5; y++) begin : gen_y
    for (genvar x = 0; x < 5; x++) begin : gen_x
      localparam int unsigned Lane = lane_index(x, y);
      assign plane[y][x] = state_i[Lane];
      assign state[Lane] = state_i[Lane];
      assign effects[Lane] = effect[x];
      assign theta_lanes[Lane] = theta[Lane];
      assign row[Lane] = rho_pi[Lane];
      assign next[Lane] = rho_pi[lane_index(x+1, y)];
      assign second[Lane] = rho_pi[lane_index(x+2, y)];
      assign state_o[Lane] = chi[Lane] ^ addend_i[Lane];
    end
  end

  for (genvar x = 0; x < 5; x++) begin : gen_effect
    assign parity_left[x]  = parity[(x+4)%5];
    assign parity_right[x] = {parity[(x+1)%5][62:0], parity[(x+1)%5][63]};
  end

  roundel_dsp_logic #(
    .Width (10 * 64),
    .Levels(Levels)
  ) u_parity2 (
    .clk_i,
    .a_i   ({plane[2], plane[0]}),
    .b_i   ({plane[3], plane[1]}),
    .data_o(parity2)
  );

  roundel_dsp_logic #(
    .Width (5 * 64),
    .Levels(Levels)
  ) u_parity4 (
    .clk_i,
    .a_i   (parity2[4:0]),
    .b_i   (parity2[9:5]),
    .data_o(parity4)
  );

  roundel_dsp_logic #(
    .Width (5 * 64),
    .Levels(Levels)
  ) u_parity (
    .clk_i,
    .a_i   (plane[4]),
    .b_i   (parity4),
    .data_o(parity)
  );

  roundel_dsp_logic #(
    .Width (5 * 64),
    .Levels(Levels)
  ) u_effect (
    .clk_i,
    .a_i   (parity_left),
    .b_i   (parity_right),
    .data_o(effect)
  );

  roundel_dsp_logic #(
    .Width (NumLanes * 64),
    .Levels(Levels)
  ) u_theta (
    .clk_i,
    .a_i   (state),
    .b_i   (effects),
    .data_o(theta)
  );

  roundel_keccak_rho_pi u_rho_pi (
    .state_i(theta_lanes),
    .state_o(rho_pi)
  );

  roundel_dsp_logic #(
    .Width (NumLanes * 64),
    .AndNot(1'b1),
    .Levels(Levels)
  ) u_product (
    .clk_i,
    .a_i   (second),
    .b_i   (next),
    .data_o(product)
  );

  roundel_dsp_logic #(
    .Width (NumLanes * 64),
    .Levels(Levels)
  ) u_chi (
    .clk_i,
    .a_i   (row),
    .b_i   (product),
    .data_o(chi)
  );

endmodule
