// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What is done in each state of roundel_aes_la_control: with the words, the cipher and GHASH, and what is
// given out. Combinational.

module roundel_aes_la_steps
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
) (
  input logic rst_ni,

  input status_t  status_i,
  input command_t command_i,
  input logic    start_i,
  input logic    finish_i,
  input beat_t   beat_i,
  input logic    beat_valid_i,
  input logic    take_i,
  input logic    due_i,
  input logic    over_i,       // of the sum of words
  input turn_t   turn_i,
  input logic    hash_ready_i,

  output words_t  words_o,
  output cipher_t cipher_o,
  output hash_t   hash_o,
  output give_t   give_o
);

  localparam bit Multi = Hash || Mac || Prng;  // more than AES-GCM

  state_e state;
  phase_e phase;
  logic mac, hash, prng;
  logic [4:0] count;
  logic [3:0] beats;
  logic four, wipe_key, key_ends, none;
  logic [1:0] here;
  logic [UserWidth-1:0] text_kind;

  assign state = status_i.state;
  assign phase = status_i.phase;
  assign count = status_i.count;
  assign beats = status_i.beats[3:0];
  assign mac = Mac && command_i.service == ServiceMac;
  assign hash = Hash && command_i.service == ServiceHash;
  assign prng = Prng && command_i.service == ServicePrng;
  assign four = count[1:0] == 2'd3;
  assign wipe_key = state == StWipe && !status_i.keep;
  assign key_ends = status_i.long_key ? count[4] : count[3];
  assign none = !beat_i.keep[0];
  assign here = beats[0] ? 2'b10 : 2'b01;
  assign text_kind = command_i.open ? KindUnverified : KindText;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  address_t lengths, in_block, quarter;
  logic [1:0] given;  // the column that the cipher gives out
  logic [1:0] previous;
  logic [2:0] halves_left, half_ahead;
  assign lengths = AtLengths | {3'd0, phase != OfAd, state == StLengthLow};
  assign in_block = {2'd0, beats[3:1]};
  assign quarter = {3'd0, count[1:0]};
  assign given = turn_i.column[1:0];
  assign previous = count[1:0] - 2'd1;
  // The half of the subkey that is doubled, and the one that is read meanwhile.
  assign halves_left = 3'd1 - count[2:0];
  assign half_ahead = 3'd0 - count[2:0];

  logic unused;
  assign unused = ^{status_i, command_i, beat_i.data, beat_i.kind, turn_i};

  always_comb begin
    words_o = '0;
    words_o.read = AtZero;
    words_o.beat = 1'b1;
    words_o.upper = beats[0];
    unique case (state)
      StWipe: begin
        words_o.write = count;
        words_o.halves = '1;
        if (Multi) begin
          words_o.ones = count[4];
          if (status_i.held && count == AtRest) words_o.halves = '0;
          if (status_i.keep && count inside {AtRequest, AtRequest + 5'd1}) words_o.halves = '0;
        end
      end
      StTake: begin
        words_o.read = in_block;
        words_o.write = in_block;
        words_o.halves = (take_i && !none && phase != OfTag) ? here : '0;
        words_o.keep = beat_i.keep;
        // A tag is not written, but compared.
        words_o.mix = phase == OfTag || (phase == OfText && !command_i.open);
        words_o.marks[1] = mac && phase == OfMessage && !beat_i.keep[1];
      end
      StPad: begin
        words_o.write = in_block;
        words_o.halves = (beats[2:0] != '0 || status_i.empty) ? here : '0;
        words_o.marks[0] = mac && !status_i.odd;
      end
      StTag: begin
        words_o.read = in_block;
        words_o.keep = '1;
        words_o.show = 1'b1;
      end
      StKey: begin
        words_o.read = {status_i.stage == 2'd3, 1'b0, count[3:1] - 3'(count[0])};
      end
      StStart: begin
        words_o.beat = 1'b0;
        unique case (phase)
          OfKey: ;
          OfAd, OfText: begin
            words_o.read = AtFirst | {3'd0, turn_i.slot[1:0]};
            if (turn_i.slot == 3'd3) begin
              words_o.read = AtCounter;
              words_o.write = AtCounter;
              words_o.carry = 1'b1;
              words_o.halves = {2{turn_i.first}};
            end
          end
          OfRandom: begin
            words_o.little = !turn_i.slot[1];
            words_o.write = AtRequest | {4'd0, turn_i.slot[0]};
            if (!turn_i.slot[1] && !turn_i.slot[2]) begin
              words_o.read = AtRequest | {4'd0, turn_i.slot[0]};
              words_o.carry = !turn_i.slot[0] || over_i;
              words_o.halves = {2{turn_i.first}};
            end
          end
          default: begin
            words_o.read = {2'd0, !mac, turn_i.slot[1:0]};  // J0, or the block
          end
        endcase
      end
      StFinal: begin
        words_o.beat = 1'b0;
        words_o.cipher = 1'b1;
        words_o.write = {3'd0, given};
        words_o.halves = {2{turn_i.gives}};
        if (mac && phase == OfKey) words_o.write = AtSubkey | {3'd0, given};
        if (mac && phase == OfMessage) words_o.read = {3'd0, given};
        if (hash) begin
          words_o.read = AtChain | {2'd0, turn_i.column};
          words_o.write = AtChain | {2'd0, turn_i.column};
        end
        if (prng && status_i.stage != '0) words_o.write = AtChain | {2'd0, status_i.stage[1], given};
      end
      StSubkey, StHash: words_o.read = quarter;
      StHashLengths: words_o.read = AtLengths | quarter;
      StLengthLow, StLengthHigh: begin
        words_o.read = lengths;
        words_o.write = lengths;
        words_o.beat = 1'b0;
        words_o.halves = '1;
        if (state == StLengthLow) begin
          words_o.bytes = {beats[2:0] == '0 && !status_i.odd, beats[2:0], status_i.odd};
        end else begin
          words_o.carry = over_i;
        end
      end
      StFirst, StRestart: begin
        words_o.halves = '1;
        words_o.write = AtLengths | quarter;
        if (state == StFirst || count[2]) words_o.beat = 1'b0;
        if (state == StFirst) begin
          if (count != '0) words_o.read = {3'd0, previous};
          words_o.write = AtFirst | {3'd0, previous};
          words_o.carry = count == '0;
        end
        if (count[2]) begin
          words_o.read = AtFirst | 5'd3;
          words_o.write = AtCounter;
          words_o.carry = 1'b1;
        end
      end
      StFirstHash: begin
        words_o.write = AtFirst | {3'd0, previous};
        words_o.halves = {2{count != '0}};
      end
      default: ;
    endcase
    if (Multi) begin
      unique case (state)
        StCommand: begin
          words_o.read = AtRest;
          words_o.write = AtRest;
          words_o.keep = {2{beat_valid_i}};
          words_o.little = 1'b1;
          words_o.upper = !beats[0];
          words_o.mix = 1'b1;
          if (beat_valid_i && beats[2:1] == 2'd1) words_o.halves = ~here;
        end
        StDecide: begin
          words_o.write = AtRequest;
          words_o.beat = 1'b0;
          words_o.carry = 1'b1;
          words_o.halves = {2{prng && !command_i.goes_on}};
        end
        StRest: begin
          words_o.read = AtRest;
          words_o.beat = 1'b0;
          words_o.carry = 1'b1;
        end
        StGive: begin
          // One is taken off, and another; is it the end if there are three?
          words_o.read = AtRest;
          words_o.write = AtRest;
          words_o.beat = 1'b0;
          words_o.carry = 1'b1;
          words_o.two = count[0];
          words_o.halves = {2{!count[2] && !count[0]}};
          words_o.keep = {!status_i.carry, 1'b1};
          if (count[2]) begin
            words_o.read = {hash, 1'b0, beats[3:1]};
            words_o.show = 1'b1;
          end
        end
        StDouble: begin
          words_o.read = AtSubkey | {3'd0, half_ahead[2:1]};
          words_o.write = AtSubkey | {3'd0, halves_left[2:1]};
          words_o.upper = half_ahead[0];
          words_o.shift = 1'b1;
          words_o.reduce = count[3:0] == 4'd2;
          if (count[3:1] != '0) words_o.halves = halves_left[0] ? 2'b10 : 2'b01;
        end
        StMask: begin
          words_o.beat = 1'b0;
          words_o.cipher = 1'b1;
          words_o.read = {{3{!four}}, count[3:2]};
          words_o.write = {3'd0, count[3:2]};
          words_o.halves = {2{four}};
        end
        StLoad:  words_o.read = {count[0], 1'b0, count[3:1]};
        StLength: begin
          words_o.read = AtLengths | quarter;
          words_o.write = 5'd4 | quarter;
          words_o.beat = 1'b0;
          words_o.halves = '1;
        end
        StSelf: begin
          words_o.read = AtChain | {2'd0, count[2:0]};
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
    cipher_o.long_key = status_i.long_key;
    cipher_o.wide = hash;
    cipher_o.go = state == StFinal && (mac || phase != OfTag || hash_ready_i);
    cipher_o.clear = state == StWipe && !count[0];
    cipher_o.key_take = (wipe_key || state == StKey) && !count[0];
    cipher_o.key_put = (wipe_key || state == StKey) && count[0];
    cipher_o.key_in = state == StKey && !key_ends && count != 5'd1;
    cipher_o.key_address = {state == StKey || count[4], count[3:1]};
    if (Hash && state == StLoad) begin
      // Its words are not kept; a column of the state is written behind each.
      cipher_o.clear = !count[0];
      cipher_o.key_take = !count[0] && count != '0;
      cipher_o.key_put = count[0];
      cipher_o.key_in = !count[0];
      cipher_o.key_last = count[3:0] == '1;
      cipher_o.key_hold = count[0] && !cipher_o.key_last;
      cipher_o.addend = count[0];
      cipher_o.key_address = {1'b0, count[3:1] - 3'(!count[0])};
    end
    if (Mac && state == StMask) begin
      cipher_o.key_take = count[1:0] inside {2'd1, 2'd2};
      cipher_o.key_in = count[1:0] == 2'd1;
      cipher_o.key_plain = count[1:0] == 2'd2;
      cipher_o.key_address = '0;
    end
  end

  always_comb begin
    hash_o.stop = state == StAbort || !rst_ni;
    hash_o.clear = state == StWipe || (state == StRestart && !count[2]);
    hash_o.key = wipe_key || state == StSubkey;
    hash_o.load = hash_o.clear || (state inside {StHash, StHashLengths, StHashEnd} && hash_ready_i);
    hash_o.give = (state == StFirstHash && hash_ready_i && !count[2]) ||
        (state == StFinal && !mac && phase == OfTag && turn_i.last && !turn_i.slot[2]);
  end

  always_comb begin
    give_o = '0;
    give_o.kind = prng ? KindRandom : text_kind;
    unique case (state)
      StTake: begin
        give_o.give = take_i && due_i && phase == OfText;
        give_o.keep = beat_i.keep;
        give_o.last = beat_i.last;
      end
      StEmpty: begin
        give_o.give = 1'b1;
        give_o.last = 1'b1;
      end
      StAbort: begin
        give_o.give = status_i.text_open;
        give_o.last = 1'b1;
      end
      StTag: begin
        give_o.give = 1'b1;
        give_o.keep = '1;
        give_o.last = beats[2:0] == '1;
        give_o.kind = KindTag;
      end
      StVerdict, StError: begin
        give_o.give = 1'b1;
        give_o.keep = 2'b01;
        give_o.last = 1'b1;
        give_o.kind = KindStatus;
        give_o.code = state == StError ? 2'(StatusError) : {1'b0, status_i.differs};
      end
      default: ;
    endcase
    if (Multi && state == StGive) begin
      give_o.give = count[2];
      give_o.keep = {!status_i.carry, 1'b1};
      give_o.last = status_i.rest_end;
      give_o.kind = hash ? KindDigest : mac ? KindTag : KindRandom;
    end
  end

endmodule
