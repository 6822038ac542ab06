// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Second layer of the S-box's circuit: products of forms of the byte x whose sums are its norm x^17, an
// element of GF(2^4). Combinational; one LUT4 level, 8 LUT4.
//
// Over four forms that make a basis the norm is quadratic, and its bits are sums of products of two forms
// each: four bits, any function of which is one LUT. Of all bases and all choices of forms this one wants
// the fewest LUTs in six levels: found by search. formal/ proves the whole against FIPS 197.

(* keep_hierarchy *)
module roundel_aes_sbox_terms (
  input  roundel_aes_pkg::sbox_forms_t forms_i,
  output roundel_aes_pkg::sbox_terms_t terms_o
);

  import roundel_aes_pkg::*;

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

  for (genvar i = 0; i < NumSboxTerms; i++) begin : gen_term
    assign terms_o[i] = Tables[i][{forms_i[Second[i]], forms_i[First[i]]}];
  end

endmodule
