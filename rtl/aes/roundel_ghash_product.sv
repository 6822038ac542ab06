// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Multiplies two elements of the field of GHASH: Karatsuba's method on three levels, with registers between
// the parts. A product is made of three products of 64 bits. These are made at the same time, or one after
// the other by fewer units: three units for a product a cycle, two for one in two cycles, one for one in four
// cycles. A unit has nine products of 16 bits.
//
//   cycle 0  factors, the first products of 64 bits
//   cycle 1  sums of 16 bits of each factor
//   cycle 2  products of 31 bits
//   cycle 3  products of 127 bits
//   cycle 4  the product, reduced; in cycle 5 of BlockCycles = 2, in cycle 6 of 4
//
// BlockCycles  cycles for a product: 1, 2 or 4
//
// Schedule:   the factors are stable for BlockCycles cycles, which cycle_i counts. product_o is theirs four,
//             five or six cycles after the first one; for BlockCycles = 4 it stays for two cycles. The
//             registers have no reset; factors of zero clear them.
// Interfaces: factors from, and the product to, roundel_ghash_line. Uses roundel_clmul.
// Bytes:      bit i is the coefficient of x^i, as in roundel_ghash_pkg.
// Reference:  SP 800-38D section 6.3.

module roundel_ghash_product
  import roundel_ghash_pkg::*;
#(
  parameter int unsigned BlockCycles = 1
) (
  input logic clk_i,

  input  logic  [BlockCycles-1:0] cycle_i,   // one-hot: cycle of the factors
  input  poly_t                   a_i,       // first factor
  input  poly_t                   b_i,       // second factor
  output poly_t                   product_o  // their product, some cycles later
);

  if (!(BlockCycles inside {1, 2, 4})) begin : gen_bad_cycles
    $fatal(1, "%m: BlockCycles is %0d, expected 1, 2 or 4", BlockCycles);
  end

  localparam int unsigned Units = (3 + BlockCycles - 1) / BlockCycles;

  typedef logic [2:0][63:0] halves_t;
  typedef logic [8:0][15:0] sums_t;

  // The sums of Karatsuba's method, on each level: low half, high half, their sum.
  function automatic halves_t halves_of(poly_t a);
    return {a[127:64] ^ a[63:0], a[127:64], a[63:0]};
  endfunction

  function automatic sums_t sums_of(logic [63:0] a);
    logic [2:0][31:0] quarters;
    quarters = {a[63:32] ^ a[31:0], a[63:32], a[31:0]};
    for (int unsigned i = 0; i < 3; i++) begin
      sums_of[3*i+:3] = {quarters[i][31:16] ^ quarters[i][15:0], quarters[i][31:16], quarters[i][15:0]};
    end
  endfunction

  // What a unit multiplies in a cycle: product n of 64 bits is of unit n % Units, in cycle n / Units.
  function automatic logic [63:0] part_of(poly_t a, int unsigned unit, logic [BlockCycles-1:0] cycle);
    halves_t halves;
    halves = halves_of(a);
    part_of = halves[unit];
    for (int unsigned n = unit + Units; n < 3; n += Units) begin
      if (cycle[n/Units]) part_of = halves[n];
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

  logic [Units-1:0][126:0] joined;  // of a unit
  logic [2:0][126:0] joined_q;  // the products of 64 bits

  for (genvar u = 0; u < Units; u++) begin : gen_unit
    sums_t a_q, b_q;
    logic [8:0][30:0] products, products_q;
    logic [2:0][62:0] quarters;

    for (genvar i = 0; i < 9; i++) begin : gen_product
      roundel_clmul #(
        .Width(16)
      ) u_product (
        .a_i      (a_q[i]),
        .b_i      (b_q[i]),
        .product_o(products[i])
      );
    end
    for (genvar i = 0; i < 3; i++) begin : gen_quarter
      assign quarters[i] = join_16(products_q[3*i+:3]);
    end
    assign joined[u] = join_32(quarters);

    always_ff @(posedge clk_i) begin
      a_q <= sums_of(part_of(a_i, u, cycle_i));
      b_q <= sums_of(part_of(b_i, u, cycle_i));
      products_q <= products;
    end
  end

  // A product of 64 bits is here two cycles after its factors.
  for (genvar n = 0; n < 3; n++) begin : gen_joined
    always_ff @(posedge clk_i) begin
      if (cycle_i[(n/Units+2)%BlockCycles]) joined_q[n] <= joined[n%Units];
    end
  end

  always_ff @(posedge clk_i) product_o <= reduce(join_64(joined_q));

endmodule
