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
(
  input logic clk_i,

  input beat_t            beat_i,      // received beat
  input command_t         command_i,   // current command
  input state_e           state_i,     // state of the state machine
  input progress_t        progress_i,  // progress of the transaction
  input logic      [ 3:0] count_i,     // accepted beats of a 16-byte segment
  input logic             put_i,       // put_data_o goes into the gathered lane

  output due_t        due_o,      // what the beat is, and whether it is expected
  output logic [15:0] put_data_o  // bytes for the gathered lane
);

  logic [7:0] carry_q;  // carried byte of the key, which is offset by one byte

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Which beats are expected
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic body, fixed_kind;

  always_comb begin
    due_o.none = !beat_i.keep[0];
    due_o.whole = beat_i.keep[1];
    due_o.last = beat_i.last;
    due_o.text = beat_i.text;
    due_o.ad = beat_i.ad;

    // In the body of a message, TEXT, AD or TAG may come.
    body = due_o.text || due_o.ad;
    if (progress_i.open) body = progress_i.open_text ? due_o.text : due_o.ad;
    due_o.data = body && !due_o.none &&
        (progress_i.open || !(due_o.text ? progress_i.text_ended : progress_i.ad_ended));
    due_o.skip = body && due_o.none;
    due_o.tag = beat_i.tag && !progress_i.open &&
        !(progress_i.ride && !progress_i.has_text) && (command_i.open ? due_o.whole : due_o.none);

    // A key, nonce or tag has 8 beats. tlast is set on the last of them or on an empty beat after it.
    fixed_kind = state_i == StKey ? beat_i.key : state_i == StNonce ? beat_i.nonce : beat_i.tag;
    due_o.fixed = fixed_kind &&
        (count_i[3] ? due_o.none : due_o.whole && (!due_o.last || count_i[2:0] == 3'd7));

    due_o.bytes = command_i.prng ? beat_i.seed : beat_i.text;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Bytes for the lane
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic suffix_here;  // the suffix follows the last byte of the beat
  assign suffix_here = state_i == StAbsorb && (progress_i.suffix || beat_i.last);

  always_comb begin
    put_data_o = beat_i.data;
    if (progress_i.suffix || due_o.none) put_data_o[7:0] = suffix_here ? command_i.suffix : '0;
    if (progress_i.suffix || !due_o.whole) begin
      put_data_o[15:8] = suffix_here && !progress_i.suffix && !due_o.none ? command_i.suffix : '0;
    end
    if (state_i == StKey && command_i.aead) put_data_o = {beat_i.data[7:0], carry_q};
    if (state_i == StKeyTail) put_data_o = {8'h01, carry_q};
  end

  // Outside of a key, the register holds the length of the key pack and no byte of a key.
  always_ff @(posedge clk_i) begin
    if (!(state_i inside {StKey, StKeyTail})) carry_q <= PackBytes;
    else if (put_i) carry_q <= beat_i.data[15:8];
  end

  logic unused;
  assign unused = ^{command_i, progress_i, beat_i.command};

endmodule
