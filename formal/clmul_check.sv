// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks roundel_clmul for all factors: coefficient n of the product is the sum of a[i] * b[n-i], the
// definition of a product of polynomials. Combinational.

module clmul_check #(
  parameter int Width = 16
) (
  input logic [Width-1:0] a_i,
  input logic [Width-1:0] b_i
);

  logic [2*Width-2:0] product;
  logic expected[2*Width-1];

  roundel_clmul #(
    .Width(Width)
  ) u_dut (
    .a_i,
    .b_i,
    .product_o(product)
  );

  always_comb begin
    for (int n = 0; n < 2 * Width - 1; n++) begin
      expected[n] = 1'b0;
      for (int i = 0; i < Width; i++) begin
        if (n >= i && n - i < Width) expected[n] = expected[n] ^ (a_i[i] & b_i[n-i]);
      end
      assert (product[n] == expected[n]);
    end
  end

endmodule
