// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes the state of roundel_aes_la_control: what the words, the cipher, GHASH and the output do in each
// cycle.
//
// Schedule:   Combinational.
// Interfaces: state, count and events from roundel_aes_la_control; command_i from roundel_aes_la_command;
//             expected_i from roundel_aes_la_beat; carry_i from roundel_aes_la_words; slot_i from
//             roundel_aes_la_cipher; ghash_ready_i from roundel_aes_la_ghash. words_o, cipher_o, ghash_o and
//             out_beat_o to roundel_aes_la_words, _cipher, _ghash and _output.
// Reference:  SP 800-38D section 7 (GCM); SP 800-38B sections 6.1 and 6.2 (CMAC).

module roundel_aes_la_steps
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
) (
  input logic rst_ni,

  input status_t  status_i,  // state of the transaction
  input command_t command_i,  // the command
  input logic     start_i,  // the cipher is started
  input logic     finish_i,  // the transaction ends without an error
  input beat_t    beat_i,  // the beat in the input register
  input logic     beat_valid_i,  // a beat is in the input register
  input logic     in_fire_i,  // in StInput, the beat is accepted
  input logic     expected_i,  // the beat is well formed and has an expected kind and size
  input logic     tag_end_i,  // in a tag, the beat has the last byte
  input logic     carry_i,  // carry of the sum of the word that was read one cycle before
  input slot_t    slot_i,  // position of the cipher in its schedule
  input logic     ghash_ready_i,  // GHASH is ready for a block

  output words_t    words_o,  // operations of the words
  output cipher_t   cipher_o,  // operations of the cipher
  output ghash_t    ghash_o,  // operations of GHASH
  output out_beat_t out_beat_o  // the output beat without its data
);

  localparam bit MultiService = Hash || Mac || Prng;  // more than AES-GCM

  state_e state;
  phase_e phase;
  logic mac, hash, prng;
  logic [4:0] count;
  logic [3:0] beats;
  logic last_of_4, clear_key, key_end, empty;
  logic [1:0] half_select;
  logic [UserWidth-1:0] text_kind;

  assign state = status_i.state;
  assign phase = status_i.phase;
  assign count = status_i.count;
  assign beats = status_i.beats[3:0];
  assign mac = Mac && command_i.service == ServiceMac;
  assign hash = Hash && command_i.service == ServiceHash;
  assign prng = Prng && command_i.service == ServicePrng;
  assign last_of_4 = count[1:0] == 2'd3;
  assign clear_key = state == StClear && !status_i.keep_session;
  assign key_end = status_i.key_256 ? count[4] : count[3];
  assign empty = !beat_i.keep[0];
  assign half_select = beats[0] ? 2'b10 : 2'b01;
  assign text_kind = command_i.check ? KindUnverified : KindText;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  address_t length_word, block_word, word_index;
  logic [1:0] out_column;  // number of the column that the cipher outputs
  logic [1:0] previous;
  logic [2:0] half_doubled, half_next;
  assign length_word = AddrLengths | {3'd0, phase != PhaseAd, state == StLengthLow};
  assign block_word = {2'd0, beats[3:1]};
  assign word_index = {3'd0, count[1:0]};
  assign out_column = slot_i.column[1:0];
  assign previous = count[1:0] - 2'd1;
  // The half of the subkey that is being doubled, and the half that is read in the same cycle.
  assign half_doubled = 3'd1 - count[2:0];
  assign half_next = 3'd0 - count[2:0];

  logic unused;
  assign unused = ^{status_i, command_i, beat_i.data, beat_i.kind, slot_i};

  always_comb begin
    words_o = '0;
    words_o.read = AddrZero;
    words_o.beat = 1'b1;
    words_o.upper = beats[0];
    unique case (state)
      StClear: begin
        words_o.write = count;
        words_o.halves = '1;
        if (MultiService) begin
          words_o.ones = count[4];
          if (status_i.command_pending && count == AddrRemaining) words_o.halves = '0;
          if (status_i.keep_session && count inside {AddrPrngCounter, AddrPrngCounter + 5'd1}) begin
            words_o.halves = '0;
          end
        end
      end
      StInput: begin
        words_o.read = block_word;
        words_o.write = block_word;
        words_o.halves = (in_fire_i && !empty && phase != PhaseTag) ? half_select : '0;
        words_o.keep = beat_i.keep;
        // A tag is compared, not written.
        words_o.add_half = phase == PhaseTag || (phase == PhaseText && !command_i.check);
        words_o.pad_bits[1] = mac && phase == PhaseMessage && !beat_i.keep[1];
      end
      StPad: begin
        words_o.write = block_word;
        words_o.halves = (beats[2:0] != '0 || status_i.empty) ? half_select : '0;
        words_o.pad_bits[0] = mac && !status_i.odd;
        // The block is complete: it is counted.
        if (phase == PhaseText && beats[2:0] == '0 && !status_i.empty) begin
          words_o.read = AddrTextBlocks;
          words_o.write = AddrTextBlocks;
          words_o.beat = 1'b0;
          words_o.carry = 1'b1;
          words_o.halves = '1;
        end
      end
      StTag: begin
        words_o.read = block_word;
        words_o.keep = {command_i.tag_last[0] || !tag_end_i, 1'b1};
        words_o.half_only = 1'b1;
      end
      StCheckCommand: begin
        words_o.write = AddrOne;  // the generator's counter begins with one, too
        words_o.beat = 1'b0;
        words_o.carry = 1'b1;
        words_o.halves = {2{!prng || !command_i.resume}};
      end
      StNextSegment: begin
        words_o.read = AddrOne;
        words_o.write = AddrTextBlocks;
        words_o.beat = 1'b0;
        words_o.carry = 1'b1;
        words_o.halves = '1;
      end
      StLoadKey: begin
        words_o.read = {status_i.final_step == 2'd3, 1'b0, count[3:1] - 3'(count[0])};
      end
      StCipherStart: begin
        words_o.beat = 1'b0;
        unique case (phase)
          PhaseKey: ;
          PhaseAd, PhaseText: begin
            words_o.read = AddrJ0 | {3'd0, slot_i.index[1:0]};
            if (slot_i.index == 3'd3) begin
              words_o.read = AddrCounter;
              words_o.write = AddrCounter;
              words_o.carry = 1'b1;
              words_o.halves = {2{slot_i.first}};
            end
          end
          PhaseRandom: begin
            words_o.little_endian = !slot_i.index[1];
            words_o.write = AddrPrngCounter | {4'd0, slot_i.index[0]};
            if (!slot_i.index[1] && !slot_i.index[2]) begin
              words_o.read = AddrPrngCounter | {4'd0, slot_i.index[0]};
              words_o.carry = !slot_i.index[0] || carry_i;
              words_o.halves = {2{slot_i.first}};
            end
          end
          default: begin
            words_o.read = {2'd0, !mac, slot_i.index[1:0]};  // J0, or the block
          end
        endcase
      end
      StCipherFinal: begin
        words_o.beat = 1'b0;
        words_o.cipher = 1'b1;
        words_o.write = {3'd0, out_column};
        words_o.halves = {2{slot_i.out_valid}};
        if (mac && phase == PhaseKey) words_o.write = AddrSubkey | {3'd0, out_column};
        if (mac && phase == PhaseMessage) words_o.read = {3'd0, out_column};
        if (hash) begin
          // Before the first column: word 0 of the next block, for the cipher.
          words_o.read = slot_i.out_valid ? AddrChain | {2'd0, slot_i.column} : '0;
          words_o.write = AddrChain | {2'd0, slot_i.column};
        end
        if (prng && status_i.final_step != '0) begin
          words_o.write = AddrChain | {2'd0, status_i.final_step[1], out_column};
        end
      end
      StGhashSubkey, StGhash: words_o.read = word_index;
      StGhashLengths: words_o.read = AddrLengths | word_index;
      StLengthLow, StLengthHigh: begin
        words_o.read = length_word;
        words_o.write = length_word;
        words_o.beat = 1'b0;
        words_o.halves = '1;
        if (state == StLengthLow) begin
          words_o.add_bytes = {beats[2:0] == '0 && !status_i.odd, beats[2:0], status_i.odd};
        end else begin
          words_o.carry = carry_i;
        end
      end
      StJ0, StClearGhash: begin
        words_o.halves = '1;
        words_o.write = AddrLengths | word_index;
        if (state == StJ0 || count[2]) words_o.beat = 1'b0;
        if (state == StJ0) begin
          if (count != '0) words_o.read = {3'd0, previous};
          words_o.write = AddrJ0 | {3'd0, previous};
          words_o.carry = count == '0;
        end
        if (count[2]) begin
          words_o.read = AddrJ0 | 5'd3;
          words_o.write = AddrCounter;
          words_o.carry = 1'b1;
        end
      end
      StJ0Ghash: begin
        words_o.write = AddrJ0 | {3'd0, previous};
        words_o.halves = {2{count != '0}};
      end
      default: ;
    endcase
    if (MultiService) begin
      unique case (state)
        StCommand: begin
          words_o.read = AddrRemaining;
          words_o.write = AddrRemaining;
          words_o.keep = {2{beat_valid_i}};
          words_o.little_endian = 1'b1;
          words_o.upper = !beats[0];
          words_o.add_half = 1'b1;
          if (beat_valid_i && beats[2:1] == 2'd1) words_o.halves = ~half_select;
        end
        StCheckRemaining: begin
          words_o.read = AddrRemaining;
          words_o.beat = 1'b0;
          words_o.carry = 1'b1;
        end
        StOutput: begin
          // The inverted number of requested bytes is incremented in counts 0 and 2. Count 1 adds 3 to the
          // old number without a write: its carry means that at most two bytes were left. The carry of count
          // 2 means that only one byte was left.
          words_o.read = AddrRemaining;
          words_o.write = AddrRemaining;
          words_o.beat = 1'b0;
          words_o.carry = 1'b1;
          words_o.add_2 = count[0];
          words_o.halves = {2{!count[2] && !count[0]}};
          words_o.keep = {!status_i.carry, 1'b1};
          if (count[2]) begin
            words_o.read = {hash, 1'b0, beats[3:1]};
            words_o.half_only = 1'b1;
          end
        end
        StDoubleSubkey: begin
          words_o.read = AddrSubkey | {3'd0, half_next[2:1]};
          words_o.write = AddrSubkey | {3'd0, half_doubled[2:1]};
          words_o.upper = half_next[0];
          words_o.doubled = 1'b1;
          words_o.reduce = count[3:0] == 4'd2;
          if (count[3:1] != '0) words_o.halves = half_doubled[0] ? 2'b10 : 2'b01;
        end
        StAddSubkey: begin
          words_o.beat = 1'b0;
          words_o.cipher = 1'b1;
          words_o.read = {{3{!last_of_4}}, count[3:2]};
          words_o.write = {3'd0, count[3:2]};
          words_o.halves = {2{last_of_4}};
        end
        StLoadBlock: words_o.read = {count[0], 1'b0, count[3:1]};
        StAppendLength: begin
          words_o.read = AddrLengths | word_index;
          words_o.write = 5'd4 | word_index;
          words_o.beat = 1'b0;
          words_o.halves = '1;
        end
        StCopyChain: begin
          words_o.read = AddrChain | {2'd0, count[2:0]};
          words_o.write = {2'd0, count[2:0]};
          words_o.beat = 1'b0;
          words_o.halves = '1;
        end
        default: ;
      endcase
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Cipher, GHASH, output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    cipher_o = '0;
    cipher_o.stop = state == StAbort || finish_i || !rst_ni;
    cipher_o.start = start_i;
    cipher_o.key_256 = status_i.key_256;
    cipher_o.wide = hash;
    cipher_o.go = state == StCipherFinal && (mac || phase != PhaseTag || ghash_ready_i);
    cipher_o.clear = state == StClear && !count[0];
    cipher_o.key_add = (clear_key || state == StLoadKey) && !count[0];
    cipher_o.key_write = (clear_key || state == StLoadKey) && count[0];
    cipher_o.key_in = state == StLoadKey && !key_end && count != 5'd1;
    cipher_o.key_address = {state == StLoadKey || count[4], count[3:1]};
    if (hash && state == StCipherFinal) cipher_o.key_in = slot_i.done && !status_i.final_step[1];
    if (Hash && state == StLoadBlock) begin
      // The words are used once and not kept; a column of the state is written after each of them.
      cipher_o.clear = !count[0];
      cipher_o.key_add = !count[0] && count != '0;
      cipher_o.key_write = count[0];
      cipher_o.key_in = !count[0];
      cipher_o.key_last = count[3:0] == '1;
      cipher_o.key_hold = count[0] && !cipher_o.key_last;
      cipher_o.addend = count[0];
      cipher_o.key_address = {1'b0, count[3:1] - 3'(!count[0])};
    end
    if (Mac && state == StAddSubkey) begin
      cipher_o.key_add = count[1:0] inside {2'd1, 2'd2};
      cipher_o.key_in = count[1:0] == 2'd1;
      cipher_o.key_plain = count[1:0] == 2'd2;
      cipher_o.key_address = '0;
    end
  end

  always_comb begin
    ghash_o.stop = state == StAbort || !rst_ni;
    ghash_o.clear = state == StClear || (state == StClearGhash && !count[2]);
    ghash_o.subkey = clear_key || state == StGhashSubkey;
    ghash_o.load = ghash_o.clear || (state inside {StGhash, StGhashLengths, StGhashZero} && ghash_ready_i);
    ghash_o.send = (state == StJ0Ghash && ghash_ready_i && !count[2]) ||
        (state == StCipherFinal && !mac && phase == PhaseTag && slot_i.last && !slot_i.index[2]);
  end

  always_comb begin
    out_beat_o = '0;
    out_beat_o.kind = prng ? KindRandom : text_kind;
    unique case (state)
      StInput: begin
        out_beat_o.valid = in_fire_i && expected_i && phase == PhaseText;
        out_beat_o.keep = beat_i.keep;
        out_beat_o.last = beat_i.last;
      end
      StSendEmpty: begin
        out_beat_o.valid = 1'b1;
        out_beat_o.last = 1'b1;
      end
      StAbort: begin
        out_beat_o.valid = status_i.text_open;
        out_beat_o.last = 1'b1;
      end
      StTag: begin
        out_beat_o.valid = 1'b1;
        out_beat_o.keep = {command_i.tag_last[0] || !tag_end_i, 1'b1};
        out_beat_o.last = tag_end_i;
        out_beat_o.kind = KindTag;
      end
      StVerdict, StError: begin
        out_beat_o.valid = 1'b1;
        out_beat_o.keep = 2'b01;
        out_beat_o.last = 1'b1;
        out_beat_o.kind = KindStatus;
        // The verdict is kept in two registers, so that no single flipped bit turns refused into accepted.
        out_beat_o.code = StatusError;
        if (state == StVerdict && status_i.tag_equal && !status_i.tag_mismatch) begin
          out_beat_o.code = StatusAccepted;
        end
        if (state == StVerdict && !status_i.tag_equal && status_i.tag_mismatch) begin
          out_beat_o.code = StatusRefused;
        end
      end
      default: ;
    endcase
    if (MultiService && state == StOutput) begin
      out_beat_o.valid = count[2];
      out_beat_o.keep = {!status_i.carry, 1'b1};
      out_beat_o.last = status_i.last_remaining;
      out_beat_o.kind = hash ? KindDigest : mac ? KindTag : KindRandom;
    end
  end

endmodule
