// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows a transaction: which segment is expected, when a pass begins with a block, and what is answered. A
// block is collected while the pass of the previous one runs. A beat that may not come leads to STATUS =
// error, after the text that was accepted.
//
// Schedule:   Outputs follow the state register and the verdict on a beat. A state with blocks ends when the
//             pass with its last block begins.
//             SEAL    StCommand, [StKey,] StNonce, StAd, StText, StTagRequest, StTag, StFinish
//             OPEN    StCommand, [StKey,] StNonce, StAd, StText, StTag, StFinish
//             HASH    StCommand, StHashStart, [StCustom, StLength, StReplay,] StMessage, StDigest, StFinish
//             end     StClear; a STATUS is sent before the next command is read
//             error   [StFlush: the words of text,] StFinish, StClear
// Interfaces: verdicts from roundel_ascon_la_beat; to and from all other modules of the core.
// Reference:  docs/stream-protocol.md; docs/cores/ascon-la.md

module roundel_ascon_la_grammar
  import roundel_ascon_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  output state_e state_o,  // the current state

  // Beats
  output logic       reading_o,  // a beat is wanted
  input  logic       block_i,     // a legal beat goes into a block
  input  logic       separate_i,  // a legal beat goes elsewhere
  input  logic       omitted_i,   // the segment is left out
  input  logic       illegal_i,   // the beat may not come
  input  logic       last_i,      // the beat ends its segment
  output logic       pop_o,      // the beat is accepted
  output logic       drop_o,     // beats are dropped up to the next command

  // Command and key
  input  command_t request_i,        // the command
  output logic     command_write_o,  // the beat is written into the command
  output logic     key_valid_o,      // a key is kept
  output logic     key_load_o,       // the beat goes into the ring of the key
  output logic     key_clear_o,      // the ring is cleared

  // Blocks
  output logic       omitted_o,        // there is no TEXT segment: the padding is the first word
  output logic       number_o,         // a beat that is not part of a block is counted
  input  logic       word_ready_i,     // the beat goes into the block in this cycle
  output logic       custom_write_o,   // the beat goes into the store
  output logic       custom_rewind_o,  // the store is read or written from its first word
  input  logic       bytes_i,          // the segment has not ended
  input  logic       complete_i,       // the block is complete
  input  logic       final_i,          // it is the last one of the segment
  input  logic [2:0] count_i,          // words of the block
  input  logic [1:0] filled_i,         // the words of the block are in their places

  // Passes
  output logic start_o,     // a pass begins, if it can
  output logic key_last_o,  // first block after the initialization
  output logic domain_o,    // first block of text
  input  logic ready_i,     // a pass can begin
  input  logic idle_i,      // no pass is under way
  input  logic more_i,      // another block of output follows

  // Answers
  input  logic       empty_i,     // the queue is empty
  output logic       flush_o,     // words that are not answers are dropped from the queue
  output logic       clear_o,     // the state, the block and all else are cleared
  input  logic       text_end_i,  // the last beat of text is sent
  output logic       single_o,    // a beat of its own is sent: a STATUS, or the end of text
  output logic       status_o,    // it is a STATUS
  input  logic       single_ready_i       // it can be sent
);

  state_e state_q, next;
  logic start_q, close_q, key_last_q, domain_q;
  logic text_begun_q, text_closed_q, error_q, key_valid_q, status_q;
  logic accept, fail, flush, accepted, state_ends, hash, abort_close, finished;

  assign hash = request_i.algorithm != AlgAead128;
  assign state_o = state_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    unique case (state_q)
      StCommand: reading_o = !status_q;
      StKey, StNonce, StAd, StText, StTagRequest, StCustom, StMessage: reading_o = 1'b1;
      StTag: reading_o = request_i.open;
      default: reading_o = 1'b0;
    endcase
    if (!bytes_i || complete_i) reading_o = 1'b0;
  end

  assign accept = separate_i || (block_i && word_ready_i);
  assign fail = illegal_i;
  // Outside of a command, an illegal beat of kind CMD begins the next one.
  assign pop_o = accept || (fail && state_q == StCommand);
  assign drop_o = fail;
  assign flush = state_q == StText && count_i != '0;

  assign omitted_o = omitted_i && state_q == StText;
  assign number_o = separate_i && (state_q == StCommand || state_q == StKey);
  assign command_write_o = separate_i && state_q == StCommand;
  assign custom_write_o = separate_i && state_q == StCustom;
  assign custom_rewind_o = state_q == StHashStart || (state_q == StLength && accepted);
  assign key_load_o = separate_i && (state_q == StKey || (state_q == StCommand && count_i != '0 && hash));
  assign key_clear_o = (state_q == StClear && !key_valid_q) ||
      (command_write_o && count_i == 3'd1 && !request_i.resume);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Passes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A pass begins when its block is in place. The end of a text that was left out is sent before the tag.
  logic in_place;
  assign in_place = state_q == StHashStart || (complete_i && filled_i[0] && (filled_i[1] || hash));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      start_q <= 1'b0;
      close_q <= 1'b0;
    end else begin
      start_q <= in_place && !(state_q == StTag && !text_closed_q) && !accepted;
      close_q <= in_place && state_q == StTag && !text_closed_q && !(close_q && single_ready_i);
    end
  end
  assign start_o = start_q;
  assign accepted = start_q && ready_i;
  assign key_last_o = key_last_q;
  assign domain_o = domain_q;

  always_ff @(posedge clk_i) begin
    if (accepted) key_last_q <= state_q == StNonce;
  end
  always_ff @(posedge clk_i) begin
    if (state_q == StAd) domain_q <= 1'b1;
    else if (accepted) domain_q <= 1'b0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // States
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    unique case (state_q)
      StCommand: next = hash ? StHashStart : request_i.resume ? StNonce : StKey;
      StKey: next = StNonce;
      StNonce: next = StAd;
      StAd: next = StText;
      StText: next = request_i.open ? StTag : StTagRequest;
      StTagRequest: next = StTag;
      StHashStart: next = request_i.algorithm == AlgCxof128 ? StCustom : StMessage;
      StCustom: next = StLength;
      StLength: next = StReplay;
      StReplay: next = StMessage;
      StMessage: next = StDigest;
      StTag, StDigest, StFlush: next = StFinish;
      StFinish: next = StClear;
      default: next = StCommand;
    endcase
    unique case (state_q)
      StCommand, StKey, StTagRequest, StCustom: state_ends = separate_i && last_i;
      StAd: state_ends = (accepted && final_i) || omitted_i || separate_i;
      StText, StReplay, StMessage: state_ends = accepted && final_i;
      StDigest: state_ends = accepted && !more_i;
      StFinish: state_ends = empty_i && idle_i && (!abort_close || single_ready_i);
      StClear: state_ends = 1'b1;
      default: state_ends = accepted;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= StClear;
    else if (fail) state_q <= flush ? StFlush : StFinish;
    else if (state_ends) state_q <= next;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign abort_close = state_q == StFinish && empty_i && idle_i && text_begun_q && !text_closed_q;
  assign finished = state_q == StFinish && state_ends;
  assign clear_o = state_q == StClear;
  assign flush_o = state_q == StFinish && idle_i;
  assign single_o = close_q || abort_close || status_q;
  assign status_o = status_q;
  assign key_valid_o = key_valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      status_q <= 1'b0;
      error_q <= 1'b0;
      key_valid_q <= 1'b0;
    end else begin
      if (finished && (error_q || request_i.open)) status_q <= 1'b1;
      else if (single_ready_i) status_q <= 1'b0;
      if (fail) error_q <= 1'b1;
      else if (status_q && single_ready_i) error_q <= 1'b0;
      if (finished) key_valid_q <= request_i.keep && !error_q;
      else if (key_clear_o) key_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StCommand) text_begun_q <= 1'b0;
    else if (accept && state_q == StText) text_begun_q <= 1'b1;
    if (state_q == StCommand) text_closed_q <= 1'b0;
    else if (text_end_i || (single_o && single_ready_i)) text_closed_q <= 1'b1;
  end

endmodule
