// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// First quarter of the S-box's circuit: the forms of the byte x that the last quarter wants, and products of
// them whose sums are the norm x^17, an element of GF(2^4). Combinational; two LUT4 levels.
//
// A form is a linear map from GF(2^8) to GF(2^2), T(d x) with T the trace, for one d: two bits, some of them
// bits of x itself. Over four forms that make a basis the norm is quadratic, and its bits are sums of
// products of two forms each: four bits, any function of which is one LUT. Of all bases and all choices
// of forms this one wants the fewest LUTs in six levels: found by search. formal/ proves the whole against
// FIPS 197.

module aes_sbox_terms (
  input  logic [7:0] data_i,
  output aes_pkg::sbox_forms_t forms_o,
  output aes_pkg::sbox_terms_t terms_o
);

  import aes_pkg::*;

  // The bits of x that add up to each bit of the forms. For the forms, d is, in hexadecimal,
  // 0c, 49, 52, 5c, 67, 75.
  localparam logic [7:0] FormMasks[2*NumSboxForms] = '{
      8'h0c,
      8'h70,
      8'h4e,
      8'hb4,
      8'h80,
      8'h4d,
      8'h02,
      8'hac,
      8'hb0,
      8'h17,
      8'h98,
      8'h35
  };

  // Products of forms First and Second, as tables over {second, first}; what is quadratic in one form alone
  // is put where it costs nothing.
  localparam int unsigned First[NumSboxTerms] = '{0, 3, 0, 3, 3, 0, 0, 3};
  localparam int unsigned Second[NumSboxTerms] = '{4, 2, 2, 4, 4, 4, 2, 2};
  localparam logic [15:0] Tables[NumSboxTerms] = '{
      16'hcf56,
      16'h36fa,
      16'hf5c6,
      16'h0ac6,
      16'h60ca,
      16'hf9ac,
      16'h6f3a,
      16'hcf56
  };

  for (genvar i = 0; i < 2 * NumSboxForms; i++) begin : gen_form
    aes_parity #(
      .Width(8),
      .Mask (FormMasks[i])
    ) u_form (
      .data_i,
      .data_o(forms_o[i/2][i%2])
    );
  end

  for (genvar i = 0; i < NumSboxTerms; i++) begin : gen_term
    aes_lut #(
      .Table(Tables[i])
    ) u_term (
      .data_i({forms_o[Second[i]], forms_o[First[i]]}),
      .data_o(terms_o[i])
    );
  end

endmodule
