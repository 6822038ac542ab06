// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes one round of Keccak-p[25w, nr] for w = 8, 16, 32, 64: theta, rho, pi, chi, then the addend.
// Iota is the round constant in lane 0 of the addend. A sponge adds the next block in the addend of the
// last round, so that absorbing costs neither a cycle nor a LUT.
//
// With Inject, lanes are added before theta as well: `inject_i`, and `inject_parity_i`, the parity of its
// columns, which the caller has ready in a register. Both take free LUT inputs.
//
// Schedule:   Combinational; 4 LUT4 levels: two for the five-input parity, one for the rest of theta,
//             one for chi with the addend. 2.4 LUT4 a state bit.
// Interfaces: state and addend from a permutation (roundel_duplex_permutation and the engines of Keccak);
//             result to its state register
// Reference:  FIPS 202 section 3.2

module roundel_keccak_round #(
  parameter int unsigned LaneWidth = 64,
  parameter bit          Inject    = 1'b0
) (
  input  logic [LaneWidth-1:0] state_i        [roundel_keccak_pkg::NumLanes],  // the state before the round
  input  logic [LaneWidth-1:0] addend_i       [roundel_keccak_pkg::NumLanes],  // added after chi
  input  logic [LaneWidth-1:0] inject_i       [roundel_keccak_pkg::NumLanes],  // added before theta
  input  logic [LaneWidth-1:0] inject_parity_i[5],  // column parities of inject_i
  output logic [LaneWidth-1:0] state_o        [roundel_keccak_pkg::NumLanes]  // the state after the round
);

  if (!(LaneWidth inside {8, 16, 32, 64})) begin : gen_bad_lane_width
    $fatal(1, "%m: LaneWidth is %0d, expected 8, 16, 32 or 64", LaneWidth);
  end

  logic [LaneWidth-1:0] parity[5];
  logic [LaneWidth-1:0] theta[roundel_keccak_pkg::NumLanes];
  logic [LaneWidth-1:0] rho_pi[roundel_keccak_pkg::NumLanes];

  roundel_keccak_theta_parity #(
    .LaneWidth(LaneWidth),
    .Inject   (Inject)
  ) u_theta_parity (
    .state_i,
    .inject_parity_i,
    .parity_o(parity)
  );

  roundel_keccak_theta_effect #(
    .LaneWidth(LaneWidth),
    .Inject   (Inject)
  ) u_theta_effect (
    .state_i,
    .inject_i,
    .parity_i(parity),
    .state_o (theta)
  );

  roundel_keccak_rho_pi #(
    .LaneWidth(LaneWidth)
  ) u_rho_pi (
    .state_i(theta),
    .state_o(rho_pi)
  );

  roundel_keccak_chi #(
    .LaneWidth(LaneWidth)
  ) u_chi (
    .state_i(rho_pi),
    .addend_i,
    .state_o
  );

endmodule
