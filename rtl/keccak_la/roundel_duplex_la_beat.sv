// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides whether a beat is expected, and which of its bytes go into the lane that is gathered.
//
// Schedule:   Combinational, except for one register: it carries the upper byte of a key beat to the next.
// Interfaces: beats from the input register of roundel_duplex_la_core; command from
//             roundel_duplex_la_command; state and progress from roundel_duplex_la_control; decisions to
//             roundel_duplex_la_control and roundel_duplex_la_lane; bytes to roundel_duplex_la_gather
// Bytes:      byte 0 of a beat is [7:0]. In the key pack of Keyak the key is offset by one byte.
// Reference:  docs/stream-protocol.md; CAESAR document of Keyak, version 2, section 2

module roundel_duplex_la_beat
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Sponge = 1'b0  // HASH, MAC or PRNG is available: a suffix follows the last byte
) (
  input logic clk_i,

  input beat_t       beat_i,      // received beat
  input command_t    command_i,   // current command
  input state_e      state_i,     // state of the state machine
  input progress_t   progress_i,  // progress of the transaction
  input logic [ 3:0] count_i,     // accepted beats of a 16-byte segment
  input logic        write_i,     // write_data_o goes into the gathered lane

  output beat_class_t beat_class_o,  // what the beat is, and whether it is expected
  output logic [15:0] write_data_o   // bytes for the gathered lane
);

  logic [7:0] prev_byte_q;  // upper byte of the previous beat: the key is offset by one byte

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Which beats are expected
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic body, in_tag, fixed_kind, fixed_size;

  always_comb begin
    beat_class_o.empty = !beat_i.keep[0];
    beat_class_o.full = beat_i.keep[1];
    beat_class_o.last = beat_i.last;
    beat_class_o.text = beat_i.text;
    beat_class_o.ad = beat_i.ad;

    // In the body of a message, TEXT, AD or TAG may come.
    body = beat_class_o.text || beat_class_o.ad;
    if (progress_i.open) body = progress_i.open_text ? beat_class_o.text : beat_class_o.ad;
    beat_class_o.data = body && !beat_class_o.empty &&
        (progress_i.open || !(beat_class_o.text ? progress_i.text_ended : progress_i.ad_ended));
    beat_class_o.skip = body && beat_class_o.empty;
    beat_class_o.tag = beat_i.tag && !progress_i.open &&
        !(progress_i.ad_first && !progress_i.has_text) &&
        (command_i.check ? beat_class_o.full : beat_class_o.empty);

    // A key and a nonce have 8 beats, a tag those of its bytes. tlast is set on the last of them or, if that
    // is full, on an empty beat after it.
    in_tag = state_i == StTag;
    fixed_kind = state_i == StLoadKey ? beat_i.key : in_tag ? beat_i.tag : beat_i.nonce;
    beat_class_o.ends = count_i[2:0] == (in_tag ? command_i.tag_last[3:1] : 3'd7);
    fixed_size = beat_class_o.full && !beat_class_o.last;
    if (beat_class_o.ends) fixed_size = beat_class_o.full != (in_tag && !command_i.tag_last[0]);
    beat_class_o.fixed = fixed_kind && (count_i[3] ? beat_class_o.empty : !beat_class_o.empty && fixed_size);

    beat_class_o.bytes = command_i.prng ? beat_i.seed : beat_i.text;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Bytes for the lane
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic suffix_in_beat;  // the suffix follows the last byte of the beat
  assign suffix_in_beat = Sponge && state_i == StAbsorb && (progress_i.suffix || beat_i.last);

  always_comb begin
    write_data_o = beat_i.data;
    if (progress_i.suffix || beat_class_o.empty) write_data_o[7:0] = suffix_in_beat ? command_i.suffix : '0;
    if (progress_i.suffix || !beat_class_o.full) begin
      write_data_o[15:8] = suffix_in_beat && !progress_i.suffix && !beat_class_o.empty ?
          command_i.suffix : '0;
    end
    if (state_i == StLoadKey && command_i.aead) write_data_o = {beat_i.data[7:0], prev_byte_q};
    if (state_i == StPadKey) write_data_o = {8'h01, prev_byte_q};
  end

  // Outside of a key, the register holds the length of the key pack and no byte of a key.
  always_ff @(posedge clk_i) begin
    if (!(state_i inside {StLoadKey, StPadKey})) prev_byte_q <= PackBytes;
    else if (write_i) prev_byte_q <= beat_i.data[15:8];
  end

  logic unused;
  assign unused = ^{command_i, progress_i, beat_i.command};

endmodule
