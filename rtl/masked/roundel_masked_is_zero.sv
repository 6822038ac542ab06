// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Finds whether a value in two shares is zero: the AND of its inverted bits, a group of bits per step, then of
// the bits of the group. Every AND is a roundel_dom_and. The result has two shares, too: nothing is joined.
//
// Schedule:   load_i in cycle t; then Width / Lanes steps with bits_i, and $clog2(Lanes) steps without it, with
//             the number of the step in fold_i. Then zero_o is valid.
// Interfaces: shares of the value, from registers or from logic within one share; fresh bits with each step,
//             uniform and used for nothing else. No control depends on a share.
// Reference:  Gross, Mangard, Korak: Domain-Oriented Masking (2016)

(* keep_hierarchy *)
module roundel_masked_is_zero #(
  parameter int unsigned Width = 128,  // bits of the value
  parameter int unsigned Lanes = 8     // bits of a group, a power of two
) (
  input  logic                       clk_i,
  input  logic                       clear_i,  // all registers but those of the ANDs become zero
  input  logic                       load_i,   // load a value
  input  logic [1:0][Width-1:0]      data_i,   // its shares
  input  logic                       step_i,   // make a step
  input  logic                       first_i,  // it is the first of the value
  input  logic                       bits_i,   // it takes a group of bits
  input  logic [$clog2(Lanes)-1:0]   fold_i,   // one-hot: it joins the bits of the group; the first at the top
  input  logic [Lanes-1:0]           fresh_i,  // fresh bits
  output logic [1:0]                 zero_o    // the shares of the result
);

  if (Width % Lanes != 0 || Lanes != 1 << $clog2(Lanes)) begin : gen_bad_lanes
    $fatal(1, "%m: Lanes is %0d, expected a power of two that divides %0d", Lanes, Width);
  end

  logic [1:0][Width-1:0] bits_q;  // the value; the next group is at the bottom
  logic [1:0][Lanes-1:0] group, other, product;

  for (genvar i = 0; i < 2; i++) begin : gen_share
    // The inversion is in share 0 alone. The first group is joined with ones.
    assign group[i] = first_i ? {Lanes{i == 0}} : product[i];

    always_comb begin
      other[i] = (bits_q[i][Lanes-1:0] ^ {Lanes{i == 0}}) & {Lanes{bits_i}};
      for (int unsigned k = 0; k < $clog2(Lanes); k++) begin
        other[i] |= (product[i] >> (1 << k)) & {Lanes{fold_i[k]}};
      end
    end

    always_ff @(posedge clk_i) begin
      if (clear_i) bits_q[i] <= '0;
      else if (load_i) bits_q[i] <= data_i[i];
      else if (step_i) bits_q[i] <= bits_q[i] >> Lanes;
    end

    assign zero_o[i] = product[i][0];
  end

  roundel_dom_and #(
    .Width(Lanes)
  ) u_and (
    .clk_i,
    .enable_i (step_i),
    .a_i      (group),
    .b_i      (other),
    .fresh_i,
    .product_o(product)
  );

endmodule
