// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Adds one of two bits to a bit, in one LUT4. Synthesis keeps the module, so that the linear layer is as
// small as it was drawn.
//
// Schedule:   Combinational; 1 LUT4 level.
// Interfaces: part of roundel_ascon_la_lane.
// Reference:  SP 800-232, section 3.4

(* keep_hierarchy *)
module roundel_ascon_la_tap (
  input  logic word_i,     // the bit of the word
  input  logic above_i,    // the rotated bit, if it has not wrapped
  input  logic wrapped_i,  // the rotated bit, if it has
  input  logic select_i,   // it has wrapped
  output logic sum_o       // the sum of the two bits
);

  assign sum_o = word_i ^ (select_i ? wrapped_i : above_i);

endmodule
