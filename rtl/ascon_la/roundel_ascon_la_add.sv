// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Adds four bits in one LUT4. Synthesis keeps the module, so that what is added to the state is as small as
// it was drawn.
//
// Schedule:   Combinational; 1 LUT4 level.
// Interfaces: part of roundel_ascon_la_lane.
// Reference:  SP 800-232, section 3.4

(* keep_hierarchy *)
module roundel_ascon_la_add (
  input  logic [3:0] bits_i,  // the bits
  output logic       sum_o    // their sum
);

  assign sum_o = ^bits_i;

endmodule
