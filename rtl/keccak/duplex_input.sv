// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// From segments to blocks: takes CMD, KEY, NONCE, AD, TEXT, TAG and SEED beats and decides, a beat a
// cycle, what is written where and when a block is complete. A block is complete when what comes next
// is known: its message's last one is marked.
//
// Always: SEAL and OPEN in the order of Keyak's Motorist (CAESAR document, section 2.3). With Sponge
// also HASH, MAC (key and initial value before the text) and PRNG: bytes, a suffix, blocks of the rate.
//
// `abort_o`: the sequence was illegal. It stays until `aborted_i`, then input is dropped up to the next
// command.

module duplex_input
  import roundel_stream_pkg::*;
  import duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic        write_even_o,
  output logic        write_odd_o,
  output logic [ 3:0] write_pair_o,
  output logic [63:0] even_o,
  output logic [63:0] odd_o,
  output logic [15:0] keep_o,

  // A block is taken in a cycle with both high; what comes after it waits.
  output logic     block_valid_o,
  output block_t   block_o,
  output message_t message_o,      // of this block
  input  logic     block_ready_i,

  output logic [127:0] tag_o,       // of an OPEN, as it came
  input  logic         tag_busy_i,  // a message's tag is still to be answered
  input  logic         refused_i,   // the tag of a session that goes on

  output logic abort_o,
  output logic text_open_o,  // text has been given out and its segment is not closed
  input  logic aborted_i
);

  typedef enum logic [3:0] {
    InCommand,
    InKey,
    InKeyTail,     // the key's last byte goes into the block
    InKeyClose,    // the segment is still open: an empty beat is due
    InNonce,
    InNonceTail,
    InNonceClose,
    InStart,       // the block of key and nonce is complete
    InBody,        // AD, TEXT, TAG
    InTagClose,
    InAbsorb,      // bytes of a sponge
    InForget,      // the generator's rate is overwritten
    InLast,        // the message's last block is complete
    InAbort,
    InFlush
  } state_e;

  state_e state_q, state_d;
  logic go;  // the step before is over
  logic step_issue_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat held
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid, pop, put;
  beat_t beat;
  logic [15:0][7:0] data;
  message_t message_q, message_d;
  logic [7:0] suffix_q;

  duplex_beat #(
    .Suffix(Sponge)
  ) u_beat (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .pop_i   (pop && go),
    .put_i   (put && go),
    .suffix_i(suffix_q),
    .valid_o (valid),
    .beat_o  (beat),
    .data_o  (data)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The command
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic live_q;  // the session or generator of the message before goes on
  logic mac_q;
  logic forget_q;
  logic command_good, command_wait, is_aead, is_prng, is_mac, is_hash, goes_on;
  logic [7:0] variant;
  logic [31:0] length;
  logic busy;  // a tag is still to be answered, or to be asked for

  assign variant = data[1];
  assign length = {data[7], data[6], data[5], data[4]};
  assign is_aead = data[0] inside {OpSeal, OpOpen} && variant[7:3] == '0 &&
      (!goes_on || (live_q && !message_q.sponge));
  assign is_hash = Sponge && data[0] == OpHash && variant != '0 && variant <= 8'(TextLanes);
  assign is_mac = Sponge && data[0] == OpMac && variant == 8'(MacRate) && length[31:8] == '0 &&
      length[7:0] != '0 && length[7:0] <= {MacRate, 3'd0};
  assign is_prng = Sponge && data[0] == OpPrng && variant[7:4] == '0 &&
      (!goes_on || (live_q && message_q.sponge));
  assign command_good = beat.is_whole_command && (is_aead || is_hash || is_mac || is_prng);
  // SEAL, OPEN and PRNG: 0 go on, 1 data first or forget, 2 stay, 3 12 rounds.
  assign goes_on = variant[0];
  assign busy = tag_busy_i || (step_issue_q && block_o.last);
  // Whether the session goes on is known when the tag has been looked at.
  assign command_wait = busy && live_q && message_q.open;

  always_comb begin
    message_d.sponge = Sponge && !is_aead;
    message_d.prg = is_prng;
    message_d.rounds24 = is_hash || is_mac || (is_prng && !variant[3]);
    message_d.open = data[0] == OpOpen;
    message_d.stay = (is_aead || is_prng) && variant[2];
    message_d.rate = is_hash || is_mac ? variant[4:0] : 5'(TextLanes);
    message_d.give = is_hash ? GiveDigest : is_prng ? GiveRandom : GiveTag;
    message_d.length = is_aead ? 32'(TagBytes) : length;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What to do
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic ride_q;  // the first AD segment stands beside the text that follows
  logic text_ended_q, text_ended_d;  // no more text may come
  logic ad_ended_q, ad_ended_d;
  logic closed_q;  // the answer's text is closed
  logic given_q;  // text has been given out
  logic segment_q, segment_d;  // the segment of the beat before is open
  logic suffixed_q, suffixed_d;  // the suffix is in the beat held
  logic tail_q, tail_d;  // the sponge's last byte has been written
  logic fresh_q;  // the next block of a sponge is its first

  logic segment_text, segment_ad, full, lone, carry, text_first, has_text, text_whole, has_ad, ad_whole;
  logic carry_due, head, in_segment, in_block, new_text, new_ad, empty, whole_block, bare_ride;
  logic text_fits, ad_fits, tag_fits, fits, text_short, ad_short;
  logic absorb_carry, absorb_beat, one_lane, is_bytes;
  logic issue, last, fail, accept, load_tag;
  logic write, write_carry, write_zero, start_text, start_ad;
  logic no_ad;  // an empty segment of data
  logic follow;  // the beat held belongs to the next block
  logic ad_write;
  logic close;  // the answer's text ends with the block issued

  // In the body: a carry that goes into the block by itself, before the beat held is looked at.
  assign carry_due = lone || !segment_q;
  assign head = valid && !(carry && (full || carry_due));
  assign in_segment = segment_text ? beat.is_text : beat.is_ad;
  // The beat has bytes: of the open segment (with a carry, of a full block too), or of a new one.
  assign in_block = valid && !beat.none && segment_q && in_segment && !(carry && lone);
  assign new_text = head && !beat.none && !segment_q && beat.is_text && text_fits;
  assign new_ad = head && !beat.none && !segment_q && beat.is_ad && ad_fits;
  assign empty = head && beat.none && (segment_q ? in_segment : (beat.is_text || beat.is_ad));
  assign whole_block = (full && (carry || in_block)) || (new_text && has_text) || (new_ad && has_ad);
  // Metadata that rides with the text ends beside the first block, and has text.
  assign bare_ride = ride_q && !has_text;
  // A segment that has ended without filling its room was its kind's last.
  assign text_short = segment_text && !text_whole;
  assign ad_short = segment_ad && (!ad_whole || ride_q);
  assign text_fits = !text_ended_q && !text_short;
  assign ad_fits = !ad_ended_q && !ad_short;
  assign tag_fits = beat.is_tag && !bare_ride && (message_q.open ? beat.whole : beat.none);
  assign fits = segment_q ? in_segment :
      (beat.is_text && (beat.none || text_fits)) || (beat.is_ad && (beat.none || ad_fits)) || tag_fits;

  // In a sponge: a carry that goes into the block by itself, or a beat.
  assign one_lane = message_q.rate == 5'd1;
  assign absorb_carry = carry && (lone || one_lane || tail_q);
  assign is_bytes = message_q.prg ? beat.is_seed : beat.is_text;
  assign absorb_beat = valid && is_bytes && !absorb_carry && !tail_q;

  always_comb begin
    state_d = state_q;
    pop = 1'b0;
    put = 1'b0;
    fail = 1'b0;
    accept = 1'b0;
    issue = 1'b0;
    last = 1'b0;
    load_tag = 1'b0;
    write = 1'b0;
    write_carry = 1'b0;
    write_zero = 1'b0;
    follow = 1'b0;
    no_ad = 1'b0;
    start_text = 1'b0;
    start_ad = 1'b0;
    segment_d = segment_q;
    suffixed_d = suffixed_q;
    tail_d = tail_q;
    unique case (state_q)
      InCommand: begin
        if (valid && !command_wait) begin
          pop = 1'b1;
          accept = command_good;
          fail = !command_good;
          state_d = is_hash || is_prng ? InAbsorb : !is_mac && goes_on ? InBody : InKey;
        end
      end
      InKey: begin
        if (valid) begin
          pop = beat.is_key && beat.whole;
          fail = !pop;
          write = pop && mac_q;
          segment_d = !beat.last;
          state_d = !mac_q ? InKeyTail : beat.last ? InNonce : InKeyClose;
        end
      end
      InKeyTail: state_d = segment_q ? InKeyClose : InNonce;
      InKeyClose: begin
        if (valid) begin
          pop = beat.is_key && beat.none;
          fail = !pop;
          segment_d = 1'b0;
          state_d = InNonce;
        end
      end
      InNonce: begin
        if (valid) begin
          pop = beat.is_nonce && beat.whole;
          fail = !pop;
          write = pop && mac_q;
          segment_d = !beat.last;
          state_d = !mac_q ? InNonceTail : beat.last ? InAbsorb : InNonceClose;
        end
      end
      InNonceTail: state_d = segment_q ? InNonceClose : InStart;
      InNonceClose: begin
        if (valid) begin
          pop = beat.is_nonce && beat.none;
          fail = !pop;
          segment_d = 1'b0;
          state_d = mac_q ? InAbsorb : InStart;
        end
      end
      InStart: begin
        issue = 1'b1;
        state_d = InBody;
      end
      InBody: begin
        // Flat, as it decides what moves: a block may be complete, issued, and followed in one cycle.
        issue = whole_block && !bare_ride;
        follow = (in_block && full) || (new_text && has_text);
        start_text = new_text;
        start_ad = new_ad && !has_ad;
        write_carry = carry && carry_due && !full;
        write = (follow && !bare_ride) || (in_block && !full) || (new_text && !has_text) || start_ad;
        no_ad = head && !segment_q && beat.is_ad && beat.none;
        if (head && beat.is_tag && !segment_q && !bare_ride) begin
          load_tag = message_q.open && beat.whole && !busy;
          pop = message_q.open ? load_tag : beat.none;
          if (pop) state_d = beat.last ? InLast : InTagClose;
        end
        if (write || empty) begin
          pop = 1'b1;
          segment_d = !beat.last;
        end
        fail = (head && !fits) || (whole_block && bare_ride);
      end
      InTagClose: begin
        if (valid) begin
          pop = beat.is_tag && beat.none;
          fail = !pop;
          state_d = InLast;
        end
      end
      InAbsorb: begin
        put = absorb_beat && beat.last && !suffixed_q;
        write = absorb_beat && (!put || beat.whole);
        write_carry = absorb_carry && !full;
        issue = full && (absorb_carry || write);
        follow = write && full;
        pop = write && !put;
        suffixed_d = (suffixed_q || put) && !(write && suffixed_q);
        tail_d = tail_q || (write && suffixed_q);
        fail = valid && !is_bytes && !absorb_carry && !tail_q;
        if (tail_q && !carry) state_d = forget_q ? InForget : InLast;
      end
      InForget: begin
        // The last block of seed goes before it, `tail_q` is its mark; then it is a block of its own.
        issue = tail_q || full;
        write_zero = !tail_q && !full;
        tail_d = 1'b0;
        if (full && !tail_q) state_d = InLast;
      end
      InLast: begin
        issue = 1'b1;
        last = 1'b1;
        tail_d = 1'b0;
        state_d = InCommand;
      end
      InAbort: if (aborted_i) state_d = InFlush;
      InFlush: begin
        pop = valid && !beat.is_command;
        if (valid && beat.is_command) state_d = InCommand;
      end
      default: state_d = InAbort;
    endcase
    if (fail) begin
      state_d = InAbort;
      pop = !beat.is_command || state_q == InCommand;
      put = 1'b0;
    end
    // Text that ended within a block, or data that left room, has ended for good; so has text when data
    // stands alone, and what a complete block had room for.
    ad_write = start_ad || (write && !start_text && segment_ad);
    text_ended_d = text_ended_q || (text_short && !segment_q && !carry) ||
        (ad_write && (follow || !has_text) && !ride_q);
    ad_ended_d = ad_ended_q || (ad_short && !segment_q && !carry) || no_ad;
    if (state_q == InBody && issue) begin
      if (!has_text) text_ended_d = 1'b1;
      else if (!ad_whole) ad_ended_d = 1'b1;
    end
    if (accept) begin
      text_ended_d = 1'b0;
      ad_ended_d = 1'b0;
    end
    if (accept || fail) begin
      segment_d = 1'b0;
      suffixed_d = 1'b0;
      tail_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= InCommand;
    else if (go) state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || refused_i) live_q <= 1'b0;
    else if (go) begin
      if (fail || accept) live_q <= 1'b0;
      else if (last) live_q <= message_q.stay;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      segment_q <= segment_d;
      text_ended_q <= text_ended_d;
      ad_ended_q <= ad_ended_d;
      suffixed_q <= suffixed_d;
      tail_q <= tail_d;
      if (accept) begin
        message_q <= message_d;
        suffix_q <= is_prng ? 8'h01 : data[2];
        mac_q <= is_mac;
        forget_q <= is_prng && variant[1];
        ride_q <= is_aead && variant[1];
        fresh_q <= !is_prng || !goes_on;
      end else if (issue) begin
        ride_q <= ride_q && state_q == InStart;
        fresh_q <= 1'b0;
      end
      if (accept || last || state_q == InFlush) begin
        closed_q <= 1'b0;
        given_q <= 1'b0;
      end else if (issue) begin
        closed_q <= closed_q || close;
        given_q <= given_q || (has_text && !message_q.sponge);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (go && load_tag) tag_o <= data;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [7:0] crypt_end, inject_start, inject_end;

  duplex_place u_place (
    .clk_i,
    .rst_ni,
    .go_i          (go),
    .restart_i     (accept || fail),
    .later_i       (goes_on),
    .sponge_i      (Sponge && message_q.sponge),
    .open_i        (message_q.open),
    .ride_i        (ride_q),
    .last_pair_i   (4'((message_q.rate - 5'd1) >> 1)),
    .odd_rate_i    (message_q.rate[0]),
    .beat_i        (beat),
    .data_i        (data),
    .write_i       (write),
    .write_carry_i (write_carry),
    .write_zero_i  (Sponge && write_zero),
    .follow_i      (follow),
    .start_text_i  (start_text),
    .start_ad_i    (start_ad),
    .data_phase_i  (state_q inside {InBody, InAbsorb}),
    .key_i         (state_q == InKey && !mac_q),
    .key_tail_i    (state_q == InKeyTail),
    .nonce_i       (state_q == InNonce && !mac_q),
    .nonce_tail_i  (state_q == InNonceTail),
    .issue_i       (issue),
    .segment_text_o(segment_text),
    .segment_ad_o  (segment_ad),
    .full_o        (full),
    .lone_o        (lone),
    .carry_o       (carry),
    .first_o       (text_first),
    .text_o        (has_text),
    .text_whole_o  (text_whole),
    .ad_o          (has_ad),
    .ad_whole_o    (ad_whole),
    .segment_open_i(segment_q),
    .wipe_i        (aborted_i),
    .crypt_end_o   (crypt_end),
    .inject_start_o(inject_start),
    .inject_end_o  (inject_end),
    .write_even_o,
    .write_odd_o,
    .pair_o        (write_pair_o),
    .even_o,
    .odd_o,
    .keep_o
  );

  block_t block_d;
  logic overwrite;
  assign overwrite = state_q == InForget && !tail_q;

  assign close = !message_q.sponge && !closed_q && (last || (has_text && !text_whole));

  always_comb begin
    block_d.first = state_q == InStart || (message_q.sponge && fresh_q);
    block_d.capture = !message_q.sponge && (has_text || close);
    block_d.replace = message_q.sponge ? overwrite : message_q.open && has_text;
    block_d.last = last;
    block_d.close = close;
    block_d.later = text_first;
    block_d.whole = state_q == InAbsorb || overwrite;
    block_d.empty = last && forget_q;
    block_d.crypt_end = crypt_end;
    block_d.inject_start = inject_start;
    block_d.inject_end = state_q == InStart ? StartBytes : inject_end;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) step_issue_q <= 1'b0;
    else if (go) step_issue_q <= issue && !fail;
  end
  always_ff @(posedge clk_i) begin
    if (go) block_o <= block_d;
  end

  assign go = !step_issue_q || block_ready_i;
  assign block_valid_o = step_issue_q;
  assign message_o = message_q;
  assign abort_o = state_q == InAbort && !step_issue_q;
  assign text_open_o = given_q && !closed_q;

endmodule
