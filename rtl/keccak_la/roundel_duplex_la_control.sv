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
//             start  SEAL, OPEN: StLoadKey, StPadKey, StLoadNonce, StStart, rounds; not if resumed
//             block  StWaitBlock, [StStoreAd: AD first,] StAbsorbText: lanes 0-20,
//                    [StAbsorbTrailingAd: AD in 21-23,] StEndBlock, rounds;
//                    with AD alone: StWaitBlock, StAbsorbAd: lanes 0-23, StEndBlock, rounds
//             tag    SEAL: StCloseText, StTag. OPEN: StTag, StCloseText, StVerdict. No rounds follow.
//             HASH   StAbsorb, rounds; StSqueeze, rounds while output remains
//             MAC    StLoadKey, StLoadNonce, then as HASH. VERIFY: StTag and StVerdict, not StSqueeze
//             PRNG   StAbsorb, rounds; [StForget, rounds;] StSqueeze; [StAbsorb: padding, rounds; StSqueeze;]
//             error  StAbort, [StClearRemaining,] StClear, StError; StDrop until the next command
// Interfaces: beats from roundel_duplex_la_beat; to and from all other modules of roundel_duplex_la_core
// Reference:  docs/cores/multi-keccak-la.md, passes and cycle budget

module roundel_duplex_la_control
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Sponge = 1'b0  // HASH, MAC or PRNG is available: the states of a sponge are reached
) (
  input logic clk_i,
  input logic rst_ni,

  output state_e    state_o,     // current state
  output progress_t progress_o,  // progress of the transaction

  input  logic                 beat_valid_i,    // a beat is offered
  input  logic                 command_beat_i,  // the beat is of a command
  input  beat_class_t          beat_class_i,    // what the beat is, and whether it is expected
  output logic [          3:0] count_o,         // accepted beats of a command, key, nonce or tag; 8: all
  output logic                 pop_o,           // the beat is accepted

  output logic     command_write_o,    // the beat is written into the command
  input  logic     cmd_ok_i,           // the command is legal
  input  command_t command_i,          // current command
  output logic     session_valid_o,    // a kept session can be resumed
  output logic     generator_valid_o,  // a kept generator can be resumed
  input  logic     length_more_i,      // output bytes remain

  output logic       gather_write_o,       // bytes go into the gathered lane
  output logic       gather_write_text_o,  // the bytes that go into the gathered lane are text
  output logic       gather_close_o,       // the gathered lane is closed
  output logic       gather_clear_o,       // the gathered lane is cleared
  input  logic [1:0] gathered_i,           // index of the next beat in the gathered lane
  input  logic       text_i,               // the gathered lane is text

  input logic   fill_i,        // a lane of zero is expected, or no further beat
  input logic   can_accept_i,  // the gathered lane can accept a beat
  input logic   pass_end_i,    // lane 24 of a pass is accepted
  input place_t place_i,       // position in the pass of the next lane
  input logic   store_full_i,  // all three lanes of AD before text are stored
  input logic   sending_i,     // a sum is output now, or will be by the step that follows

  input  logic       text_sent_i,     // text was sent in this transaction
  input  logic       closed_i,        // the segment of the sent text was closed
  input  logic       accepted_i,      // the received tag was compared and matched
  output logic       single_beat_o,   // a separate beat is sent
  output logic       status_o,        // the separate beat is a STATUS
  output logic       verdict_o,       // the STATUS is the verdict on the tag; otherwise it is ERROR
  input  logic       out_ready_i      // the output accepts a lane or a separate beat
);

  state_e state_q, state_d;
  progress_t progress_q, progress_d;

  logic held_q, held_d;  // a command waits until the state is cleared
  logic drop_q, drop_d;
  logic live_q, live_d, live_prng_q;  // a session or a generator is kept
  logic [3:0] count_q, count_d;
  logic finish, fail;

  logic lane_full;  // this beat fills the lane
  assign lane_full = gathered_i == 2'd3 && beat_class_i.full;

  // wanted: a beat, or a byte that is expected without a beat, goes into the lane if the lane can accept it.
  // can_accept_i is known late in the cycle, so it enables only this transfer.
  logic wanted, ahead;
  always_comb begin
    unique case (state_q)
      StLoadKey, StLoadNonce: wanted = beat_valid_i && beat_class_i.fixed && !count_q[3];
      StPadKey: wanted = 1'b1;
      StAbsorb: wanted = Sponge && (progress_q.suffix || (beat_valid_i && beat_class_i.bytes));
      StStoreAd: begin
        wanted = beat_valid_i && beat_class_i.ad && !beat_class_i.empty && !progress_q.ended && !store_full_i;
      end
      StAbsorbText: wanted = beat_valid_i && beat_class_i.text && !beat_class_i.empty;
      StAbsorbAd: wanted = beat_valid_i && beat_class_i.ad && !beat_class_i.empty;
      StTag: begin
        wanted = beat_valid_i && beat_class_i.fixed && !count_q[3] && command_i.check && !progress_q.ended;
      end
      default: wanted = 1'b0;
    endcase
  end
  assign gather_write_o = wanted && can_accept_i;
  assign ahead = !wanted || can_accept_i;

  always_comb begin
    state_d = state_q;
    held_d = held_q;
    drop_d = drop_q;
    live_d = live_q;
    count_d = count_q;
    progress_d = progress_q;
    pop_o = 1'b0;
    gather_close_o = 1'b0;
    gather_clear_o = 1'b0;
    single_beat_o = 1'b0;
    status_o = 1'b0;
    verdict_o = 1'b0;
    command_write_o = 1'b0;
    finish = 1'b0;
    fail = 1'b0;

    unique case (state_q)
      StClearRemaining: if (pass_end_i) state_d = StClear;
      StClear: begin
        if (pass_end_i) begin
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
        // The kind is checked first: no other segment leaves anything in the command.
        command_write_o = beat_valid_i && command_beat_i;
        if (beat_valid_i) begin
          count_d = count_q + 4'd1;
          if (beat_class_i.last) state_d = StDecide;
          fail = !command_beat_i || beat_class_i.empty || !beat_class_i.full ||
              beat_class_i.last != (count_q[2:0] == 3'd7);
        end
      end
      StDecide: begin
        count_d = '0;
        progress_d = '0;
        progress_d.forget = command_i.forget;
        progress_d.ad_first = command_i.ad_first;
        progress_d.resumed = command_i.resume;
        live_d = 1'b0;
        fail = !cmd_ok_i;
        if (live_q && !command_i.resume) begin
          held_d = 1'b1;
          state_d = StClear;
        end else if (command_i.hash || command_i.prng) begin
          state_d = StAbsorb;
        end else begin
          state_d = command_i.resume ? StWaitBlock : StLoadKey;
        end
      end

      StLoadKey, StLoadNonce: begin
        fail = beat_valid_i && !beat_class_i.fixed;
        pop_o = beat_valid_i && beat_class_i.fixed && ahead;
        if (gather_write_o) count_d = {beat_class_i.ends, count_q[2:0] + 3'd1};
        if (pop_o && beat_class_i.last) begin
          count_d = '0;
          if (state_q == StLoadKey) state_d = command_i.aead ? StPadKey : StLoadNonce;
          else state_d = command_i.aead ? StStart : StAbsorb;
        end
      end
      StPadKey: begin
        gather_close_o = gather_write_o;
        if (gather_write_o) state_d = StLoadNonce;
      end
      StStart: if (pass_end_i) state_d = StWaitBlock;

      StAbsorb:
      if (Sponge) begin
        fail = beat_valid_i && !beat_class_i.bytes && !progress_q.suffix && !progress_q.ended;
        pop_o = gather_write_o && !progress_q.suffix;
        gather_close_o = gather_write_o && (progress_q.suffix || !beat_class_i.full);
        if (gather_write_o) begin
          progress_d.ended = progress_q.suffix || !beat_class_i.full;
          progress_d.suffix = !progress_q.suffix && beat_class_i.full && beat_class_i.last;
        end
        if (pass_end_i && progress_q.ended) begin
          state_d = progress_q.forget ? StForget : command_i.mac && command_i.check ? StTag : StSqueeze;
          progress_d.ended = 1'b0;
        end
      end
      StForget:
      if (Sponge) begin
        if (pass_end_i) begin
          progress_d.forget = 1'b0;
          progress_d.suffix = length_more_i;
          state_d = length_more_i ? StAbsorb : StSendEmpty;
        end
      end
      StSqueeze:
      if (Sponge) begin
        if (!fill_i) state_d = StSendEmpty;
        if (pass_end_i) begin
          if (!length_more_i) finish = 1'b1;
          else if (command_i.prng) begin
            progress_d.ended = 1'b0;
            progress_d.suffix = 1'b1;
            state_d = StAbsorb;
          end
        end
      end
      StSendEmpty:
      if (Sponge) begin
        single_beat_o = 1'b1;
        finish = out_ready_i;
      end

      StWaitBlock, StAbsorbTrailingAd: begin
        if (beat_valid_i && !fill_i) begin
          pop_o = beat_class_i.skip;
          fail = !beat_class_i.data && !beat_class_i.skip && !beat_class_i.tag;
          if (beat_class_i.data && beat_class_i.text) begin
            progress_d.has_text = 1'b1;
            if (state_q == StAbsorbTrailingAd) progress_d.ad_ended = 1'b1;
            state_d = state_q == StAbsorbTrailingAd ? StEndBlock : StAbsorbText;
          end else if (beat_class_i.data) begin
            progress_d.has_ad = 1'b1;
            if (!progress_q.has_text && !progress_q.ad_first) progress_d.text_ended = 1'b1;
            state_d = progress_q.ad_first && !progress_q.has_text ? StStoreAd : StAbsorbAd;
          end else if (beat_class_i.tag) begin
            state_d = StEndBlock;
          end
        end
      end
      StStoreAd: begin
        if (progress_q.ended) begin
          if (store_full_i) begin
            progress_d.ended = 1'b0;
            progress_d.ad_stored = 1'b1;
            progress_d.ad_ended = 1'b1;
            state_d = StWaitBlock;
          end
        end else if (beat_valid_i) begin
          fail = !beat_class_i.ad || (store_full_i && !beat_class_i.empty);
          if (!fail && ahead) begin
            pop_o = 1'b1;
            gather_close_o = beat_class_i.last || beat_class_i.empty;
            progress_d.ended = beat_class_i.last || beat_class_i.empty;
          end
        end
      end
      StAbsorbText: begin
        fail = beat_valid_i && !beat_class_i.text;
        if (beat_valid_i && beat_class_i.text && ahead) begin
          pop_o = 1'b1;
          gather_close_o = beat_class_i.last;
          progress_d.open = !beat_class_i.last;
          if (lane_full && place_i.text_end) begin
            state_d = progress_q.ad_stored ? StEndBlock : StAbsorbTrailingAd;
          end else if (beat_class_i.last) begin
            progress_d.text_ended = 1'b1;
            state_d = progress_q.ad_stored ? StEndBlock : StAbsorbTrailingAd;
          end
        end
      end
      StAbsorbAd: begin
        fail = beat_valid_i && !beat_class_i.ad;
        if (beat_valid_i && beat_class_i.ad && ahead) begin
          pop_o = 1'b1;
          gather_close_o = beat_class_i.last;
          progress_d.open = !beat_class_i.last;
          if (beat_class_i.last && progress_q.ad_first) progress_d.ad_ended = 1'b1;
          if (lane_full && place_i.ad_end) begin
            state_d = StEndBlock;
          end else if (beat_class_i.last) begin
            progress_d.ad_ended = 1'b1;
            state_d = StEndBlock;
          end
        end
      end
      StEndBlock: begin
        if (beat_valid_i && place_i.last) begin
          pop_o = beat_class_i.skip;
          fail = !beat_class_i.data && !beat_class_i.skip && !beat_class_i.tag;
        end
        if (pass_end_i) begin
          progress_d.has_text = 1'b0;
          progress_d.has_ad = 1'b0;
          progress_d.ad_first = 1'b0;
          progress_d.ad_stored = 1'b0;
          progress_d.resumed = 1'b0;
          state_d = !beat_class_i.tag ? StWaitBlock : command_i.check ? StTag : StCloseText;
        end
      end
      StCloseText: begin
        single_beat_o = !closed_i;
        if (out_ready_i || closed_i) begin
          pop_o = !command_i.check;
          state_d = command_i.check ? StVerdict : StTag;
        end
      end
      StTag: begin
        if (command_i.check && beat_valid_i && !progress_q.ended) begin
          fail = !beat_class_i.fixed;
          pop_o = beat_class_i.fixed && ahead;
          gather_close_o = pop_o && beat_class_i.last;
          if (gather_write_o) count_d = {beat_class_i.ends, count_q[2:0] + 3'd1};
          if (pop_o) progress_d.ended = beat_class_i.last;
        end
        if (pass_end_i && !command_i.check) finish = 1'b1;
        if (pass_end_i && command_i.check) state_d = command_i.mac ? StVerdict : StCloseText;
      end
      StVerdict: begin
        single_beat_o = 1'b1;
        status_o = 1'b1;
        verdict_o = 1'b1;
        finish = out_ready_i;
      end

      StAbort: begin
        live_d = 1'b0;
        drop_d = 1'b1;
        count_d = '0;
        gather_close_o = text_i;
        gather_clear_o = !text_i;
        // In the first cycle, a lane that is full may still go to the state: place_i follows it.
        if (drop_q && !text_i && !sending_i) begin
          single_beat_o = text_sent_i && !closed_i;
          if (out_ready_i || !single_beat_o) state_d = place_i.first ? StClear : StClearRemaining;
        end
      end
      StError: begin
        single_beat_o = 1'b1;
        status_o = 1'b1;
        if (out_ready_i) state_d = StDrop;
      end
      default: state_d = StClear;
    endcase

    if ((state_q inside {StWaitBlock, StAbsorbTrailingAd, StEndBlock}) && pop_o) begin
      progress_d.open = 1'b0;
      if (beat_class_i.ad && (!progress_q.open || progress_q.ad_first)) progress_d.ad_ended = 1'b1;
    end
    if (finish) begin
      live_d = command_i.keep_session && (state_q != StVerdict || accepted_i);
      count_d = '0;
      state_d = live_d ? StCommand : StClear;
    end
    if (fail) state_d = StAbort;
    if (!Sponge) begin
      progress_d.suffix = 1'b0;
      progress_d.forget = 1'b0;
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
    progress_q <= progress_d;
    if (gather_write_o) progress_q.open_text <= state_q == StAbsorbText;
    if (finish) live_prng_q <= command_i.prng;
  end

  assign state_o = state_q;
  assign progress_o = progress_q;
  assign count_o = count_q;
  assign gather_write_text_o = state_q == StAbsorbText;
  assign session_valid_o = live_q && !live_prng_q;
  assign generator_valid_o = live_q && live_prng_q;

  logic unused;
  assign unused = ^{command_i, place_i};

endmodule
