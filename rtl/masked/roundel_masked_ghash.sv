// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Hashes elements of GF(2^Width) in two shares: value = (value + addend) * subkey. The product is
// domain-oriented: each share of value + addend by each share of the subkey is a serial product of its own
// (roundel_share_product). The two products across the shares begin with the same fresh bits. They enter
// registers of their own when they are complete. Only then are they added to the products within a share.
//
// A clear makes value and subkey zero. Shares of the subkey, of the addend, and of the value are independent
// of each other. The value is masked by the fresh bits of its product.
//
// Schedule:   subkey_load_i or clear_i in any cycle without a product. load_i in cycle t; step_i in the next
//             Width / Digit cycles, last_i with the last of them. Then value_o is valid.
// Interfaces: shares of the elements, from registers or from logic within one share; fresh bits with load_i,
//             uniform and used for nothing else. No control depends on a share.
// Fields:     bit i is the coefficient of x^i; the field's polynomial is x^Width + Terms.
// Reference:  SP 800-38D section 6.4; Gross, Mangard, Korak: Domain-Oriented Masking (2016)

(* keep_hierarchy *)
module roundel_masked_ghash #(
  parameter int unsigned             Width = 128,
  parameter int unsigned             Digit = 4,
  parameter logic        [Width-1:0] Terms = 'h87
) (
  input  logic                  clk_i,
  input  logic                  clear_i,        // all registers become zero
  input  logic                  subkey_load_i,  // load the subkey
  input  logic [1:0][Width-1:0] subkey_i,       // its shares
  input  logic                  load_i,         // begin a product
  input  logic [1:0][Width-1:0] addend_i,       // the shares of what is added to the value before it
  input  logic [Width-1:0]      fresh_i,        // fresh bits
  input  logic                  step_i,         // the next digit of the product
  input  logic                  last_i,         // it is the last digit
  output logic [1:0][Width-1:0] value_o         // the shares of the value
);

  if (Width % Digit != 0) begin : gen_bad_digit
    $fatal(1, "%m: Digit is %0d, expected a divisor of %0d", Digit, Width);
  end

  logic [1:0][Width-1:0] subkey_q;
  logic [1:0][Width-1:0] digits_q;  // the factor of the product: the next digit is at the top
  logic [1:0][Width-1:0] inner_q;  // products within a share
  logic [1:0][Width-1:0] cross_q;  // products across the shares; that of share i of the factor
  logic [1:0][Width-1:0] masked_q;  // the same, complete
  logic [1:0][Width-1:0] inner_next, cross_next;

  for (genvar i = 0; i < 2; i++) begin : gen_share
    roundel_share_product #(
      .Width(Width),
      .Digit(Digit),
      .Terms(Terms)
    ) u_inner (
      .sum_i   (inner_q[i]),
      .digit_i (digits_q[i][Width-1-:Digit]),
      .factor_i(subkey_q[i]),
      .sum_o   (inner_next[i])
    );

    roundel_share_product #(
      .Width(Width),
      .Digit(Digit),
      .Terms(Terms)
    ) u_cross (
      .sum_i   (cross_q[i]),
      .digit_i (digits_q[i][Width-1-:Digit]),
      .factor_i(subkey_q[1-i]),
      .sum_o   (cross_next[i])
    );

    assign value_o[i] = inner_q[i] ^ masked_q[i];

    always_ff @(posedge clk_i) begin
      if (clear_i) subkey_q[i] <= '0;
      else if (subkey_load_i) subkey_q[i] <= subkey_i[i];

      if (clear_i) digits_q[i] <= '0;
      else if (load_i) digits_q[i] <= value_o[i] ^ addend_i[i];
      else if (step_i) digits_q[i] <= digits_q[i] << Digit;

      if (clear_i || load_i) inner_q[i] <= '0;
      else if (step_i) inner_q[i] <= inner_next[i];

      if (clear_i) cross_q[i] <= '0;
      else if (load_i) cross_q[i] <= fresh_i;
      else if (step_i) cross_q[i] <= cross_next[i];

      if (clear_i) masked_q[i] <= '0;
      else if (step_i && last_i) masked_q[i] <= cross_next[i];
    end
  end

endmodule
