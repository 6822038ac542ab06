// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the first half of the S-box circuit: the forms of the byte that the second half needs, and the
// norm of the byte. It joins roundel_aes_sbox_forms, roundel_aes_sbox_terms and roundel_aes_sbox_norm.
//
// Schedule:   Combinational; three LUT4 levels, 22 LUT4.
// Interfaces: the byte from roundel_aes_sbox, roundel_aes_stored_engine or roundel_aes_la_cipher; forms and
//             norm to roundel_aes_sbox_back.
// Reference:  FIPS 197 section 5.1.1.

module roundel_aes_sbox_front (
  input  logic [7:0]                   data_i,   // the byte
  output roundel_aes_pkg::sbox_forms_t forms_o,  // forms of the byte
  output logic [3:0]                   norm_o    // norm of the byte
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
