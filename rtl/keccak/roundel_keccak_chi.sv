// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies step chi, A[x] ^ (~A[x+1] & A[x+2]) along every row, and adds one addend.
// The addend takes the fourth LUT input, which chi leaves free. The round constant (iota) and an
// absorbed block are both part of the addend.
//
// Schedule:   Combinational; 1 LUT4 level.
// Interfaces: state from roundel_keccak_rho_pi; addend from the ports of roundel_keccak_round;
//             result to the state register of the caller
// Reference:  FIPS 202 sections 3.2.4 (chi) and 3.2.5 (iota)

(* keep_hierarchy *)
module roundel_keccak_chi #(
  parameter int unsigned LaneWidth = 64
) (
  input  logic [LaneWidth-1:0] state_i [roundel_keccak_pkg::NumLanes],  // the state after pi
  input  logic [LaneWidth-1:0] addend_i[roundel_keccak_pkg::NumLanes],  // added to the result of chi
  output logic [LaneWidth-1:0] state_o [roundel_keccak_pkg::NumLanes]  // the state after the round
);

  import roundel_keccak_pkg::lane_index;

  for (genvar y = 0; y < 5; y++) begin : gen_plane
    for (genvar x = 0; x < 5; x++) begin : gen_x
      localparam int unsigned Lane = lane_index(x, y);
      localparam int unsigned Next = lane_index(x + 1, y);
      localparam int unsigned Second = lane_index(x + 2, y);
      assign state_o[Lane] = state_i[Lane] ^ (~state_i[Next] & state_i[Second]) ^ addend_i[Lane];
    end
  end

endmodule
