// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keeps 16 words of Width bits in LUT RAM, with one write port and one read port. There is no reset: a word
// has the value that was written last.
//
// Schedule:   a word is written at the edge; reading is combinational.
// Interfaces: writes from the table fill of roundel_ghash; the address is a digit of its operand; the word to
//             its sum.

module roundel_ghash_table #(
  parameter int unsigned Width = 128
) (
  input logic clk_i,

  input logic             write_i,          // the word is written at this edge
  input logic [      3:0] write_address_i,  // address of the word that is written
  input logic [Width-1:0] data_i,           // the word that is written

  input  logic [      3:0] address_i,  // address of the word that is read
  output logic [Width-1:0] data_o      // the word at address_i
);

  logic [Width-1:0] words_q[16];

  always_ff @(posedge clk_i) begin
    if (write_i) words_q[write_address_i] <= data_i;
  end
  assign data_o = words_q[address_i];

endmodule
