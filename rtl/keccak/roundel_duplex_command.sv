// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes a command and decides whether it is legal.
//
// Schedule:   `valid_i` in cycle t: the bytes are read in t and decoded in t+1. `decoded_o` is a pulse of one
//             cycle in t+2, with legal_o and command_o. A command that waits is read once: valid_i is
//             ignored in t+1 and t+2.
// Interfaces: beat and bytes from roundel_duplex_beat; results to roundel_duplex_input
// Bytes:      data_i[0] is byte 0 of the command; the length is little-endian in bytes 4 to 7.
// Reference:  docs/stream-protocol.md

module roundel_duplex_command
  import roundel_stream_pkg::*;
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic             valid_i,  // a beat is present where a command is expected
  input beat_t            beat_i,   // properties of the beat
  input logic [15:0][7:0] data_i,   // bytes of the beat

  input logic session_i,    // a session is kept and can be resumed
  input logic generator_i,  // a generator is kept and can be resumed

  output logic     decoded_o,    // the command has been decoded
  output logic     legal_o,    // with decoded_o: the command is legal
  output command_t command_o  // with decoded_o: the decoded command
);

  logic read_q;
  logic [7:0][7:0] data_q;
  logic is_aead_q, is_hash_q, is_mac_q, is_prng_q;
  logic resume;
  logic [7:0] variant;
  logic [31:0] length;
  logic [3:0] last_pair;  // number of the last pair of a full block

  // SEAL, OPEN, PRNG: bit 0 resumes, bit 2 keeps the session or generator. Bit 1 of SEAL and OPEN: AD first.
  // Bit 1 of PRNG: overwrite the rate. Bit 3 of PRNG: 12 rounds. HASH and MAC: the rate in lanes.
  assign variant = data_q[1];
  assign resume = variant[0];
  assign length  = {data_q[7], data_q[6], data_q[5], data_q[4]};

  always_ff @(posedge clk_i) begin
    data_q <= data_i[7:0];
    read_q <= valid_i && !read_q && !decoded_o && rst_ni;
    decoded_o <= read_q && rst_ni;
    is_aead_q <= beat_i.is_full_command && data_q[0] inside {OpSeal, OpOpen} && variant[7:3] == '0 &&
        (!resume || session_i);
    is_hash_q <= Sponge && beat_i.is_full_command && data_q[0] == OpHash && variant != '0 &&
        variant <= 8'(TextLanes);
    is_mac_q <= Sponge && beat_i.is_full_command && data_q[0] == OpMac && variant == 8'(MacRate) &&
        length[31:8] == '0 && length[7:0] != '0 && length[7:0] <= {MacRate, 3'd0};
    is_prng_q <= Sponge && beat_i.is_full_command && data_q[0] == OpPrng && variant[7:4] == '0 &&
        (!resume || generator_i);
  end
  assign legal_o = is_aead_q || is_hash_q || is_mac_q || is_prng_q;

  always_comb begin
    command_o.message.sponge = Sponge && !is_aead_q;
    command_o.message.prg = is_prng_q;
    command_o.message.rounds24 = is_hash_q || is_mac_q || (is_prng_q && !variant[3]);
    command_o.message.open = data_q[0] == OpOpen;
    command_o.message.keep_session = (is_aead_q || is_prng_q) && variant[2];
    command_o.message.rate = is_hash_q || is_mac_q ? variant[4:0] : 5'(TextLanes);
    command_o.message.answer = is_hash_q ? AnswerDigest : is_prng_q ? AnswerRandom : AnswerTag;
    command_o.message.length = is_aead_q ? 32'(TagBytes) : length;
    last_pair = 4'((command_o.message.rate - 5'd1) >> 1);
    command_o.shape.before_last_pair = last_pair - 4'd1;
    command_o.shape.odd = command_o.message.rate[0];
    command_o.shape.one_lane = command_o.message.rate == 5'd1;
    command_o.shape.one_pair = last_pair == 4'd0;
    command_o.shape.two_pairs = last_pair == 4'd1;
    command_o.mac = is_mac_q;
    command_o.overwrite = is_prng_q && variant[1];
    command_o.no_output = length == '0;
    command_o.ad_first = is_aead_q && variant[1];
    command_o.resume = (is_aead_q || is_prng_q) && resume;
    command_o.suffix = is_prng_q ? 8'h01 : data_q[2];
  end

  logic unused;
  assign unused = ^{beat_i, data_i, data_q};

endmodule
