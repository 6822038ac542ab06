// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box's circuit with registers in it, where they are wanted: behind the terms of the norm, behind the
// forms of its inverse, behind the result; two LUT4 levels before, between and behind the first two.

module roundel_aes_sbox_cut #(
  parameter bit CutTerms  = 1'b0,
  parameter bit CutScales = 1'b0,
  parameter bit CutResult = 1'b0
) (
  input  logic       clk_i,
  input  logic       enable_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  import roundel_aes_pkg::*;

  sbox_forms_t forms, forms_middle, forms_late;
  sbox_terms_t terms, terms_middle;
  sbox_scales_t scales, scales_late;
  sbox_products_t products;
  logic [3:0] norm;
  byte_t result;

  roundel_aes_sbox_forms u_forms (
    .data_i,
    .forms_o(forms)
  );

  roundel_aes_sbox_terms u_terms (
    .forms_i(forms),
    .terms_o(terms)
  );

  roundel_aes_cut #(
    .Width($bits({forms, terms})),
    .Cut  (CutTerms)
  ) u_cut_terms (
    .clk_i,
    .enable_i,
    .data_i({forms, terms}),
    .data_o({forms_middle, terms_middle})
  );

  roundel_aes_sbox_norm u_norm (
    .terms_i(terms_middle),
    .norm_o (norm)
  );

  roundel_aes_sbox_scale u_scale (
    .norm_i  (norm),
    .scales_o(scales)
  );

  roundel_aes_cut #(
    .Width($bits({forms, scales})),
    .Cut  (CutScales)
  ) u_cut_scales (
    .clk_i,
    .enable_i,
    .data_i({forms_middle, scales}),
    .data_o({forms_late, scales_late})
  );

  roundel_aes_sbox_products u_products (
    .forms_i   (forms_late),
    .scales_i  (scales_late),
    .products_o(products)
  );

  roundel_aes_sbox_result u_result (
    .products_i(products),
    .data_o    (result)
  );

  roundel_aes_cut #(
    .Width(8),
    .Cut  (CutResult)
  ) u_cut_result (
    .clk_i,
    .enable_i,
    .data_i(result),
    .data_o
  );

endmodule
