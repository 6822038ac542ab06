// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes a function of four bits, given as a table, in each of Lanes lanes.
//
// It is a sum of products of whole vectors, the algebraic normal form of the table, so that a simulator
// computes all lanes at once. In hardware each lane is one LUT.
//
// Schedule:   Combinational; one LUT4 level, one LUT4 for each lane.
// Interfaces: inputs and outputs of roundel_aes_sbox_terms, roundel_aes_sbox_scale and
//             roundel_aes_sbox_products.

module roundel_aes_sbox_gate #(
  parameter int unsigned        Lanes = 1,        // number of bytes
  parameter logic        [15:0] Table = 16'h6666  // bit i is the output for inputs i
) (
  input  logic [3:0][Lanes-1:0] data_i,  // the inputs
  output logic [Lanes-1:0]      data_o   // the outputs
);

  import roundel_aes_pkg::*;

  localparam logic [15:0] Form = normal_form(Table);

  logic [15:0][Lanes-1:0] products;
  for (genvar m = 0; m < 16; m++) begin : gen_product
    if (m == 0) begin : gen_one
      assign products[m] = '1;
    end else if ((m & (m - 1)) == 0) begin : gen_input
      assign products[m] = data_i[$clog2(m)];
    end else begin : gen_and
      assign products[m] = products[m&(m-1)] & data_i[$clog2(m&-m)];
    end
  end

  always_comb begin
    data_o = '0;
    for (int unsigned m = 0; m < 16; m++) begin
      if (Form[m]) data_o ^= products[m];
    end
  end

endmodule
