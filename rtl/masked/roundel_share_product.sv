// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A step of a serial product in GF(2^Width): sum * x^Digit + digit * factor. The factor is a share of one
// element, the digit is of a share of another one, and the sum is of their products so far. So the logic sees
// one share of each. Synthesis keeps the hierarchy: it must not merge logic of two products.
//
// Schedule:   Combinational.
// Interfaces: registers of roundel_masked_ghash.
// Fields:     bit i is the coefficient of x^i; the field's polynomial is x^Width + Terms.
// Reference:  SP 800-38D section 6.3

(* keep_hierarchy *)
module roundel_share_product #(
  parameter int unsigned             Width = 128,
  parameter int unsigned             Digit = 4,
  parameter logic        [Width-1:0] Terms = 'h87
) (
  input  logic [Width-1:0] sum_i,     // the products so far
  input  logic [Digit-1:0] digit_i,   // the next coefficients, that of the highest power at the top
  input  logic [Width-1:0] factor_i,  // the other factor
  output logic [Width-1:0] sum_o      // with the next product
);

  localparam int unsigned Wide = Width + Digit;

  logic [Wide-1:0] sum;

  always_comb begin
    sum = {sum_i, Digit'(0)};
    for (int unsigned i = 0; i < Digit; i++) sum ^= Wide'(factor_i & {Width{digit_i[i]}}) << i;
    for (int unsigned i = Wide - 1; i >= Width; i--) begin
      sum ^= Wide'(Terms & {Width{sum[i]}}) << (i - Width);
    end
  end

  assign sum_o = sum[Width-1:0];

endmodule
