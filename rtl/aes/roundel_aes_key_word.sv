// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes one word of the next round key: the sum of two words, or a word of another key where load_i is set.
// Synthesis keeps the hierarchy, so that the result of one word serves the sum of the next word.
//
// Schedule:   Combinational; one LUT4 level, one LUT4 a bit.
// Interfaces: four of them in roundel_aes_key_step, for its next four words.
// Reference:  FIPS 197 section 5.2.

(* keep_hierarchy *)
module roundel_aes_key_word (
  input  logic        load_i,       // word_o is load_word_i
  input  logic [31:0] load_word_i,  // a word of another key
  input  logic [31:0] word_i,       // first word of the sum
  input  logic [31:0] addend_i,     // second word of the sum
  output logic [31:0] word_o        // the word of the next round key
);

  assign word_o = load_i ? load_word_i : word_i ^ addend_i;

endmodule
