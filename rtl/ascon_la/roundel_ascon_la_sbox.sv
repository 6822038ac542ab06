// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box of Ascon on 16 columns of the state, in the form that has six LUT4 a column: three sums of the
// first level lead to all five words.
//
// Schedule:   Combinational; 2 LUT4 levels.
// Interfaces: words from and to roundel_ascon_la_state.
// Reference:  SP 800-232, section 3.3

module roundel_ascon_la_sbox
  import roundel_ascon_la_pkg::*;
(
  input  word_t x_i[5],  // word of S0 to S4
  output word_t y_o[5]   // the same after the S-box
);

  word_t shared;

  roundel_ascon_la_sbox_front u_front (
    .x_i,
    .shared_o(shared),
    .y2_o    (y_o[2]),
    .y4_o    (y_o[4])
  );

  roundel_ascon_la_sbox_back u_back (
    .x_i,
    .shared_i(shared),
    .y2_i    (y_o[2]),
    .y4_i    (y_o[4]),
    .y0_o    (y_o[0]),
    .y1_o    (y_o[1]),
    .y3_o    (y_o[3])
  );

endmodule
