// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Two places for words, in order. A place without a word is zero.
//
// Schedule:   a word a cycle. A word of cycle t is offered from t+1 on. No path leads from one side to the
//             other: ready_o is a register.
// Interfaces: words from roundel_keccak_kmac_grammar to roundel_keccak_kmac_pack.
// Bytes:      those of a word stay as they are.

module roundel_keccak_kmac_queue
  import roundel_keccak_kmac_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic  valid_i,  // word_i is a word
  output logic  ready_o,  // it is stored
  input  word_t word_i,   // the next word

  output logic  valid_o,  // word_o is a word
  input  logic  ready_i,  // it is used
  output word_t word_o    // the oldest word
);

  logic first_valid_q, second_valid_q;
  word_t first_q, second_q;
  logic store, moves;  // word_i is stored; the first place is free for the next word

  assign ready_o = !second_valid_q;
  assign store   = valid_i && !second_valid_q;
  assign moves   = !first_valid_q || ready_i;

  assign valid_o = first_valid_q;
  assign word_o  = first_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_valid_q  <= 1'b0;
      second_valid_q <= 1'b0;
    end else begin
      first_valid_q  <= store || second_valid_q || !moves;
      second_valid_q <= !moves && (store || second_valid_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (moves && !store && !second_valid_q)) first_q <= '0;
    else if (moves) first_q <= second_valid_q ? second_q : word_i;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || moves) second_q <= '0;
    else if (store) second_q <= word_i;
  end

endmodule
