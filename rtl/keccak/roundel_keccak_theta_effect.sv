// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the second half of step theta: adds to every bit the parity of the column to its left and the
// parity of the column to its right one place down, A[x,y,z] ^ C[x-1,z] ^ C[x+1,z-1].
// The value D[x] is not a signal: a separate signal would cost 320 LUTs and a level.
// With Inject, the fourth LUT input adds the lanes that come in with this round.
//
// Schedule:   Combinational; 1 LUT4 level: three inputs a bit, four with Inject.
// Interfaces: state and inject_i from the ports of roundel_keccak_round;
//             parity from roundel_keccak_theta_parity; result to roundel_keccak_rho_pi
// Reference:  FIPS 202 section 3.2.1

(* keep_hierarchy *)
module roundel_keccak_theta_effect #(
  parameter int unsigned LaneWidth = 64,
  parameter bit          Inject    = 1'b0
) (
  input  logic [LaneWidth-1:0] state_i [roundel_keccak_pkg::NumLanes],  // the state before the round
  input  logic [LaneWidth-1:0] inject_i[roundel_keccak_pkg::NumLanes],  // added before theta with Inject
  input  logic [LaneWidth-1:0] parity_i[5],  // C[x]
  output logic [LaneWidth-1:0] state_o [roundel_keccak_pkg::NumLanes]  // the state after theta
);

  import roundel_keccak_pkg::lane_index;

  for (genvar x = 0; x < 5; x++) begin : gen_x
    localparam int unsigned Left = (x + 4) % 5;
    localparam int unsigned Right = (x + 1) % 5;
    for (genvar y = 0; y < 5; y++) begin : gen_y
      localparam int unsigned Lane = lane_index(x, y);
      if (Inject) begin : gen_inject
        assign state_o[Lane] = state_i[Lane] ^ inject_i[Lane] ^ parity_i[Left] ^
            {parity_i[Right][LaneWidth-2:0], parity_i[Right][LaneWidth-1]};
      end else begin : gen_plain
        logic unused_inject;
        assign unused_inject = ^inject_i[Lane];
        assign state_o[Lane] = state_i[Lane] ^ parity_i[Left] ^
            {parity_i[Right][LaneWidth-2:0], parity_i[Right][LaneWidth-1]};
      end
    end
  end

endmodule
