// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows a transaction: which segment is expected, where the words of the next block come from, and which
// pass takes it. A block is collected while the pass of the previous one runs. A beat that may not come leads
// to STATUS = error, after the text that was accepted.
//
// Schedule:   Outputs follow the state register and the beat. A state with a block ends when its last block
//             is taken by a pass.
//             SEAL, OPEN  StCommand, [StKey,] StNonce, StAd, StText, StTag, StFinish
//             HASH        StCommand, StHashStart, [StCustom, StLength, StReplay,] StMessage, StDigest, StFinish
//             end         StClear, [StStatus]
//             error       [StFlush: the words of text,] StAbort, StClear, StStatus
// Interfaces: beats from roundel_segment_reader; to and from all other modules of the core.
// Reference:  docs/stream-protocol.md; docs/cores/ascon-la.md

module roundel_ascon_la_grammar
  import roundel_ascon_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic                 beat_valid_i,  // a beat is offered
  input  logic [UserWidth-1:0] kind_i,        // its kind
  input  logic [1:0]           keep_i,        // its bytes
  input  logic                 last_i,        // it ends its segment
  input  logic                 malformed_i,   // its tkeep is not legal
  output logic                 pop_o,         // the beat is accepted
  output logic                 drop_o,        // beats are dropped up to the next command

  input  command_t command_i,        // the command
  input  logic     command_ok_i,     // it is served
  output logic     command_write_o,  // the beat is written into the command
  output logic [2:0] number_o,       // its number
  output logic     key_valid_o,      // a key is kept
  output logic     key_load_o,       // the beat goes into the ring of the key
  output logic     key_clear_o,      // the ring is cleared

  output logic    restart_o,       // a new segment begins: no word of a block yet
  output source_e source_o,        // where words come from
  output logic    padded_o,        // the padding follows the bytes
  output logic    omitted_o,       // there is no TEXT segment: the padding is the first word
  output logic    block_beat_o,    // the beat is legal, and goes into a block
  output logic    custom_write_o,  // the beat goes into the store
  output logic    custom_rewind_o, // the store is read or written from its first word
  output logic    custom_replay_o, // the store is read
  input  logic    custom_full_i,   // the store has 256 bytes
  input  logic    word_taken_i,    // the beat went into the block
  input  logic    bytes_i,         // the segment has not ended
  input  logic    partial_i,       // the block has words
  input  logic    complete_i,      // the block is complete
  input  logic    final_i,         // it is the last one of the segment
  input  logic [2:0] count_i,      // words of the block
  input  logic [1:0] filled_i,     // the words of the block are in their places

  output logic  start_o,     // a pass begins
  output pass_e pass_o,      // which
  output logic  key_last_o,  // first block after the initialization
  output logic  domain_o,    // first block of text
  input  logic  ready_i,     // a pass can begin
  input  logic  idle_i,      // no pass is under way
  input  logic  adding_i,    // the pass adds its block
  input  logic  key_step_i,  // the pass moves the key and the count
  input  logic  more_i,      // another block of output follows

  input  logic       empty_i,      // the queue is empty
  output logic       flush_o,      // words that are not answers are dropped from the queue
  output logic       clear_o,      // the state, the block and all else are cleared
  output logic       check_o,      // the answer is compared with zero, not sent
  input  logic       mismatch_i,   // it was not zero
  input  logic       text_end_i,   // the last beat of text is sent
  output logic       single_o,     // a beat of its own is sent: a STATUS, or the end of text
  output logic       status_o,     // it is a STATUS
  output logic [1:0] code_o,       // code of the STATUS
  input  logic       out_ready_i,  // it can be sent
  output answer_e    answer_o      // kind of the answer in the queue
);

  typedef enum logic [3:0] {
    StCommand,    // beats of a command
    StKey,        // beats of the key
    StNonce,      // a block with the nonce; initialization
    StAd,         // blocks of associated data
    StText,       // blocks of text; finalization
    StTag,        // a block with the received tag or zeros; the tag
    StHashStart,  // initialization of a hash
    StCustom,     // beats of the customization string are stored
    StLength,     // a block with its length
    StReplay,     // blocks of the customization string
    StMessage,    // blocks of the message
    StDigest,     // blocks of output
    StFinish,     // the answer is sent
    StFlush,      // error in text: the words of the block are processed
    StAbort,      // error: the answer is sent, other words are dropped
    StClear       // all is cleared, then StCommand
  } state_e;

  state_e state_q, state_d;
  logic begun_q;  // a beat of the segment was accepted
  logic key_last_q, domain_q;
  logic text_begun_q, text_closed_q;
  logic error_q, key_valid_q, status_q;
  logic [2:0] number_q;  // beats of a command or a key

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Which beat is expected
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [UserWidth-1:0] expected;
  logic reading, sized, legal, skip, omitted, accepted, fail, open;
  logic eighth, taken, hash;

  assign open = command_i.open;
  assign eighth = (state_q == StCommand || state_q == StKey) ? number_q == '1 : count_i == '1;

  always_comb begin
    unique case (state_q)
      StCommand: expected = KindCmd;
      StKey: expected = KindKey;
      StNonce: expected = KindNonce;
      StAd, StCustom: expected = KindAd;
      StTag: expected = KindTag;
      default: expected = KindText;
    endcase
    // Segments of 16 bytes have eight full beats.
    unique case (state_q)
      StCommand, StKey, StNonce: sized = keep_i[1] && last_i == eighth;
      StTag: sized = open ? keep_i[1] && last_i == eighth : !keep_i[0] && last_i;
      StCustom: sized = !keep_i[0] || !custom_full_i;
      default: sized = 1'b1;
    endcase
    unique case (state_q)
      StCommand: reading = !status_q;
      StKey, StCustom: reading = 1'b1;
      StNonce, StAd, StText, StMessage: reading = bytes_i && !complete_i;
      StTag: reading = !complete_i && (open || !begun_q);
      default: reading = 1'b0;
    endcase
  end

  assign legal = beat_valid_i && kind_i == expected && sized && !malformed_i;
  // AD and TEXT may be left out.
  assign skip = state_q == StAd && !begun_q && (kind_i == KindText || kind_i == KindTag);
  assign omitted = state_q == StText && !begun_q && kind_i == KindTag;
  assign fail = (reading && beat_valid_i && !legal && !skip && !omitted) ||
      (command_write_o && last_i && !command_ok_i);

  always_comb begin
    unique case (state_q)
      StCommand, StKey, StCustom: accepted = reading && legal;
      StAd: accepted = reading && legal && (word_taken_i || (!begun_q && !keep_i[0]));
      StTag: accepted = reading && legal && (word_taken_i || !open);
      default: accepted = reading && legal && word_taken_i;
    endcase
    pop_o = accepted || (fail && (state_q == StCommand || kind_i != KindCmd));
  end
  assign drop_o = fail;

  // Empty associated data has no block.
  assign block_beat_o = reading && legal && !(state_q == StAd && !begun_q && !keep_i[0]) &&
      !(state_q == StTag && !open);
  assign omitted_o = reading && omitted && beat_valid_i;

  assign command_write_o = accepted && state_q == StCommand;
  assign hash = command_i.algorithm != AlgAead128;
  assign key_load_o = accepted && (state_q == StKey || (state_q == StCommand && number_q != '0 && hash));
  assign custom_write_o = accepted && state_q == StCustom;
  assign custom_replay_o = state_q == StReplay;
  assign custom_rewind_o = state_q == StHashStart || (state_q == StLength && taken);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Blocks and passes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic in_place, close;

  always_comb begin
    source_o = FromNothing;
    unique case (state_q)
      StNonce, StAd, StText, StMessage: source_o = FromBeat;
      StTag: if (open) source_o = FromBeat; else if (begun_q) source_o = FromTag;
      StReplay: source_o = FromStore;
      StLength: source_o = FromLength;
      StDigest: if (!key_step_i) source_o = FromDigest;
      StFlush: source_o = FromZero;
      default: ;
    endcase
  end
  assign padded_o = state_q != StNonce && state_q != StTag;

  always_comb begin
    unique case (state_q)
      StNonce: pass_o = PassStart;
      StAd: pass_o = PassAd;
      StText: pass_o = final_i ? PassTextLast : PassText;
      StTag: pass_o = PassTag;
      StHashStart: pass_o = PassHashStart;
      StLength, StReplay: pass_o = PassAbsorb;
      StMessage: pass_o = final_i ? PassAbsorbLast : PassAbsorb;
      StDigest: pass_o = more_i ? PassSqueeze : PassSqueezeLast;
      default: pass_o = PassText;
    endcase
  end

  assign in_place = complete_i && filled_i[0] && (filled_i[1] || hash);
  assign close = state_q == StTag && in_place && !text_closed_q;
  always_comb begin
    start_o = in_place && !close;
    if (state_q == StHashStart) start_o = 1'b1;
  end
  assign taken = start_o && ready_i;
  assign key_last_o = key_last_q;
  assign domain_o = domain_q;

  always_ff @(posedge clk_i) begin
    if (taken && state_q == StNonce) key_last_q <= 1'b1;
    else if (taken) key_last_q <= 1'b0;
    if (state_q == StAd) domain_q <= 1'b1;
    else if (taken) domain_q <= 1'b0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // States
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic abort_close;
  assign abort_close = state_q == StAbort && empty_i && !adding_i && text_begun_q && !text_closed_q;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StCommand: begin
        if (accepted && last_i) begin
          if (hash) state_d = StHashStart;
          else state_d = command_i.resume ? StNonce : StKey;
        end
      end
      StKey: if (accepted && last_i) state_d = StNonce;
      StNonce: if (taken) state_d = StAd;
      StAd: begin
        if (taken && final_i) state_d = StText;
        if (beat_valid_i && reading && skip) state_d = StText;
        if (accepted && !word_taken_i) state_d = StText;
      end
      StText: if (taken && final_i) state_d = StTag;
      StTag: if (taken) state_d = StFinish;
      StHashStart: begin
        if (taken) state_d = command_i.algorithm == AlgCxof128 ? StCustom : StMessage;
      end
      StCustom: if (accepted && last_i) state_d = StLength;
      StLength: if (taken) state_d = StReplay;
      StReplay: if (taken && final_i) state_d = StMessage;
      StMessage: if (taken && final_i) state_d = StDigest;
      StDigest: if (taken && !more_i) state_d = StFinish;
      StFinish: if (empty_i && idle_i) state_d = StClear;
      StFlush: if (taken) state_d = StAbort;
      StAbort: begin
        if (empty_i && !adding_i && (!abort_close || out_ready_i)) state_d = StClear;
      end
      StClear: state_d = StCommand;
      default: state_d = StClear;
    endcase
    if (fail) state_d = state_q == StText && partial_i ? StFlush : StAbort;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= StClear;
    else state_q <= state_d;
  end

  assign restart_o = (state_d != state_q && state_d != StFlush) || state_q == StClear;

  always_ff @(posedge clk_i) begin
    if (restart_o) begun_q <= 1'b0;
    else if (accepted) begun_q <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (restart_o) number_q <= '0;
    else if (accepted) number_q <= number_q + 3'd1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign clear_o = state_q == StClear;
  assign flush_o = state_q == StAbort;
  assign single_o = close || abort_close || status_q;
  assign status_o = status_q;
  assign code_o = error_q ? 2'(StatusError) : {1'b0, mismatch_i};
  assign check_o = answer_o == AnswerTag && open;

  logic finished;
  assign finished = state_q == StFinish && state_d == StClear;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      status_q <= 1'b0;
      error_q <= 1'b0;
      key_valid_q <= 1'b0;
    end else begin
      if ((finished && open) || (state_q == StAbort && state_d == StClear)) status_q <= 1'b1;
      else if (out_ready_i) status_q <= 1'b0;
      if (fail) error_q <= 1'b1;
      else if (status_q && out_ready_i) error_q <= 1'b0;
      if (fail || key_clear_o) key_valid_q <= 1'b0;
      else if (finished) key_valid_q <= command_i.keep;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StCommand) text_begun_q <= 1'b0;
    else if ((accepted && state_q == StText) || close) text_begun_q <= 1'b1;
    if (state_q == StCommand) text_closed_q <= 1'b0;
    else if (text_end_i || (single_o && out_ready_i)) text_closed_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (taken) begin
      unique case (state_q)
        StTag: answer_o <= AnswerTag;
        StDigest: answer_o <= AnswerDigest;
        default: answer_o <= AnswerText;
      endcase
    end
  end

  assign key_valid_o = key_valid_q;
  assign number_o = number_q;
  assign key_clear_o = (state_q == StClear && !key_valid_q) ||
      (state_q == StCommand && accepted && number_q == 3'd1 && !command_i.resume);

endmodule
