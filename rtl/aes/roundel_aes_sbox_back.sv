// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Second half of the S-box's circuit, from the byte's forms and norm to the result. Combinational; three
// LUT4 levels.

module roundel_aes_sbox_back (
  input  roundel_aes_pkg::sbox_forms_t forms_i,
  input  logic [3:0] norm_i,
  output logic [7:0] data_o
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
