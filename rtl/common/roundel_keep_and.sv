// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Passes a word, or holds it at zero. Synthesis keeps the module: logic optimization would otherwise move
// the enable into every place that uses the word, at one LUT each.
//
// Schedule:   Combinational.
// Interfaces: any word and its enable; output to the logic that uses the gated word. Used by
//             roundel_sponge_lane_feed and roundel_aes_groestl_block.

(* keep_hierarchy *)
module roundel_keep_and #(
  parameter int unsigned Width = 8
) (
  input  logic             enable_i,  // data_i passes; low: the output is zero
  input  logic [Width-1:0] data_i,    // the word
  output logic [Width-1:0] data_o     // the word, or zero
);

  assign data_o = enable_i ? data_i : '0;

endmodule
