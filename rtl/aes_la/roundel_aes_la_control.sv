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
// Schedule:   cycles of a state: StClear 32; StLoadKey 9 or 17; StAddSubkey 16; StLoadBlock 16, or 15 after
//             StCipherFinal; StDoubleSubkey 10; StCopyChain 8; StJ0, StJ0Ghash, StClearGhash 5;
//             StGhashSubkey, StGhash, StGhashLengths, StGhashZero, StAppendLength 4; StCheckRemaining 3;
//             StOutput 5 per beat; StPad one per beat it fills, and 1; otherwise 1. GHASH states wait for
//             ghash_ready_i, StCipherStart and StCipherFinal for the cipher, StCheckLast and StNextSegment
//             for a beat, others for beat and out_ready_i.
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

  // The state has its own register with one bit per state, because every path begins with it. With so many
  // states, synthesis alone would select a binary encoding.
  state_e state_d, state, block_state, subkey_state;
  (* fsm_encoding = "one-hot" *) state_e state_q;
  phase_e phase;
  logic gcm, mac, hash, prng;
  logic [1:0] stage;
  logic [4:0] count;
  logic [3:0] beats;
  logic none, whole, last, eighth, four, key_loaded, ghash_taken, block_full, ended, there;
  logic takes_ad, takes_text, closes, continues, counted, next_key, keep_beats, step_beats, fail, finish;
  logic start;

  assign state = state_q;
  assign phase = status_o.phase;
  assign stage = status_o.final_step;
  assign count = status_o.count;
  assign beats = status_o.beats[3:0];
  assign mac = Mac && command_i.service == ServiceMac;
  assign hash = Hash && command_i.service == ServiceHash;
  assign prng = Prng && command_i.service == ServicePrng;
  assign gcm = !mac && !hash && !prng;

  assign none = !beat_i.keep[0];
  assign whole = beat_i.keep[1];
  assign last = beat_i.last;
  assign eighth = beats[2:0] == 3'd7;
  assign key_loaded = status_o.key_256 ? count[4] : count[3];
  assign four = count[1:0] == 2'd3;
  assign ghash_taken = ghash_ready_i && four;
  assign block_full = beats[2:0] == '0 && !status_o.empty;
  assign takes_ad = beat_i.kind == KindAd && status_o.ad_allowed;
  assign takes_text = beat_i.kind == KindText && status_o.text_allowed;
  assign in_fire_o = state == StInput && beat_valid_i && (phase != PhaseText || out_ready_i);
  assign there = status_o.session_valid && (!Multi || status_o.session_prng == prng);
  // CMAC: the beat after a full block ends the message if it is empty.
  assign closes = well_formed_i && none && beat_i.kind == KindText;
  assign ended = state == StCheckLast ? closes : status_o.ended;

  logic unused;
  assign unused = ^{slot_i, beat_i.data, command_i};

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Next state
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The last block of CMAC: a subkey is added, doubled once more if the block is partial.
  assign subkey_state = status_o.short_block ? StDoubleSubkey : StAddSubkey;

  // A block of CMAC or AES-Hash is complete. The cipher is busy with the previous block, or there is none.
  always_comb begin
    if (status_o.begun) block_state = StCipherFinal;
    else if (hash) block_state = StLoadBlock;
    else block_state = ended ? subkey_state : StCipherStart;
  end

  always_comb begin
    state_d = state;
    unique case (state)
      StReset:        state_d = StClear;
      StClear: begin
        if (count == '1) begin
          state_d = status_o.failed ? StError : status_o.command_pending ? StCheckCommand : StCommand;
        end
      end
      StDrop:         if (beat_valid_i && beat_i.kind == KindCmd) state_d = StCommand;
      StCommand:      if (beat_valid_i && last) state_d = StCheckCommand;
      StCheckCommand: state_d = status_o.session_valid && !command_i.resume ? StClear : StInput;

      StInput: begin
        if (in_fire_o && block_ends_i) begin
          state_d = none && beats[2:0] == '0 ? StNextSegment : StLengthLow;
          unique case (phase)
            PhaseKey:  state_d = StLoadKey;
            PhaseTag:  state_d = gcm && status_o.text_allowed ? StSendEmpty : StVerdict;
            PhaseSeed: state_d = command_i.resume ? StCipherStart : StLoadKey;
            PhaseNonce: begin
              if (none && beats[2:0] == '0) state_d = StGhashLengths;
              if (nonce_96bit_i) state_d = StJ0;
            end
            PhaseMessage: begin
              if (mac || (none && beats[2:0] == '0)) state_d = hash && beats[3] ? StAppendLength : StPad;
            end
            default:   ;
          endcase
        end
      end
      StLengthLow:        state_d = StLengthHigh;
      StLengthHigh:       state_d = StPad;
      StPad: begin
        if (block_full) begin
          if (gcm) state_d = StGhash;
          else if (hash && beats[3]) state_d = status_o.ended ? StAppendLength : StInput;
          else if (mac && !status_o.ended) state_d = StCheckLast;
          else state_d = block_state;
        end
      end
      StGhash: begin
        if (ghash_taken) begin
          if (status_o.ended) state_d = phase == PhaseNonce ? StGhashLengths : StNextSegment;
          else state_d = phase == PhaseText ? StCipherFinal : StInput;
        end
      end
      StGhashLengths:     if (ghash_taken) state_d = phase == PhaseTag ? StCipherStart : StGhashZero;
      StGhashZero:        if (ghash_taken) state_d = phase == PhaseTag ? StCipherFinal : StJ0Ghash;
      StJ0Ghash:          if (count[2]) state_d = StClearGhash;
      StGhashSubkey:      if (four) state_d = StInput;
      StJ0, StClearGhash: if (count[2]) state_d = StCipherStart;

      StLoadKey: if (key_loaded) state_d = StCipherStart;
      StCipherStart: begin
        if (slot_i.accepted) begin
          unique case (phase)
            PhaseKey:                state_d = StCipherFinal;
            PhaseText, PhaseMessage: state_d = StInput;
            PhaseTag:                state_d = gcm ? StGhashZero : StCipherFinal;
            PhaseRandom: begin
              if (stage != '0) state_d = StCipherFinal;
              else state_d = status_o.begun ? StOutput : StCheckRemaining;
            end
            default:                 state_d = StNextSegment;
          endcase
        end
      end
      StCipherFinal: begin
        if (slot_i.done) begin
          unique case (phase)
            PhaseKey:    state_d = mac ? StDoubleSubkey : StGhashSubkey;
            PhaseText:   state_d = StCipherStart;
            PhaseMessage: begin
              if (mac) state_d = status_o.ended ? subkey_state : StCipherStart;
              else state_d = stage == 2'd3 ? StOutput : stage == 2'd2 ? StCopyChain : StLoadBlock;
            end
            PhaseRandom: state_d = stage == 2'd2 ? StLoadKey : StCipherStart;
            default: begin
              if (command_i.check) state_d = StInput;
              else state_d = mac ? StOutput : status_o.text_allowed ? StSendEmpty : StTag;
            end
          endcase
        end
      end

      StNextSegment: begin
        if (beat_valid_i) state_d = takes_ad ? StInput : takes_text ? StCipherFinal : StGhashLengths;
      end
      StSendEmpty: if (out_ready_i) state_d = prng ? StCipherFinal : command_i.check ? StVerdict : StTag;
      StAbort:     if (out_ready_i || !status_o.text_open) state_d = StClear;
      StError:     if (out_ready_i) state_d = StDrop;
      default:     ;
    endcase

    if (Multi) begin
      unique case (state)
        StCheckRemaining: if (count[1]) state_d = status_o.carry ? StSendEmpty : StCipherFinal;
        StOutput: begin
          if (count[2] && out_ready_i && (status_o.last_remaining || (prng && eighth)))
            state_d = StCipherFinal;
        end
        StDoubleSubkey: if (Mac && count[3] && count[0]) state_d = phase == PhaseKey ? StInput : StAddSubkey;
        StCheckLast: if (beat_valid_i) state_d = block_state;
        StAddSubkey: if (Mac && count[3:0] == '1) state_d = StCipherStart;
        StLoadBlock: begin
          if (Hash && count[3:0] == '1) begin
            state_d = stage != '0 ? StCipherFinal : status_o.ended ? StPad : StInput;
          end
        end
        StAppendLength: if (Hash && four) state_d = block_state;
        StCopyChain: if (Hash && count[2:0] == '1) state_d = StLoadBlock;
        default: ;
      endcase
    end
    if (finish) state_d = StClear;
    if (fail) state_d = StAbort;
    if (!rst_ni) state_d = StReset;
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Events
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    unique case (state)
      StCommand:
      fail = beat_valid_i && (!well_formed_i || !whole || beat_i.kind != KindCmd || last != eighth);
      StCheckCommand: fail = !command_i.cmd_ok || (command_i.resume && !there);
      StInput: fail = in_fire_o && !expected_i;
      StPad: fail = carry_i;  // a length of more than 64 bits
      StNextSegment: begin
        fail = beat_valid_i && !takes_ad && !takes_text &&
            (beat_i.kind != KindTag || !well_formed_i || (command_i.check ? !whole : !none));
      end
      default: fail = 1'b0;
    endcase
  end

  always_comb begin
    unique case (state)
      StLoadKey:   finish = key_loaded && stage == 2'd3;
      StSendEmpty: finish = out_ready_i && prng && !command_i.keep_session;
      StTag:       finish = out_ready_i && tag_end_i;
      StVerdict:   finish = out_ready_i;
      StOutput: begin
        finish = Multi && count[2] && out_ready_i && status_o.last_remaining &&
            (!prng || !command_i.keep_session);
      end
      default:     finish = 1'b0;
    endcase
  end

  // The cipher starts in the cycle before StCipherStart. Where the condition that leads there is known late,
  // it starts one cycle later, in StCipherStart.
  assign continues = (phase == PhaseText) || (phase == PhaseMessage && mac && !status_o.ended) ||
      (phase == PhaseRandom && stage != 2'd2);
  assign start = (state == StCipherStart && !status_o.started) ||
      (state == StLoadKey && key_loaded && stage != 2'd3) ||
      (state inside {StJ0, StClearGhash} && count[2]) ||
      (state == StCipherFinal && slot_i.done && continues) ||
      (((Mac && state == StAddSubkey) || (Hash && state == StLoadBlock)) && count[3:0] == '1);

  // The beat in the input register is accepted.
  always_comb begin
    unique case (state)
      StDrop:        pop_o = beat_i.kind != KindCmd;
      StCommand:     pop_o = 1'b1;
      StInput:       pop_o = in_fire_o && expected_i;
      StCipherFinal: pop_o = slot_i.done && phase == PhaseTag && gcm && !command_i.check;
      StCheckLast:   pop_o = Multi && beat_valid_i && closes;
      default:       pop_o = 1'b0;
    endcase
  end

  assign start_o  = start;
  assign finish_o = finish;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Counters
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // AES-Hash: StLoadBlock follows, and the cipher has the first word of the block.
  assign next_key = Hash && state == StCipherFinal && slot_i.done && phase == PhaseMessage && !mac &&
      !stage[1];

  assign counted = ghash_load_i || state inside {StClear, StLoadKey, StGhashSubkey, StJ0, StClearGhash} ||
      (state == StJ0Ghash && ghash_ready_i) ||
      (Multi && (state inside {StCheckRemaining, StDoubleSubkey, StAddSubkey, StLoadBlock, StAppendLength,
                               StCopyChain} || (state == StOutput && !count[2]))) || next_key;

  // The beats of a block: kept from the first one until the block has been used.
  always_comb begin
    keep_beats = 1'b0;
    step_beats = 1'b0;
    unique case (state)
      StCommand: begin
        keep_beats = 1'b1;
        step_beats = beat_valid_i;
      end
      StInput: begin
        keep_beats = !(in_fire_o && block_ends_i && phase inside {PhaseKey, PhaseSeed});
        step_beats = in_fire_o && (whole || (mac && phase == PhaseMessage && !none));
      end
      StLengthLow: keep_beats = 1'b1;
      StLengthHigh: begin
        keep_beats = 1'b1;
        step_beats = status_o.odd;
      end
      StPad: begin
        keep_beats = !block_full || !gcm;
        step_beats = !block_full;
      end
      StTag: begin
        keep_beats = 1'b1;
        step_beats = out_ready_i;
      end
      StOutput: begin
        keep_beats = Multi && !(count[2] && out_ready_i && (status_o.last_remaining || (prng && eighth)));
        step_beats = count[2] && out_ready_i;
      end
      default: ;
    endcase
    if (fail) keep_beats = 1'b0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Status
  //////////////////////////////////////////////////////////////////////////////////////////////////

  roundel_aes_la_status #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_status (
    .clk_i,
    .rst_ni,
    .state_i     (state_q),
    .beat_valid_i,
    .beat_i,
    .expected_i,
    .block_ends_i,
    .tag_end_i,
    .command_i,
    .carry_i,
    .mismatch_i,
    .slot_i,
    .out_ready_i,
    .in_fire_i   (in_fire_o),
    .start_i     (start),
    .finish_i    (finish),
    .counted_i   (counted),
    .keep_beats_i(keep_beats),
    .step_beats_i(step_beats),
    .status_o
  );

endmodule
