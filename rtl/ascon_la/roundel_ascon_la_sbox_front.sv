// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The first level of the S-box of Ascon: S2 and S4 of the result, and a sum that S0 and S1 share. Synthesis
// keeps the module, so that it is as small as it was drawn.
//
// Schedule:   Combinational; 1 LUT4 level, 3 LUT4 a column.
// Interfaces: part of roundel_ascon_la_sbox.
// Reference:  SP 800-232, section 3.3

(* keep_hierarchy *)
module roundel_ascon_la_sbox_front
  import roundel_ascon_la_pkg::*;
(
  input  word_t x_i[5],    // word of S0 to S4
  output word_t shared_o,  // x0 + x2 (x1 + 1) + x4
  output word_t y2_o,      // S2 after the S-box
  output word_t y4_o       // S4 after the S-box
);

  assign shared_o = x_i[0] ^ (x_i[2] & ~x_i[1]) ^ x_i[4];
  assign y2_o = ~(x_i[1] ^ x_i[2] ^ (x_i[4] & ~x_i[3]));
  assign y4_o = (x_i[1] & (x_i[0] ^ x_i[4])) ^ x_i[1] ^ x_i[3] ^ x_i[4];


endmodule
