// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Stores a command of 8 beats (docs/stream-protocol.md), checks every byte of it as it arrives, and counts
// down the output bytes that remain. Bytes of which only one value is legal are not stored.
//
// Schedule:   A beat written in cycle t is in command_o and cmd_ok_o from t+1 on, the last byte of a tag two
//             cycles after beat 5. more_o and last_o are registers: they follow lane_i by one cycle, and
//             beat 5 by two.
// Interfaces: beats from the input register of roundel_duplex_la_core; write_i from
//             roundel_duplex_la_control; lane_i from roundel_duplex_la_lane; command to all modules of
//             roundel_duplex_la_core
// Bytes:      byte 0 of a beat is data_i[7:0]; the length is little-endian
// Reference:  docs/stream-protocol.md, commands

module roundel_duplex_la_command
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,  // 0 makes HASH an illegal command
  parameter bit Mac  = 1'b0,  // 0 makes MAC and VERIFY illegal commands
  parameter bit Prng = 1'b0   // 0 makes PRNG an illegal command
) (
  input logic clk_i,

  input logic        write_i,  // a beat of the command is written
  input logic [ 2:0] beat_i,   // index of the beat
  input logic [15:0] data_i,   // bytes of the beat

  input logic session_valid_i,    // a kept session can be resumed
  input logic generator_valid_i,  // a kept generator can be resumed

  output logic     cmd_ok_o,   // the command is legal, as far as its beats have arrived
  output command_t command_o,  // decoded command

  input  logic       lane_i,  // the output length decreases by 8, or to 0 if at most 8 bytes remain
  output logic       more_o,  // output bytes remain
  output logic       full_o,  // at least 8 output bytes remain
  output logic       last_o,  // at most 8 output bytes remain
  output logic [2:0] mod8_o   // output length modulo 8
);

  localparam bit Sponge = Hash || Mac || Prng;

  // The operation is stored in decoded form, because many paths begin with it.
  logic hash_q, mac_q, prng_q, aead_q, check_q;
  logic resume_q, ad_first_q, keep_q, cmd_ok_q, beat_ok;
  // Registers with a sponge, otherwise zero.
  logic overwrite_q, rounds12_q;
  logic [4:0] rate_q;
  logic [6:0] suffix_q;
  logic [3:0] tag_last;

  always_ff @(posedge clk_i) begin
    if (write_i && beat_i == 3'd0) begin
      hash_q <= Hash && data_i[7:0] == OpHash;
      mac_q <= Mac && data_i[7:0] inside {OpMac, OpVerify};
      prng_q <= Prng && data_i[7:0] == OpPrng;
      aead_q <= data_i[7:0] == OpSeal || data_i[7:0] == OpOpen;
      check_q <= data_i[7:0] inside {OpOpen, OpVerify};
      resume_q <= data_i[8+FlagResume];
      ad_first_q <= data_i[8+FlagAdFirst];
      keep_q <= data_i[8+FlagKeep];
    end
    if (write_i) cmd_ok_q <= beat_ok && (cmd_ok_q || beat_i == 3'd0);
  end
  assign cmd_ok_o = cmd_ok_q;

  // Whether the flags of beat 0 are legal for its operation. HASH has ROUNDS12, MAC and VERIFY have none.
  logic flags_ok;
  always_comb begin
    unique case (data_i[7:0])
      OpSeal, OpOpen: flags_ok = data_i[15:11] == '0 && (!data_i[8+FlagResume] || session_valid_i);
      OpHash: flags_ok = Hash && (data_i[15:8] & ~8'(1 << FlagRounds12)) == '0;
      OpMac, OpVerify: flags_ok = Mac && data_i[15:8] == '0;
      OpPrng: begin
        flags_ok = Prng && data_i[15:14] == '0 && !data_i[8+FlagCtr] && !data_i[8+FlagAdFirst] &&
            (!data_i[8+FlagResume] || generator_valid_i);
      end
      default: flags_ok = 1'b0;
    endcase
  end

  always_comb begin
    command_o = '0;
    command_o.hash = hash_q;
    command_o.mac = mac_q;
    command_o.prng = prng_q;
    command_o.aead = !Sponge || aead_q;
    command_o.check = check_q;
    command_o.resume = resume_q;
    command_o.keep_session = keep_q;
    command_o.ad_first = ad_first_q;
    command_o.forget = overwrite_q;
    command_o.rounds24 = Sponge && !aead_q && !rounds12_q;
    command_o.rate = rate_q;
    command_o.suffix = {1'b0, suffix_q};
    command_o.tag_last = tag_last;
  end

  if (Sponge) begin : gen_sponge
    // The output has lanes_q lanes after the current one; mod8_q is the output length modulo 8.
    logic [28:0] lanes_q;
    logic [2:0] mod8_q;
    logic more_q, last_q, count, settle;

    // The written length counts the current lane too if the last lane is full. The next beats of the command
    // leave time to correct that.
    assign settle = write_i && beat_i == 3'd5;
    assign count  = settle ? mod8_q == '0 : lane_i && !last_q;

    always_ff @(posedge clk_i) begin
      if (write_i && beat_i == 3'd2) {lanes_q[12:0], mod8_q} <= data_i;
      else if (count) lanes_q[12:0] <= lanes_q[12:0] - 13'd1;
      if (write_i && beat_i == 3'd3) lanes_q[28:13] <= data_i;
      else if (count && lanes_q[12:0] == '0) lanes_q[28:13] <= lanes_q[28:13] - 16'd1;
      last_q <= lanes_q[28:1] == '0 && (lane_i || !lanes_q[0]);
      if (settle) more_q <= !last_q || mod8_q != '0;
      else if (lane_i && last_q) more_q <= 1'b0;
    end

    // The command of PRNG has no rate and no suffix: its rate is that of text, its padding begins with 1.
    always_ff @(posedge clk_i) begin
      if (write_i && beat_i == 3'd0) begin
        overwrite_q <= data_i[8+FlagOverwrite];
        rounds12_q <= data_i[8+FlagRounds12];
      end
      if (write_i && beat_i == 3'd1) begin
        rate_q <= prng_q ? 5'(TextLanes) : data_i[12:8];
        suffix_q <= prng_q ? 7'h01 : data_i[6:0];
      end
    end

    // The rate of HASH is 1 to 21 lanes.
    logic suffix_ok, rate_ok, length_ok, zero;
    assign zero = data_i == '0;
    assign suffix_ok = !data_i[7] && data_i[6:0] != '0;
    assign rate_ok = mac_q ? data_i[15:8] == 8'(MacLanes) :
        data_i[15:13] == '0 && data_i[12:8] != '0 && !(data_i[12] && (data_i[11] || &data_i[10:9]));
    // VERIFY: 8 or 12 to 16 bytes. MAC: 1 to 136.
    logic verify_length_ok, mac_length_ok;
    assign verify_length_ok = data_i[4] ? data_i[3:0] == '0 : data_i[3] && (data_i[2] || data_i[1:0] == '0);
    assign mac_length_ok = data_i[7:0] != '0 &&
        !(data_i[7] && (data_i[6:4] != '0 || (data_i[3] && data_i[2:0] != '0)));
    always_comb begin
      length_ok = 1'b1;
      if (aead_q) length_ok = data_i == 16'(TagBytes);
      else if (mac_q && check_q) length_ok = data_i[15:5] == '0 && verify_length_ok;
      else if (mac_q) length_ok = data_i[15:8] == '0 && mac_length_ok;
    end
    assign tag_last = {lanes_q[0], mod8_q - 3'd1};
    always_comb begin
      unique case (beat_i)
        3'd0: beat_ok = flags_ok;
        3'd1: beat_ok = hash_q || mac_q ? suffix_ok && rate_ok : zero;
        3'd2: beat_ok = length_ok;
        3'd3: beat_ok = hash_q || prng_q || zero;
        default: beat_ok = zero;
      endcase
    end

    assign more_o = more_q;
    assign full_o = !last_q || mod8_q == '0;
    assign last_o = last_q;
    assign mod8_o = mod8_q;
  end else begin : gen_keyak
    assign beat_ok = beat_i == 3'd0 ? flags_ok : data_i == (beat_i == 3'd2 ? 16'(TagBytes) : 16'd0);
    assign {overwrite_q, rounds12_q, rate_q, suffix_q} = '0;
    assign tag_last = 4'(TagBytes - 8'd1);
    assign more_o = 1'b0;
    assign full_o = 1'b0;
    assign last_o = 1'b0;
    assign mod8_o = '0;
    logic unused;
    assign unused = ^{lane_i, generator_valid_i, hash_q, mac_q, prng_q};
  end

endmodule
