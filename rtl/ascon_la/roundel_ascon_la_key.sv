// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The key as a ring of eight words. In a hash the ring holds the command instead, of which words 2 and 3 are
// the number of bytes of output; these are counted down as they pass the bottom.
//
// A pass over the state moves the ring eight steps, in two rounds: back to where it was. In the first four
// of them the state reads words k and k + 4. The count becomes one less in the pass that begins a hash, so
// that it is the number of the last byte, and eight less in each that leads to a block of output.
//
// Schedule:   a word comes in, or the ring moves, in a cycle. last_byte_o is valid from the third step of a
//             pass that counts, more_o from the fourth.
// Interfaces: words of the segment from roundel_segment_reader; steps from roundel_ascon_la_passes; key to
//             roundel_ascon_la_state; count to roundel_ascon_la_words.
// Bytes:      byte 0 of the key is [7:0] of word 0.

module roundel_ascon_la_key
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,

  input logic  clear_i,  // clears the ring
  input logic  load_i,   // word_i comes in
  input word_t word_i,   // word of the key or the command

  input logic step_i,    // moves the ring
  input logic adding_i,  // in the first four steps of a pass
  input place_t place_i, // the word of the step: the count comes a step early, as words 2 and 3
  input logic count_i, // the pass leads to a block of output: the count becomes eight less
  input logic start_i, // the pass begins a hash: the count becomes one less

  output word_t      key_o[2],  // words k and k + 4
  output logic [2:0] last_byte_o,    // bytes of the block of output, less one, if it is the last one
  output logic       more_o,    // another block of output follows
  output logic       no_output_o     // no byte of output was asked for
);

  word_t ring_q[8];
  word_t addend;
  word_t counted;
  logic carry, carry_q;
  logic active, low, high;

  assign key_o = '{ring_q[0], ring_q[4]};
  assign low = adding_i && place_i.after[1] && !place_i.after[2];
  assign high = adding_i && place_i.after[2] && !place_i.after[3];
  assign active = (low || high) && (count_i || start_i);

  // Plus -1, -8, or -1 with the carry of the lower word.
  assign addend = {{13{active}}, {3{active && (start_i || high)}}};
  assign {carry, counted} = {1'b0, ring_q[0]} + {1'b0, addend} + 17'(active && high && carry_q);

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      for (int i = 0; i < 8; i++) ring_q[i] <= '0;
    end else if (load_i || step_i) begin
      ring_q[7] <= load_i ? word_i : counted;
      for (int i = 0; i < 7; i++) ring_q[i] <= ring_q[i+1];
    end
  end

  always_ff @(posedge clk_i) begin
    if (active) carry_q <= carry;
    if (active && low) last_byte_o <= ring_q[0][2:0];
  end
  always_ff @(posedge clk_i) begin
    if (high && start_i) no_output_o <= !carry;
  end
  assign more_o = carry_q && !no_output_o;

  logic unused;
  assign unused = place_i.first;

endmodule
