// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The state machine: every service is a row of passes over the state, with rounds behind most of them
// (docs/cores/multi-keccak-la.md has the passes of each service).
//
// A beat goes into the lane that is gathered, and a lane goes to the state when it is whole, or at once
// where zero is due. What may not come leads to STATUS = error, behind text that was taken.

module roundel_duplex_la_control
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  output state_e    state_o,
  output progress_t progress_o,

  input  logic                       beat_valid_i,
  input  logic                       command_beat_i,  // it is of one
  input  due_t                       due_i,
  output logic       [          3:0] count_o,       // beats of a segment of 16 bytes that have come
  output logic                       pop_o,

  output logic           command_write_o,
  input  logic           good_i,
  input  command_t       command_i,
  output logic           session_o,
  output logic           generator_o,
  input  logic           length_more_i,

  output logic       put_o,
  output logic       put_text_o,
  output logic       close_o,
  output logic       wipe_o,
  input  logic [1:0] gathered_i,  // beats
  input  logic       text_i,

  input logic       fill_i,        // zero is due, or nothing more
  input logic       room_i,        // for a beat
  input logic       turn_i,        // lane 24 of a pass goes
  input place_t     place_i,       // of the lane that is due
  input logic       aside_full_i,
  input logic       giving_i,

  input  logic       given_i,      // text
  input  logic       closed_i,
  input  logic       differs_i,    // the tag
  output logic       bare_o,       // a beat of its own goes out
  output logic       status_o,
  output logic [1:0] code_o,
  input  logic       out_ready_i
);

  state_e state_q, state_d;
  progress_t progress_q, progress_d;

  logic held_q, held_d;  // a command waits for the state to be cleared
  logic drop_q, drop_d;
  logic live_q, live_d, live_prng_q;  // a session, or a generator, goes on
  logic [3:0] count_q, count_d;
  logic finish, fail;

  logic lane_full;  // this beat fills the lane
  assign lane_full = gathered_i == 2'd3 && due_i.whole;

  // A beat, or what is due without one, that goes into the lane if there is room. Whether there is, is known
  // late: it says no more than that.
  logic wanted, ahead;
  always_comb begin
    unique case (state_q)
      StKey, StNonce: wanted = beat_valid_i && due_i.fixed && !count_q[3];
      StKeyTail: wanted = 1'b1;
      StAbsorb: wanted = progress_q.suffix || (beat_valid_i && due_i.bytes);
      StRide: wanted = beat_valid_i && due_i.ad && !due_i.none && !progress_q.ended && !aside_full_i;
      StText: wanted = beat_valid_i && due_i.text && !due_i.none;
      StAd: wanted = beat_valid_i && due_i.ad && !due_i.none;
      StTag: wanted = beat_valid_i && due_i.fixed && !count_q[3] && command_i.open && !progress_q.ended;
      default: wanted = 1'b0;
    endcase
  end
  assign put_o = wanted && room_i;
  assign ahead = !wanted || room_i;

  always_comb begin
    state_d = state_q;
    held_d = held_q;
    drop_d = drop_q;
    live_d = live_q;
    count_d = count_q;
    progress_d = progress_q;
    pop_o = 1'b0;
    close_o = 1'b0;
    wipe_o = 1'b0;
    bare_o = 1'b0;
    status_o = 1'b0;
    code_o = '0;
    command_write_o = 1'b0;
    finish = 1'b0;
    fail = 1'b0;

    unique case (state_q)
      StClearRest: if (turn_i) state_d = StClear;
      StClear: begin
        if (turn_i) begin
          state_d = drop_q ? StError : held_q ? StDecide : StCommand;
          held_d = 1'b0;
          drop_d = 1'b0;
        end
      end
      StDrop: begin
        pop_o = !command_beat_i;
        if (beat_valid_i && command_beat_i) state_d = StCommand;
      end
      StCommand: begin
        pop_o = 1'b1;
        command_write_o = beat_valid_i;
        if (beat_valid_i) begin
          count_d = count_q + 4'd1;
          if (due_i.last) state_d = StDecide;
          fail = !command_beat_i || due_i.none || !due_i.whole || due_i.last != (count_q[2:0] == 3'd7);
        end
      end
      StDecide: begin
        count_d = '0;
        progress_d = '0;
        progress_d.forget = command_i.forget;
        progress_d.ride = command_i.ride;
        progress_d.later = command_i.goes_on;
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
        fail = beat_valid_i && !due_i.fixed;
        pop_o = beat_valid_i && due_i.fixed && ahead;
        if (put_o) count_d = count_q + 4'd1;
        if (pop_o && due_i.last) begin
          count_d = '0;
          if (state_q == StKey) state_d = command_i.aead ? StKeyTail : StNonce;
          else state_d = command_i.aead ? StStart : StAbsorb;
        end
      end
      StKeyTail: begin
        close_o = put_o;
        if (put_o) state_d = StNonce;
      end
      StStart: if (turn_i) state_d = StBegin;

      StAbsorb: begin
        fail = beat_valid_i && !due_i.bytes && !progress_q.suffix && !progress_q.ended;
        pop_o = put_o && !progress_q.suffix;
        close_o = put_o && (progress_q.suffix || !due_i.whole);
        if (put_o) begin
          progress_d.ended = progress_q.suffix || !due_i.whole;
          progress_d.suffix = !progress_q.suffix && due_i.whole && due_i.last;
        end
        if (turn_i && progress_q.ended) state_d = progress_q.forget ? StForget : StOut;
        if (turn_i && progress_q.ended && progress_q.forget) progress_d.ended = 1'b0;
      end
      StForget: begin
        if (turn_i) begin
          progress_d.forget = 1'b0;
          progress_d.suffix = length_more_i;
          state_d = length_more_i ? StAbsorb : StEmpty;
        end
      end
      StOut: begin
        if (!fill_i) state_d = StEmpty;
        if (turn_i) begin
          if (!length_more_i) finish = 1'b1;
          else if (command_i.prng) begin
            progress_d.ended = 1'b0;
            progress_d.suffix = 1'b1;
            state_d = StAbsorb;
          end
        end
      end
      StEmpty: begin
        bare_o = 1'b1;
        finish = out_ready_i;
      end

      StBegin, StSide: begin
        if (beat_valid_i && !fill_i) begin
          pop_o = due_i.skip;
          fail = !due_i.data && !due_i.skip && !due_i.tag;
          if (due_i.data && due_i.text) begin
            progress_d.has_text = 1'b1;
            if (state_q == StSide) progress_d.ad_ended = 1'b1;
            state_d = state_q == StSide ? StEnd : StText;
          end else if (due_i.data) begin
            progress_d.has_ad = 1'b1;
            if (!progress_q.has_text && !progress_q.ride) progress_d.text_ended = 1'b1;
            state_d = progress_q.ride && !progress_q.has_text ? StRide : StAd;
          end else if (due_i.tag) begin
            state_d = StEnd;
          end
        end
      end
      StRide: begin
        if (progress_q.ended) begin
          if (aside_full_i) begin
            progress_d.ended = 1'b0;
            progress_d.ridden = 1'b1;
            progress_d.ad_ended = 1'b1;
            state_d = StBegin;
          end
        end else if (beat_valid_i) begin
          fail = !due_i.ad || (aside_full_i && !due_i.none);
          if (!fail && ahead) begin
            pop_o = 1'b1;
            close_o = due_i.last || due_i.none;
            progress_d.ended = due_i.last || due_i.none;
          end
        end
      end
      StText: begin
        fail = beat_valid_i && !due_i.text;
        if (beat_valid_i && due_i.text && ahead) begin
          pop_o = 1'b1;
          close_o = due_i.last;
          progress_d.open = !due_i.last;
          if (lane_full && place_i.text_end) begin
            state_d = progress_q.ridden ? StEnd : StSide;
          end else if (due_i.last) begin
            progress_d.text_ended = 1'b1;
            state_d = progress_q.ridden ? StEnd : StSide;
          end
        end
      end
      StAd: begin
        fail = beat_valid_i && !due_i.ad;
        if (beat_valid_i && due_i.ad && ahead) begin
          pop_o = 1'b1;
          close_o = due_i.last;
          progress_d.open = !due_i.last;
          if (due_i.last && progress_q.ride) progress_d.ad_ended = 1'b1;
          if (lane_full && place_i.ad_end) begin
            state_d = StEnd;
          end else if (due_i.last) begin
            progress_d.ad_ended = 1'b1;
            state_d = StEnd;
          end
        end
      end
      StEnd: begin
        if (beat_valid_i && place_i.last) begin
          pop_o = due_i.skip;
          fail = !due_i.data && !due_i.skip && !due_i.tag;
        end
        if (turn_i) begin
          progress_d.has_text = 1'b0;
          progress_d.has_ad = 1'b0;
          progress_d.ride = 1'b0;
          progress_d.ridden = 1'b0;
          progress_d.later = 1'b0;
          state_d = !due_i.tag ? StBegin : command_i.open ? StTag : StClose;
        end
      end
      StClose: begin
        bare_o = !closed_i;
        if (out_ready_i || closed_i) begin
          pop_o = !command_i.open;
          state_d = command_i.open ? StVerdict : StTag;
        end
      end
      StTag: begin
        if (command_i.open && beat_valid_i && !progress_q.ended) begin
          fail = !due_i.fixed;
          pop_o = due_i.fixed && ahead;
          if (put_o) count_d = count_q + 4'd1;
          if (pop_o) progress_d.ended = due_i.last;
        end
        if (turn_i && !command_i.open) finish = 1'b1;
        if (turn_i && command_i.open) state_d = StClose;
      end
      StVerdict: begin
        bare_o = 1'b1;
        status_o = 1'b1;
        code_o = differs_i ? 2'(StatusRefused) : 2'(StatusAccepted);
        finish = out_ready_i;
      end

      StAbort: begin
        live_d = 1'b0;
        drop_d = 1'b1;
        count_d = '0;
        close_o = text_i;
        wipe_o = !text_i;
        if (!text_i && !giving_i) begin
          bare_o = given_i && !closed_i;
          if (out_ready_i || !bare_o) state_d = place_i.first ? StClear : StClearRest;
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
      progress_d.open = 1'b0;
      if (due_i.ad && (!progress_q.open || progress_q.ride)) progress_d.ad_ended = 1'b1;
    end
    if (finish) begin
      live_d = command_i.stays && !(state_q == StVerdict && differs_i);
      count_d = '0;
      state_d = live_d ? StCommand : StClear;
    end
    if (fail) state_d = StAbort;
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
    progress_q <= progress_d;
    if (put_o) progress_q.open_text <= state_q == StText;
    if (finish) live_prng_q <= command_i.prng;
  end

  assign state_o = state_q;
  assign progress_o = progress_q;
  assign count_o = count_q;
  assign put_text_o = state_q == StText;
  assign session_o = live_q && !live_prng_q;
  assign generator_o = live_q && live_prng_q;

  logic unused;
  assign unused = ^{command_i, place_i};

endmodule
