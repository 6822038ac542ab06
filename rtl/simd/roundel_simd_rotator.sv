// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Rotates 64 bits to the left: by `Before`, then by `Stages[i]` for each i whose `rotate_i` is set.
//
// `keep_i` is the complement of `rotate_i`. roundel_simd_decoder makes it and explains why.
//
// A stage whose `rotate_i` is clear passes its lane unchanged.
//
// Schedule:   Combinational; 5 stages of AND-OR.
// Interfaces: selects from roundel_simd_decoder; lane from, and to, roundel_simd_unit.

module roundel_simd_rotator #(
  parameter int unsigned Before    = 0,
  parameter int unsigned Stages[5] = '{default: 0}
) (
  input  logic [ 4:0] rotate_i,  // bit i: rotate by Stages[i]
  input  logic [ 4:0] keep_i,    // bit i: do not rotate by Stages[i]; the complement of rotate_i
  input  logic [63:0] lane_i,    // the 64 bits to rotate
  output logic [63:0] lane_o     // the rotated 64 bits
);

  always_comb begin
    lane_o = roundel_simd_pkg::rotated(lane_i, Before);
    for (int unsigned i = 0; i < 5; i++) begin
      lane_o = ({64{rotate_i[i]}} & roundel_simd_pkg::rotated(lane_o, Stages[i])) |
          ({64{keep_i[i]}} & lane_o);
    end
  end

endmodule
