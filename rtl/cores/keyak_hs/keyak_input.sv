// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// From segments to the blocks of the Motorist: takes CMD, KEY, NONCE, AD, TEXT and TAG beats, writes the
// lanes of a block two a cycle and says when the block is complete. A block is complete when what comes
// next is known: its last one has another byte for the end of the message.
//
// A block of 21 lanes takes 10.5 beats: every other one begins in the upper half of a beat, which waits
// in `carry`. 11 writes a block either way. Metadata beside text begins in an odd lane, with an empty
// carry.
//
// `abort_o`: the sequence was illegal. It stays until `aborted_i`, then input is dropped up to the next
// command.

module keyak_input
  import roundel_stream_pkg::*;
  import keyak_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [         127:0] s_axis_tdata,
  input  logic [          15:0] s_axis_tkeep,
  input  logic                  s_axis_tlast,
  input  logic [UserWidth-1:0]  s_axis_tuser,
  input  logic                  s_axis_tvalid,
  output logic                  s_axis_tready,

  output logic        write_even_o,
  output logic        write_odd_o,
  output logic [ 3:0] write_pair_o,
  output logic [63:0] even_o,
  output logic [63:0] odd_o,
  output logic [15:0] keep_o,        // ciphertext

  // A block is taken as it is complete and one of its sort is due.
  output logic   start_o,        // that of key and nonce is complete
  input  logic   start_due_i,
  input  logic   body_due_i,
  output logic   block_taken_o,
  output block_t block_o,

  output logic [127:0] tag_o,       // of an OPEN, as it came
  input  logic         tag_busy_i,  // a message's tag is still to be answered
  input  logic         refused_i,

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
    InLast,        // the message's last block is complete
    InAbort,
    InFlush
  } state_e;

  typedef enum logic [1:0] {
    AreaNone,
    AreaText,
    AreaAd
  } area_e;

  state_e state_q, state_d;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat held
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid_q, valid_d;
  logic load, pop;
  logic last_q, none_q, whole_q, upper_q;
  logic is_command, is_whole_command, is_key, is_nonce, is_ad, is_text, is_tag;  // registers
  logic bad;
  logic [15:0] beat_keep_q;
  logic [3:0] lower_count_q, upper_count_q;
  logic [15:0][7:0] data_q;

  assign s_axis_tready = !valid_q || pop;
  assign load = s_axis_tvalid && s_axis_tready;
  assign valid_d = load || (valid_q && !pop);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_d;
  end

  // Bad: a hole (a byte kept above one that is not), or bytes missing though the segment goes on.
  assign bad = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);

  // What a beat is, is found out as it is loaded: whether it fits decides in the same cycle what else moves.
  always_ff @(posedge clk_i) begin
    if (load) begin
      last_q <= s_axis_tlast;
      none_q <= !s_axis_tkeep[0];
      upper_q <= s_axis_tkeep[8];
      whole_q <= s_axis_tkeep[15];
      lower_count_q <= count_of(s_axis_tkeep[7:0]);
      upper_count_q <= count_of(s_axis_tkeep[15:8]);
      beat_keep_q <= s_axis_tkeep;
      is_command <= s_axis_tuser == KindCmd;
      is_whole_command <= s_axis_tuser == KindCmd && s_axis_tkeep == '1 && s_axis_tlast;
      is_key <= s_axis_tuser == KindKey && !bad;
      is_nonce <= s_axis_tuser == KindNonce && !bad;
      is_ad <= s_axis_tuser == KindAd && !bad;
      is_text <= s_axis_tuser == KindText && !bad;
      is_tag <= s_axis_tuser == KindTag && !bad;
    end
  end

  // Bytes kept, of keep bits without a hole.
  function automatic logic [3:0] count_of(logic [7:0] keep);
    count_of = '0;
    for (int unsigned k = 0; k < 8; k++) if (keep[k]) count_of = 4'(k + 1);
  endfunction

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (load && !s_axis_tkeep[k]) data_q[k] <= '0;
      else if (load) data_q[k] <= s_axis_tdata[8*k+:8];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The message and its block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic open_q, stay_q, live_q;  // of the command; the session goes on
  logic ride_q;  // the first AD segment stands beside the text that follows
  logic first_q, first_d;  // the first block of a later message: the tag stands in bytes 0 to 15
  logic text_ended_q, text_ended_d;  // no more text may come
  logic ad_ended_q, ad_ended_d;
  logic closed_q, closed_d;  // the answer's text segment is closed
  logic given_q, given_d;  // text has been given out

  area_e area_q, area_d;  // written last
  logic segment_q, segment_d;  // its segment is open
  logic [3:0] pair_q, pair_d;  // next to write
  logic full_q, full_d;  // there is none: the area is full
  logic lone_q, lone_d;  // it is the single lane at the end of the text
  logic text_q, text_d;  // the block has text
  logic text_whole_q, text_whole_d;  // and fills its room
  logic ad_whole_q, ad_whole_d;
  logic ad_q, ad_d;  // the block has metadata, or had room made for it
  logic [7:0] crypt_end_q, crypt_end_d, inject_end_q, inject_end_d;

  logic carry_q, carry_d;
  logic [63:0] carry_data_q;
  logic [7:0] carry_keep_q;
  logic [3:0] carry_count_q;

  logic command_good, command_wait;
  logic carry_due, head, in_segment, in_block, new_text, new_ad, empty, whole_block, bare_ride;
  logic text_fits, ad_fits, tag_fits, fits;
  logic complete, last, fail, accept, load_tag;
  logic write, write_carry, start_text, start_ad;
  logic no_ad;  // an empty segment of data
  logic text_over, ad_over;  // the segment that has just closed was its kind's last
  logic follow;  // the beat held belongs to the next block
  logic [3:0] pair;  // to write
  area_e area;
  logic odd_phase, single_lane, tail_write;
  logic [7:0] even_keep, odd_keep;
  logic [3:0] even_count, odd_count;
  logic [4:0] count;

  // The variant's bits: 0 go on with the session, 1 AD first, 2 stay in the session.
  assign command_good = is_whole_command && data_q[0] inside {OpSeal, OpOpen} &&
      data_q[1][7:3] == '0 && (!data_q[1][0] || live_q);
  // Whether the session goes on is known when the tag has been looked at.
  assign command_wait = tag_busy_i && live_q && open_q;

  // In the body: a carry that goes into the block by itself, before the beat held is looked at.
  assign carry_due = lone_q || !segment_q;
  assign head = valid_q && !(carry_q && (full_q || carry_due));
  assign in_segment = area_q == AreaText ? is_text : is_ad;
  // The beat has bytes: of the open segment (with a carry, of a full block too), or of a new one.
  assign in_block = valid_q && !none_q && segment_q && in_segment && !(carry_q && lone_q);
  assign new_text = head && !none_q && !segment_q && is_text && text_fits;
  assign new_ad = head && !none_q && !segment_q && is_ad && ad_fits;
  assign empty = head && none_q && (segment_q ? in_segment : (is_text || is_ad));
  assign whole_block = (full_q && (carry_q || in_block)) || (new_text && text_q) || (new_ad && ad_q);
  // Metadata that rides with the text ends beside the first block, and has text.
  assign bare_ride = ride_q && !text_q;
  // A segment that has ended without filling its room was its kind's last.
  assign text_fits = !text_ended_q && !(area_q == AreaText && !text_whole_q);
  assign ad_fits = !ad_ended_q && !(area_q == AreaAd && (!ad_whole_q || ride_q));
  assign text_over = area_q == AreaText && !segment_q && !carry_q && !text_whole_q;
  assign ad_over = area_q == AreaAd && !segment_q && !carry_q && (!ad_whole_q || ride_q);
  assign tag_fits = is_tag && !bare_ride && (open_q ? whole_q : none_q);
  assign fits = segment_q ? in_segment :
      (is_text && (none_q || text_fits)) || (is_ad && (none_q || ad_fits)) || tag_fits;

  always_comb begin
    state_d = state_q;
    pop = 1'b0;
    fail = 1'b0;
    accept = 1'b0;
    complete = 1'b0;
    last = 1'b0;
    load_tag = 1'b0;
    write = 1'b0;
    write_carry = 1'b0;
    follow = 1'b0;
    no_ad = 1'b0;
    start_text = 1'b0;
    start_ad = 1'b0;
    segment_d = segment_q;
    unique case (state_q)
      InCommand: begin
        if (valid_q && !command_wait) begin
          pop = 1'b1;
          accept = command_good;
          fail = !command_good;
          state_d = data_q[1][0] ? InBody : InKey;
        end
      end
      InKey: begin
        if (valid_q) begin
          pop = is_key && whole_q;
          fail = !pop;
          segment_d = !last_q;
          state_d = InKeyTail;
        end
      end
      InKeyTail: state_d = segment_q ? InKeyClose : InNonce;
      InKeyClose: begin
        if (valid_q) begin
          pop = is_key && none_q;
          fail = !pop;
          segment_d = 1'b0;
          state_d = InNonce;
        end
      end
      InNonce: begin
        if (valid_q) begin
          pop = is_nonce && whole_q;
          fail = !pop;
          segment_d = !last_q;
          state_d = InNonceTail;
        end
      end
      InNonceTail: state_d = segment_q ? InNonceClose : InStart;
      InNonceClose: begin
        if (valid_q) begin
          pop = is_nonce && none_q;
          fail = !pop;
          segment_d = 1'b0;
          state_d = InStart;
        end
      end
      InStart: if (start_due_i) state_d = InBody;
      InBody: begin
        // Flat, as it decides what moves: a block may be complete, issued, and followed in one cycle.
        complete = whole_block && !bare_ride;
        follow = (in_block && full_q) || (new_text && text_q);
        start_text = new_text;
        start_ad = new_ad && !ad_q;
        write_carry = carry_q && carry_due && !full_q;
        write = (follow && !bare_ride && body_due_i) ||
            (in_block && !full_q) || (new_text && !text_q) || start_ad;
        no_ad = head && !segment_q && is_ad && none_q;
        if (head && is_tag && !segment_q && !bare_ride) begin
          load_tag = open_q && whole_q && !tag_busy_i;
          pop = open_q ? load_tag : none_q;
          if (pop) state_d = last_q ? InLast : InTagClose;
        end
        if (write || empty) begin
          pop = 1'b1;
          segment_d = !last_q;
        end
        fail = (head && !fits) || (whole_block && bare_ride);
      end
      InTagClose: begin
        if (valid_q) begin
          pop = is_tag && none_q;
          fail = !pop;
          state_d = InLast;
        end
      end
      InLast: begin
        complete = 1'b1;
        last = 1'b1;
        if (body_due_i) state_d = InCommand;
      end
      InAbort: if (aborted_i) state_d = InFlush;
      InFlush: begin
        pop = valid_q && !is_command;
        if (valid_q && is_command) state_d = InCommand;
      end
      default: state_d = InAbort;
    endcase
    if (fail) begin
      state_d = InAbort;
      pop = !is_command || state_q == InCommand;
    end
    // Text that ended within a block, or data that left room, has ended for good; so has text when data
    // stands alone, and what a complete block had room for.
    text_ended_d = text_ended_q || text_over || (write && area == AreaAd && !text_q && !ride_q);
    ad_ended_d = ad_ended_q || ad_over || (no_ad && state_q == InBody);
    if (state_q == InBody && complete && body_due_i) begin
      if (!text_q) text_ended_d = 1'b1;
      else if (!ad_whole_q) ad_ended_d = 1'b1;
    end
    if (accept) begin
      text_ended_d = 1'b0;
      ad_ended_d = 1'b0;
    end
    if (accept || fail) segment_d = 1'b0;
  end

  // Where a write goes.
  always_comb begin
    area = area_q;
    pair = pair_q;
    if (start_text) begin
      area = AreaText;
      pair = first_q ? 4'd1 : 4'd0;
    end
    if (follow) pair = 4'd0;
    if (start_ad) begin
      area = AreaAd;
      pair = text_q || ride_q ? BesidePair : 4'd0;
    end
    unique case (state_q)
      InKey: pair = 4'd0;
      InKeyTail: pair = 4'd1;
      InNonce: pair = 4'd2;
      InNonceTail: pair = 4'd3;
      default: ;
    endcase
  end

  assign odd_phase = carry_q || state_q == InNonce || (area == AreaAd && start_ad && pair == BesidePair);
  assign single_lane = area == AreaText && pair == TextEndPair - 4'd1;
  assign tail_write = write_carry || state_q inside {InKeyTail, InNonceTail};

  always_comb begin
    write_pair_o = pair;
    write_even_o = tail_write || (state_q == InKey && pop) || (write && !(odd_phase && !carry_q));
    write_odd_o = (state_q inside {InKey, InNonce} && pop && !fail) || (write && !single_lane);
    even_o = carry_q || tail_write ? carry_data_q : data_q[7:0];
    odd_o = odd_phase ? data_q[7:0] : data_q[15:8];
    if (state_q == InKey) begin
      even_o = {data_q[6:0], 8'h28};
      odd_o = data_q[14:7];
    end
    even_keep = carry_q ? carry_keep_q : odd_phase ? '1 : beat_keep_q[7:0];
    odd_keep = odd_phase ? beat_keep_q[7:0] : beat_keep_q[15:8];
    if (write_carry || single_lane) odd_keep = '0;
    if (write_carry) odd_o = '0;
    even_count = carry_q ? carry_count_q : odd_phase ? 4'd8 : lower_count_q;
    odd_count = odd_phase ? lower_count_q : upper_count_q;
    if (write_carry || single_lane) odd_count = '0;
    count = odd_count == '0 ? 5'(even_count) : {1'b0, 4'd8} + 5'(odd_count);
    keep_o = area == AreaText && open_q && state_q == InBody ? {odd_keep, even_keep} : '0;
  end

  // The upper half of a beat waits when its lower half went into an odd lane or was a block's last.
  always_comb begin
    carry_d = carry_q;
    if (write_carry) carry_d = 1'b0;
    if (write) carry_d = (odd_phase || single_lane) && upper_q;
    if (state_q != InBody) carry_d = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (aborted_i) carry_data_q <= '0;
    else if (state_q == InKey) carry_data_q <= {48'h0, 8'h01, data_q[15]};
    else if (write || state_q == InNonce) carry_data_q <= data_q[15:8];
    if (write) begin
      carry_keep_q <= beat_keep_q[15:8];
      carry_count_q <= upper_count_q;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Book-keeping
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    first_d = first_q;
    area_d = area_q;
    pair_d = pair_q;
    full_d = full_q;
    lone_d = lone_q;
    text_d = text_q;
    text_whole_d = text_whole_q;
    ad_whole_d = ad_whole_q;
    ad_d = ad_q;
    crypt_end_d = crypt_end_q;
    inject_end_d = inject_end_q;
    closed_d = closed_q;
    given_d = given_q;
    if (block_taken_o) begin
      if (state_q == InBody) begin
        // What goes on, goes on at the block's beginning.
        if (!(carry_q || segment_q)) area_d = AreaNone;
        first_d = 1'b0;
        ad_d = area_q == AreaAd && (carry_q || segment_q);
        given_d = given_q || block_o.crypt;
        closed_d = closed_q || block_o.close;
      end
      pair_d = '0;
      full_d = 1'b0;
      lone_d = 1'b0;
      text_d = 1'b0;
      text_whole_d = 1'b0;
      ad_whole_d = 1'b0;
      inject_end_d = '0;
      crypt_end_d = '0;
    end
    if (write || write_carry) begin
      area_d = area;
      pair_d = pair + 4'd1;
      full_d = pair == (area == AreaText ? TextEndPair : AbsorbEndPair) - 4'd1;
      lone_d = area == AreaText && pair == TextEndPair - 4'd2;
      if (area == AreaText) begin
        text_d = 1'b1;
        text_whole_d = single_lane && even_keep[7];
        crypt_end_d = {pair, 4'd0} + 8'(count);
      end else begin
        ad_d = 1'b1;
        ad_whole_d = pair == AbsorbEndPair - 4'd1 && odd_keep[7];
        inject_end_d = {pair, 4'd0} + 8'(count);
      end
    end
    if (accept || fail) begin
      first_d = data_q[1][0];
      area_d = AreaNone;
      pair_d = '0;
      full_d = 1'b0;
      lone_d = 1'b0;
      text_d = 1'b0;
      text_whole_d = 1'b0;
      ad_whole_d = 1'b0;
      ad_d = 1'b0;
      crypt_end_d = '0;
      inject_end_d = '0;
    end
    if (accept || aborted_i || (state_q == InLast && body_due_i)) begin
      closed_d = 1'b0;
      given_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= InCommand;
    else state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) live_q <= 1'b0;
    else if (refused_i || fail || accept) live_q <= 1'b0;
    else if (state_q == InLast && body_due_i) live_q <= stay_q;
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      open_q <= data_q[0] == OpOpen;
      ride_q <= data_q[1][1];
      stay_q <= data_q[1][2];
    end else if (state_q == InBody && block_taken_o) begin
      ride_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    segment_q <= segment_d;
    text_ended_q <= text_ended_d;
    ad_ended_q <= ad_ended_d;
    first_q <= first_d;
    area_q <= area_d;
    pair_q <= pair_d;
    full_q <= full_d;
    lone_q <= lone_d;
    text_q <= text_d;
    text_whole_q <= text_whole_d;
    ad_whole_q <= ad_whole_d;
    ad_q <= ad_d;
    crypt_end_q <= crypt_end_d;
    inject_end_q <= inject_end_d;
    closed_q <= closed_d;
    given_q <= given_d;
    carry_q <= carry_d;
  end

  always_ff @(posedge clk_i) begin
    if (load_tag) tag_o <= data_q;
  end

  always_comb begin
    block_o.start = state_q == InStart;
    block_o.crypt = text_q;
    block_o.last = last;
    block_o.open = open_q;
    block_o.stay = stay_q;
    block_o.later = first_q;
    block_o.close = !closed_q && (last || (text_q && !text_whole_q));
    block_o.crypt_end = crypt_end_q;
    block_o.inject_start = text_q ? TextBytes : '0;
    block_o.inject_end = ad_q ? inject_end_q : text_q ? TextBytes : '0;
    if (block_o.start) block_o.inject_end = StartBytes;
  end

  assign block_taken_o = (complete && body_due_i) || (state_q == InStart && start_due_i);
  assign start_o = state_q == InStart;
  assign abort_o = state_q == InAbort;
  assign text_open_o = given_q && !closed_q;

endmodule
