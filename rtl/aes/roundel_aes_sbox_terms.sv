// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the second layer of the S-box circuit: products of forms of each byte x. Sums of these products
// are the norm x^17 of the byte, an element of GF(2^4).
//
// Over four forms that make a basis, the norm is quadratic. Its bits are sums of products of two forms each:
// functions of four bits, so each is one LUT. A search over all bases and all choices of forms found that
// this one needs the fewest LUTs in six levels. formal/ proves the complete circuit against FIPS 197.
//
// Schedule:   Combinational; one LUT4 level, 8 LUT4 for each byte.
// Interfaces: forms from roundel_aes_sbox_forms; products to roundel_aes_sbox_norm.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_terms
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [2*NumSboxForms-1:0][Lanes-1:0] forms_i,  // forms of the bytes x
  output logic [NumSboxTerms-1:0][Lanes-1:0]   terms_o   // products of two forms each
);

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
    roundel_aes_sbox_gate #(
      .Lanes(Lanes),
      .Table(Tables[i])
    ) u_gate (
      .data_i({forms_i[2*Second[i]+:2], forms_i[2*First[i]+:2]}),
      .data_o(terms_o[i])
    );
  end

  // Forms 1 and 5 are in no term.
  logic unused_forms;
  assign unused_forms = ^{forms_i[11:10], forms_i[3:2]};

endmodule
