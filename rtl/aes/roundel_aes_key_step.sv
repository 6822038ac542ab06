// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes the next four words of the key expansion from the four words that are Nk words earlier, or selects
// the first words of another key. The round constant is already added to the first word of `words_i`.
//
// words_o  the next words, or load_words_i where load_i is set: one LUT4 a bit.
// parts_o  the next words for any load_i, in parts: next_words() of roundel_aes_pkg joins them. A register
//          can keep the parts before they are joined.
//
// Schedule:   Combinational; two LUT4 levels from sub_i to words_o. 160 LUT4.
// Interfaces: `words_i` from the key register and `sub_i` from four S-boxes of roundel_aes_engine,
//             roundel_aes_stored_engine, roundel_aes_rounds_engine, roundel_aes_ctr_stream and
//             roundel_multi_aes_schedule; the next words to the same module.
// Bytes:      word i is bits [32i+:32]; byte 0 of a word is its bits [7:0].
// Reference:  FIPS 197 section 5.2.

(* keep_hierarchy *)
module roundel_aes_key_step (
  input  logic [127:0]                 words_i,       // the words Nk earlier, round constant added
  input  logic [ 31:0]                 sub_i,         // SubWord of the previous word or of its RotWord
  input  logic                         load_i,        // words_o is load_words_i
  input  logic [127:0]                 load_words_i,  // first four words of another key
  output logic [127:0]                 words_o,       // the next four words, or load_words_i
  output roundel_aes_pkg::next_words_t parts_o        // the next four words, in parts
);

  import roundel_aes_pkg::*;

  column_t word0, word1, word2, word3, next0, next1, next2, next3, upto2;

  assign {word3, word2, word1, word0} = words_i;
  assign words_o = {next3, next2, next1, next0};
  assign parts_o = '{sub: sub_i, word0: word0, word1: word1, next2: upto2, word3: word3};

  // Chains of two sums instead of four: two levels from sub_i.
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
