// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Multiplies two elements of the field of GHASH, one product a cycle: Karatsuba's method on three levels,
// 27 products of 16 bits, with registers between the parts.
//
//   cycle 0  factors
//   cycle 1  27 sums of 16 bits of each factor
//   cycle 2  27 products of 31 bits
//   cycle 3  three products of 127 bits
//   cycle 4  the product, reduced
//
// Schedule:   product_o is the product of the factors of four cycles before. The registers have no reset;
//             factors of zero clear them.
// Interfaces: factors from, and the product to, roundel_ghash_line. Uses roundel_clmul.
// Bytes:      bit i is the coefficient of x^i, as in roundel_ghash_pkg.
// Reference:  SP 800-38D section 6.3.

module roundel_ghash_product
  import roundel_ghash_pkg::*;
(
  input logic clk_i,

  input  poly_t a_i,       // first factor
  input  poly_t b_i,       // second factor
  output poly_t product_o  // their product, four cycles later
);

  typedef logic [26:0][15:0] sums_t;

  // The sums of Karatsuba's method, on each level: low half, high half, their sum.
  function automatic sums_t sums_of(poly_t a);
    logic [2:0][63:0] halves;
    logic [8:0][31:0] quarters;
    halves = {a[127:64] ^ a[63:0], a[127:64], a[63:0]};
    for (int unsigned i = 0; i < 3; i++) begin
      quarters[3*i+:3] = {halves[i][63:32] ^ halves[i][31:0], halves[i][63:32], halves[i][31:0]};
    end
    for (int unsigned i = 0; i < 9; i++) begin
      sums_of[3*i+:3] = {quarters[i][31:16] ^ quarters[i][15:0], quarters[i][31:16], quarters[i][15:0]};
    end
  endfunction

  // Three products join to one of twice the width: low, high, and that of the sums.
  function automatic logic [62:0] join_16(logic [2:0][30:0] part);
    logic [30:0] middle;
    middle = part[2] ^ part[1] ^ part[0];
    return 63'(part[0]) ^ (63'(middle) << 16) ^ (63'(part[1]) << 32);
  endfunction

  function automatic logic [126:0] join_32(logic [2:0][62:0] part);
    logic [62:0] middle;
    middle = part[2] ^ part[1] ^ part[0];
    return 127'(part[0]) ^ (127'(middle) << 32) ^ (127'(part[1]) << 64);
  endfunction

  function automatic logic [254:0] join_64(logic [2:0][126:0] part);
    logic [126:0] middle;
    middle = part[2] ^ part[1] ^ part[0];
    return 255'(part[0]) ^ (255'(middle) << 64) ^ (255'(part[1]) << 128);
  endfunction

  // x^128 is x^7 + x^2 + x + 1; of the upper half, seven coefficients remain above x^127 after the first
  // replacement.
  function automatic poly_t reduce(logic [254:0] product);
    logic [133:0] once;
    once = {7'd0, product[254:128]} ^ ({7'd0, product[254:128]} << 1) ^ ({7'd0, product[254:128]} << 2) ^
        ({7'd0, product[254:128]} << 7);
    return product[127:0] ^ once[127:0] ^ poly_t'(once[133:128]) ^ (poly_t'(once[133:128]) << 1) ^
        (poly_t'(once[133:128]) << 2) ^ (poly_t'(once[133:128]) << 7);
  endfunction

  sums_t a_q, b_q;
  logic [26:0][30:0] products, products_q;
  logic [8:0][62:0] quarters;
  logic [2:0][126:0] halves, halves_q;

  for (genvar i = 0; i < 27; i++) begin : gen_product
    roundel_clmul #(
      .Width(16)
    ) u_product (
      .a_i      (a_q[i]),
      .b_i      (b_q[i]),
      .product_o(products[i])
    );
  end

  for (genvar i = 0; i < 9; i++) begin : gen_quarter
    assign quarters[i] = join_16(products_q[3*i+:3]);
  end
  for (genvar i = 0; i < 3; i++) begin : gen_half
    assign halves[i] = join_32(quarters[3*i+:3]);
  end

  always_ff @(posedge clk_i) begin
    a_q <= sums_of(a_i);
    b_q <= sums_of(b_i);
    products_q <= products;
    halves_q <= halves;
    product_o <= reduce(join_64(halves_q));
  end

endmodule
