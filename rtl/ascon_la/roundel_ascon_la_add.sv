// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Adds a bit to a bit, and a third one if it is enabled, in one LUT4. Synthesis keeps the module, so that
// what is added to the state is as small as it was drawn.
//
// Schedule:   Combinational; 1 LUT4 level.
// Interfaces: part of roundel_ascon_la_lane.

(* keep_hierarchy *)
module roundel_ascon_la_add (
  input  logic a_i,       // a bit
  input  logic b_i,       // another bit
  input  logic extra_i,   // the bit that is added if it is enabled
  input  logic enable_i,  // enables extra_i
  output logic sum_o      // the sum of the bits
);

  assign sum_o = a_i ^ b_i ^ (extra_i & enable_i);

endmodule
