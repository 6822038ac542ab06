// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keeps the chaining values after the two key blocks of HMAC from message to message, which saves these
// blocks: first the inner one, then the outer one, as words that rotate.
//
// Schedule:   start_i in cycle t; shift_o in t+1 to t+Words, one word per cycle. With store_i the words come
//             from the chaining value, else they go to it and are kept. Two moves are one full rotation.
// Interfaces: commands from roundel_aes_groestl_control; words from and to the chaining value of
//             roundel_groestl_rounds, which moves with shift_o.
// Reference:  RFC 2104.

module roundel_aes_groestl_session #(
  parameter  int unsigned Words     = 4,
  localparam int unsigned CountBits = $clog2(Words)
) (
  input logic clk_i,
  input logic clear_i,  // clears both chaining values

  input  logic start_i,  // starts a move of Words words
  input  logic store_i,  // with start_i: stores, else loads
  output logic busy_o,   // a move is in progress

  output logic         shift_o,  // the chaining value moves by one word
  input  logic [127:0] chain_i,  // the chaining value's first word
  output logic [127:0] word_o    // word inserted after its last word
);

  logic [2*Words-1:0][127:0] words_q;
  logic [CountBits-1:0] count_q;
  logic shift_q, store_q;

  always_ff @(posedge clk_i) begin
    shift_q <= !clear_i && (start_i || (shift_q && count_q != '1));
    if (clear_i || start_i) count_q <= '0;
    else if (shift_q) count_q <= count_q + 1'b1;
    if (clear_i || start_i) store_q <= !clear_i && store_i;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) words_q <= '0;
    else if (shift_q) words_q <= {store_q ? chain_i : words_q[0], words_q[2*Words-1:1]};
  end

  assign busy_o = shift_q;
  assign shift_o = shift_q;
  assign word_o = words_q[0];

endmodule
