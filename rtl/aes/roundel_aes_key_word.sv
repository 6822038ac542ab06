// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A word of the next round key, the sum of two, or that of another key where load_i is set. One LUT4 a
// bit; a module of its own through synthesis, so that one word's result serves the next word's sum.
// Combinational.

(* keep_hierarchy *)
module roundel_aes_key_word (
  input  logic        load_i,
  input  logic [31:0] load_word_i,
  input  logic [31:0] word_i,
  input  logic [31:0] addend_i,
  output logic [31:0] word_o
);

  assign word_o = load_i ? load_word_i : word_i ^ addend_i;

endmodule
