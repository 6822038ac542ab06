// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences one transaction: selects the operation of the words in every cycle, while the cipher computes the
// next block and GHASH its product in parallel. roundel_aes_la_steps defines what each state does. Per block:
//   AES-GCM   StFinal (keystream), StStart (next block), StTake (text added), StLengthLow/High, StPad, StHash
//   CMAC      StTake, StPad and StPeek; StFinal adds the block to the cipher's result, StStart restarts it
//   AES-Hash  like CMAC, but StLoad loads the block as key and then starts the cipher
//   Fortuna   StFinal, StStart, StGive (beats of the block); the last two blocks become the next key
//
// Schedule:   cycles of a state: StCommand and StTake one per beat (text: two, output permitting); StKey 9 or
//             17; StWipe 32; StMask and StLoad 16; StDouble 10; StSelf 8; StFirst, StFirstHash, StRestart 5;
//             StSubkey, StHash, StHashLengths, StHashEnd, StLength 4; StRest 3; StGive 5 per beat; StDecide,
//             StReset, StLengthLow, StLengthHigh 1; StPad one per beat it fills, and 1. GHASH states wait for
//             hash_ready_i, StStart and StFinal for slots of the cipher, StPeek and StBody for a beat; states
//             that send a beat wait for free_i.
// Interfaces: beats from the input register; beat checks from roundel_aes_la_beat; command_i from
//             roundel_aes_la_command; turn_i from roundel_aes_la_cipher; hash_ready_i from
//             roundel_aes_la_ghash; free_i from roundel_aes_la_output; carry_i and unlike_i from
//             roundel_aes_la_words. start_o, finish_o, take_o to roundel_aes_la_steps; status_o also to
//             roundel_aes_la_beat and roundel_aes_la_command.
// Reference:  SP 800-38B section 6.2; SP 800-38D section 7.

