// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the S-box of Lanes bytes with optional registers in the circuit: after the terms of the norm
// (CutTerms), after the forms of the norm's inverse (CutScales) and after the result (CutResult).
//
// Schedule:   one cycle of latency for each cut that is set, Lanes bytes a cycle; combinational without cuts.
//             The first two cuts divide the circuit into three parts of two LUT4 levels each. Every register
//             loads at edges with enable_i and is not reset.
// Interfaces: bytes to and from roundel_aes_engine, roundel_aes_ctr_stream and roundel_groestl_sub_bytes.
//             The layers are those of roundel_aes_sbox; the registers are roundel_aes_cut.
// Bytes:      byte i is bits [8i+:8], in and out.
// Reference:  FIPS 197 section 5.1.1.

module roundel_aes_sbox_cut #(
  parameter int unsigned Lanes     = 1,     // number of bytes
  parameter bit          CutTerms  = 1'b0,
  parameter bit          CutScales = 1'b0,
  parameter bit          CutResult = 1'b0
) (
  input  logic                  clk_i,
  input  logic                  enable_i,  // all registers of the circuit load at this edge
  input  logic [Lanes-1:0][7:0] data_i,    // the bytes
  output logic [Lanes-1:0][7:0] data_o     // their substitutes, later by the number of cuts
);

  import roundel_aes_pkg::*;

  logic [2*NumSboxForms-1:0][Lanes-1:0] forms, forms_middle, forms_late;
  logic [NumSboxTerms-1:0][Lanes-1:0] terms, terms_middle;
  logic [2*NumSboxScales-1:0][Lanes-1:0] scales, scales_late;
  logic [NumSboxProducts-1:0][Lanes-1:0] products;
  logic [3:0][Lanes-1:0] norm;
  logic [Lanes-1:0][7:0] result;

  roundel_aes_sbox_forms #(
    .Lanes(Lanes)
  ) u_forms (
    .data_i,
    .forms_o(forms)
  );

  roundel_aes_sbox_terms #(
    .Lanes(Lanes)
  ) u_terms (
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

  roundel_aes_sbox_norm #(
    .Lanes(Lanes)
  ) u_norm (
    .terms_i(terms_middle),
    .norm_o (norm)
  );

  roundel_aes_sbox_scale #(
    .Lanes(Lanes)
  ) u_scale (
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

  roundel_aes_sbox_products #(
    .Lanes(Lanes)
  ) u_products (
    .forms_i   (forms_late),
    .scales_i  (scales_late),
    .products_o(products)
  );

  roundel_aes_sbox_result #(
    .Lanes(Lanes)
  ) u_result (
    .products_i(products),
    .data_o    (result)
  );

  roundel_aes_cut #(
    .Width(8 * Lanes),
    .Cut  (CutResult)
  ) u_cut_result (
    .clk_i,
    .enable_i,
    .data_i(result),
    .data_o
  );

endmodule
