// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Rotates 64 bits to the left: by `Before`, then by `Stages[i]` for each i whose `turn_i` is set. `stay_i` is
// the complement of `turn_i`, made outside (roundel_simd_decoder says why). Combinational.

module roundel_simd_rotator #(
  parameter int unsigned Before    = 0,
  parameter int unsigned Stages[5] = '{default: 0}
) (
  input  logic [ 4:0] turn_i,
  input  logic [ 4:0] stay_i,
  input  logic [63:0] lane_i,
  output logic [63:0] lane_o
);

  always_comb begin
    lane_o = roundel_simd_pkg::rotated(lane_i, Before);
    for (int unsigned i = 0; i < 5; i++) begin
      lane_o = ({64{turn_i[i]}} & roundel_simd_pkg::rotated(lane_o, Stages[i])) | ({64{stay_i[i]}} & lane_o);
    end
  end

endmodule
