// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dom_multiply keeps its contract. The product of the contract is the one of the fields: bit by bit,
// from the products of basis elements that follow from the polynomials, apart from rtl/masked.

module dom_multiply_check #(
  parameter int unsigned Width = 4
) (
  input logic clk_i,
  input logic enable_i,

  input logic [1:0][Width-1:0] a_i,
  input logic [1:0][Width-1:0] b_i,
  input logic [1:0][Width-1:0] addend_i,
  input logic [Width-1:0]      fresh_i
);

  // Products of basis elements w^i z^j: row i, column j.
  localparam logic [3:0] Products[4][4] = '{
      '{4'h1, 4'h2, 4'h4, 4'h8},
      '{4'h2, 4'h3, 4'h8, 4'hc},
      '{4'h4, 4'h8, 4'h6, 4'hb},
      '{4'h8, 4'hc, 4'hb, 4'hd}
  };

  logic [1:0][Width-1:0] result;
  logic [3:0] product;

  roundel_dom_multiply #(
    .Width(Width)
  ) u_dut (
    .clk_i,
    .enable_i,
    .a_i,
    .b_i,
    .addend_i,
    .fresh_i,
    .result_o(result)
  );

  dom_multiply_contract #(
    .Width(Width)
  ) u_contract (
    .clk_i,
    .enable_i,
    .a_i,
    .b_i,
    .addend_i,
    .result_i(result)
  );

  always_comb begin
    product = '0;
    for (int unsigned i = 0; i < Width; i++) begin
      for (int unsigned j = 0; j < Width; j++) begin
        if (a_i[0][i] && b_i[0][j]) product ^= Products[i][j];
      end
    end
    assert (roundel_masked_field_pkg::multiply16(4'(a_i[0]), 4'(b_i[0])) == product);
  end

endmodule
