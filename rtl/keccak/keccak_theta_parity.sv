// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// First half of step theta (FIPS 202 section 3.2.1): the parity C[x] of every column. Combinational.
//
// Kept as a module of its own through synthesis, as are the other steps: left to itself, logic
// optimisation mixes theta and chi and spends some 15 to 90 % more LUTs on a round (docs/architecture.md).

(* keep_hierarchy *)
module keccak_theta_parity #(
  parameter int unsigned LaneWidth = 64
) (
  input  logic [LaneWidth-1:0] state_i [keccak_pkg::NumLanes],
  output logic [LaneWidth-1:0] parity_o[5]
);

  for (genvar x = 0; x < 5; x++) begin : gen_column
    assign parity_o[x] = state_i[x] ^ state_i[x+5] ^ state_i[x+10] ^ state_i[x+15] ^ state_i[x+20];
  end

endmodule
