// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the first half of roundel_ascon_hs_word: a word of the beat, or upper_i in every bit. Synthesis
// keeps the module: logic optimization would otherwise take three LUTs a bit for both halves.
//
// Schedule:   Combinational; 1 LUT4 level.
// Interfaces: words from the ports of roundel_ascon_hs_word; result to its second half
// Bytes:      byte 0 of a word is select_o[7:0].

(* keep_hierarchy *)
module roundel_ascon_hs_select
  import roundel_ascon_pkg::word_t;
(
  input  logic        replay_i,  // no word of the beat
  input  logic        upper_i,   // the second word
  input  word_t [1:0] beat_i,    // words of the beat
  output word_t       select_o   // the word, or upper_i in every bit
);

  assign select_o = replay_i ? {64{upper_i}} : upper_i ? beat_i[1] : beat_i[0];

endmodule
