// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences one transaction: selects the operation of the words in every cycle, while the cipher computes the
// next block and GHASH its product in parallel. roundel_aes_la_steps defines what each state does. Per block:
//   AES-GCM   StCipherFinal (keystream), StCipherStart (next block), StInput (text added), StLengthLow,
//             StLengthHigh, StPad, StGhash
//   CMAC      StInput, StPad, StCheckLast; StCipherFinal adds the block, StCipherStart restarts the cipher
//   AES-Hash  like CMAC, but StLoadBlock loads the block as key and then starts the cipher
//   Fortuna   StCipherFinal, StCipherStart, StOutput (the block); the last two blocks become the next key
//
// Schedule:   cycles of a state: StCommand and StInput one per beat (text: two, output permitting); StLoadKey
//             9 or 17; StClear 32; StAddSubkey and StLoadBlock 16; StDoubleSubkey 10; StCopyChain 8; StJ0,
//             StJ0Ghash, StClearGhash 5; StGhashSubkey, StGhash, StGhashLengths, StGhashZero, StAppendLength
//             4; StCheckRemaining 3; StOutput 5 per beat; StCheckCommand, StReset, StLengthLow, StLengthHigh
//             1; StPad one per beat it fills, and 1. GHASH states wait for ghash_ready_i, StCipherStart and
//             StCipherFinal for slots of the cipher, StCheckLast and StNextSegment for a beat; states that
//             send a beat wait for out_ready_i.
// Interfaces: beats from the input register; beat checks from roundel_aes_la_beat; command_i from
//             roundel_aes_la_command; slot_i from roundel_aes_la_cipher; ghash_ready_i from
//             roundel_aes_la_ghash; out_ready_i from roundel_aes_la_output; carry_i and mismatch_i from
//             roundel_aes_la_words. start_o, finish_o, in_fire_o to roundel_aes_la_steps; status_o also to
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
  input  logic     well_formed_i,  // the beat is well formed: contiguous tkeep, and partial only with tlast
  input  logic     expected_i,  // the beat is well formed and has an expected kind and size
  input  logic     block_ends_i,  // the beat is the last one of a segment or of a 16-byte block
  input  logic     nonce_96bit_i,  // the beat ends a nonce of exactly 12 bytes
  input  logic     tag_end_i,  // in a tag, the beat has the last byte
  input  command_t command_i,  // the command, as far as its beats have arrived
  output logic     pop_o,  // the beat is accepted

  input  logic    carry_i,  // carry of the sum of the word that was read one cycle before
  input  logic    mismatch_i,  // one cycle before, the beat and the half of the word that was read differed
  input  slot_t   slot_i,  // position of the cipher in its schedule
  input  logic    ghash_ready_i,  // GHASH is ready for a block
  input  logic    ghash_load_i,  // GHASH reads a word of a block
  input  logic    out_ready_i,  // the output register is empty
  output status_t status_o,  // state of the transaction, with the tag comparison of this cycle
  output logic    start_o,  // the cipher is started
  output logic    finish_o,  // the transaction ends without an error
  output logic    in_fire_o  // in StInput, the beat is accepted
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
  assign stage = status_q.final_step;
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
  assign in_fire_o = state == StInput && beat_valid_i && (phase != PhaseText || out_ready_i);

  logic unused;
  assign unused = ^{slot_i, beat_i.data, command_i};
  assign counted = ghash_load_i || state inside {StClear, StLoadKey, StGhashSubkey, StJ0, StClearGhash} ||
      (state == StJ0Ghash && ghash_ready_i) ||
      (Multi && (state inside {StCheckRemaining, StDoubleSubkey, StAddSubkey, StLoadBlock, StAppendLength,
                               StCopyChain} || (state == StOutput && !count[2])));
  assign there = status_q.session_valid && (!Multi || status_q.session_prng == prng);

  always_comb begin
    status_d = status_o;
    state_d = state_q;
    status_d.accepted_beat = in_fire_o;
    status_d.tag_beat = in_fire_o && phase == PhaseTag;
    if (state != StOutput || !count[2]) status_d.carry = carry_i;
    keep_beats = 1'b0;
    step_beats = 1'b0;
    pop_o = 1'b0;
    fail = 1'b0;
    finish = 1'b0;
    begin_block = 1'b0;
    start = 1'b0;
    again = 1'b0;

    unique case (state)
      StReset: state_d = StClear;
      StClear: begin
        status_d.text_open = 1'b0;
        if (count == '1) begin
          state_d = status_q.failed ? StError : status_q.command_pending ? StCheckCommand : StCommand;
          status_d.failed = 1'b0;
          status_d.command_pending = 1'b0;
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
          if (last) state_d = StCheckCommand;
          fail = !well_formed_i || !whole || beat_i.kind != KindCmd || last != eighth;
        end
      end
      StCheckCommand: begin
        {status_d.final_step, status_d.odd, status_d.ended, status_d.begun, status_d.empty} = '0;
        {status_d.keep_session, status_d.session_valid, status_d.text_full} = '0;
        {status_d.ad_allowed, status_d.text_allowed} = '1;
        status_d.key_256 = (command_i.resume && status_q.key_256) || prng || hash;
        status_d.phase = hash ? PhaseMessage : prng ? PhaseSeed : command_i.resume ? PhaseNonce : PhaseKey;
        state_d = StInput;
        if (status_q.session_valid && !command_i.resume) begin
          status_d.command_pending = 1'b1;
          state_d = StClear;
        end
        fail = !command_i.cmd_ok || (command_i.resume && !there);
      end

      StInput: begin
        keep_beats = 1'b1;
        step_beats = in_fire_o && (whole || (mac && phase == PhaseMessage && !none));
        if (in_fire_o) begin
          pop_o = 1'b1;
          fail = !expected_i;
          status_d.odd = !none && !whole;
          status_d.ended = last || (phase == PhaseTag && tag_end_i);
          status_d.empty = none && beats[2:0] == '0;
          status_d.short_block = last && !(whole && eighth);
          if (phase == PhaseText && expected_i) status_d.text_open = !last;
          if (block_ends_i) begin
            state_d = status_d.empty ? StNextSegment : StLengthLow;
            unique case (phase)
              PhaseKey: begin
                status_d.key_256 = beats[4] || (!none && beats[3]);
                state_d = StLoadKey;
                keep_beats = 1'b0;
              end
              PhaseTag: state_d = gcm && status_q.text_allowed ? StSendEmpty : StVerdict;
              PhaseNonce: begin
                if (status_d.empty) state_d = StGhashLengths;
                if (nonce_96bit_i) state_d = StJ0;
              end
              PhaseMessage: begin
                if (mac || status_d.empty) state_d = hash && beats[3] ? StAppendLength : StPad;
              end
              PhaseSeed: begin
                status_d.phase = PhaseRandom;
                state_d = command_i.resume ? StCipherStart : StLoadKey;
                keep_beats = 1'b0;
              end
              default:  ;
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
        fail = carry_i;  // a length of more than 64 bits
        status_d.odd = 1'b1;  // CMAC: the first bit of the padding is written
        status_d.empty = 1'b0;
        if (beats[2:0] == '0 && !status_q.empty) begin
          step_beats = 1'b0;
          status_d.odd = 1'b0;
          if (gcm) begin
            state_d = StGhash;
            keep_beats = 1'b0;
            status_d.begun = 1'b1;
          end else if (hash && beats[3]) begin
            state_d = status_q.ended ? StAppendLength : StInput;
          end else if (mac && !status_q.ended) begin
            state_d = StCheckLast;
          end else begin
            begin_block = 1'b1;
          end
        end
      end
      StGhash: begin
        // The carry of the number of blocks, which StPad has incremented; later there is none.
        if (carry_i) status_d.text_full = 1'b1;
        if (ghash_ready_i && four) begin
          again = 1'b1;
          if (status_q.ended) state_d = phase == PhaseNonce ? StGhashLengths : StNextSegment;
          else state_d = phase == PhaseText ? StCipherFinal : StInput;
        end
      end

      StLoadKey: begin
        if (status_q.key_256 ? count[4] : count[3]) begin
          again = 1'b1;
          state_d = StCipherStart;
          start = stage != 2'd3;
          finish = stage == 2'd3;
        end
      end
      StCipherStart: begin
        // If the condition that leads here is known late, the cipher is started one cycle later.
        start = !status_q.started;
        if (slot_i.accepted) begin
          unique case (phase)
            PhaseKey: state_d = StCipherFinal;
            PhaseText: state_d = StInput;
            PhaseTag: state_d = gcm ? StGhashZero : StCipherFinal;
            PhaseMessage: begin
              status_d.begun = 1'b1;
              state_d = StInput;
            end
            PhaseRandom: state_d = stage != '0 ? StCipherFinal : status_q.begun ? StOutput : StCheckRemaining;
            default: state_d = StNextSegment;
          endcase
        end
      end
      StCipherFinal: begin
        if (slot_i.done) begin
          unique case (phase)
            PhaseKey: state_d = mac ? StDoubleSubkey : StGhashSubkey;
            PhaseText: begin
              state_d = StCipherStart;
              start = 1'b1;
            end
            PhaseMessage: begin
              start = mac && !status_q.ended;
              if (mac) begin
                state_d = !status_q.ended ? StCipherStart :
                    status_q.short_block ? StDoubleSubkey : StAddSubkey;
              end else state_d = stage == 2'd3 ? StOutput : stage == 2'd2 ? StCopyChain : StLoadBlock;
            end
            PhaseRandom: begin
              status_d.begun = 1'b1;
              state_d = stage == 2'd2 ? StLoadKey : StCipherStart;
              start = stage != 2'd2;
              if (stage != '0) status_d.final_step = stage + 2'd1;
            end
            default: begin
              pop_o = gcm && !command_i.check;
              status_d.ended = 1'b0;
              if (command_i.check) state_d = StInput;
              else state_d = mac ? StOutput : status_q.text_allowed ? StSendEmpty : StTag;
            end
          endcase
        end
      end

      StGhashLengths: begin
        if (ghash_ready_i && four) begin
          again = 1'b1;
          state_d = phase == PhaseTag ? StCipherStart : StGhashZero;
        end
      end
      StGhashZero: begin
        if (ghash_ready_i && four) begin
          again = 1'b1;
          state_d = phase == PhaseTag ? StCipherFinal : StJ0Ghash;
        end
      end
      StJ0Ghash: begin
        again = count[2];
        if (count[2]) state_d = StClearGhash;
      end
      StGhashSubkey, StJ0, StClearGhash: begin
        if (state == StGhashSubkey ? four : count[2]) begin
          again = 1'b1;
          status_d.phase = state == StGhashSubkey ? PhaseNonce : PhaseAd;
          state_d = state == StGhashSubkey ? StInput : StCipherStart;
          start = state != StGhashSubkey;
        end
      end

      StNextSegment: begin
        status_d.ended = 1'b0;
        if (beat_valid_i) begin
          if (beat_i.kind == KindAd && status_q.ad_allowed) begin
            status_d.ad_allowed = 1'b0;
            status_d.phase = PhaseAd;
            state_d = StInput;
          end else if (beat_i.kind == KindText && status_q.text_allowed) begin
            status_d.ad_allowed = 1'b0;
            status_d.text_allowed = 1'b0;
            status_d.phase = PhaseText;
            state_d = StCipherFinal;
          end else begin
            status_d.phase = PhaseTag;
            state_d = StGhashLengths;
            fail = beat_i.kind != KindTag || !well_formed_i || (command_i.check ? !whole : !none);
          end
        end
      end

      StSendEmpty: begin
        if (out_ready_i) begin
          state_d = prng ? StCipherFinal : command_i.check ? StVerdict : StTag;
          if (prng) status_d.final_step = 2'd1;
          finish = prng && !command_i.keep_session;
        end
      end
      StTag: begin
        keep_beats = 1'b1;
        step_beats = out_ready_i;
        finish = out_ready_i && tag_end_i;
      end
      StVerdict: finish = out_ready_i;
      StAbort: begin
        status_d.failed = 1'b1;
        {status_d.session_valid, status_d.keep_session, status_d.command_pending} = '0;
        {status_d.tag_equal, status_d.tag_mismatch} = '0;
        if (out_ready_i || !status_q.text_open) state_d = StClear;
      end
      StError:   if (out_ready_i) state_d = StDrop;
      default:   ;
    endcase

    if (Multi) begin
      unique case (state)
        StCheckRemaining: begin
          again = count[1];
          if (count[1]) state_d = status_q.carry ? StSendEmpty : StCipherFinal;
        end
        StOutput: begin
          keep_beats = 1'b1;
          if (count[2] && out_ready_i) begin
            again = 1'b1;
            step_beats = 1'b1;
            if (status_q.last_remaining) begin
              keep_beats = 1'b0;
              status_d.final_step = 2'd1;
              state_d = StCipherFinal;
              finish = !prng || !command_i.keep_session;
            end else if (prng && eighth) begin
              keep_beats = 1'b0;
              state_d = StCipherFinal;
            end
          end
        end
        StDoubleSubkey: begin
          if (Mac && count[3] && count[0]) begin
            again = 1'b1;
            status_d.phase = PhaseMessage;
            state_d = phase == PhaseKey ? StInput : StAddSubkey;
          end
        end
        StCheckLast: begin
          if (beat_valid_i) begin
            pop_o = well_formed_i && none && beat_i.kind == KindText;
            status_d.ended = pop_o;
            begin_block = 1'b1;
          end
        end
        StAddSubkey: begin
          if (Mac && count[3:0] == '1) begin
            again = 1'b1;
            status_d.phase = PhaseTag;
            state_d = StCipherStart;
            start = 1'b1;
          end
        end
        StLoadBlock: begin
          if (Hash && count[3:0] == '1) begin
            again = 1'b1;
            start = 1'b1;
            status_d.begun = 1'b1;
            status_d.empty = 1'b1;
            if (stage == 2'd1) status_d.final_step = 2'd2;
            state_d = stage != '0 ? StCipherFinal : status_q.ended ? StPad : StInput;
          end
        end
        StAppendLength: begin
          if (Hash && four) begin
            again = 1'b1;
            status_d.final_step = 2'd1;
            begin_block = 1'b1;
          end
        end
        StCopyChain: begin
          if (Hash && count[2:0] == '1) begin
            again = 1'b1;
            status_d.final_step = 2'd3;
            state_d = StLoadBlock;
          end
        end
        default: ;
      endcase
      if (begin_block) begin
        if (hash) state_d = status_q.begun ? StCipherFinal : StLoadBlock;
        else if (status_q.begun) state_d = StCipherFinal;
        else if (!status_d.ended) state_d = StCipherStart;
        else state_d = status_q.short_block ? StDoubleSubkey : StAddSubkey;
      end
    end

    if (finish) begin
      status_d.session_valid = command_i.keep_session;
      status_d.keep_session = command_i.keep_session;
      state_d = StClear;
    end
    if (fail) begin
      state_d = StAbort;
      keep_beats = 1'b0;
      pop_o = state == StCommand;
    end

    if (state == StCheckCommand) begin
      {status_d.tag_equal, status_d.tag_mismatch} = '0;
      status_d.session_prng = prng;
    end
    if (Multi && state == StOutput && count[2:0] == 3'd3) status_d.last_remaining = status_q.carry;
    status_d.started = start || state == StCipherStart;
    status_d.beats = keep_beats ? beats + 5'(step_beats) : '0;
    // Zero where nothing is counted. States that count end at zero; StClear does so by overflow.
    status_d.count = again ? '0 : count + 5'(counted);
    if (!Multi) {status_d.final_step, status_d.session_prng, status_d.last_remaining} = '0;
    if (!rst_ni) begin
      state_d = StReset;
      {status_d.count, status_d.beats} = '0;
      {status_d.keep_session, status_d.command_pending, status_d.session_valid} = '0;
      {status_d.failed, status_d.tag_equal, status_d.tag_mismatch} = '0;
      {status_d.tag_beat, status_d.accepted_beat} = '0;
    end
  end

  assign start_o  = start;
  assign finish_o = finish;

  always_ff @(posedge clk_i) begin
    status_q <= status_d;
    state_q <= state_d;
  end
  // A beat of the tag is compared one cycle after it was accepted. The two registers of the verdict do not
  // depend on the same register for that, so that no single flipped bit leaves out a comparison.
  always_comb begin
    status_o = status_q;
    status_o.state = state_q;
    if (status_q.tag_beat) begin
      status_o.tag_equal = !mismatch_i && (status_q.tag_equal || beats == 5'd1);
    end
    if (status_q.accepted_beat && phase == PhaseTag && mismatch_i) status_o.tag_mismatch = 1'b1;
  end

endmodule
