// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Multiplies the halves of two elements of GF(2^4) in two shares: each half with each half, each share with
// each share. A product is of two bits by two bits, one LUT4 a bit. Synthesis keeps the hierarchy: the mapper
// makes a fourth more LUTs when it sees the sums of the products too. No product is of more than two shares,
// one of each factor, and none is added to another one here.
//
// Schedule:   Combinational; one LUT4 level, 32 LUT4.
// Interfaces: the shares of the factors from roundel_dom_multiply, and the products to its registers.
// Fields:     those of roundel_masked_field_pkg. products_o[i][j] is of share i of a and share j of b; in it,
//             product 2k + l is of half k of a and half l of b, where half 1 is the upper one.

(* keep_hierarchy *)
module roundel_masked_products (
  input  logic [1:0][3:0]                a_i,        // the shares of a
  input  logic [1:0][3:0]                b_i,        // the shares of b
  output logic [1:0][1:0][3:0][1:0] products_o  // the products of their halves
);

  import roundel_masked_field_pkg::*;

  for (genvar i = 0; i < 2; i++) begin : gen_a_share
    for (genvar j = 0; j < 2; j++) begin : gen_b_share
      for (genvar k = 0; k < 2; k++) begin : gen_a_half
        for (genvar l = 0; l < 2; l++) begin : gen_b_half
          assign products_o[i][j][2*k+l] = multiply4(a_i[i][2*k+:2], b_i[j][2*l+:2]);
        end
      end
    end
  end

endmodule
