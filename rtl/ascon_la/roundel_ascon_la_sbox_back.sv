// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The second level of the S-box of Ascon: S0, S1 and S3 of the result, from its input and the first level.
// Synthesis keeps the module, so that it is as small as it was drawn.
//
// Schedule:   Combinational; 1 LUT4 level, 3 LUT4 a column.
// Interfaces: part of roundel_ascon_la_sbox.
// Reference:  SP 800-232, section 3.3

(* keep_hierarchy *)
module roundel_ascon_la_sbox_back
  import roundel_ascon_la_pkg::*;
(
  input  word_t x_i[5],    // word of S0 to S4
  input  word_t shared_i,  // x0 + x2 (x1 + 1) + x4
  input  word_t y2_i,      // S2 after the S-box
  input  word_t y4_i,      // S4 after the S-box
  output word_t y0_o,      // S0 after the S-box
  output word_t y1_o,      // S1 after the S-box
  output word_t y3_o       // S3 after the S-box
);

  assign y0_o = shared_i ^ y4_i;
  assign y1_o = shared_i ^ x_i[1] ^ (x_i[3] & ~(x_i[1] ^ x_i[2]));
  assign y3_o = ~y2_i ^ (x_i[4] & ~x_i[3]) ^ (x_i[0] | (x_i[3] ^ x_i[4]));

endmodule
