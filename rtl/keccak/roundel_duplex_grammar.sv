// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides the order of segments of a duplex core: which beat is expected, when it is accepted, and when a
// message ends. Holds the command and what is known of the answer's text.
//   SEAL, OPEN  InCommand [InKey InKeyTail InNonce InNonceTail InStart] InBody InLast
//   HASH        InCommand InAbsorb InLast;  MAC: InCommand InKey InNonce InAbsorb InLast
//   VERIFY      as MAC, with InTag before InLast
//   PRNG        InCommand InAbsorb [InForget] InLast
// A segment that an empty beat closes adds InKeyClose, InNonceClose or InTagClose. An illegal beat leads to
// InAbort and InFlush.
//
// Schedule:   one decision a cycle while accept_i is set. A command takes 3 cycles: decoded_i is set in the
//             third. A tag of a VERIFY waits for idle_i and one cycle more.
// Interfaces: beats from roundel_duplex_beat, the command from roundel_duplex_command; decisions of
//             roundel_duplex_body and roundel_duplex_absorb, of which it selects one; to roundel_duplex_place
//             and the step of roundel_duplex_input.
// Reference:  docs/stream-protocol.md

module roundel_duplex_grammar
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0  // with HASH, MAC and PRNG
) (
  input logic clk_i,
  input logic rst_ni,

  input logic accept_i,  // the decision of this cycle is accepted
  input logic idle_i,    // all earlier decisions have been executed

  input logic       valid_i,        // a beat is offered
  input beat_t      beat_i,         // its properties
  input logic [3:0] lower_count_i,  // number of bytes in its first lane, when idle_i is set
  input logic [3:0] upper_count_i,  // number of bytes in its second lane, when idle_i is set

  input logic     decoded_i,  // the beat is a command, and is decoded
  input logic     legal_i,    // with decoded_i: the command is legal
  input command_t command_i,  // with decoded_i: the command

  input contents_t contents_i,       // what has been written to the block
  input action_t   body_i,           // decision on AD, TEXT and TAG
  input logic      body_held_i,      // their beat waits
  input logic      body_used_i,      // their beat is the latest one of its segment
  input logic      body_tag_i,       // the beat is the tag, and may be accepted
  input action_t   absorb_i,         // decision on the bytes of a sponge
  input logic      absorb_held_i,    // their beat waits
  input logic      absorb_ended_i,   // their last byte has been written, a carry may not be

  input logic tag_busy_i,  // the verdict on the tag of a message is pending
  input logic refused_i,   // the tag of a session that was to be kept was wrong
  input logic aborted_i,   // the abort is complete

  output state_e   state_o,         // state of the transaction
  output command_t command_o,       // the command of the message
  output logic     kept_o,          // the session or generator of the previous message is kept
  output logic     segment_open_o,  // the segment of the previous beat is open
  output logic     start_o,         // a command is accepted
  output logic     pop_o,           // the offered beat is decided
  output action_t  action_o,        // what is done with the beat and the block
  output logic     last_o,          // the issued block is the message's last
  output logic     close_o,         // the text of the answer ends with the issued block
  output logic     first_o,         // the next block of a sponge is its first
  output logic     abort_o,         // the sequence was illegal
  output logic     text_open_o      // text has been sent and its segment is not closed
);

  state_e state_q, state_d;
  command_t command_q;
  message_t message;
  logic kept_q, segment_q, segment_d, first_q;
  logic closed_q;  // the text segment of the answer is closed
  logic sent_q;  // text has been sent
  logic tag_ready_q, tag_fits_q, verify_tag;
  logic any_accepted;  // the state accepts any beat that is not a command

  assign message = command_q.message;

  // VERIFY: the length of the tag, 8 or 12 to 16, is known when all earlier decisions have been executed.
  assign verify_tag = beat_i.is_tag && tag_fits_q;
  always_ff @(posedge clk_i) begin
    tag_ready_q <= Sponge && state_q == InTag && valid_i && idle_i && !tag_busy_i;
    tag_fits_q <= lower_count_i == 4'd8 && upper_count_i == {message.length[4], message.length[2:0]};
  end

  assign any_accepted = state_q inside {InKey, InKeyClose, InNonce, InNonceClose, InTagClose, InFlush};
  assign pop_o = decoded_i || (valid_i && !beat_i.is_command && (any_accepted ||
      (state_q == InBody && !body_held_i) || (Sponge && state_q == InAbsorb && !absorb_held_i) ||
      (Sponge && state_q == InTag && tag_ready_q)));

  always_comb begin
    state_d = state_q;
    segment_d = segment_q;
    action_o = '0;
    start_o = 1'b0;
    last_o = 1'b0;
    unique case (state_q)
      InCommand: begin
        start_o = decoded_i && legal_i;
        action_o.fail = decoded_i && !legal_i;
        if (start_o) begin
          if (command_i.message.sponge && !command_i.mac) state_d = InAbsorb;
          else state_d = command_i.resume ? InBody : InKey;
        end
      end
      InKey: begin
        if (valid_i) begin
          action_o.fail = !(beat_i.is_key && beat_i.full);
          action_o.write = command_q.mac;
          segment_d = !beat_i.last;
          state_d = !command_q.mac ? InKeyTail : beat_i.last ? InNonce : InKeyClose;
        end
      end
      InKeyTail: state_d = segment_q ? InKeyClose : InNonce;
      InKeyClose: begin
        if (valid_i) begin
          action_o.fail = !(beat_i.is_key && beat_i.empty);
          segment_d = 1'b0;
          state_d = InNonce;
        end
      end
      InNonce: begin
        if (valid_i) begin
          action_o.fail = !(beat_i.is_nonce && beat_i.full);
          action_o.write = command_q.mac;
          segment_d = !beat_i.last;
          state_d = !command_q.mac ? InNonceTail : beat_i.last ? InAbsorb : InNonceClose;
        end
      end
      InNonceTail: state_d = segment_q ? InNonceClose : InStart;
      InNonceClose: begin
        if (valid_i) begin
          action_o.fail = !(beat_i.is_nonce && beat_i.empty);
          segment_d = 1'b0;
          state_d = command_q.mac ? InAbsorb : InStart;
        end
      end
      InStart: begin
        action_o.issue = 1'b1;
        state_d = InBody;
      end
      InBody: begin
        action_o = body_i;
        if (body_used_i) segment_d = !beat_i.last;
        if (body_tag_i) state_d = beat_i.last ? InLast : InTagClose;
      end
      InTagClose: begin
        if (valid_i) begin
          action_o.fail = !(beat_i.is_tag && beat_i.empty);
          state_d = InLast;
        end
      end
      InAbsorb: begin
        if (Sponge) begin
          action_o = absorb_i;
          if (absorb_ended_i && !contents_i.carry) begin
            if (message.check) state_d = InTag;
            else state_d = command_q.overwrite ? InForget : InLast;
          end
        end
      end
      InTag: begin
        if (Sponge && tag_ready_q) begin
          action_o.load_tag = verify_tag;
          action_o.fail = !verify_tag;
          state_d = beat_i.last ? InLast : InTagClose;
        end
      end
      InForget: begin
        if (Sponge) begin
          // The last block of seed is issued first, with absorb_ended_i. Then an empty block replaces the
          // rate of the state. If the requested length is 0, no other call of the permutation follows.
          action_o.issue = 1'b1;
          if (!absorb_ended_i) begin
            last_o = command_q.no_output;
            state_d = command_q.no_output ? InCommand : InLast;
          end
        end
      end
      InLast: begin
        action_o.issue = 1'b1;
        last_o = 1'b1;
        state_d = InCommand;
      end
      InAbort: begin
        segment_d = 1'b0;
        if (aborted_i) state_d = InFlush;
      end
      InFlush: if (valid_i && beat_i.is_command) state_d = InCommand;
      default: state_d = InAbort;
    endcase
    // Overrides every state.
    if (action_o.fail) state_d = InAbort;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= InCommand;
    else if (accept_i) state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || refused_i) kept_q <= 1'b0;
    else if (accept_i) begin
      if (start_o || state_q == InAbort) kept_q <= 1'b0;
      else if (last_o) kept_q <= message.keep_session;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept_i) begin
      segment_q <= segment_d;
      if (start_o) begin
        command_q <= command_i;
        first_q <= !command_i.resume;
      end else if (action_o.issue) begin
        first_q <= 1'b0;
      end
    end
  end

  // The text of the answer.
  assign close_o = !message.sponge && !closed_q && (last_o || (contents_i.has_text && !contents_i.text_full));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      closed_q <= 1'b0;
      sent_q   <= 1'b0;
    end else if (accept_i) begin
      if (start_o || last_o || state_q == InFlush) begin
        closed_q <= 1'b0;
        sent_q   <= 1'b0;
      end else if (action_o.issue) begin
        closed_q <= closed_q || close_o;
        sent_q   <= sent_q || (contents_i.has_text && !message.sponge);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) abort_o <= 1'b0;
    else abort_o <= state_q == InAbort && idle_i && !aborted_i;
  end

  assign state_o = state_q;
  assign command_o = command_q;
  assign kept_o = kept_q;
  assign segment_open_o = segment_q;
  assign first_o = first_q;
  assign text_open_o = sent_q && !closed_q;

  logic unused;
  assign unused = ^{beat_i, contents_i, message};

endmodule
