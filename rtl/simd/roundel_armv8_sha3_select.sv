// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes the immediate of XAR into two selects for each stage of the rotator: rotate, and keep. Both are
// separate signals, for the same reason as in roundel_simd_decoder: synthesis maps the two units alike.
//
// Schedule:   Combinational.
// Interfaces: the immediate from, and the selects to, roundel_armv8_sha3_unit.
// Reference:  Arm Architecture Reference Manual, C7.2: XAR

(* keep_hierarchy *)
module roundel_armv8_sha3_select (
  input  logic [5:0] right_i,   // the immediate: rotation to the right, in bits
  output logic [5:0] rotate_o,  // bit i: stage i rotates to the right by 2^i
  output logic [5:0] keep_o     // bit i: stage i does not rotate; the complement of rotate_o
);

  assign rotate_o = right_i;
  assign keep_o   = ~right_i;

endmodule
