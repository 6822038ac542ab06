// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Where the bytes of a beat go in the block, two lanes a cycle, and what is known of the block so far.
// What to do is decided by the input (roundel_duplex_input); here it becomes the lanes of a step, which
// roundel_duplex_move carries out a cycle later. A step is decided when that one is ready (`go_i`).
//
// A block of an odd number of lanes takes half a beat at its end: every other one begins in the upper
// half of a beat, which waits in `carry`. 21 lanes take 11 writes either way. Metadata beside text
// begins in an odd lane, with an empty carry.
//
// The key pack of Keyak (CAESAR document, section 2.1): its length of 40 bytes comes before the key, so
// the key is shifted by a byte; one byte of 01 follows, then the nonce in lanes 5 and 6.

module roundel_duplex_place
  import roundel_duplex_pkg::*;
(
  input logic clk_i,
  input logic go_i,

  input logic              restart_i,    // a new message, or none
  input logic              later_i,      // with it: a later one of its session
  input logic              sponge_i,
  input logic              ride_i,       // metadata first, beside the text that follows
  input shape_t            shape_i,
  input logic              lower_i,      // of the beat: its first lane is full, its second one, and what
  input logic              whole_i,      //   comes in that lane is to be written
  input logic              upper_i,

  // What to do: a beat is written, or what waits in carry; the block is issued before it.
  input logic write_i,
  input logic write_carry_i,
  input logic follow_i,       // the beat belongs to the next block
  input logic start_text_i,
  input logic start_ad_i,
  input logic data_phase_i,   // of text and data, not of the four below
  input logic key_i,
  input logic key_tail_i,
  input logic nonce_i,
  input logic nonce_tail_i,
  input logic issue_i,

  output logic segment_text_o,  // written last
  output logic segment_ad_o,
  output logic full_o,          // the block, or its text, is full
  output logic lone_o,          // the next lane is the single one at its end
  output logic carry_o,         // a lane waits
  output logic first_o,         // text begins behind the tag
  output logic text_o,          // the block has text
  output logic text_whole_o,    // and fills its room
  output logic ad_o,            // the block has metadata, or had room made for it
  output logic ad_whole_o,
  output logic ad_bytes_o,      // and has written, not just made room for
  input  logic segment_open_i,

  output lanes_t lanes_o
);

  typedef enum logic [1:0] {
    AreaNone,
    AreaText,
    AreaAd
  } area_e;

  area_e area_q, area_d;  // written last
  logic [3:0] pair_q, pair_d;  // next to write
  logic at_last_q, at_last_d;  // it is the last of its area
  logic first_q, full_q, full_d, lone_q, lone_d;
  logic text_q, text_d, text_whole_q, text_whole_d;
  logic ad_q, ad_d, ad_whole_q, ad_whole_d;
  logic ad_bytes_q, ad_bytes_d;  // metadata has been written, not just made room for
  logic carry_q, carry_d;
  logic carry_whole_q;

  logic into_text, into_ad, begins, beside;
  logic [3:0] pair;  // to write
  logic odd_phase, single_lane, tail_write, data_write, fills;
  logic even_whole, odd_whole;

  assign data_write = write_i || write_carry_i;
  assign tail_write = write_carry_i || key_tail_i || nonce_tail_i;
  assign into_ad = start_ad_i || (area_q == AreaAd && !start_text_i && !sponge_i);
  assign into_text = !into_ad;
  assign begins = follow_i || start_text_i || start_ad_i;
  assign beside = text_q || ride_i;

  always_comb begin
    pair = pair_q;
    if (begins) pair = start_ad_i ? (beside ? BesidePair : 4'd0) : {3'd0, first_q && !follow_i};
    if (key_i) pair = 4'd0;
    if (key_tail_i) pair = 4'd1;
    if (nonce_i) pair = 4'd2;
    if (nonce_tail_i) pair = 4'd3;
  end

  // A segment does not begin in a block's last pair, unless the block has no other.
  assign odd_phase = carry_q || nonce_i || (start_ad_i && beside);
  assign single_lane = shape_i.one_lane || (lone_q && !begins);
  assign fills = shape_i.one_pair || (at_last_q && !begins);

  assign even_whole = carry_q ? carry_whole_q : odd_phase || lower_i;
  assign odd_whole = (odd_phase ? lower_i : whole_i) && !write_carry_i && !single_lane;

  // The upper half of a beat waits when its lower half went into an odd lane or was a block's last.
  always_comb begin
    carry_d = carry_q;
    if (write_carry_i) carry_d = 1'b0;
    if (write_i) carry_d = (odd_phase || single_lane) && upper_i;
    if (!data_phase_i) carry_d = 1'b0;
  end
  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    // Metadata beside text leaves the even lane as it is.
    lanes_o.write_even = (data_write || key_i || key_tail_i || nonce_tail_i) && !(start_ad_i && beside);
    lanes_o.write_odd = key_i || nonce_i || (write_i && !single_lane);
    lanes_o.pair = pair;
    lanes_o.key = key_i;
    lanes_o.carry_even = carry_q || tail_write;
    lanes_o.lower_odd = odd_phase;
    lanes_o.zero_odd = write_carry_i;
    lanes_o.alone = write_carry_i || single_lane;
    lanes_o.load_carry = write_i || key_i || nonce_i;
    lanes_o.of_text = data_write && into_text;
    lanes_o.of_ad = data_write && into_ad;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Book-keeping
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    area_d = area_q;
    pair_d = pair_q;
    at_last_d = at_last_q;
    full_d = full_q;
    lone_d = lone_q;
    text_d = text_q;
    text_whole_d = text_whole_q;
    ad_d = ad_q;
    ad_whole_d = ad_whole_q;
    ad_bytes_d = ad_bytes_q;
    if (issue_i || restart_i) begin
      // What goes on, goes on at the block's beginning.
      if (!(carry_q || segment_open_i)) area_d = AreaNone;
      ad_d = area_q == AreaAd && (carry_q || segment_open_i);
      pair_d = '0;
      at_last_d = 1'b0;
      full_d = 1'b0;
      lone_d = 1'b0;
      text_d = 1'b0;
      text_whole_d = 1'b0;
      ad_whole_d = 1'b0;
      ad_bytes_d = 1'b0;
    end
    if (data_write) begin
      area_d = into_ad ? AreaAd : AreaText;
      pair_d = pair + 4'd1;
      if (begins) at_last_d = start_ad_i ? beside : shape_i.two_pairs;
      else at_last_d = pair_q == (into_ad ? AbsorbLastPair - 4'd1 : shape_i.before_last_pair);
      full_d = fills;
      lone_d = into_text && shape_i.odd && at_last_d;
      if (into_text) begin
        text_d = 1'b1;
        text_whole_d = single_lane && even_whole;
      end else begin
        ad_d = 1'b1;
        ad_bytes_d = 1'b1;
        ad_whole_d = fills && odd_whole;
      end
    end
    if (restart_i) begin
      area_d = AreaNone;
      ad_d   = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go_i) begin
      if (restart_i) first_q <= later_i;
      else if (issue_i) first_q <= 1'b0;
      area_q <= area_d;
      pair_q <= pair_d;
      at_last_q <= at_last_d;
      full_q <= full_d;
      lone_q <= lone_d;
      text_q <= text_d;
      text_whole_q <= text_whole_d;
      ad_q <= ad_d;
      ad_whole_q <= ad_whole_d;
      ad_bytes_q <= ad_bytes_d;
      carry_q <= carry_d;
      if (write_i) carry_whole_q <= whole_i;
    end
  end

  assign segment_text_o = area_q == AreaText;
  assign segment_ad_o = area_q == AreaAd;
  assign full_o = full_q;
  assign lone_o = lone_q;
  assign carry_o = carry_q;
  assign first_o = first_q;
  assign text_o = text_q;
  assign text_whole_o = text_whole_q;
  assign ad_o = ad_q;
  assign ad_whole_o = ad_whole_q;
  assign ad_bytes_o = ad_bytes_q;

endmodule
