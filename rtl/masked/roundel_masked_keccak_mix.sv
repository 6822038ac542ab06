// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies steps theta, rho and pi to one share of a state. The steps are linear, so each share passes them
// alone. Synthesis keeps the hierarchy: it must not merge logic of two shares.
//
// Schedule:   Combinational; 3 LUT4 levels.
// Interfaces: one share from roundel_keccak_masked_engine, to its registers before chi.
// Bytes:      lane (x, y) is bits [w(x + 5y)+:w].
// Reference:  FIPS 202 sections 3.2.1 to 3.2.3.

(* keep_hierarchy *)
module roundel_masked_keccak_mix
  import roundel_keccak_pkg::*;
#(
  parameter int unsigned LaneWidth = 64
) (
  input  logic [NumLanes*LaneWidth-1:0] share_i,  // a share of the state before the round
  output logic [NumLanes*LaneWidth-1:0] share_o   // the share before chi
);

  logic [LaneWidth-1:0] state[NumLanes], theta[NumLanes], rho_pi[NumLanes];
  logic [LaneWidth-1:0] parity[5];

  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
    assign state[lane] = share_i[LaneWidth*lane+:LaneWidth];
    assign share_o[LaneWidth*lane+:LaneWidth] = rho_pi[lane];
  end

  roundel_keccak_theta_parity #(
    .LaneWidth(LaneWidth)
  ) u_theta_parity (
    .state_i        (state),
    .inject_parity_i('{default: '0}),
    .parity_o       (parity)
  );

  roundel_keccak_theta_effect #(
    .LaneWidth(LaneWidth)
  ) u_theta_effect (
    .state_i (state),
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

endmodule
