// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// First half of the S-box's circuit: the forms of the byte that the second half wants, and its norm.
// Combinational; three LUT4 levels.

module roundel_aes_sbox_front (
  input  logic [7:0] data_i,
  output roundel_aes_pkg::sbox_forms_t forms_o,
  output logic [3:0] norm_o
);

  roundel_aes_pkg::sbox_terms_t terms;

  roundel_aes_sbox_forms u_forms (
    .data_i,
    .forms_o
  );

  roundel_aes_sbox_terms u_terms (
    .forms_i(forms_o),
    .terms_o(terms)
  );

  roundel_aes_sbox_norm u_norm (
    .terms_i(terms),
    .norm_o
  );

endmodule
