// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keeps the state of a transaction, except the state of roundel_aes_la_control: the kind of the segment, what
// may follow, the kept key, the counters, and the comparison of the tag.
//
// Schedule:   status_o is registered; tag_equal and tag_mismatch include the comparison of this cycle.
// Interfaces: all from roundel_aes_la_control and its inputs; status_o to it and to the other modules of the
//             core.

module roundel_aes_la_status
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  state_e   state_i,  // the state of roundel_aes_la_control
  input  logic     beat_valid_i,  // a beat is in the input register
  input  beat_t    beat_i,  // that beat
  input  logic     expected_i,  // the beat is well formed and has an expected kind and size
  input  logic     block_ends_i,  // the beat is the last one of a segment or of a 16-byte block
  input  logic     tag_end_i,  // in a tag, the beat has the last byte
  input  command_t command_i,  // the command
  input  logic     carry_i,  // carry of the sum of the word that was read one cycle before
  input  logic     mismatch_i,  // one cycle before, the beat and the half of the word that was read differed
  input  slot_t    slot_i,  // position of the cipher in its schedule
  input  logic     out_ready_i,  // the output register is empty
  input  logic     in_fire_i,  // in StInput, the beat is accepted
  input  logic     start_i,  // the cipher is started
  input  logic     finish_i,  // the transaction ends without an error
  input  logic     counted_i,  // the cycle is counted
  input  logic     keep_beats_i,  // the number of beats is kept, otherwise cleared
  input  logic     step_beats_i,  // with keep_beats_i: one more beat
  output status_t  status_o  // state of the transaction
);

  localparam bit Multi = Hash || Mac || Prng;  // more than AES-GCM

  status_t status_d, status_q;
  phase_e phase;
  logic gcm, mac, hash, prng;
  logic [1:0] stage;
  logic [4:0] count, beats;
  logic none, whole, last, eighth, four, block_full, takes_ad, takes_text, closes, ends;

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
  assign block_full = beats[2:0] == '0 && !status_q.empty;
  assign takes_ad = beat_i.kind == KindAd && status_q.ad_allowed;
  assign takes_text = beat_i.kind == KindText && status_q.text_allowed;
  assign closes = beat_i.keep == '0 && last && beat_i.kind == KindText;

  logic unused;
  assign unused = ^{slot_i, beat_i.data, command_i};

  // The last cycle of a state that takes several. GHASH states count only cycles in which GHASH is ready.
  always_comb begin
    unique case (state_i)
      StClear: ends = count == '1;
      StLoadKey: ends = status_q.key_256 ? count[4] : count[3];
      StGhashSubkey: ends = four;
      StGhash, StGhashLengths, StGhashZero: ends = counted_i && four;
      StJ0, StJ0Ghash, StClearGhash: ends = count[2];
      StCheckRemaining: ends = Multi && count[1];
      StOutput: ends = Multi && count[2] && out_ready_i;
      StDoubleSubkey: ends = Mac && count[3] && count[0];
      StAddSubkey: ends = Mac && count[3:0] == '1;
      StLoadBlock: ends = Hash && count[3:0] == '1;
      StAppendLength: ends = Hash && four;
      StCopyChain: ends = Hash && count[2:0] == '1;
      default: ends = 1'b0;
    endcase
  end

  always_comb begin
    status_d = status_o;
    status_d.accepted_beat = in_fire_i;
    status_d.tag_beat = in_fire_i && phase == PhaseTag;
    if (state_i != StOutput || !count[2]) status_d.carry = carry_i;

    unique case (state_i)
      StClear: begin
        status_d.text_open = 1'b0;
        if (ends) {status_d.failed, status_d.command_pending} = '0;
      end
      StCheckCommand: begin
        {status_d.final_step, status_d.odd, status_d.ended, status_d.begun, status_d.empty} = '0;
        {status_d.keep_session, status_d.session_valid, status_d.text_full} = '0;
        {status_d.tag_equal, status_d.tag_mismatch} = '0;
        {status_d.ad_allowed, status_d.text_allowed} = '1;
        status_d.session_prng = prng;
        status_d.key_256 = (command_i.resume && status_q.key_256) || prng || hash;
        status_d.phase = hash ? PhaseMessage : prng ? PhaseSeed : command_i.resume ? PhaseNonce : PhaseKey;
        if (status_q.session_valid && !command_i.resume) status_d.command_pending = 1'b1;
      end
      StInput: begin
        if (in_fire_i) begin
          status_d.odd = !none && !whole;
          status_d.ended = last || (phase == PhaseTag && tag_end_i);
          status_d.empty = none && beats[2:0] == '0;
          status_d.short_block = last && !(whole && eighth);
          if (phase == PhaseText && expected_i) status_d.text_open = !last;
          if (block_ends_i && phase == PhaseKey) status_d.key_256 = beats[4] || (!none && beats[3]);
          if (block_ends_i && phase == PhaseSeed) status_d.phase = PhaseRandom;
        end
      end
      StLengthHigh: status_d.odd = 1'b0;
      StPad: begin
        status_d.odd = !block_full;  // CMAC: the first bit of the padding is written
        status_d.empty = 1'b0;
        if (block_full && gcm) status_d.begun = 1'b1;
      end
      // The carry of the number of blocks, which StPad has incremented; later there is none.
      StGhash: if (carry_i) status_d.text_full = 1'b1;
      StCipherStart: if (slot_i.accepted && phase == PhaseMessage) status_d.begun = 1'b1;
      StCipherFinal: begin
        if (slot_i.done && phase == PhaseRandom) begin
          status_d.begun = 1'b1;
          if (stage != '0) status_d.final_step = stage + 2'd1;
        end
        if (slot_i.done && phase == PhaseTag) status_d.ended = 1'b0;
      end
      StGhashSubkey: if (ends) status_d.phase = PhaseNonce;
      StJ0, StClearGhash: if (ends) status_d.phase = PhaseAd;
      StNextSegment: begin
        status_d.ended = 1'b0;
        if (beat_valid_i) begin
          status_d.phase = takes_ad ? PhaseAd : takes_text ? PhaseText : PhaseTag;
          if (takes_ad || takes_text) status_d.ad_allowed = 1'b0;
          if (takes_text) status_d.text_allowed = 1'b0;
        end
      end
      StSendEmpty: if (out_ready_i && prng) status_d.final_step = 2'd1;
      StAbort: begin
        status_d.failed = 1'b1;
        {status_d.session_valid, status_d.keep_session, status_d.command_pending} = '0;
        {status_d.tag_equal, status_d.tag_mismatch} = '0;
      end
      default: ;
    endcase

    if (Multi) begin
      unique case (state_i)
        StOutput: begin
          if (count[2:0] == 3'd3) status_d.last_remaining = status_q.carry;
          if (ends && status_q.last_remaining) status_d.final_step = 2'd1;
        end
        StCheckLast: if (beat_valid_i) status_d.ended = closes;
        StDoubleSubkey: if (Mac && ends) status_d.phase = PhaseMessage;
        StAddSubkey: if (Mac && ends) status_d.phase = PhaseTag;
        StLoadBlock: begin
          if (Hash && ends) begin
            status_d.begun = 1'b1;
            status_d.empty = 1'b1;
            if (stage == 2'd1) status_d.final_step = 2'd2;
          end
        end
        StAppendLength: if (Hash && ends) status_d.final_step = 2'd1;
        StCopyChain: if (Hash && ends) status_d.final_step = 2'd3;
        default: ;
      endcase
    end else begin
      {status_d.final_step, status_d.session_prng, status_d.last_remaining} = '0;
    end

    if (finish_i) begin
      status_d.session_valid = command_i.keep_session;
      status_d.keep_session = command_i.keep_session;
    end
    status_d.started = start_i || state_i == StCipherStart;
    status_d.beats = keep_beats_i ? beats + 5'(step_beats_i) : '0;
    // Zero where nothing is counted. StClear ends at zero by overflow.
    status_d.count = ends ? '0 : count + 5'(counted_i);
    if (!rst_ni) begin
      {status_d.count, status_d.beats} = '0;
      {status_d.keep_session, status_d.command_pending, status_d.session_valid} = '0;
      {status_d.failed, status_d.tag_equal, status_d.tag_mismatch} = '0;
      {status_d.tag_beat, status_d.accepted_beat} = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    status_q <= status_d;
  end

  // A beat of the tag is compared one cycle after it was accepted. The two registers of the verdict do not
  // depend on the same register for that, so that no single flipped bit leaves out a comparison.
  always_comb begin
    status_o = status_q;
    status_o.state = state_i;
    if (status_q.tag_beat) begin
      status_o.tag_equal = !mismatch_i && (status_q.tag_equal || beats == 5'd1);
    end
    if (status_q.accepted_beat && phase == PhaseTag && mismatch_i) status_o.tag_mismatch = 1'b1;
  end

endmodule
