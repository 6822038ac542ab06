// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The Keccak round with a register between pi and chi, as the other one of roundel_keccak_round's parts:
// the state of cycle t and the addend of cycle t+1 give the result of cycle t+1. Three LUT4 levels before
// the register, one after it. The register needs no reset: what is in it is never looked at before it is
// loaded.

module roundel_keccak_round_pipelined #(
  parameter int unsigned LaneWidth = 64
) (
  input  logic                 clk_i,
  input  logic [LaneWidth-1:0] state_i [roundel_keccak_pkg::NumLanes],
  input  logic [LaneWidth-1:0] addend_i[roundel_keccak_pkg::NumLanes],
  output logic [LaneWidth-1:0] state_o [roundel_keccak_pkg::NumLanes]
);

  logic [LaneWidth-1:0] parity[5];
  logic [LaneWidth-1:0] theta[roundel_keccak_pkg::NumLanes];
  logic [LaneWidth-1:0] moved[roundel_keccak_pkg::NumLanes];
  logic [LaneWidth-1:0] moved_q[roundel_keccak_pkg::NumLanes];

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
    .state_o(moved)
  );

  always_ff @(posedge clk_i) begin
    moved_q <= moved;
  end

  roundel_keccak_chi #(
    .LaneWidth(LaneWidth)
  ) u_chi (
    .state_i(moved_q),
    .addend_i,
    .state_o
  );

endmodule
