// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Multiplies two polynomials over GF(2) of Width coefficients, without a reduction. Synthesis keeps the
// module, so that equal products are not merged and restructured across a larger multiplier.
//
// Schedule:   Combinational; three LUT4 levels and some 190 LUT4 for Width = 16.
// Interfaces: operands from, and the product to, roundel_ghash_product.
// Bytes:      bit i is the coefficient of x^i.

(* keep_hierarchy *)
module roundel_clmul #(
  parameter int unsigned Width = 16
) (
  input  logic [  Width-1:0] a_i,       // first factor
  input  logic [  Width-1:0] b_i,       // second factor
  output logic [2*Width-2:0] product_o  // a_i * b_i
);

  always_comb begin
    product_o = '0;
    for (int unsigned i = 0; i < Width; i++) begin
      product_o ^= (2 * Width - 1)'(a_i & {Width{b_i[i]}}) << i;
    end
  end

endmodule
