// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the second half of the S-box circuit: the result from the forms and the norm of each byte. It
// joins the layers roundel_aes_sbox_scale, roundel_aes_sbox_products and roundel_aes_sbox_result.
//
// Schedule:   Combinational; three LUT4 levels, 28 LUT4 for each byte.
// Interfaces: forms and norms from roundel_aes_sbox_front; the bytes to roundel_aes_sbox,
//             roundel_aes_stored_engine or roundel_aes_la_cipher.
// Reference:  FIPS 197 section 5.1.1.

module roundel_aes_sbox_back
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [2*NumSboxForms-1:0][Lanes-1:0] forms_i,  // forms of the bytes
  input  logic [3:0][Lanes-1:0]                norm_i,   // norms of the bytes
  output logic [Lanes-1:0][7:0]                data_o    // the S-box of the bytes
);

  logic [2*NumSboxScales-1:0][Lanes-1:0] scales;
  logic [NumSboxProducts-1:0][Lanes-1:0] products;

  roundel_aes_sbox_scale #(
    .Lanes(Lanes)
  ) u_scale (
    .norm_i,
    .scales_o(scales)
  );

  roundel_aes_sbox_products #(
    .Lanes(Lanes)
  ) u_products (
    .forms_i,
    .scales_i  (scales),
    .products_o(products)
  );

  roundel_aes_sbox_result #(
    .Lanes(Lanes)
  ) u_result (
    .products_i(products),
    .data_o
  );

endmodule
