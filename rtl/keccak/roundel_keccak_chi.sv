// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Step chi (FIPS 202 section 3.2.4), A[x] ^ (~A[x+1] & A[x+2]) along every row, and one addend: the
// fourth input of the LUT that chi leaves free. The round constant (iota) and an absorbed block both
// come in through it. Combinational.

(* keep_hierarchy *)
module roundel_keccak_chi #(
  parameter int unsigned LaneWidth = 64
) (
  input  logic [LaneWidth-1:0] state_i [roundel_keccak_pkg::NumLanes],
  input  logic [LaneWidth-1:0] addend_i[roundel_keccak_pkg::NumLanes],
  output logic [LaneWidth-1:0] state_o [roundel_keccak_pkg::NumLanes]
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
