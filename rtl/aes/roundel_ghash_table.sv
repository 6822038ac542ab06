// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// 16 words of Width bits in LUT RAM: written in the clock cycle, read without one. Nothing is reset: a
// word is what was written last.

module roundel_ghash_table #(
  parameter int unsigned Width = 128
) (
  input logic clk_i,

  input logic             write_i,
  input logic [      3:0] write_address_i,
  input logic [Width-1:0] data_i,

  input  logic [      3:0] address_i,
  output logic [Width-1:0] data_o
);

  logic [Width-1:0] words_q[16];

  always_ff @(posedge clk_i) begin
    if (write_i) words_q[write_address_i] <= data_i;
  end
  assign data_o = words_q[address_i];

endmodule
