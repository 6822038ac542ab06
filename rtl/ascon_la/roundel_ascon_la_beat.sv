// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Judges a beat: whether it may come now, and where it goes. The verdict is a register, so a beat takes two
// cycles at least.
//
//   state         segment        beats
//   StCommand     CMD            8, and a command that is served
//   StKey         KEY            8
//   StNonce       NONCE          8
//   StAd          AD             any; or TEXT or TAG, if there is no AD
//   StText        TEXT           any; or TAG, if there is no TEXT
//   StTagRequest  TAG            1, empty
//   StTag         TAG            8
//   StCustom      AD             any, up to 256 bytes
//   StMessage     TEXT           any
//
// Schedule:   a beat that is offered in cycle t has its verdict in cycle t + 1: for one cycle, or
//             until the word is accepted.
// Interfaces: beats from roundel_segment_reader; state from, and verdict to, roundel_ascon_la_grammar.
// Reference:  docs/stream-protocol.md; docs/cores/ascon-la.md

module roundel_ascon_la_beat
  import roundel_ascon_la_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic          beat_valid_i,  // a beat is offered
  input segment_beat_t beat_i,        // its properties

  input state_e     state_i,        // state of the transaction
  input logic       reading_i,      // a beat is wanted
  input logic [2:0] count_i,        // beats of a segment of 16 bytes that were accepted
  input logic       request_ok_i,   // with the last beat of a command: it is served
  input logic       custom_full_i,  // 256 bytes of the customization string are stored

  output logic block_o,      // the beat is legal, and goes into a block; until it is accepted
  output logic separate_o,   // the beat is legal, and goes elsewhere
  output logic omitted_o,    // the segment is left out: the beat belongs to a later one
  output logic illegal_o,    // the beat may not come
  input  logic word_ready_i  // a word of a block can be accepted
);

  logic [UserWidth-1:0] expected;
  logic sized, eighth;

  assign eighth = count_i == '1;

  always_comb begin
    unique case (state_i)
      StCommand: expected = KindCmd;
      StKey: expected = KindKey;
      StNonce: expected = KindNonce;
      StAd, StCustom: expected = KindAd;
      StTagRequest, StTag: expected = KindTag;
      default: expected = KindText;
    endcase
    unique case (state_i)
      StCommand: sized = beat_i.full && beat_i.last == eighth && (!beat_i.last || request_ok_i);
      StKey, StNonce, StTag: sized = beat_i.full && beat_i.last == eighth;
      StTagRequest: sized = beat_i.empty;
      StCustom: sized = !custom_full_i;
      default: sized = 1'b1;
    endcase
  end

  logic judge, legal, omitted, to_block;

  assign judge = beat_valid_i && reading_i && !(block_o || separate_o || omitted_o || illegal_o);
  assign legal = beat_i.kind == expected && sized && !beat_i.malformed;
  assign omitted = beat_i.first &&
      ((state_i == StAd && (beat_i.kind == KindText || beat_i.kind == KindTag)) ||
       (state_i == StText && beat_i.kind == KindTag));
  // Associated data without bytes has no block.
  assign to_block = (state_i inside {StNonce, StText, StTag, StMessage}) ||
      (state_i == StAd && !beat_i.empty);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      block_o <= 1'b0;
      separate_o <= 1'b0;
      omitted_o <= 1'b0;
      illegal_o <= 1'b0;
    end else begin
      block_o <= block_o ? !word_ready_i : judge && legal && to_block;
      separate_o <= judge && legal && !to_block;
      omitted_o <= judge && omitted;
      illegal_o <= judge && !legal && !omitted;
    end
  end

endmodule
