// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Converts segments to blocks: takes CMD, KEY, NONCE, AD, TEXT, TAG and SEED beats and decides which lanes
// are written and when a block is complete. A block is complete when the next input is known; the
// last block of a message is marked. SEAL and OPEN follow the order of Keyak's Motorist. With Sponge also
// HASH, MAC and VERIFY (key and initial value before the text) and PRNG: bytes, a suffix, blocks of the rate.
// After an illegal sequence `abort_o` is set until `aborted_i`; then input is dropped up to the next command.
//
// Schedule:   one decision a cycle while roundel_duplex_move is ready. A beat taken in cycle t is decided
//             in t+1 and its lanes are written in t+2, if nothing before it waits. A command takes 3
//             cycles: it is decided in t+3. KEY and NONCE take 2 each, 1 each in MAC; 1 more if another
//             beat closes them. A full last beat of a sponge takes 2: its suffix follows in the next cycle.
//             A block decided complete in d is on block_valid_o from d+1. 11 steps a block of 168 bytes, 13
//             with 24 bytes of AD.
// Interfaces: s_axis from the user; lanes and blocks to roundel_duplex_permutation; echo_i from and tag_o to
//             roundel_duplex_output; contains roundel_duplex_beat, _command, _place and _move
// Bytes:      byte i of a beat is tdata[8i+7:8i]; byte 0 of a lane is bits 7:0.
// Reference:  CAESAR document of Keyak, section 2.3 (Motorist); docs/stream-protocol.md

