// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Stores a command of 8 beats (docs/stream-protocol.md), checks it, and counts down the output bytes that
// remain. Reserved bytes are not stored.
//
// Schedule:   A beat written in cycle t is in command_o from t+1 on. The check of a MAC length has one more
//             register, which is valid before the last beat. more_o, full_o and last_o are registers: they
//             follow lane_i by one cycle, and the written length by two.
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
  parameter bit Mac  = 1'b0,  // 0 makes MAC an illegal command
  parameter bit Prng = 1'b0   // 0 makes PRNG an illegal command
) (
  input logic clk_i,

  input logic        write_i,  // a beat of the command is written
  input logic [ 2:0] beat_i,   // index of the beat
  input logic [15:0] data_i,   // bytes of the beat

  input logic session_valid_i,    // a kept session can be resumed
  input logic generator_valid_i,  // a kept generator can be resumed

  output logic     cmd_ok_o,   // the command is legal
  output command_t command_o,  // decoded command

  input  logic       lane_i,  // the output length decreases by 8, or to 0 if at most 8 bytes remain
  output logic       more_o,  // output bytes remain
  output logic       full_o,  // at least 8 output bytes remain
  output logic       last_o,  // at most 8 output bytes remain
  output logic [2:0] mod8_o   // output length modulo 8
);

  localparam bit Sponge = Hash || Mac || Prng;

  // The operation is stored in decoded form, because many paths begin with it.
  logic hash_q, mac_q, prng_q, aead_q, open_q;
  logic [7:0] variant_q, suffix_q;

  always_ff @(posedge clk_i) begin
    if (write_i && beat_i == 3'd0) begin
      hash_q <= data_i[7:0] == OpHash;
      mac_q <= data_i[7:0] == OpMac;
      prng_q <= data_i[7:0] == OpPrng;
      aead_q <= data_i[7:0] == OpSeal || data_i[7:0] == OpOpen;
      open_q <= data_i[7:0] == OpOpen;
      variant_q <= data_i[15:8];
    end
  end

  always_comb begin
    command_o.hash = Hash && hash_q;
    command_o.mac = Mac && mac_q;
    command_o.prng = Prng && prng_q;
    command_o.aead = !Sponge || aead_q;
    command_o.open = open_q;
    command_o.resume = !command_o.hash && !command_o.mac && variant_q[0];
    command_o.keep_session = !command_o.hash && !command_o.mac && variant_q[2];
    command_o.ad_first = variant_q[1];
    command_o.forget = command_o.prng && variant_q[1];
    command_o.rounds24 = command_o.hash || command_o.mac || (command_o.prng && !variant_q[3]);
    command_o.rate = command_o.prng ? 5'(TextLanes) : variant_q[4:0];
    command_o.suffix = command_o.prng ? 8'h01 : suffix_q;
  end

  if (Sponge) begin : gen_sponge
    logic [31:0] length_q;
    logic fits_mac_q, fits_rate;
    // Decoded from the length when it changes, because many paths begin with them.
    logic more_q, full_q, last_q;

    always_ff @(posedge clk_i) begin
      if (write_i && beat_i == 3'd1) suffix_q <= data_i[7:0];
      if (write_i && beat_i == 3'd2) length_q[15:0] <= data_i;
      else if (lane_i && last_o) length_q[15:0] <= '0;
      else if (lane_i) length_q[15:3] <= length_q[15:3] - 13'd1;
      if (write_i && beat_i == 3'd3) length_q[31:16] <= data_i;
      else if (lane_i && !last_o && length_q[15:3] == '0) length_q[31:16] <= length_q[31:16] - 16'd1;
    end

    // The rate is at most 21 lanes.
    assign fits_rate = variant_q[7:5] == '0 && !(variant_q[4] && (variant_q[3] || &variant_q[2:1]));
    // The length of a command is written long before it is used.
    logic above_8, above_16, at_least_16;
    assign above_8  = length_q[31:4] != '0 || (length_q[3] && length_q[2:0] != '0);
    assign above_16 = length_q[31:5] != '0 || (length_q[4] && length_q[3:0] != '0);
    assign at_least_16 = length_q[31:4] != '0;
    always_ff @(posedge clk_i) begin
      more_q  <= lane_i ? above_8 : length_q != '0;
      full_q <= lane_i ? at_least_16 : length_q[31:3] != '0;
      last_q  <= lane_i ? !above_16 : !above_8;
      fits_mac_q <= length_q[31:8] == '0 && length_q[7:0] != '0 && length_q[7:0] <= MacBytes;
    end
    assign more_o = more_q;
    assign full_o = full_q;
    assign last_o = last_q;
    assign mod8_o = length_q[2:0];
    assign cmd_ok_o = (aead_q && variant_q[7:3] == '0 && (!variant_q[0] || session_valid_i)) ||
        (command_o.hash && variant_q != '0 && fits_rate) ||
        (command_o.mac && variant_q == 8'(MacLanes) && fits_mac_q) ||
        (command_o.prng && variant_q[7:4] == '0 && (!variant_q[0] || generator_valid_i));
  end else begin : gen_keyak
    assign suffix_q = '0;
    assign more_o = 1'b0;
    assign full_o = 1'b0;
    assign last_o = 1'b0;
    assign mod8_o = '0;
    assign cmd_ok_o = aead_q && variant_q[7:3] == '0 && (!variant_q[0] || session_valid_i);
    logic unused;
    assign unused = ^{lane_i, generator_valid_i};
  end

endmodule
