// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The sum of the shares of roundel_dom_and's product is the AND of the values of one cycle before, for any
// shares and fresh bits.

module dom_and_check #(
  parameter int unsigned Width = 4
) (
  input logic clk_i,

  input logic [1:0][Width-1:0] a_i,
  input logic [1:0][Width-1:0] b_i,
  input logic [Width-1:0]      fresh_i
);

  logic [1:0][Width-1:0] product;
  logic [Width-1:0] expected_q;
  logic seen_q = 1'b0;

  roundel_dom_and #(
    .Width(Width)
  ) u_dut (
    .clk_i,
    .enable_i (1'b1),
    .a_i,
    .b_i,
    .fresh_i,
    .product_o(product)
  );

  always_ff @(posedge clk_i) begin
    seen_q <= 1'b1;
    expected_q <= (a_i[0] ^ a_i[1]) & (b_i[0] ^ b_i[1]);
  end

  always_comb begin
    if (seen_q) assert ((product[0] ^ product[1]) == expected_q);
  end

endmodule
