// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the first half of step theta: the parity C[x] of every column.
// With Inject, lanes that are added before theta count too: the caller supplies the parity of their
// columns, which takes a free input of the second LUT.
//
// Synthesis keeps the hierarchy of this module and of the other steps. Otherwise logic optimization mixes
// theta and chi and needs more LUTs for a round (docs/architecture.md has figures).
//
// Schedule:   Combinational; 2 LUT4 levels (a five-input parity, six inputs with Inject).
// Interfaces: state and inject_parity_i from the ports of roundel_keccak_round;
//             parity to roundel_keccak_theta_effect
// Reference:  FIPS 202 section 3.2.1

(* keep_hierarchy *)
module roundel_keccak_theta_parity #(
  parameter int unsigned LaneWidth = 64,
  parameter bit          Inject    = 1'b0
) (
  input  logic [LaneWidth-1:0] state_i        [roundel_keccak_pkg::NumLanes],  // the state before the round
  input  logic [LaneWidth-1:0] inject_parity_i[5],  // column parities of injected lanes
  output logic [LaneWidth-1:0] parity_o       [5]  // C[x]
);

  for (genvar x = 0; x < 5; x++) begin : gen_column
    if (Inject) begin : gen_inject
      assign parity_o[x] = state_i[x] ^ state_i[x+5] ^ state_i[x+10] ^ state_i[x+15] ^ state_i[x+20] ^
          inject_parity_i[x];
    end else begin : gen_plain
      logic unused_inject;
      assign unused_inject = ^inject_parity_i[x];
      assign parity_o[x] = state_i[x] ^ state_i[x+5] ^ state_i[x+10] ^ state_i[x+15] ^ state_i[x+20];
    end
  end

endmodule
