// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows a transaction: checks which segment may come, and decides what the state absorbs next and what is
// answered. A decision waits in absorb_o until roundel_ascon_hs_schedule loads it.
//
//   SEAL, OPEN  StCommand StCheck [StKey StKeyUpper] StNonce StAd StText StTag StSendTag, or
//              StCompare StStatus
//   HASH        StCommand StCheck StHash [StCustom StLength StReplay] StMessage StSqueeze StDrain
//   error       StAbort StStatus; at the end of all StClear
//
// Schedule:   a beat offered in cycle t is judged in t and decided in t+1, or in t too with Registered = 0;
//             absorb_o is valid in the cycle after the decision. No beat is judged while a decision waits.
// Interfaces: beats from roundel_segment_reader; absorptions to roundel_ascon_hs_schedule and
//             roundel_ascon_hs_addend; single beats to roundel_ascon_hs_output
// Reference:  docs/stream-protocol.md; SP 800-232 sections 4.1 and 5

module roundel_ascon_hs_grammar
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_ascon_hs_pkg::*;
#(
  parameter bit Registered = 1'b1,  // the verdict on a beat is registered before the decision
  parameter bit LateAccept = 1'b1   // an absorbed beat is accepted in the cycle after its load
) (
  input logic clk_i,
  input logic rst_ni,

  // The beat
  input  logic          valid_i,       // a beat is offered
  input  segment_beat_t beat_i,        // its properties
  input  logic          lower_full_i,  // its first word is full
  output logic          accept_o,      // the beat is used
  output logic          drop_o,        // discard input up to the next command

  // The command
  output logic     read_command_o,  // a command is expected: what is offered is decoded
  input  command_t command_i,       // the decoded command
  input  logic     command_ok_i,    // the core serves it

  // The key
  output logic load_key_o,   // a word of the beat goes to the key
  output logic key_upper_o,  // with load_key_o: the second word
  output logic clear_key_o,  // the key becomes zero

  // The customization string
  input logic custom_ready_i,       // the memory is clear
  input logic custom_store_i,       // a beat is being stored
  input logic custom_limit_i,       // the next beat of the string must be the last
  input logic custom_last_i,        // the current beat of the string is the last
  input logic custom_lower_full_i,  // its first word is full
  input logic custom_full_i,        // it is full

  // The digest
  input logic squeeze_last_i,  // the next word is the last

  // The absorption
  output logic    absorb_valid_o,  // an absorption waits
  output absorb_t absorb_o,        // the absorption
  input  logic    load_i,          // it is loaded
  input  logic    busy_i,          // an absorption waits, or a last pass is made
  output logic    replay_o,        // the block is of the customization string

  // Answers
  input  logic    drained_i,       // no result is held
  input  logic    idle_i,          // no result and no beat is held
  output logic    single_o,        // send a single beat
  output single_e single_kind_o,   // with single_o: what it is
  output logic    judge_o,         // the tags have been compared: keep the verdict

  output logic clear_o  // state, addend and customization string are cleared
);

  state_e state_q, state_d;
  absorb_t absorb_d;
  logic issue;  // absorb_d is valid
  logic accept_q;  // the beat is used
  logic pad_pending_q, pad_pending_d;  // a segment ended with a full block: a block of padding follows
  logic upper_q, upper_d;  // the second word of the beat is next
  logic key_pending_q;  // the key is still to be added after the initialization
  logic domain_pending_q;  // the domain separation is still to be added
  logic text_begun_q, text_open_q;  // text was answered; its segment is open
  logic key_valid_q;  // a key is kept
  logic error_q;
  logic single;  // send a single beat in the next cycle
  single_e single_kind;

  verdict_t verdict;
  logic complete, blocked, go, fail;

  assign complete = beat_i.full && beat_i.last;
  assign blocked = absorb_valid_o || accept_q || pad_pending_q;

  roundel_ascon_hs_verdict #(
    .Registered(Registered)
  ) u_verdict (
    .clk_i,
    .rst_ni,
    .state_i       (state_q),
    .blocked_i     (blocked),
    .valid_i,
    .beat_i,
    .command_i,
    .command_ok_i,
    .key_valid_i   (key_valid_q),
    .text_begun_i  (text_begun_q),
    .custom_ready_i(custom_ready_i && !custom_store_i),
    .custom_limit_i,
    .verdict_o     (verdict)
  );

  assign go = verdict.judged && verdict.legal;
  assign fail = verdict.judged && !verdict.legal;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is absorbed
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A block of a hash is a word: of the beat, or of the stored beat of the customization string.
  logic replay, beat_last, beat_lower_full, beat_full, word_final, text_final, key_alone;

  assign replay = state_q == StReplay;
  assign beat_last = replay ? custom_last_i : beat_i.last;
  assign beat_lower_full = replay ? custom_lower_full_i : lower_full_i;
  assign beat_full = replay ? custom_full_i : beat_i.full;
  // The block has the padding.
  assign word_final = beat_last && !(upper_q ? beat_full : beat_lower_full);
  assign text_final = pad_pending_q || verdict.is_tag || (beat_i.last && !beat_i.full);
  // The key is added twice in one round: the first time before all else.
  assign key_alone = text_final && key_pending_q;

  always_comb begin
    absorb_d = '0;
    absorb_d.next = NextP12;
    issue = 1'b0;
    unique case (state_q)
      StNonce: begin
        issue = go;
        absorb_d.start = 1'b1;
        absorb_d.pop = 1'b1;
      end
      StAd: begin
        issue = pad_pending_q ? !absorb_valid_o : go && verdict.is_ad && !beat_i.empty;
        absorb_d.block = !pad_pending_q;
        absorb_d.pad_only = pad_pending_q;
        absorb_d.key_init = key_pending_q;
        absorb_d.exchange = key_pending_q;
        absorb_d.pop = !pad_pending_q;
        absorb_d.next = NextP8;
      end
      StText: begin
        issue = pad_pending_q ? !absorb_valid_o : go;
        absorb_d.block = verdict.is_text && !pad_pending_q && !key_alone;
        absorb_d.pad_only = (verdict.is_tag || pad_pending_q) && !key_alone;
        absorb_d.key_init = key_pending_q;
        absorb_d.key_final = text_final && !key_alone;
        absorb_d.exchange = key_pending_q || text_final;
        absorb_d.domain = domain_pending_q && !key_alone;
        absorb_d.hold = key_alone;
        absorb_d.pop = absorb_d.block;
        absorb_d.answer = !pad_pending_q && !key_alone;
        absorb_d.replace = absorb_d.block && command_i.open;
        absorb_d.last = beat_i.last;
        absorb_d.next = text_final ? NextP12 : NextP8;
      end
      StTag: begin
        issue = go;
        absorb_d.key_init = 1'b1;
        absorb_d.next = NextNone;
      end
      StHash: begin
        issue = 1'b1;
        absorb_d.start = 1'b1;
      end
      StCustom: begin
        issue = go && !beat_i.empty;
        absorb_d.block = 1'b1;
        absorb_d.hold = 1'b1;
        absorb_d.store = 1'b1;
        absorb_d.pop = 1'b1;
      end
      StLength: begin
        issue = !busy_i && !custom_store_i;
        absorb_d.length = 1'b1;
      end
      StReplay, StMessage: begin
        issue = replay || pad_pending_q ? !busy_i : go;
        absorb_d.block = !pad_pending_q;
        absorb_d.upper = upper_q;
        absorb_d.replay = replay;
        absorb_d.pad_only = pad_pending_q;
        absorb_d.pop = !replay && !pad_pending_q && (upper_q || word_final);
      end
      StSqueeze: begin
        issue = !busy_i;
        absorb_d.answer = 1'b1;
        absorb_d.digest = 1'b1;
        absorb_d.last = squeeze_last_i;
        absorb_d.next = squeeze_last_i ? NextNone : NextP12;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_o) begin
      absorb_valid_o <= 1'b0;
      absorb_o <= '0;
    end else begin
      absorb_valid_o <= issue || (absorb_valid_o && !load_i);
      if (!absorb_valid_o) absorb_o <= absorb_d;
    end
  end

  // A cycle late: a block of the string waits for longer than that.
  always_ff @(posedge clk_i) begin
    replay_o <= replay || (absorb_valid_o && absorb_o.replay);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Which state is next
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] compare_q;  // cycles of the comparison
  logic idle;  // nothing is under way

  assign idle = !busy_i && idle_i && !single_o;

  always_comb begin
    state_d = state_q;
    pad_pending_d = pad_pending_q;
    upper_d = upper_q;
    unique case (state_q)
      StCommand: if (valid_i && !accept_q) state_d = StCheck;
      StCheck: if (go) state_d = !command_i.aead ? StHash : command_i.resume ? StNonce : StKey;
      StKey: if (go) state_d = StKeyUpper;
      StKeyUpper: state_d = StNonce;
      StNonce: if (go) state_d = StAd;
      StAd: begin
        if (pad_pending_q) begin
          if (issue) begin
            pad_pending_d = 1'b0;
            state_d = StText;
          end
        end else if (go) begin
          if (verdict.is_ad && complete) pad_pending_d = 1'b1;
          else if (!verdict.is_ad || beat_i.last) state_d = StText;
        end
      end
      StText: begin
        if (issue && !key_alone) begin
          pad_pending_d = !pad_pending_q && verdict.is_text && complete;
          if (text_final) state_d = StTag;
        end
      end
      StTag: if (go) state_d = command_i.open ? StCompare : StSendTag;
      StSendTag: if (single) state_d = StClear;
      StCompare: if (compare_q[3]) state_d = StStatus;
      StStatus: if (single) state_d = StClear;
      StHash: state_d = command_i.hash == FunctionCxof128 ? StCustom : StMessage;
      StCustom: if (go && beat_i.last) state_d = StLength;
      StLength: if (issue) state_d = StReplay;
      StReplay, StMessage: begin
        if (issue) begin
          upper_d = !pad_pending_q && !upper_q && !word_final;
          pad_pending_d = !pad_pending_q && upper_q && beat_last && beat_full;
          if (pad_pending_q || word_final) state_d = replay ? StMessage : StSqueeze;
        end
      end
      StSqueeze: if (issue && squeeze_last_i) state_d = StDrain;
      StDrain: if (!busy_i && drained_i) state_d = StClear;
      StAbort: if (idle && !text_open_q) state_d = StStatus;
      default: state_d = StCommand;
    endcase
    if (fail) state_d = StAbort;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StCommand;
      upper_q <= 1'b0;
      pad_pending_q <= 1'b0;
    end else begin
      state_q <= state_d;
      upper_q <= upper_d && !clear_o;
      pad_pending_q <= pad_pending_d && !clear_o;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || state_q != StCompare || busy_i || compare_q[3]) compare_q <= '0;
    else compare_q <= {compare_q[2:0], 1'b1};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_o) begin
      key_pending_q <= 1'b1;
      domain_pending_q <= 1'b1;
      text_begun_q <= 1'b0;
      text_open_q <= 1'b0;
      error_q <= 1'b0;
    end else begin
      if (load_i && absorb_o.key_init) key_pending_q <= 1'b0;
      if (load_i && absorb_o.answer) begin
        domain_pending_q <= 1'b0;
        text_begun_q <= 1'b1;
        text_open_q <= !absorb_o.last && !absorb_o.digest;
      end else if (single) begin
        text_open_q <= 1'b0;
      end
      if (fail) error_q <= 1'b1;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats, key and answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Beats that are not absorbed. A malformed command is used up, so that dropping does not stop at it.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      accept_q <= 1'b0;
      drop_o <= 1'b0;
    end else begin
      accept_q <= (LateAccept && load_i && absorb_o.pop) ||
          (verdict.judged && state_q == StCheck) || state_q == StKeyUpper ||
          (go && beat_i.empty && verdict.is_ad && (state_q == StAd || state_q == StCustom)) ||
          (single && state_q == StSendTag) || compare_q[3];
      drop_o <= fail;
    end
  end
  assign accept_o = accept_q || (!LateAccept && load_i && absorb_o.pop);

  assign clear_o = state_q == StClear;
  // Without a beat zeros are read.
  assign read_command_o = state_q == StCommand;
  assign load_key_o = (state_q == StKey && go) || state_q == StKeyUpper;
  assign key_upper_o = state_q == StKeyUpper;

  // A single beat is sent a cycle after its decision.

  always_comb begin
    single = 1'b0;
    single_kind = SingleStatus;
    unique case (state_q)
      StSendTag: begin
        single = idle;
        single_kind = SingleTag;
      end
      StAbort: begin
        single = idle && text_open_q;
        single_kind = SingleClose;
      end
      StStatus: single = idle;
      default:  ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) single_o <= 1'b0;
    else single_o <= single;
    single_kind_o <= single_kind;
  end

  assign judge_o = compare_q[3];

  // A key is kept by a transaction without an error. A command that does not resume it clears it.
  logic keep_key;
  assign keep_key = command_i.keep_key && !error_q;
  assign clear_key_o = (clear_o && !keep_key) || (state_q == StCheck && !command_i.resume);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || fail) key_valid_q <= 1'b0;
    else if (clear_o) key_valid_q <= keep_key;
    else if (clear_key_o) key_valid_q <= 1'b0;
  end

endmodule
