// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the key as two words, which a key word or an exchange moves on: the first word becomes the second
// one's old value. Before the finalization the words are added in other places than after the initialization
// (S_2, S_3 instead of S_3, S_4). The exchange makes that the same places of the addend, without a
// multiplexer: S_2 and S_4 get the second word, S_1 and S_3 the first.
//
// Schedule:   load_i in two cycles, one for each word of the key. exchange_i in cycle t: the words are
//             exchanged from t+1.
// Interfaces: words from roundel_ascon_hs; control from roundel_ascon_hs_grammar and the loads of the addend;
//             words to roundel_ascon_hs_addend
// Reference:  SP 800-232 section 4.1.1

module roundel_ascon_hs_key
  import roundel_ascon_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic        clear_i,     // the key becomes zero
  input  logic        load_i,      // word_i becomes the second word
  input  word_t       word_i,      // a word of the key
  input  logic        exchange_i,  // exchange the words
  output word_t [1:0] key_o        // the words
);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) key_o <= '0;
    else if (load_i || exchange_i) key_o <= {load_i ? word_i : key_o[0], key_o[1]};
  end

endmodule
