// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the second layer of the S-box circuit: products of forms of the byte x. Sums of these products
// are the norm x^17 of the byte, an element of GF(2^4).
//
// Over four forms that make a basis, the norm is quadratic. Its bits are sums of products of two forms each:
// functions of four bits, so each is one LUT. A search over all bases and all choices of forms found that
// this one needs the fewest LUTs in six levels. formal/ proves the complete circuit against FIPS 197.
//
// Schedule:   Combinational; one LUT4 level, 8 LUT4.
// Interfaces: forms from roundel_aes_sbox_forms; products to roundel_aes_sbox_norm.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_terms (
  input  roundel_aes_pkg::sbox_forms_t forms_i,  // forms of the byte x
  output roundel_aes_pkg::sbox_terms_t terms_o   // products of two forms each
);

  import roundel_aes_pkg::*;

  // Products of forms First and Second, as tables over {second, first}. Terms that are quadratic in one form
  // alone are in tables where they cost nothing.
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
