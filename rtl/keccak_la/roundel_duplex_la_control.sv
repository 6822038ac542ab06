// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences the services: each service is a series of passes over the state, and rounds follow most passes.
// A beat goes into the lane that is gathered. A lane goes to the state when it is full, or at once where zero
// is expected. A beat that may not come leads to STATUS = error, after the text that was accepted.
//
// Schedule:   Outputs follow the state register and the inputs in the same cycle; at most one beat per cycle.
//             Command: 8 beats, then 1 cycle in StDecide. Pass: 25 lanes, then 30n + 5 cycles of n rounds,
//             24 for HASH and MAC, 12 for SEAL and OPEN, either for PRNG. StClear: a pass of 25 cycles after
//             reset, an error or a transaction that keeps nothing, or if a command leaves a kept session or
//             generator unused; StDecide follows the last of these again.
//             start  StKey, StKeyTail, StNonce, StStart, rounds; omitted by a resumed session (SEAL, OPEN)
//             block  StBegin, [StRide: AD first,] StText: lanes 0-20, [StSide: AD in 21-23,] StEnd, rounds;
//                    with AD alone: StBegin, StAd: lanes 0-23, StEnd, rounds
//             tag    SEAL: StClose, StTag. OPEN: StTag, StClose, StVerdict. No rounds follow.
//             HASH, MAC  [MAC: StKey, StNonce,] StAbsorb, rounds; StOut, rounds while output remains
//             PRNG       StAbsorb, rounds; [StForget, rounds;] StOut; [StAbsorb: padding, rounds; StOut;]
//             error      StAbort, [StClearRest,] StClear, StError; StDrop until the next command
// Interfaces: beats from roundel_duplex_la_beat; to and from all other modules of roundel_duplex_la_core
// Reference:  docs/cores/multi-keccak-la.md, passes and cycle budget

module roundel_duplex_la_control
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  output state_e    state_o,     // current state
  output progress_t progress_o,  // progress of the transaction

  input  logic                       beat_valid_i,    // a beat is offered
  input  logic                       command_beat_i,  // the beat is of a command
  input  due_t                       due_i,           // what the beat is, and whether it is expected
  output logic       [          3:0] count_o,         // accepted beats of a command or of a 16-byte segment
  output logic                       pop_o,           // the beat is accepted

  output logic           command_write_o,  // the beat is written into the command
  input  logic           good_i,           // cmd_ok: the command is legal
  input  command_t       command_i,        // current command
  output logic           session_o,        // session_valid: a kept session can be resumed
  output logic           generator_o,      // a kept generator can be resumed
  input  logic           length_more_i,    // output bytes remain

  output logic       put_o,       // bytes go into the gathered lane
  output logic       put_text_o,  // the bytes that go into the gathered lane are text
  output logic       close_o,     // the gathered lane is closed
  output logic       wipe_o,      // the gathered lane is cleared
  input  logic [1:0] gathered_i,  // index of the next beat in the gathered lane
  input  logic       text_i,      // the gathered lane is text

  input logic       fill_i,        // a lane of zero is expected, or no further beat
  input logic       room_i,        // the gathered lane can accept a beat
  input logic       turn_i,        // lane 24 of a pass is accepted
  input place_t     place_i,       // position in the pass of the next lane
  input logic       aside_full_i,  // all three lanes of AD before text are stored
  input logic       giving_i,      // a sum is output now, or will be by the step that follows

  input  logic       given_i,     // text was sent in this transaction
  input  logic       closed_i,    // the segment of the sent text was closed
  input  logic       differs_i,   // tag_mismatch: the received tag did not match
  output logic       bare_o,      // a separate beat is sent
  output logic       status_o,    // the separate beat is a STATUS
  output logic [1:0] code_o,      // code of the STATUS
  input  logic       out_ready_i  // the output accepts a lane or a separate beat
);

  state_e state_q, state_d;
  progress_t progress_q, progress_d;

  logic held_q, held_d;  // a command waits until the state is cleared
  logic drop_q, drop_d;
  logic live_q, live_d, live_prng_q;  // a session or a generator is kept
  logic [3:0] count_q, count_d;
  logic finish, fail;

  logic lane_full;  // this beat fills the lane
  assign lane_full = gathered_i == 2'd3 && due_i.whole;

  // wanted: a beat, or a byte that is expected without a beat, goes into the lane if the lane can accept it.
  // room_i is known late in the cycle, so it enables only this transfer.
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
