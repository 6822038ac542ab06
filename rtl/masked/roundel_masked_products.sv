// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Multiplies the halves of two elements of GF(2^4), each with each, or two elements of GF(2^2): products of
// two bits by two bits, one LUT4 a bit. Synthesis keeps the hierarchy: the mapper makes half as many LUTs
// again of the same products when it sees their sums.
//
// Schedule:   Combinational; one LUT4 level.
// Interfaces: one share of each factor, from roundel_dom_multiply; the products to its registers.
// Fields:     those of roundel_masked_field_pkg. Product 2i + j is of half i of a and half j of b; half 1 is
//             the upper one.

(* keep_hierarchy *)
module roundel_masked_products #(
  parameter int unsigned Width = 4  // 2 for GF(2^2), 4 for GF(2^4)
) (
  input  logic [Width-1:0]                  a_i,        // a share of a
  input  logic [Width-1:0]                  b_i,        // a share of b
  output logic [Width*Width/4-1:0][1:0] products_o  // the products of their halves
);

  import roundel_masked_field_pkg::*;

  localparam int unsigned Halves = Width / 2;

  for (genvar i = 0; i < Halves; i++) begin : gen_a
    for (genvar j = 0; j < Halves; j++) begin : gen_b
      assign products_o[Halves*i+j] = multiply4(a_i[2*i+:2], b_i[2*j+:2]);
    end
  end

endmodule
