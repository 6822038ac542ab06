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

  localparam logic [7:0] MaxLanes = 8'(TextLanes);
  localparam logic [31:0] MaxMacBytes = 32'({MacRate, 3'd0});

  logic read_q;
  logic [7:0][7:0] data_q;
  // Of the bytes that are judged only, a core without sponges has no registers.
  logic rest_zero_q;  // bytes 8 to 15 are zero
  logic plain_q;  // no suffix and no rate
  logic tag_length_q;  // the length is that of Keyak's tag
  logic is_aead_q, is_hash_q, is_mac_q, is_verify_q, is_prng_q;
  logic is_padded;  // HASH, MAC, VERIFY
  logic [7:0] operation, flags, suffix, lanes;
  logic [31:0] length;
  logic well_formed;  // 16 bytes, the last 8 of them zero
  logic aead_flags, prng_flags, hash_flags;  // no other flags are set
  logic padded;  // the suffix of a sponge is legal
  logic [3:0] last_pair;  // number of the last pair of a full block

  assign operation = data_q[0];
  assign flags = data_q[1];
  assign suffix = data_q[2];
  assign lanes = data_q[3];
  assign length = {data_q[7], data_q[6], data_q[5], data_q[4]};

  assign well_formed = beat_i.is_full_command && rest_zero_q;
  assign aead_flags = (flags & ~8'(1 << FlagResume | 1 << FlagAdFirst | 1 << FlagKeep)) == '0;
  assign prng_flags = (flags & ~8'(1 << FlagResume | 1 << FlagKeep | 1 << FlagOverwrite |
      1 << FlagRounds12)) == '0;
  assign hash_flags = (flags & ~8'(1 << FlagRounds12)) == '0;
  assign padded = !suffix[7] && suffix != '0;

  always_ff @(posedge clk_i) begin
    data_q <= data_i[7:0];
    rest_zero_q <= data_i[15:8] == '0;
    plain_q <= data_i[3:2] == '0;
    tag_length_q <= data_i[7:4] == 32'(TagBytes);
    read_q <= valid_i && !read_q && !decoded_o && rst_ni;
    decoded_o <= read_q && rst_ni;
    is_aead_q <= well_formed && operation inside {OpSeal, OpOpen} && aead_flags && plain_q &&
        tag_length_q && (!flags[FlagResume] || session_i);
    is_hash_q <= Sponge && well_formed && operation == OpHash && hash_flags && padded &&
        lanes inside {[8'd1:MaxLanes]};
    is_mac_q <= Sponge && well_formed && operation == OpMac && flags == '0 && padded &&
        lanes == 8'(MacRate) && length inside {[32'd1:MaxMacBytes]};
    is_verify_q <= Sponge && well_formed && operation == OpVerify && flags == '0 && padded &&
        lanes == 8'(MacRate) &&
        length inside {32'd8, [32'd12:32'd16]};
    is_prng_q <= Sponge && well_formed && operation == OpPrng && prng_flags && plain_q &&
        (!flags[FlagResume] || generator_i);
  end
  assign is_padded = is_hash_q || is_mac_q || is_verify_q;
  assign legal_o = is_aead_q || is_padded || is_prng_q;

  always_comb begin
    command_o.message.sponge = Sponge && !is_aead_q;
    command_o.message.prg = is_prng_q;
    command_o.message.rounds24 = (is_padded || is_prng_q) && !flags[FlagRounds12];
    command_o.message.open = operation == OpOpen;
    command_o.message.check = operation == OpOpen || (Sponge && operation == OpVerify);
    command_o.message.keep_session = (is_aead_q || is_prng_q) && flags[FlagKeep];
    command_o.message.rate = is_padded ? lanes[4:0] : 5'(TextLanes);
    command_o.message.answer = is_hash_q ? AnswerDigest : is_prng_q ? AnswerRandom : AnswerTag;
    command_o.message.length = is_aead_q ? 32'(TagBytes) : length;
    last_pair = 4'((command_o.message.rate - 5'd1) >> 1);
    command_o.shape.before_last_pair = last_pair - 4'd1;
    command_o.shape.odd = command_o.message.rate[0];
    command_o.shape.one_lane = command_o.message.rate == 5'd1;
    command_o.shape.one_pair = last_pair == 4'd0;
    command_o.shape.two_pairs = last_pair == 4'd1;
    command_o.mac = is_mac_q || is_verify_q;
    command_o.overwrite = is_prng_q && flags[FlagOverwrite];
    command_o.no_output = length == '0;
    command_o.ad_first = is_aead_q && flags[FlagAdFirst];
    command_o.resume = (is_aead_q || is_prng_q) && flags[FlagResume];
    command_o.suffix = is_prng_q ? 8'h01 : suffix;
  end

  logic unused;
  assign unused = ^beat_i;

endmodule
