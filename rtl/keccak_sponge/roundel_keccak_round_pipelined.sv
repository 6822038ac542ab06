// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes one Keccak round with a register between pi and chi, from the parts of roundel_keccak_round.
//
// The register needs no reset: its content is not used before it is loaded.
//
// Schedule:   state_i in cycle t and addend_i in t+1 give state_o in t+1; a new state may enter in every
//             cycle. Three LUT4 levels before the register, one after it.
// Interfaces: state and addend from roundel_keccak_hash (Pipelined) or roundel_keccak_hash_pip2, which
//             also hold the result.
// Reference:  FIPS 202 section 3.2 (theta, rho, pi, chi); addend_i brings iota and the block.

module roundel_keccak_round_pipelined #(
  parameter int unsigned LaneWidth = 64
) (
  input  logic                 clk_i,
  input  logic [LaneWidth-1:0] state_i [roundel_keccak_pkg::NumLanes],  // the state that enters theta
  input  logic [LaneWidth-1:0] addend_i[roundel_keccak_pkg::NumLanes],  // for the state that entered last
  output logic [LaneWidth-1:0] state_o [roundel_keccak_pkg::NumLanes]  // round of the state that entered last
);

  logic [LaneWidth-1:0] parity[5];
  logic [LaneWidth-1:0] theta[roundel_keccak_pkg::NumLanes];
  logic [LaneWidth-1:0] rho_pi[roundel_keccak_pkg::NumLanes];
  logic [LaneWidth-1:0] rho_pi_q[roundel_keccak_pkg::NumLanes];

  roundel_keccak_theta_parity #(
    .LaneWidth(LaneWidth)
  ) u_theta_parity (
    .state_i,
    .inject_parity_i('{default: '0}),
    .parity_o       (parity)
  );

  roundel_keccak_theta_effect #(
    .LaneWidth(LaneWidth)
  ) u_theta_effect (
    .state_i,
    .inject_i('{default: '0}),
    .parity_i(parity),
    .state_o (theta)
  );

  roundel_keccak_rho_pi #(
    .LaneWidth(LaneWidth)
  ) u_rho_pi (
    .state_i(theta),
    .state_o(rho_pi)
  );

  always_ff @(posedge clk_i) begin
    rho_pi_q <= rho_pi;
  end

  roundel_keccak_chi #(
    .LaneWidth(LaneWidth)
  ) u_chi (
    .state_i(rho_pi_q),
    .addend_i,
    .state_o
  );

endmodule
