// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the AND of two values in two shares: a domain-oriented multiplier (DOM-indep) of first order.
//
// Each share of the product is the sum of a product within the share, and of a product across the shares
// with a fresh bit. All four products are registered before they are added, so that no glitch of a product
// across the shares gets to a sum. The two inputs must have independent shares. An input must come from
// registers, or from logic within one share. The registers keep their values while enable_i is low.
//
// Schedule:   One cycle; a new pair of values in every cycle.
// Interfaces: shares of the values; fresh bits, each uniform and used for nothing else. Used by
//             roundel_masked_chi.
// Reference:  Gross, Mangard, Korak: Domain-Oriented Masking (2016), section 3.

(* keep_hierarchy *)
module roundel_dom_and #(
  parameter int unsigned Width = 1  // number of bits
) (
  input  logic                  clk_i,
  input  logic                  enable_i,  // the registers load
  input  logic [1:0][Width-1:0] a_i,       // the shares of a
  input  logic [1:0][Width-1:0] b_i,       // the shares of b
  input  logic [Width-1:0]      fresh_i,   // fresh bits, one for each bit
  output logic [1:0][Width-1:0] product_o  // the shares of a & b
);

  logic [1:0][Width-1:0] inner_q;  // products within a share
  logic [1:0][Width-1:0] cross_q;  // products across the shares, with the fresh bit

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      inner_q[0] <= a_i[0] & b_i[0];
      inner_q[1] <= a_i[1] & b_i[1];
      cross_q[0] <= (a_i[0] & b_i[1]) ^ fresh_i;
      cross_q[1] <= (a_i[1] & b_i[0]) ^ fresh_i;
    end
  end

  assign product_o = inner_q ^ cross_q;

endmodule
