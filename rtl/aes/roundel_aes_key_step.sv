// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// One step of the key expansion (FIPS 197 section 5.2): four words from the four of Nk words before, or
// the first ones of another key. `sub_i` is SubWord of the word before, turned if the step wants it;
// the round constant has been added to the first word of `words_i`.
//
// words_o  the next words, or load_words_i where load_i is set: one LUT4 a bit; two levels from sub_i.
// parts_o the next words whatever load_i says, in parts: next_words() of roundel_aes_pkg joins them. They
// may be kept in registers on the way.
//
// Combinational; 160 LUT4.

(* keep_hierarchy *)
module roundel_aes_key_step (
  input  logic [127:0]             words_i,
  input  logic [ 31:0]             sub_i,
  input  logic                     load_i,
  input  logic [127:0]             load_words_i,
  output logic [127:0]             words_o,
  output roundel_aes_pkg::next_words_t parts_o
);

  import roundel_aes_pkg::*;

  column_t word0, word1, word2, word3, next0, next1, next2, next3, upto2;

  assign {word3, word2, word1, word0} = words_i;
  assign words_o = {next3, next2, next1, next0};
  assign parts_o = '{sub: sub_i, word0: word0, word1: word1, next2: upto2, word3: word3};

  // Chains of two sums, not of four: two levels from sub_i.
  roundel_keep_xor #(
    .Width(32),
    .Terms(4)
  ) u_upto2 (
    .data_i('{word2, word1, word0, sub_i}),
    .data_o(upto2)
  );

  roundel_aes_key_word u_word0 (
    .load_i,
    .load_word_i(load_words_i[31:0]),
    .word_i     (word0),
    .addend_i   (sub_i),
    .word_o     (next0)
  );

  roundel_aes_key_word u_word1 (
    .load_i,
    .load_word_i(load_words_i[63:32]),
    .word_i     (word1),
    .addend_i   (next0),
    .word_o     (next1)
  );

  roundel_aes_key_word u_word2 (
    .load_i,
    .load_word_i(load_words_i[95:64]),
    .word_i     (upto2),
    .addend_i   ('0),
    .word_o     (next2)
  );

  roundel_aes_key_word u_word3 (
    .load_i,
    .load_word_i(load_words_i[127:96]),
    .word_i     (word3),
    .addend_i   (upto2),
    .word_o     (next3)
  );

endmodule
