// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What happens to each beat and each lane: every service is a row of passes over the state, with rounds
// behind most of them (docs/cores/multi-keccak-la.md has the passes of each service).
//
// A beat goes into the lane that is gathered, and a lane goes to the state when it is whole, or at once
// where zero is due. What a lane is (text, its bytes) stays with it: the state machine may be further on.

module la_control
  import la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic  beat_valid_i,
  input  beat_t beat_i,
  output logic  pop_o,

  output logic       command_write_o,
  output logic [2:0] command_beat_o,
  input  logic       good_i,
  input  command_t   command_i,
  output logic       session_o,
  output logic       generator_o,
  output logic       length_lane_o,
  input  logic       length_more_i,
  input  logic       length_whole_i,
  input  logic       length_last_i,
  input  logic [2:0] length_rest_i,

  output logic        put_o,
  output logic [15:0] put_data_o,
  output logic        put_text_o,
  output logic        close_o,
  output logic        take_o,
  output logic        wipe_o,
  input  logic        whole_i,
  input  logic [ 1:0] gathered_i,  // beats
  input  logic [63:0] lane_i,
  input  logic [ 7:0] bytes_i,
  input  logic        text_i,
  input  logic [ 3:0] size_i,

  output logic        lane_valid_o,
  input  logic        lane_ready_i,
  output logic [63:0] lane_o,
  input  logic [ 4:0] number_i,
  output logic [ 7:0] replace_o,
  output logic        give_o,
  output logic [ 7:0] give_bytes_o,
  output logic        give_last_o,
  output logic        aside_o,
  output logic [ 2:0] aside_number_o,
  output logic        kept_o,
  output logic        upper_o,
  output logic        permute_o,
  input  logic        giving_i,

  input  logic sum_valid_i,
  input  logic sum_any_i,   // a bit of it is set
  output logic checking_o,  // it is not to be given out: it is the tag's difference

  output logic                 bare_o,    // a beat of its own goes out
  output logic                 status_o,
  output logic [          1:0] code_o,
  output logic [UserWidth-1:0] kind_o,
  input  logic                 out_ready_i
);

  typedef enum logic [4:0] {
    StClear,      // the state is overwritten by zero
    StClearRest,  // what a pass has left, then all of it
    StCommand,
    StDecide,
    StKey,
    StKeyTail,    // the key's last byte
    StNonce,
    StStart,      // what else is in the block of key and nonce
    StAbsorb,     // bytes and suffix of a sponge
    StForget,
    StOut,
    StEmpty,      // an answer of no bytes
    StBegin,      // a block of AD and TEXT
    StRide,       // AD before its text
    StText,
    StSide,       // AD, if any, beside it
    StAd,
    StEnd,        // lane 24: is it the last block?
    StClose,      // the answer's text
    StTag,
    StVerdict,
    StAbort,      // text that was taken goes out
    StError,
    StDrop
  } state_e;

  state_e state_q, state_d;

  logic held_q, held_d;  // a command waits for the state to be cleared
  logic drop_q, drop_d;
  logic live_q, live_d, live_prng_q;  // a session, or a generator, goes on
  logic [3:0] count_q, count_d;  // beats of a segment of 16 bytes
  logic ended_q, ended_d;  // the message; AD before text; the tag
  logic suffix_q, suffix_d;  // it is due
  logic forget_q, forget_d;
  logic [7:0] carry_q;  // of the key, which is a byte off
  logic open_q, open_d, open_text_q;  // a segment goes on, of text
  logic text_ended_q, text_ended_d, ad_ended_q, ad_ended_d;
  logic has_text_q, has_text_d, has_ad_q, has_ad_d;  // of the block
  logic ride_q, ride_d;  // AD_FIRST, in the first block
  logic ridden_q, ridden_d;  // AD was put aside
  logic [1:0] aside_q;
  logic later_q, later_d;  // lanes 0 and 1 have been given out as a tag
  logic given_q, closed_q;  // text
  logic differs_q;
  logic tag_q;  // what is given out is one
  logic checking_q;  // sums of the tag may still be on their way, whatever has become of its segment
  logic [7:0] crypt_end_q, inject_end_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic good, none, whole, last, is_text, is_ad;
  assign good = beat_i.keep[0] >= beat_i.keep[1] && (beat_i.last || beat_i.keep[1]);
  assign none = !beat_i.keep[0];
  assign whole = beat_i.keep[1];
  assign last = beat_i.last;
  assign is_text = good && beat_i.kind == KindText;
  assign is_ad = good && beat_i.kind == KindAd;

  // Of a message's body, where anything may come.
  logic body, data_due, skip, tag_due;
  assign body = open_q ? (open_text_q ? is_text : is_ad) : is_text || is_ad;
  assign data_due = body && !none && (open_q || !(is_text ? text_ended_q : ad_ended_q));
  assign skip = body && none;
  assign tag_due = good && beat_i.kind == KindTag && !open_q && !(ride_q && !has_text_q) &&
      (command_i.open ? whole : none);

  // Of a key, a nonce or a tag: eight beats, the last one closed or an empty one behind it.
  logic fixed, fixed_ends;
  logic [UserWidth-1:0] fixed_kind;
  assign fixed_kind = state_q == StKey ? KindKey : state_q == StNonce ? KindNonce : KindTag;
  assign fixed = good && beat_i.kind == fixed_kind &&
      (count_q[3] ? none : whole && (!last || count_q[2:0] == 3'd7));
  assign fixed_ends = last;

  // Of a sponge.
  logic bytes_due;
  assign bytes_due = good && beat_i.kind == (command_i.prng ? KindSeed : KindText);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic aead, take, turn, in_rate, last_of_rate, room, fill, text_lane, finish, fail;
  logic [7:0] position, inject_start;

  assign aead = !command_i.hash && !command_i.mac && !command_i.prng;
  assign take = lane_valid_o && lane_ready_i;
  assign take_o = take;
  assign turn = take && !aside_o && number_i == 5'd24;
  assign in_rate = number_i < command_i.rate;
  assign last_of_rate = number_i == command_i.rate - 5'd1;
  assign room = !whole_i || take;
  assign text_lane = number_i < 5'(TextLanes);

  // Zero is due, or nothing more.
  always_comb begin
    unique case (state_q)
      StClear, StClearRest, StStart, StForget: fill = 1'b1;
      StNonce: fill = aead && number_i < 5'(NonceLane);
      StAbsorb: fill = ended_q || !in_rate;
      StOut: fill = length_more_i || number_i != '0;
      StRide: fill = ended_q && aside_q != 2'd3;
      StText: fill = later_q && number_i < 5'(TagLanes);
      StSide: fill = text_lane;
      StEnd: fill = number_i < 5'(AbsorbLanes) || (beat_valid_i && (data_due || tag_due));
      StTag: fill = !command_i.open || (ended_q && number_i >= 5'(TagLanes));
      default: fill = 1'b0;
    endcase
  end
  assign lane_valid_o = whole_i || fill;

  assign aside_o = state_q == StRide;
  assign aside_number_o = 3'd5 + 3'(aside_q);  // lanes 21 to 23
  assign kept_o = state_q == StEnd && ridden_q && !text_lane && number_i < 5'(AbsorbLanes);
  // A clearing pass goes over all operands.
  assign upper_o = kept_o || (state_q inside {StClear, StClearRest} && number_i[3]);

  // Bytes before the end of this lane's.
  assign position = {aside_o ? 5'(TextLanes) + 5'(aside_q) : number_i, 3'd0} + 8'(size_i);
  assign inject_start = has_text_q ? TextEnd : 8'd0;

  always_comb begin
    lane_o = lane_i;
    if (number_i == 5'd24 && state_q == StStart) lane_o[31:0] = {StartBytes, 16'd0, 8'hff};
    if (number_i == 5'd24 && state_q == StEnd) begin
      lane_o[31:0] = {
        has_ad_q ? inject_end_q : inject_start, inject_start, crypt_end_q, tag_due ? TagBytes : 8'd0
      };
    end
    if (number_i == 5'(PistonLane) && state_q == StStart) lane_o[0] = 1'b1;
    if (Sponge && state_q inside {StAbsorb, StForget}) begin
      // The last bit of the padding; of a full block of the generator the first one too.
      if (command_i.prng && number_i == 5'(TextLanes)) lane_o[1:0] = {1'b1, !ended_q};
      if (!command_i.prng && ended_q && last_of_rate) lane_o[63] = !lane_i[63];
    end
  end

  always_comb begin
    replace_o = '0;
    if (state_q inside {StClear, StClearRest} || (state_q == StForget && text_lane)) replace_o = '1;
    if (state_q == StTag && command_i.open && number_i < 5'(TagLanes)) replace_o = '1;
    if (text_i && command_i.open) replace_o = bytes_i;
  end

  assign checking_o = checking_q || (state_q == StTag && command_i.open);
  assign permute_o = state_q inside {StStart, StEnd, StAbsorb, StForget} ||
      (state_q == StOut && !command_i.prng && length_more_i);

  always_comb begin
    give_o = text_i || (state_q == StOut && in_rate && length_more_i) ||
        (state_q == StTag && number_i < 5'(TagLanes));
    give_last_o = text_i ? size_i[0] : state_q == StOut ? length_last_i : number_i == 5'd1;
    give_bytes_o = '1;
    if (text_i) give_bytes_o = bytes_i;
    else if (Sponge && state_q == StOut && !length_whole_i) begin
      for (int unsigned i = 0; i < 8; i++) give_bytes_o[i] = 3'(i) < length_rest_i;
    end
  end
  assign length_lane_o = state_q == StOut && take && in_rate && length_more_i;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats into lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic lane_full;  // this beat fills the lane
  assign lane_full = gathered_i == 2'd3 && whole;

  logic suffix_here;  // behind the beat's last byte
  assign suffix_here = state_q == StAbsorb && (suffix_q || last);

  always_comb begin
    put_data_o = beat_i.data;
    if (suffix_q || none) put_data_o[7:0] = suffix_here ? command_i.suffix : '0;
    if (suffix_q || !whole) begin
      put_data_o[15:8] = suffix_here && !suffix_q && !none ? command_i.suffix : '0;
    end
    if (state_q == StKey && aead) put_data_o = {beat_i.data[7:0], carry_q};
    if (state_q == StKeyTail) put_data_o = {8'h01, carry_q};
  end
  assign put_text_o = state_q == StText;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What to do
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    state_d = state_q;
    held_d = held_q;
    drop_d = drop_q;
    live_d = live_q;
    count_d = count_q;
    ended_d = ended_q;
    suffix_d = suffix_q;
    forget_d = forget_q;
    open_d = open_q;
    text_ended_d = text_ended_q;
    ad_ended_d = ad_ended_q;
    has_text_d = has_text_q;
    has_ad_d = has_ad_q;
    ride_d = ride_q;
    ridden_d = ridden_q;
    later_d = later_q;
    pop_o = 1'b0;
    put_o = 1'b0;
    close_o = 1'b0;
    wipe_o = 1'b0;
    bare_o = 1'b0;
    status_o = 1'b0;
    code_o = '0;
    command_write_o = 1'b0;
    finish = 1'b0;
    fail = 1'b0;

    unique case (state_q)
      StClearRest: if (turn) state_d = StClear;
      StClear: begin
        if (turn) begin
          state_d = drop_q ? StError : held_q ? StDecide : StCommand;
          held_d = 1'b0;
          drop_d = 1'b0;
        end
      end
      StDrop: begin
        pop_o = beat_i.kind != KindCmd;
        if (beat_valid_i && beat_i.kind == KindCmd) state_d = StCommand;
      end
      StCommand: begin
        pop_o = 1'b1;
        command_write_o = beat_valid_i;
        if (beat_valid_i) begin
          count_d = count_q + 4'd1;
          if (last) state_d = StDecide;
          fail = !good || !whole || beat_i.kind != KindCmd || last != (count_q[2:0] == 3'd7);
        end
      end
      StDecide: begin
        count_d = '0;
        ended_d = 1'b0;
        suffix_d = 1'b0;
        forget_d = command_i.forget;
        open_d = 1'b0;
        text_ended_d = 1'b0;
        ad_ended_d = 1'b0;
        has_text_d = 1'b0;
        has_ad_d = 1'b0;
        ride_d = command_i.ride;
        ridden_d = 1'b0;
        later_d = command_i.goes_on;
        live_d = 1'b0;
        fail = !good_i;
        if (live_q && !command_i.goes_on) begin
          held_d = 1'b1;
          state_d = StClear;
        end else if (command_i.hash || command_i.prng) begin
          state_d = StAbsorb;
        end else begin
          state_d = command_i.goes_on ? StBegin : StKey;
        end
      end

      StKey, StNonce: begin
        if (beat_valid_i) begin
          fail = !fixed;
          pop_o = count_q[3] || (room && !(state_q == StNonce && aead && number_i < 5'(NonceLane)));
          put_o = pop_o && !count_q[3];
          if (put_o) count_d = count_q + 4'd1;
          if (pop_o && fixed_ends) begin
            count_d = '0;
            if (state_q == StKey) state_d = aead ? StKeyTail : StNonce;
            else state_d = aead ? StStart : StAbsorb;
          end
        end
      end
      StKeyTail: begin
        put_o = room;
        close_o = room;
        if (room) state_d = StNonce;
      end
      StStart: if (turn) state_d = StBegin;

      StAbsorb: begin
        if (!ended_q && in_rate && room && !(whole_i && last_of_rate)) begin
          if (suffix_q) begin
            put_o = 1'b1;
            close_o = 1'b1;
            ended_d = 1'b1;
            suffix_d = 1'b0;
          end else if (beat_valid_i) begin
            fail = !bytes_due;
            pop_o = 1'b1;
            put_o = 1'b1;
            close_o = !whole;
            ended_d = !whole;
            suffix_d = whole && last;
          end
        end
        if (turn && ended_q) state_d = forget_q ? StForget : StOut;
        if (turn && ended_q && forget_q) ended_d = 1'b0;
      end
      StForget: begin
        if (turn) begin
          forget_d = 1'b0;
          suffix_d = length_more_i;
          state_d = length_more_i ? StAbsorb : StEmpty;
        end
      end
      StOut: begin
        if (!length_more_i && number_i == '0) state_d = StEmpty;
        if (turn) begin
          if (!length_more_i) finish = 1'b1;
          else if (command_i.prng) begin
            ended_d = 1'b0;
            suffix_d = 1'b1;
            state_d = StAbsorb;
          end
        end
      end
      StEmpty: begin
        bare_o = 1'b1;
        finish = out_ready_i;
      end

      StBegin, StSide: begin
        if (beat_valid_i && (state_q == StBegin || !text_lane)) begin
          pop_o = skip;
          fail = !data_due && !skip && !tag_due;
          if (data_due && is_text) begin
            has_text_d = 1'b1;
            if (state_q == StSide) ad_ended_d = 1'b1;
            state_d = state_q == StSide ? StEnd : StText;
          end else if (data_due) begin
            has_ad_d = 1'b1;
            if (!has_text_q && !ride_q) text_ended_d = 1'b1;
            state_d = ride_q && !has_text_q ? StRide : StAd;
          end else if (tag_due) begin
            state_d = StEnd;
          end
        end
      end
      StRide: begin
        if (ended_q) begin
          if (aside_q == 2'd3) begin
            ended_d = 1'b0;
            ridden_d = 1'b1;
            ad_ended_d = 1'b1;
            state_d = StBegin;
          end
        end else if (beat_valid_i) begin
          if (aside_q == 2'd3 || none) begin
            fail = !is_ad || !none;
            pop_o = 1'b1;
            close_o = 1'b1;
            ended_d = 1'b1;
          end else if (room && !(whole_i && aside_q == 2'd2)) begin
            fail = !is_ad;
            pop_o = 1'b1;
            put_o = 1'b1;
            close_o = last;
            ended_d = last;
          end
        end
      end
      StText: begin
        if (beat_valid_i && (none || (room && !(later_q && number_i < 5'(TagLanes))))) begin
          fail = !is_text;
          pop_o = 1'b1;
          put_o = !none;
          close_o = last;
          open_d = !last;
          if (lane_full && number_i == 5'(TextLanes - 1)) begin
            state_d = ridden_q ? StEnd : StSide;
          end else if (last) begin
            text_ended_d = 1'b1;
            state_d = ridden_q ? StEnd : StSide;
          end
        end
      end
      StAd: begin
        if (beat_valid_i && (none || room)) begin
          fail = !is_ad;
          pop_o = 1'b1;
          put_o = !none;
          close_o = last;
          open_d = !last;
          if (last && ride_q) ad_ended_d = 1'b1;
          if (lane_full && number_i == 5'(AbsorbLanes - 1)) begin
            state_d = StEnd;
          end else if (last) begin
            ad_ended_d = 1'b1;
            state_d = StEnd;
          end
        end
      end
      StEnd: begin
        if (beat_valid_i && number_i == 5'd24) begin
          pop_o = skip;
          fail = !data_due && !skip && !tag_due;
        end
        if (turn) begin
          has_text_d = 1'b0;
          has_ad_d = 1'b0;
          ride_d = 1'b0;
          ridden_d = 1'b0;
          later_d = 1'b0;
          state_d = !tag_due ? StBegin : command_i.open ? StTag : StClose;
        end
      end
      StClose: begin
        bare_o = !closed_q;
        if (out_ready_i || closed_q) begin
          pop_o = !command_i.open;
          state_d = command_i.open ? StVerdict : StTag;
        end
      end
      StTag: begin
        if (command_i.open && beat_valid_i && !ended_q && (count_q[3] || room)) begin
          fail = !fixed;
          pop_o = 1'b1;
          put_o = !count_q[3];
          if (put_o) count_d = count_q + 4'd1;
          ended_d = fixed_ends;
        end
        if (turn && !command_i.open) finish = 1'b1;
        if (turn && command_i.open) state_d = StClose;
      end
      StVerdict: begin
        bare_o = 1'b1;
        status_o = 1'b1;
        code_o = differs_q ? 2'(StatusRefused) : 2'(StatusAccepted);
        finish = out_ready_i;
      end

      StAbort: begin
        live_d = 1'b0;
        drop_d = 1'b1;
        count_d = '0;
        close_o = text_i;
        wipe_o = !text_i;
        if (!text_i && !giving_i) begin
          bare_o = given_q && !closed_q;
          if (out_ready_i || !bare_o) state_d = number_i == '0 ? StClear : StClearRest;
        end
      end
      StError: begin
        bare_o = 1'b1;
        status_o = 1'b1;
        code_o = 2'(StatusError);
        if (out_ready_i) state_d = StDrop;
      end
      default: state_d = StClear;
    endcase

    if ((state_q inside {StBegin, StSide, StEnd}) && pop_o) begin
      open_d = 1'b0;
      if (is_ad && (!open_q || ride_q)) ad_ended_d = 1'b1;
    end
    if (finish) begin
      live_d = command_i.stays && !(state_q == StVerdict && differs_q);
      count_d = '0;
      state_d = live_d ? StCommand : StClear;
    end
    if (fail) begin
      state_d = StAbort;
      put_o = 1'b0;
      close_o = 1'b0;
      pop_o = state_q == StCommand;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StClear;
      held_q <= 1'b0;
      drop_q <= 1'b0;
      live_q <= 1'b0;
      count_q <= '0;
    end else begin
      state_q <= state_d;
      held_q <= held_d;
      drop_q <= drop_d;
      live_q <= live_d;
      count_q <= count_d;
    end
  end

  always_ff @(posedge clk_i) begin
    ended_q <= ended_d;
    suffix_q <= suffix_d;
    forget_q <= forget_d;
    open_q <= open_d;
    text_ended_q <= text_ended_d;
    ad_ended_q <= ad_ended_d;
    has_text_q <= has_text_d;
    has_ad_q <= has_ad_d;
    ride_q <= ride_d;
    ridden_q <= ridden_d;
    later_q <= later_d;
    if (finish) live_prng_q <= command_i.prng;

    if (pop_o && put_o) open_text_q <= state_q == StText;
    if (state_q == StDecide) carry_q <= PackBytes;
    else if (put_o) carry_q <= beat_i.data[15:8];

    if (state_q == StDecide) aside_q <= '0;
    else if (take && aside_o) aside_q <= aside_q + 2'd1;

    if (turn) crypt_end_q <= '0;
    else if (take && text_i) crypt_end_q <= position;
    if (take && size_i != '0 && !text_i) inject_end_q <= position;

    if (state_q inside {StCommand, StDecide}) {given_q, closed_q} <= '0;
    else if (take && text_i) {given_q, closed_q} <= {1'b1, closed_q || give_last_o};
    if (state_q == StEnd) differs_q <= 1'b0;
    else if (checking_o && sum_valid_i && sum_any_i) differs_q <= 1'b1;
    if (state_q == StDecide) checking_q <= 1'b0;
    else if (state_q == StTag) checking_q <= command_i.open;
    if (state_q == StDecide) tag_q <= command_i.mac;
    else if (state_q == StTag) tag_q <= !command_i.open;
  end

  logic unused;
  assign unused = ^command_i;

  assign session_o = live_q && !live_prng_q;
  assign generator_o = live_q && live_prng_q;
  assign command_beat_o = count_q[2:0];

  always_comb begin
    if (tag_q || (state_q == StTag && !command_i.open)) kind_o = KindTag;
    else if (command_i.hash) kind_o = KindDigest;
    else if (command_i.prng) kind_o = KindRandom;
    else if (command_i.open) kind_o = KindUnverified;
    else kind_o = KindText;
  end

endmodule