module roundel_duplex_input
  import roundel_stream_pkg::*;
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0  // with HASH, MAC and PRNG
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic        write_even_o,  // write the even lane of the pair
  output logic        write_odd_o,   // write the odd lane of the pair
  output logic [ 3:0] write_pair_o,  // number of the pair
  output logic [63:0] even_o,        // data of the even lane
  output logic [63:0] odd_o,         // data of the odd lane
  output logic [ 7:0] even_mark_o,   // bytes of even_o that suffix_o goes to, a cycle later
  output logic [ 7:0] odd_mark_o,    // bytes of odd_o that suffix_o goes to, a cycle later
  output logic [ 7:0] suffix_o,      // the suffix byte of a sponge

  // A block waits until a block of its kind may be taken. Everything after it waits too.
  output logic     block_valid_o,    // a block waits
  output logic     block_accepted_o,    // the permutation accepts the block
  output block_t   block_o,          // properties of the block
  output message_t message_o,        // properties of the message of the block
  input  logic     start_ready_i,    // the first block of a message may be accepted
  input  logic     capture_ready_i,  // a block whose sum is captured may be accepted
  input  logic     absorb_ready_i,   // another block may be accepted

  input  logic [127:0] echo_i,      // deciphered text (roundel_duplex_move)

  output logic [127:0] tag_o,       // the received tag of an OPEN or VERIFY
  input  logic         tag_busy_i,  // the verdict on the tag of a message is pending
  input  logic         refused_i,   // the tag of a session that was to be kept was wrong

  output logic abort_o,      // the sequence was illegal
  output logic text_open_o,  // text has been sent and its segment is not closed
  input  logic aborted_i     // the abort is complete
);

  typedef enum logic [3:0] {
    InCommand,     // a command is expected
    InKey,         // the beat of the key is expected
    InKeyTail,     // the last byte of the key is written to the block
    InKeyClose,    // the segment is still open: an empty beat is expected
    InNonce,       // the beat of the nonce is expected
    InNonceTail,   // the last lane of the nonce is written to the block
    InNonceClose,  // the segment is still open: an empty beat is expected
    InStart,       // the block of key and nonce is complete
    InBody,        // AD, TEXT and TAG are expected
    InTagClose,    // the segment is still open: an empty beat is expected
    InAbsorb,      // the bytes of a sponge are expected
    InTag,         // the tag of a VERIFY is expected
    InForget,      // the generator's rate is overwritten
    InLast,        // the message's last block is complete
    InAbort,       // the sequence was illegal: waits for aborted_i
    InFlush        // input is dropped up to the next command
  } state_e;

  state_e state_q, state_d;
  logic ready;  // the decision of this cycle is accepted
  logic rest;  // all earlier decisions have been executed
  step_t step;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The offered beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid, pop, data_pop;
  logic suffixed_q, suffixed_d;  // the bytes of the beat have been written, the suffix not yet
  command_t command, command_q;
  message_t message_q;
  beat_t beat;
  logic [15:0][7:0] data;
  logic [15:0] keep;
  logic [3:0] lower_count, upper_count;

  roundel_duplex_beat u_beat (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .pop_i        (pop && ready),
    .valid_o      (valid),
    .beat_o       (beat),
    .data_pop_i   (data_pop),
    .idle_i       (rest),
    .data_o       (data),
    .keep_o       (keep),
    .lower_count_o(lower_count),
    .upper_count_o(upper_count)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The command
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic live_q;  // the session or generator of the previous message is kept
  logic seen, command_good, command_wait;

  assign message_q = command_q.message;
  // The bytes are those of the offered beat when all earlier decisions have been executed. Whether the
  // session is kept is known when the tag has been compared.
  assign command_wait = !rest || (tag_busy_i && live_q && message_q.open);

  roundel_duplex_command #(
    .Sponge(Sponge)
  ) u_command (
    .clk_i,
    .rst_ni,
    .valid_i    (valid && !command_wait && state_q == InCommand),
    .beat_i     (beat),
    .data_i     (data),
    .session_i  (live_q && !message_q.sponge),
    .generator_i(live_q && message_q.sponge),
    .decoded_o  (seen),
    .legal_o    (command_good),
    .command_o  (command)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Decisions
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic ride_q;  // the first AD segment belongs beside the text that follows
  logic text_ended_q, text_ended_d;  // no more text is legal
  logic ad_ended_q, ad_ended_d;  // no more AD is legal
  logic closed_q;  // the text segment of the answer is closed
  logic given_q;  // text has been sent
  logic segment_q, segment_d;  // the segment of the previous beat is open
  logic tail_q, tail_d;  // the last byte of the sponge's input has been written
  logic fresh_q;  // the next block of a sponge is its first

  logic segment_text, segment_ad, full, lone, carry, text_first, has_text, text_whole;
  logic has_ad, ad_whole;
  logic text_fits, ad_fits, text_short, ad_short, bare_ride;
  logic head, in_block, text_next, ad_next, new_text, new_ad, behind, whole_block, body_issue, body_write;
  logic tag_due, fits, body_held;
  logic absorb_carry, absorb_held, absorb_write, suffix, is_bytes;
  logic pop_any;  // the state takes any beat that is not a command
  logic issue, last, fail, accept, load_tag;
  logic tag_ready_q, tag_fits_q, verify_tag;
  logic write, write_carry, start_text, start_ad;
  logic follow;  // the offered beat belongs to the next block
  logic ad_write;
  logic close;  // the text of the answer ends with the issued block

  // A segment that ended without filling its space was the last of its kind.
  assign text_short = segment_text && !text_whole;
  assign ad_short = segment_ad && (!ad_whole || ride_q);
  assign text_fits = !text_ended_q && !text_short;
  assign ad_fits = !ad_ended_q && !ad_short;
  // Metadata that comes first ends beside the first block, which must have text.
  assign bare_ride = ride_q && !has_text;

  // In the body. In one cycle a block may become complete, be issued, and be followed by the next one. A
  // carry is written alone when it is the last lane of its segment or of the block. The logic is flat, as
  // it decides what moves: which segment would begin is computed in parallel with whether one may (`head`).
  assign head = valid && !(carry && (full || lone || !segment_q));
  assign in_block = valid && beat.continues && !(carry && lone);
  assign text_next = beat.text_begins && text_fits;
  assign ad_next = beat.ad_begins && ad_fits;
  assign new_text = head && text_next;
  assign new_ad = head && ad_next && !has_ad;  // waits for the issue of a block that has AD
  assign behind = (text_next && has_text) || (ad_next && has_ad);
  assign whole_block = (full && (carry || in_block)) || (head && behind);
  assign body_issue = (full && !bare_ride && (carry || in_block)) || (head && behind && !bare_ride);
  assign body_write = (in_block && !(full && bare_ride)) || (head && (text_next || (ad_next && !has_ad)));
  assign tag_due = beat.is_tag && beat.begins && !bare_ride;
  assign fits = beat.continues || beat.empty_body || text_next ||
      ad_next || (tag_due && (message_q.open ? beat.full : beat.empty));
  // A beat that does not fit may be taken or not: it is dropped in either case.
  assign body_held = (carry && (lone || (!beat.continues && (full || !segment_q)))) ||
      (ad_next && has_ad) || (beat.is_tag && message_q.open && tag_busy_i);

  // In a sponge: a carry is written alone, or a beat is written. The last beat is written with the suffix
  // after it. If the last beat is full, the suffix is written alone in the next cycle.
  assign absorb_carry = carry && (lone || command_q.shape.one_lane || tail_q);
  assign is_bytes = message_q.prg ? beat.is_seed : beat.is_text;
  assign absorb_held = absorb_carry || tail_q || (beat.last && beat.full && !suffixed_q);
  assign absorb_write = valid && is_bytes && !absorb_carry && !tail_q;
  assign suffix = Sponge && state_q == InAbsorb && absorb_write && beat.last && (!beat.full || suffixed_q);

  // VERIFY: the length of the tag, 8 or 12 to 16, is known when all earlier decisions have been executed.
  assign verify_tag = beat.is_tag && tag_fits_q;

  always_ff @(posedge clk_i) begin
    tag_ready_q <= Sponge && state_q == InTag && valid && rest && !tag_busy_i;
    tag_fits_q <= lower_count == 4'd8 && upper_count == {message_q.length[4], message_q.length[2:0]};
  end

  assign pop_any = state_q inside {InKey, InKeyClose, InNonce, InNonceClose, InTagClose, InFlush};
  assign pop = seen || (valid && !beat.is_command && (pop_any ||
      (state_q == InBody && !body_held) || (Sponge && state_q == InAbsorb && !absorb_held) ||
      (Sponge && state_q == InTag && tag_ready_q)));

  always_comb begin
    state_d = state_q;
    fail = 1'b0;
    accept = 1'b0;
    issue = 1'b0;
    last = 1'b0;
    load_tag = 1'b0;
    write = 1'b0;
    write_carry = 1'b0;
    follow = 1'b0;
    start_text = 1'b0;
    start_ad = 1'b0;
    segment_d = segment_q;
    suffixed_d = suffixed_q;
    tail_d = tail_q;
    unique case (state_q)
      InCommand: begin
        accept = seen && command_good;
        fail = seen && !command_good;
        if (accept) begin
          if (command.message.sponge && !command.mac) state_d = InAbsorb;
          else state_d = command.resume ? InBody : InKey;
        end
      end
      InKey: begin
        if (valid) begin
          fail = !(beat.is_key && beat.full);
          write = command_q.mac;
          segment_d = !beat.last;
          state_d = !command_q.mac ? InKeyTail : beat.last ? InNonce : InKeyClose;
        end
      end
      InKeyTail: state_d = segment_q ? InKeyClose : InNonce;
      InKeyClose: begin
        if (valid) begin
          fail = !(beat.is_key && beat.empty);
          segment_d = 1'b0;
          state_d = InNonce;
        end
      end
      InNonce: begin
        if (valid) begin
          fail = !(beat.is_nonce && beat.full);
          write = command_q.mac;
          segment_d = !beat.last;
          state_d = !command_q.mac ? InNonceTail : beat.last ? InAbsorb : InNonceClose;
        end
      end
      InNonceTail: state_d = segment_q ? InNonceClose : InStart;
      InNonceClose: begin
        if (valid) begin
          fail = !(beat.is_nonce && beat.empty);
          segment_d = 1'b0;
          state_d = command_q.mac ? InAbsorb : InStart;
        end
      end
      InStart: begin
        issue = 1'b1;
        state_d = InBody;
      end
      InBody: begin
        issue = body_issue;
        follow = (in_block && full) || (head && text_next && has_text);
        start_text = new_text;
        start_ad = new_ad;
        write = body_write;
        write_carry = carry && (lone || !segment_q) && !full;
        load_tag = head && tag_due && message_q.open && beat.full && !tag_busy_i;
        if (head && tag_due && (message_q.open ? beat.full && !tag_busy_i : beat.empty)) begin
          state_d = beat.last ? InLast : InTagClose;
        end
        if (body_write || (head && beat.empty_body)) segment_d = !beat.last;
        fail = (head && !fits) || (whole_block && bare_ride);
      end
      InTagClose: begin
        if (valid) begin
          fail = !(beat.is_tag && beat.empty);
          state_d = InLast;
        end
      end
      InAbsorb: begin
        if (Sponge) begin
          write = absorb_write;
          write_carry = absorb_carry && !full;
          issue = full && (absorb_carry || absorb_write);
          follow = absorb_write && full;
          if (absorb_write) suffixed_d = beat.last && beat.full && !suffixed_q;
          tail_d = tail_q || suffix;
          fail = valid && !is_bytes && !absorb_carry && !tail_q;
          if (tail_q && !carry) begin
            if (message_q.check) state_d = InTag;
            else state_d = command_q.overwrite ? InForget : InLast;
          end
        end
      end
      InTag: begin
        if (Sponge && tag_ready_q) begin
          load_tag = verify_tag;
          fail = !verify_tag;
          state_d = beat.last ? InLast : InTagClose;
        end
      end
      InForget: begin
        if (Sponge) begin
          // The last block of seed is issued first, marked by `tail_q`. Then an empty block replaces the rate
          // of the state.
          issue = 1'b1;
          tail_d = 1'b0;
          if (!tail_q) begin
            // If the requested length is 0, no other call of the permutation follows.
            last = command_q.no_output;
            state_d = command_q.no_output ? InCommand : InLast;
          end
        end
      end
      InLast: begin
        issue = 1'b1;
        last = 1'b1;
        tail_d = 1'b0;
        state_d = InCommand;
      end
      InAbort: begin
        segment_d = 1'b0;
        suffixed_d = 1'b0;
        tail_d = 1'b0;
        if (aborted_i) state_d = InFlush;
      end
      InFlush: if (valid && beat.is_command) state_d = InCommand;
      default: state_d = InAbort;
    endcase
    if (fail) state_d = InAbort;
    // No more text is legal after text that ended within a block, or after AD in a block without text. No
    // more AD is legal after AD that did not fill its space. A complete block ends the kind that it had
    // space for.
    ad_write = start_ad || (in_block && segment_ad);
    text_ended_d = text_ended_q || (text_short && !segment_q && !carry) ||
        (ad_write && (follow || !has_text) && !ride_q);
    ad_ended_d = ad_ended_q || (ad_short && !segment_q && !carry) || (head && beat.empty_ad);
    if (issue) begin
      if (!has_text) text_ended_d = 1'b1;
      else if (!ad_whole) ad_ended_d = 1'b1;
    end
    if (state_q != InBody) begin
      text_ended_d = 1'b0;
      ad_ended_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= InCommand;
    else if (ready) state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || refused_i) live_q <= 1'b0;
    else if (ready) begin
      if (accept || state_q == InAbort) live_q <= 1'b0;
      else if (last) live_q <= message_q.keep_session;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      suffixed_q <= 1'b0;
      tail_q <= 1'b0;
    end else if (ready) begin
      suffixed_q <= suffixed_d;
      tail_q <= tail_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready) begin
      segment_q <= segment_d;
      text_ended_q <= text_ended_d;
      ad_ended_q <= ad_ended_d;
      if (accept) begin
        command_q <= command;
        ride_q <= command.ad_first;
        fresh_q <= !command.resume;
      end else if (issue) begin
        ride_q <= ride_q && state_q == InStart;
        fresh_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      closed_q <= 1'b0;
      given_q <= 1'b0;
    end else if (ready) begin
      if (accept || last || state_q == InFlush) begin
        closed_q <= 1'b0;
        given_q <= 1'b0;
      end else if (issue) begin
        closed_q <= closed_q || close;
        given_q <= given_q || (has_text && !message_q.sponge);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lanes_t lanes;
  logic has_ad_bytes;

  roundel_duplex_place u_place (
    .clk_i,
    .accept_i        (ready),
    .restart_i       (accept || state_q == InAbort),
    .resume_i        (command.resume),
    .sponge_i        (Sponge && message_q.sponge),
    .ad_first_i      (ride_q),
    .shape_i         (command_q.shape),
    .lower_full_i    (beat.lower_full),
    .upper_full_i    (beat.full),
    .upper_nonempty_i(message_q.sponge ? beat.lower_full && !suffixed_q : beat.upper_nonempty),
    .write_i         (write),
    .write_carry_i   (write_carry),
    .next_block_i    (follow),
    .start_text_i    (start_text),
    .start_ad_i      (start_ad),
    .data_phase_i    (state_q inside {InBody, InAbsorb}),
    .key_i           (state_q == InKey && !command_q.mac),
    .key_tail_i      (state_q == InKeyTail),
    .nonce_i         (state_q == InNonce && !command_q.mac),
    .nonce_tail_i    (state_q == InNonceTail),
    .issue_i         (issue),
    .segment_text_o  (segment_text),
    .segment_ad_o    (segment_ad),
    .full_o          (full),
    .single_lane_o   (lone),
    .carry_o         (carry),
    .after_tag_o     (text_first),
    .has_text_o      (has_text),
    .text_full_o     (text_whole),
    .has_ad_o        (has_ad),
    .ad_full_o       (ad_whole),
    .has_ad_bytes_o  (has_ad_bytes),
    .segment_open_i  (segment_q),
    .lanes_o         (lanes)
  );

  logic overwrite;
  assign overwrite = state_q == InForget && !tail_q;

  assign close = !message_q.sponge && !closed_q && (last || (has_text && !text_whole));

  always_comb begin
    step.lanes = lanes;
    step.pop = pop;
    step.suffix = suffix;
    step.suffix_only = Sponge && suffixed_q;
    step.load_tag = load_tag;
    step.replace = message_q.sponge ? overwrite : message_q.open && text_whole;
    step.issue = issue;
    step.capture_only = issue && message_q.open && !message_q.sponge && has_text && !text_whole;
    step.first = state_q == InStart || (message_q.sponge && fresh_q);
    step.capture = !message_q.sponge && (has_text || close);
    step.last = last;
    step.close = close;
    step.after_tag = text_first;
    step.full = state_q == InAbsorb || overwrite;
    step.empty = state_q == InLast && command_q.overwrite;
    step.wait_start = issue && step.first;
    step.wait_capture = issue && step.capture;
    step.wait_absorb = issue && !step.first && !step.capture;
    step.has_text = has_text;
    step.has_ad = has_ad;
    step.has_ad_bytes = has_ad_bytes;
  end

  roundel_duplex_move #(
    .Sponge(Sponge)
  ) u_move (
    .clk_i,
    .rst_ni,
    .step_i       (step),
    .ready_o      (ready),
    .idle_o       (rest),
    .clear_i      (abort_o),
    .pop_o        (data_pop),
    .data_i       (data),
    .keep_i       (keep),
    .lower_count_i(lower_count),
    .upper_count_i(upper_count),
    .write_even_o,
    .write_odd_o,
    .write_pair_o,
    .even_o,
    .odd_o,
    .even_mark_o,
    .odd_mark_o,
    .block_valid_o,
    .block_accepted_o,
    .block_o,
    .start_ready_i,
    .capture_ready_i,
    .absorb_ready_i,
    .echo_i,
    .tag_o
  );

  assign message_o = message_q;
  assign suffix_o = Sponge ? command_q.suffix : '0;
  logic unused;
  assign unused = ^command_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) abort_o <= 1'b0;
    else abort_o <= state_q == InAbort && rest && !aborted_i;
  end
  assign text_open_o = given_q && !closed_q;

endmodule
