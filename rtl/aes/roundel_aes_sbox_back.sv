// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the second half of the S-box circuit: the result from the forms and the norm of the byte. It
// joins the layers roundel_aes_sbox_scale, roundel_aes_sbox_products and roundel_aes_sbox_result.
//
// Schedule:   Combinational; three LUT4 levels, 28 LUT4.
// Interfaces: forms and norm from roundel_aes_sbox_front; the byte to roundel_aes_sbox,
//             roundel_aes_stored_engine or roundel_aes_la_cipher.
// Reference:  FIPS 197 section 5.1.1.

module roundel_aes_sbox_back (
  input  roundel_aes_pkg::sbox_forms_t forms_i,  // forms of the byte
  input  logic [3:0]                   norm_i,   // norm of the byte
  output logic [7:0]                   data_o    // the S-box of the byte
);

  roundel_aes_pkg::sbox_scales_t scales;
  roundel_aes_pkg::sbox_products_t products;

  roundel_aes_sbox_scale u_scale (
    .norm_i,
    .scales_o(scales)
  );

  roundel_aes_sbox_products u_products (
    .forms_i,
    .scales_i  (scales),
    .products_o(products)
  );

  roundel_aes_sbox_result u_result (
    .products_i(products),
    .data_o
  );

endmodule
