// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes the words of a block: bytes of the segment, the padding after the last of them, zeros; or zeros for
// an answer that is no text, with the number of bytes to send.
//
// A segment that ends with a full word has its padding in the next word, which may be that of another block.
// Then final_o is low when the first block is complete.
//
// Schedule:   a word is offered in the cycle in which its beat is; the block is complete in the cycle after
//             its last word was accepted.
// Interfaces: beats and state from roundel_ascon_la_grammar, stored words from roundel_ascon_la_custom, size
//             of the output from roundel_ascon_la_key; words to roundel_ascon_la_queue.
// Bytes:      byte 0 of a word is [7:0].
// Reference:  SP 800-232, appendix A.2 (padding), section 5.3 (length of the customization string)

module roundel_ascon_la_words
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,

  input state_e state_i,    // state of the transaction
  input logic   open_i,     // OPEN: the tag is received
  input logic   clear_i,    // no block is under way
  input logic   accepted_i,    // the block is complete and a pass with it begins
  input logic   omitted_i,  // there is no segment: the padding is the first word
  input logic   number_i,   // a beat is counted that is not part of a block

  input logic        beat_valid_i,   // the beat is offered and legal
  input queue_word_t beat_i,         // beat of the segment
  input logic        store_valid_i,  // the stored word is offered
  input queue_word_t store_i,        // word of the customization string
  input word_t       bits_i,         // length of the customization string
  input logic        counted_i,      // the next three are valid
  input logic        no_output_i,         // no output was asked for
  input logic        more_i,         // this is not the last block of output
  input logic [ 2:0] last_byte_i,         // bytes of the last block of output, less one

  output logic        word_valid_o,  // a word is offered
  input  logic        word_ready_i,  // the queue can accept it
  output queue_word_t word_o,        // the word
  output logic        word_accepted_o,       // the beat or the stored word is accepted

  output logic       bytes_o,     // bytes of the segment come; otherwise it has ended
  output logic       complete_o,  // the block is complete
  output logic       final_o,     // no other block of the segment follows
  output logic [2:0] count_o      // words of the block, or beats of a segment without blocks
);

  tail_e tail_q;
  logic [2:0] count_q;
  logic complete_q;
  logic fire, last_word, stored, padded, wide, from_segment, received;
  queue_word_t source;

  assign bytes_o = tail_q == TailNone;
  assign complete_o = complete_q;
  assign final_o = tail_q == TailZero;
  assign count_o = count_q;
  assign last_word = count_q[1:0] == 2'd3 && (count_q[2] || !wide);

  assign wide = state_i inside {StCommand, StKey, StNonce, StAd, StText, StTag, StFlush};
  assign padded = state_i inside {StAd, StText, StReplay, StMessage};
  assign from_segment = state_i inside {StNonce, StAd, StText, StTag, StReplay, StMessage};
  assign stored = state_i == StReplay;
  assign received = bytes_o && from_segment && (state_i != StTag || open_i);

  always_comb begin
    unique case (state_i)
      StReplay: word_valid_o = store_valid_i;
      StLength, StFlush: word_valid_o = 1'b1;
      StTag: word_valid_o = !open_i || beat_valid_i;
      StDigest: word_valid_o = counted_i;
      default: word_valid_o = beat_valid_i;
    endcase
    if (!bytes_o) word_valid_o = 1'b1;
    if (complete_q) word_valid_o = 1'b0;
  end
  assign fire = word_valid_o && word_ready_i;
  assign word_accepted_o = fire && bytes_o;

  assign source = stored ? store_i : beat_i;

  logic [1:0] padding;  // the first byte of the padding is this byte
  always_comb begin
    padding[0] = tail_q == TailPad || (bytes_o && padded && !source.keep[0]);
    padding[1] = bytes_o && padded && source.keep == 2'b01;
  end

  always_comb begin
    word_o = '0;
    if (received) begin
      word_o.keep = source.keep;
      word_o.last = source.last;
      word_o.data = source.data;
    end
    if (bytes_o && state_i == StLength) word_o.data = bits_i;
    if (state_i == StTag && !open_i) begin
      word_o.keep = '1;
      word_o.last = last_word;
    end
    if (state_i == StDigest) begin
      word_o.last = !more_i && count_q[1:0] == last_byte_i[2:1];
      word_o.keep[0] = more_i || (!no_output_i && count_q[1:0] <= last_byte_i[2:1]);
      word_o.keep[1] = word_o.keep[0] && (!word_o.last || last_byte_i[0]);
    end
    word_o.data |= {7'd0, padding[1], 7'd0, padding[0]};
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || (accepted_i && tail_q == TailZero)) tail_q <= TailNone;
    else if (omitted_i) tail_q <= TailPad;
    else if (fire && bytes_o && padded && source.last) tail_q <= source.keep[1] ? TailPad : TailZero;
    else if (fire && (tail_q == TailPad || state_i == StLength)) tail_q <= TailZero;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || accepted_i) count_q <= '0;
    else if (fire || number_i) count_q <= last_word ? '0 : count_q + 3'd1;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i || accepted_i) complete_q <= 1'b0;
    else if (fire && last_word) complete_q <= 1'b1;
  end

  logic unused;
  assign unused = ^{source.answer, store_i.answer, beat_i.answer};

endmodule
