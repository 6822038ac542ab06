// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the first half of the S-box circuit: the forms of each byte that the second half needs, and
// the norm of the byte. It joins roundel_aes_sbox_forms, roundel_aes_sbox_terms and roundel_aes_sbox_norm.
//
// Schedule:   Combinational; three LUT4 levels, 22 LUT4 for each byte.
// Interfaces: the bytes from roundel_aes_sbox, roundel_aes_stored_engine or roundel_aes_la_cipher; forms
//             and norms to roundel_aes_sbox_back.
// Reference:  FIPS 197 section 5.1.1.

module roundel_aes_sbox_front
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [Lanes-1:0][7:0]                data_i,   // the bytes
  output logic [2*NumSboxForms-1:0][Lanes-1:0] forms_o,  // forms of the bytes
  output logic [3:0][Lanes-1:0]                norm_o    // norms of the bytes
);

  logic [NumSboxTerms-1:0][Lanes-1:0] terms;

  roundel_aes_sbox_forms #(
    .Lanes(Lanes)
  ) u_forms (
    .data_i,
    .forms_o
  );

  roundel_aes_sbox_terms #(
    .Lanes(Lanes)
  ) u_terms (
    .forms_i(forms_o),
    .terms_o(terms)
  );

  roundel_aes_sbox_norm #(
    .Lanes(Lanes)
  ) u_norm (
    .terms_i(terms),
    .norm_o
  );

endmodule
