// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Selects one of four words: of the beat or of the customization string, the first or the second. A bit takes
// two LUT4s: the first passes the select to the second if it does not select itself.
//
// Schedule:   Combinational; 2 LUT4 levels.
// Interfaces: words from roundel_segment_reader and roundel_ascon_hs_customization; word to
//             roundel_ascon_hs_addend and roundel_ascon_hs_key
// Bytes:      byte 0 of a word is word_o[7:0].

module roundel_ascon_hs_word
  import roundel_ascon_pkg::word_t;
(
  input  logic        replay_i,  // a word of the customization string, not of the beat
  input  logic        upper_i,   // the second word
  input  word_t [1:0] beat_i,    // words of the beat
  input  word_t [1:0] custom_i,  // words of the customization string
  output word_t       word_o     // the selected word
);

  word_t select;

  roundel_ascon_hs_select u_select (
    .replay_i,
    .upper_i,
    .beat_i,
    .select_o(select)
  );

  assign word_o = replay_i ? (select & custom_i[1]) | (~select & custom_i[0]) : select;

endmodule