module roundel_aes_la_control
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic     beat_valid_i,  // a beat is in the input register
  input  beat_t    beat_i,  // that beat
  input  logic     well_i,        // the beat is well formed: tkeep is contiguous, and partial only with tlast
  input  logic     due_i,         // the beat is well formed and has an expected kind and size
  input  logic     block_ends_i,  // the beat is the last one of a segment or of a 16-byte block
  input  logic     nonce_12_i,    // the beat ends a nonce of exactly 12 bytes
  input  command_t command_i,  // the command, as far as its beats have arrived
  output logic     pop_o,  // the beat is accepted

  input  logic    carry_i,  // carry of the sum of the word that was read one cycle before
  input  logic unlike_i,   // one cycle before, the beat and the half of the word that was read differed
  input  turn_t   turn_i,  // position of the cipher in its schedule
  input  logic    hash_ready_i,  // GHASH is ready for a block
  input  logic    hash_load_i,  // GHASH reads a word of a block
  input  logic    free_i,  // the output register is empty
  output status_t status_o,  // state of the transaction, with the tag comparison of this cycle
  output logic    start_o,       // the cipher is started
  output logic    finish_o,      // the transaction ends without an error
  output logic    take_o         // in StTake, the beat is accepted
);

  localparam bit Multi = Hash || Mac || Prng;  // more than AES-GCM

  status_t status_d, status_q;
  // The state has its own register with one bit per state, because every path begins with it. With so many
  // states, synthesis alone would select a binary encoding.
  state_e state_d, state;
  (* fsm_encoding = "one-hot" *) state_e state_q;
  phase_e phase;
  logic gcm, mac, hash, prng;
  logic [1:0] stage;
  logic [4:0] count, beats;
  logic none, whole, last, eighth, four, counted, again, there;
  logic keep_beats, step_beats, begin_block, fail, finish, start;

  assign state = state_q;
  assign phase = status_q.phase;
  assign stage = status_q.stage;
  assign count = status_q.count;
  assign beats = status_q.beats;
  assign mac = Mac && command_i.service == ServiceMac;
  assign hash = Hash && command_i.service == ServiceHash;
  assign prng = Prng && command_i.service == ServicePrng;
  assign gcm = !mac && !hash && !prng;

  assign none = !beat_i.keep[0];
  assign whole = beat_i.keep[1];
  assign last = beat_i.last;
  assign eighth = beats[2:0] == 3'd7;
  assign four = count[1:0] == 2'd3;
  assign take_o = state == StTake && beat_valid_i && (phase != OfText || free_i);

  logic unused;
  assign unused = ^{turn_i, beat_i.data};
  assign counted = hash_load_i || state inside {StWipe, StKey, StSubkey, StFirst, StRestart} ||
      (state == StFirstHash && hash_ready_i) ||
      (Multi && (state inside {StRest, StDouble, StMask, StLoad, StLength, StSelf} ||
                 (state == StGive && !count[2])));
  assign there = status_q.live && (!Multi || status_q.live_prng == prng);

  always_comb begin
    status_d = status_o;
    state_d = state_q;
    status_d.tag = take_o && phase == OfTag;
    if (state != StGive || !count[2]) status_d.carry = carry_i;
    keep_beats = 1'b0;
    step_beats = 1'b0;
    pop_o = 1'b0;
    fail = 1'b0;
    finish = 1'b0;
    begin_block = 1'b0;
    start = 1'b0;
    again = 1'b0;

    unique case (state)
      StReset: state_d = StWipe;
      StWipe: begin
        status_d.text_open = 1'b0;
        if (count == '1) begin
          state_d = status_q.failed ? StError : status_q.held ? StDecide : StCommand;
          status_d.failed = 1'b0;
          status_d.held = 1'b0;
        end
      end
      StDrop: begin
        pop_o = beat_i.kind != KindCmd;
        if (beat_valid_i && beat_i.kind == KindCmd) state_d = StCommand;
      end
      StCommand: begin
        pop_o = 1'b1;
        keep_beats = 1'b1;
        step_beats = beat_valid_i;
        if (beat_valid_i) begin
          if (last) state_d = StDecide;
          fail = !well_i || !whole || beat_i.kind != KindCmd || last != eighth;
        end
      end
      StDecide: begin
        {status_d.stage, status_d.odd, status_d.ended, status_d.begun, status_d.empty} = '0;
        {status_d.keep, status_d.live} = '0;
        {status_d.ad_fits, status_d.text_fits} = '1;
        status_d.long_key = (command_i.goes_on && status_q.long_key) || prng || hash;
        status_d.phase = hash ? OfMessage : prng ? OfSeed : command_i.goes_on ? OfNonce : OfKey;
        state_d = StTake;
        if (status_q.live && !command_i.goes_on) begin
          status_d.held = 1'b1;
          state_d = StWipe;
        end
        fail = !command_i.good || (command_i.goes_on && !there);
      end

      StTake: begin
        keep_beats = 1'b1;
        step_beats = take_o && (whole || (mac && phase == OfMessage && !none));
        if (take_o) begin
          pop_o = 1'b1;
          fail = !due_i;
          status_d.odd = !none && !whole;
          status_d.ended = last;
          status_d.empty = none && beats[2:0] == '0;
          status_d.short_block = last && !(whole && eighth);
          if (phase == OfText && due_i) status_d.text_open = !last;
          if (block_ends_i) begin
            state_d = status_d.empty ? StBody : StLengthLow;
            unique case (phase)
              OfKey: begin
                status_d.long_key = beats[4] || (!none && beats[3]);
                state_d = StKey;
                keep_beats = 1'b0;
              end
              OfTag:   state_d = status_q.text_fits ? StEmpty : StVerdict;
              OfNonce: begin
                if (status_d.empty) state_d = StHashLengths;
                if (nonce_12_i) state_d = StFirst;
              end
              OfMessage: begin
                if (mac || status_d.empty) state_d = hash && beats[3] ? StLength : StPad;
              end
              OfSeed: begin
                status_d.phase = OfRandom;
                state_d = command_i.goes_on ? StStart : StKey;
                keep_beats = 1'b0;
              end
              default: ;
            endcase
          end
        end
      end
      StLengthLow, StLengthHigh: begin
        keep_beats = 1'b1;
        state_d = state == StLengthLow ? StLengthHigh : StPad;
        if (state == StLengthHigh) begin
          step_beats = status_q.odd;
          status_d.odd = 1'b0;
        end
      end
      StPad: begin
        keep_beats = 1'b1;
        step_beats = 1'b1;
        status_d.odd = 1'b1;  // CMAC: the first bit of the padding is written
        status_d.empty = 1'b0;
        if (beats[2:0] == '0 && !status_q.empty) begin
          step_beats = 1'b0;
          status_d.odd = 1'b0;
          if (gcm) begin
            state_d = StHash;
            keep_beats = 1'b0;
            status_d.begun = 1'b1;
          end else if (hash && beats[3]) begin
            state_d = status_q.ended ? StLength : StTake;
          end else if (mac && !status_q.ended) begin
            state_d = StPeek;
          end else begin
            begin_block = 1'b1;
          end
        end
      end
      StHash: begin
        if (hash_ready_i && four) begin
          again = 1'b1;
          if (status_q.ended) state_d = phase == OfNonce ? StHashLengths : StBody;
          else state_d = phase == OfText ? StFinal : StTake;
        end
      end

      StKey: begin
        if (status_q.long_key ? count[4] : count[3]) begin
          again = 1'b1;
          state_d = StStart;
          start = stage != 2'd3;
          finish = stage == 2'd3;
        end
      end
      StStart: begin
        // If the condition that leads here is known late, the cipher is started one cycle later.
        start = !status_q.started;
        if (turn_i.taken) begin
          unique case (phase)
            OfKey: state_d = StFinal;
            OfText: state_d = StTake;
            OfTag: state_d = gcm ? StHashEnd : StFinal;
            OfMessage: begin
              status_d.begun = 1'b1;
              state_d = StTake;
            end
            OfRandom: state_d = stage != '0 ? StFinal : status_q.begun ? StGive : StRest;
            default: state_d = StBody;
          endcase
        end
      end
      StFinal: begin
        if (turn_i.done) begin
          unique case (phase)
            OfKey: state_d = mac ? StDouble : StSubkey;
            OfText: begin
              state_d = StStart;
              start = 1'b1;
            end
            OfMessage: begin
              start = mac && !status_q.ended;
              if (mac) state_d = !status_q.ended ? StStart : status_q.short_block ? StDouble : StMask;
              else state_d = stage == 2'd3 ? StGive : stage == 2'd2 ? StSelf : StLoad;
            end
            OfRandom: begin
              status_d.begun = 1'b1;
              state_d = stage == 2'd2 ? StKey : StStart;
              start = stage != 2'd2;
              if (stage != '0) status_d.stage = stage + 2'd1;
            end
            default: begin
              pop_o = gcm && !command_i.open;
              if (mac) state_d = StGive;
              else state_d = command_i.open ? StTake : status_q.text_fits ? StEmpty : StTag;
            end
          endcase
        end
      end

      StHashLengths: begin
        if (hash_ready_i && four) begin
          again = 1'b1;
          state_d = phase == OfTag ? StStart : StHashEnd;
        end
      end
      StHashEnd: begin
        if (hash_ready_i && four) begin
          again = 1'b1;
          state_d = phase == OfTag ? StFinal : StFirstHash;
        end
      end
      StFirstHash: begin
        again = count[2];
        if (count[2]) state_d = StRestart;
      end
      StSubkey, StFirst, StRestart: begin
        if (state == StSubkey ? four : count[2]) begin
          again = 1'b1;
          status_d.phase = state == StSubkey ? OfNonce : OfAd;
          state_d = state == StSubkey ? StTake : StStart;
          start = state != StSubkey;
        end
      end

      StBody: begin
        status_d.ended = 1'b0;
        if (beat_valid_i) begin
          if (beat_i.kind == KindAd && status_q.ad_fits) begin
            status_d.ad_fits = 1'b0;
            status_d.phase = OfAd;
            state_d = StTake;
          end else if (beat_i.kind == KindText && status_q.text_fits) begin
            status_d.ad_fits = 1'b0;
            status_d.text_fits = 1'b0;
            status_d.phase = OfText;
            state_d = StFinal;
          end else begin
            status_d.phase = OfTag;
            state_d = StHashLengths;
            fail = beat_i.kind != KindTag || !well_i || (command_i.open ? !whole : !none);
          end
        end
      end

      StEmpty: begin
        if (free_i) begin
          state_d = prng ? StFinal : command_i.open ? StVerdict : StTag;
          if (prng) status_d.stage = 2'd1;
          finish = prng && !command_i.stays;
        end
      end
      StTag: begin
        keep_beats = 1'b1;
        step_beats = free_i;
        finish = free_i && eighth;
      end
      StVerdict: finish = free_i;
      StAbort: begin
        status_d.failed = 1'b1;
        {status_d.live, status_d.keep, status_d.held, status_d.differs} = '0;
        if (free_i || !status_q.text_open) state_d = StWipe;
      end
      StError:   if (free_i) state_d = StDrop;
      default:   ;
    endcase

    if (Multi) begin
      unique case (state)
        StRest: begin
          again = count[1];
          if (count[1]) state_d = status_q.carry ? StEmpty : StFinal;
        end
        StGive: begin
          keep_beats = 1'b1;
          if (count[2] && free_i) begin
            again = 1'b1;
            step_beats = 1'b1;
            if (status_q.rest_end) begin
              keep_beats = 1'b0;
              status_d.stage = 2'd1;
              state_d = StFinal;
              finish = !prng || !command_i.stays;
            end else if (prng && eighth) begin
              keep_beats = 1'b0;
              state_d = StFinal;
            end
          end
        end
        StDouble: begin
          if (Mac && count[3] && count[0]) begin
            again = 1'b1;
            status_d.phase = OfMessage;
            state_d = phase == OfKey ? StTake : StMask;
          end
        end
        StPeek: begin
          if (beat_valid_i) begin
            pop_o = well_i && none && beat_i.kind == KindText;
            status_d.ended = pop_o;
            begin_block = 1'b1;
          end
        end
        StMask: begin
          if (Mac && count[3:0] == '1) begin
            again = 1'b1;
            status_d.phase = OfTag;
            state_d = StStart;
            start = 1'b1;
          end
        end
        StLoad: begin
          if (Hash && count[3:0] == '1) begin
            again = 1'b1;
            start = 1'b1;
            status_d.begun = 1'b1;
            status_d.empty = 1'b1;
            if (stage == 2'd1) status_d.stage = 2'd2;
            state_d = stage != '0 ? StFinal : status_q.ended ? StPad : StTake;
          end
        end
        StLength: begin
          if (Hash && four) begin
            again = 1'b1;
            status_d.stage = 2'd1;
            begin_block = 1'b1;
          end
        end
        StSelf: begin
          if (Hash && count[2:0] == '1) begin
            again = 1'b1;
            status_d.stage = 2'd3;
            state_d = StLoad;
          end
        end
        default: ;
      endcase
      if (begin_block) begin
        if (hash) state_d = status_q.begun ? StFinal : StLoad;
        else if (status_q.begun) state_d = StFinal;
        else if (!status_d.ended) state_d = StStart;
        else state_d = status_q.short_block ? StDouble : StMask;
      end
    end

    if (finish) begin
      status_d.live = command_i.stays;
      status_d.keep = command_i.stays;
      state_d = StWipe;
    end
    if (fail) begin
      state_d = StAbort;
      keep_beats = 1'b0;
      pop_o = state == StCommand;
    end

    if (state == StDecide) begin
      status_d.differs = 1'b0;
      status_d.live_prng = prng;
    end
    if (Multi && state == StGive && count[2:0] == 3'd3) status_d.rest_end = status_q.carry;
    status_d.started = start || state == StStart;
    status_d.beats = keep_beats ? beats + 5'(step_beats) : '0;
    // Zero where nothing is counted. States that count end at zero; StWipe does so by overflow.
    status_d.count = again ? '0 : count + 5'(counted);
    if (!Multi) {status_d.stage, status_d.live_prng, status_d.rest_end} = '0;
    if (!rst_ni) begin
      state_d = StReset;
      {status_d.count, status_d.beats} = '0;
      {status_d.keep, status_d.held, status_d.live, status_d.failed, status_d.differs, status_d.tag} = '0;
    end
  end

  assign start_o  = start;
  assign finish_o = finish;

  always_ff @(posedge clk_i) begin
    status_q <= status_d;
    state_q <= state_d;
  end
  // A beat of the tag is compared one cycle after it was accepted.
  always_comb begin
    status_o = status_q;
    status_o.state = state_q;
    if (status_q.tag && unlike_i) status_o.differs = 1'b1;
  end

endmodule
