// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of roundel_dom_multiply, as assumptions (Assume = 1, where a module that uses it is proved)
// or as assertions (where the multiplier is proved): the sum of the result's shares is the product of the
// sums of the factors plus the sum of the addend, all of one enabled cycle before. It says nothing of each
// share alone.

module dom_multiply_contract
  import roundel_masked_field_pkg::*;
#(
  parameter int unsigned Width  = 4,
  parameter bit          Assume = 1'b0
) (
  input logic clk_i,
  input logic enable_i,

  input logic [1:0][Width-1:0] a_i,
  input logic [1:0][Width-1:0] b_i,
  input logic [1:0][Width-1:0] addend_i,
  input logic [1:0][Width-1:0] result_i
);

  logic [Width-1:0] expected, expected_q;
  logic seen_q = 1'b0;

  assign expected = Width'(multiply16(4'(a_i[0] ^ a_i[1]), 4'(b_i[0] ^ b_i[1]))) ^ addend_i[0] ^ addend_i[1];

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      seen_q <= 1'b1;
      expected_q <= expected;
    end
  end

  if (Assume) begin : gen_assume
    always_comb begin
      if (seen_q) assume ((result_i[0] ^ result_i[1]) == expected_q);
    end
  end else begin : gen_assert
    always_comb begin
      if (seen_q) assert ((result_i[0] ^ result_i[1]) == expected_q);
    end
  end

endmodule
