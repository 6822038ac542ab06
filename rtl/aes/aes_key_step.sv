// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// One step of the key expansion (FIPS 197 section 5.2): four words from the four of Nk words before, or
// the first ones of another key. `sub_i` is SubWord of the word before, turned if the step wants it;
// the round constant has been added to the first word of `words_i`.
//
// words_o  the next words, or load_words_i where load_i is set: one LUT4 a bit; two levels from sub_i.
// parts_o  the next words whatever load_i says, in parts: next_words() of aes_pkg joins them. They may be
//          kept in registers on the way.
//
// Combinational; 160 LUT4.

(* keep_hierarchy *)
module aes_key_step (
  input  logic [127:0]             words_i,
  input  logic [ 31:0]             sub_i,
  input  logic                     load_i,
  input  logic [127:0]             load_words_i,
  output logic [127:0]             words_o,
  output aes_pkg::next_words_t parts_o
);

  import aes_pkg::*;

  column_t word[4], next[4], load[4];

  for (genvar i = 0; i < 4; i++) begin : gen_word
    assign word[i] = words_i[32*i+:32];
    assign load[i] = load_words_i[32*i+:32];
    assign words_o[32*i+:32] = next[i];
  end

  assign parts_o = '{sub: sub_i, word0: word[0], word1: word[1], next2: word[2] ^ word[1] ^ word[0] ^ sub_i,
                     word3: word[3]};

  assign next[0] = load_i ? load[0] : word[0] ^ sub_i;
  assign next[1] = load_i ? load[1] : word[1] ^ next[0];
  assign next[2] = load_i ? load[2] : parts_o.next2;
  assign next[3] = load_i ? load[3] : word[3] ^ parts_o.next2;

endmodule
