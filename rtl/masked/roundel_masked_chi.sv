// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies step chi, A[x] ^ (~A[x+1] & A[x+2]), to rows in two shares.
//
// The product of each bit is a roundel_dom_and with a fresh bit of its own. The complement is taken in share
// 0 alone. The bit that is added passes a register too, so that both arrive together. The registers keep
// their values while enable_i is low.
//
// Schedule:   One cycle; new rows in every cycle.
// Interfaces: shares of the rows, from registers or from logic within one share; fresh bits, each uniform
//             and used for nothing else.
// Rows:       bit i of state_i[share][x] is bit x of row i.
// Reference:  FIPS 202 section 3.2.4.

(* keep_hierarchy *)
module roundel_masked_chi #(
  parameter int unsigned Rows = 1  // number of rows
) (
  input  logic                      clk_i,
  input  logic                      enable_i,  // the registers load
  input  logic [1:0][4:0][Rows-1:0] state_i,  // the shares of the rows before chi
  input  logic [4:0][Rows-1:0]      fresh_i,  // fresh bits, one for each bit of the rows
  output logic [1:0][4:0][Rows-1:0] state_o   // the shares of the rows after chi
);

  logic [1:0][4:0][Rows-1:0] state_q;
  logic [1:0][4:0][Rows-1:0] products;

  always_ff @(posedge clk_i) begin
    if (enable_i) state_q <= state_i;
  end

  for (genvar x = 0; x < 5; x++) begin : gen_x
    localparam int unsigned Next = (x + 1) % 5;
    localparam int unsigned Second = (x + 2) % 5;

    logic [1:0][Rows-1:0] product;

    roundel_dom_and #(
      .Width(Rows)
    ) u_and (
      .clk_i,
      .enable_i,
      .a_i      ({state_i[1][Next], ~state_i[0][Next]}),
      .b_i      ({state_i[1][Second], state_i[0][Second]}),
      .fresh_i  (fresh_i[x]),
      .product_o(product)
    );

    assign products[0][x] = product[0];
    assign products[1][x] = product[1];
  end

  assign state_o = state_q ^ products;

endmodule
