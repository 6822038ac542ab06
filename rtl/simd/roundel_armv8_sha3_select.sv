// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The immediate of XAR as stages that rotate or stay, both as signals of their own for the same reason as in
// roundel_simd_decoder: the two units are mapped alike. Combinational.

(* keep_hierarchy *)
module roundel_armv8_sha3_select (
  input  logic [5:0] right_i,
  output logic [5:0] turn_o,
  output logic [5:0] stay_o
);

  assign turn_o = right_i;
  assign stay_o = ~right_i;

endmodule
