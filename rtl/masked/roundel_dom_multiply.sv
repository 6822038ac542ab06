// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Multiplies two elements of GF(2^2) or GF(2^4) in two shares: a domain-oriented multiplier (DOM-indep), and
// adds a third element in two shares.
//
// Each share of the result is the sum of a product within the share, and of a product across the shares
// with fresh bits. The addend joins the product within its share. Both are registered before they are added.
// The factors must have independent shares, and come from registers or from logic within one share.
//
// Schedule:   One cycle; new elements in every cycle.
// Interfaces: shares of the elements; fresh bits, each uniform and used for nothing else. Used by
//             roundel_masked_aes_sbox.
// Reference:  Gross, Mangard, Korak: Domain-Oriented Masking (2016), section 3.

(* keep_hierarchy *)
module roundel_dom_multiply #(
  parameter int unsigned Width = 4  // 2 for GF(2^2), 4 for GF(2^4)
) (
  input  logic                  clk_i,
  input  logic                  enable_i,  // the registers load
  input  logic [1:0][Width-1:0] a_i,       // the shares of a
  input  logic [1:0][Width-1:0] b_i,       // the shares of b
  input  logic [1:0][Width-1:0] addend_i,  // the shares of c
  input  logic [Width-1:0]      fresh_i,   // fresh bits
  output logic [1:0][Width-1:0] result_o   // the shares of a b + c
);

  import roundel_masked_field_pkg::*;

  logic [1:0][1:0][Width-1:0] product;  // [i][j] of share i of a and share j of b
  logic [1:0][Width-1:0] inner_q;  // products within a share, and the addend
  logic [1:0][Width-1:0] cross_q;  // products across the shares, with the fresh bits

  if (Width == 4) begin : gen_gf16
    logic [1:0][1:0][3:0][1:0] halves;

    roundel_masked_products u_products (
      .a_i,
      .b_i,
      .products_o(halves)
    );

    for (genvar i = 0; i < 2; i++) begin : gen_a
      for (genvar j = 0; j < 2; j++) begin : gen_b
        assign product[i][j] = product_of_halves(halves[i][j]);
      end
    end
  end else begin : gen_gf4
    for (genvar i = 0; i < 2; i++) begin : gen_a
      for (genvar j = 0; j < 2; j++) begin : gen_b
        assign product[i][j] = multiply4(a_i[i], b_i[j]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      inner_q[0] <= product[0][0] ^ addend_i[0];
      inner_q[1] <= product[1][1] ^ addend_i[1];
      cross_q[0] <= product[0][1] ^ fresh_i;
      cross_q[1] <= product[1][0] ^ fresh_i;
    end
  end

  assign result_o = inner_q ^ cross_q;

endmodule
