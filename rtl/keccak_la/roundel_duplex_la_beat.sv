// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A beat: what may come, and what of it goes into the lane that is gathered. No timing of its own.

module roundel_duplex_la_beat
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,

  input beat_t            beat_i,
  input command_t         command_i,
  input state_e           state_i,
  input progress_t        progress_i,
  input logic      [ 3:0] count_i,     // beats of a segment of 16 bytes that have come
  input logic             put_i,

  output due_t        due_o,
  output logic [15:0] put_data_o
);

  logic [7:0] carry_q;  // of the key, which is a byte off

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What may come
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic body, fixed_kind;

  always_comb begin
    due_o.none = !beat_i.keep[0];
    due_o.whole = beat_i.keep[1];
    due_o.last = beat_i.last;
    due_o.text = beat_i.text;
    due_o.ad = beat_i.ad;

    // Of a message's body, where anything may come.
    body = due_o.text || due_o.ad;
    if (progress_i.open) body = progress_i.open_text ? due_o.text : due_o.ad;
    due_o.data = body && !due_o.none &&
        (progress_i.open || !(due_o.text ? progress_i.text_ended : progress_i.ad_ended));
    due_o.skip = body && due_o.none;
    due_o.tag = beat_i.tag && !progress_i.open &&
        !(progress_i.ride && !progress_i.has_text) && (command_i.open ? due_o.whole : due_o.none);

    // Of a key, a nonce or a tag: eight beats, the last one closed or an empty one behind it.
    fixed_kind = state_i == StKey ? beat_i.key : state_i == StNonce ? beat_i.nonce : beat_i.tag;
    due_o.fixed = fixed_kind &&
        (count_i[3] ? due_o.none : due_o.whole && (!due_o.last || count_i[2:0] == 3'd7));

    due_o.bytes = command_i.prng ? beat_i.seed : beat_i.text;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What goes into the lane
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic suffix_here;  // behind the beat's last byte
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

  // Outside of a key it holds nothing of one.
  always_ff @(posedge clk_i) begin
    if (!(state_i inside {StKey, StKeyTail})) carry_q <= PackBytes;
    else if (put_i) carry_q <= beat_i.data[15:8];
  end

  logic unused;
  assign unused = ^{command_i, progress_i, beat_i.command};

endmodule
