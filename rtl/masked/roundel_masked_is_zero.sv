// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Finds whether a value in two shares is zero: the AND of its inverted bits, a group of bits per step, then
// of the bits of the group. Every AND is a roundel_dom_and. The result has two shares, too.
//
// A step takes two cycles. The result of one step passes a register before the next one, and fresh bits
// are in a register in the cycle of their use alone. So no logic has, in two successive cycles, a bit in one
// share and a product with its other share, without the fresh bit of that product.
//
// Schedule:   load_i in cycle t; then for each step take_i, and join_i in the next cycle. There are
//             Width / Lanes steps with bits_i, and $clog2(Lanes) steps with fold_i. After the last one zero_o
//             is valid. After clear_i in cycle t all registers are zero from t+2.
// Interfaces: shares of the value, from registers or from logic within one share; fresh bits with take_i,
//             uniform and used for nothing else. No control depends on a share.
// Reference:  Gross, Mangard, Korak: Domain-Oriented Masking (2016)

(* keep_hierarchy *)
module roundel_masked_is_zero #(
  parameter int unsigned Width = 128,  // bits of the value
  parameter int unsigned Lanes = 8     // bits of a group, a power of two
) (
  input  logic                       clk_i,
  input  logic                       clear_i,  // all registers become zero
  input  logic                       load_i,   // load a value
  input  logic [1:0][Width-1:0]      data_i,   // its shares
  input  logic                       take_i,   // a step begins: take fresh bits and the last result
  input  logic                       first_i,  // with take_i: it is the first step of the value
  input  logic                       join_i,   // the step ends: join bits
  input  logic                       bits_i,   // with join_i: a group of bits of the value
  input  logic [$clog2(Lanes)-1:0]   fold_i,   // with join_i: bit k joins 2^k bits with 2^k others
  input  logic [Lanes-1:0]           fresh_i,  // fresh bits
  output logic [1:0]                 zero_o    // the shares of the result
);

  if (Width % Lanes != 0 || Lanes != 1 << $clog2(Lanes)) begin : gen_bad_lanes
    $fatal(1, "%m: Lanes is %0d, expected a power of two that divides %0d", Lanes, Width);
  end

  logic [1:0][Width-1:0] bits_q;  // the value; the next group is at the bottom
  logic [1:0][Lanes-1:0] group_q;  // the bits that are joined so far
  logic [Lanes-1:0] fresh_q;
  logic clear_q;
  logic [1:0][Lanes-1:0] other, product;

  for (genvar i = 0; i < 2; i++) begin : gen_share
    always_comb begin
      // The inversion is in share 0 alone.
      other[i] = (bits_q[i][Lanes-1:0] ^ {Lanes{i == 0}}) & {Lanes{bits_i}};
      // The upper half of the bits that are left is joined with the lower one. Other products become zero.
      for (int unsigned k = 0; k < $clog2(Lanes); k++) begin
        other[i] |= (group_q[i] >> (1 << k)) & {Lanes{fold_i[k]}} & Lanes'((1 << (1 << k)) - 1);
      end
    end

    always_ff @(posedge clk_i) begin
      if (clear_i) bits_q[i] <= '0;
      else if (load_i) bits_q[i] <= data_i[i];
      else if (take_i && !first_i) bits_q[i] <= bits_q[i] >> Lanes;

      // The first group is joined with ones.
      if (clear_i) group_q[i] <= '0;
      else if (take_i) group_q[i] <= first_i ? {Lanes{i == 0}} : product[i];
    end

    assign zero_o[i] = product[i][0];
  end

  always_ff @(posedge clk_i) begin
    clear_q <= clear_i;
    if (clear_i || join_i) fresh_q <= '0;
    else if (take_i) fresh_q <= fresh_i;
  end

  roundel_dom_and #(
    .Width(Lanes)
  ) u_and (
    .clk_i,
    .enable_i (join_i || clear_q),
    .a_i      (group_q),
    .b_i      (other),
    .fresh_i  (fresh_q),
    .product_o(product)
  );

endmodule
