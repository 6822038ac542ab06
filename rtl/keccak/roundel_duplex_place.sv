// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Places the bytes of a beat in the block, two lanes a cycle, and records the contents of the block.
// roundel_duplex_grammar decides what to do. This module converts the decision to the lanes of a step, which
// roundel_duplex_move executes a cycle later.
//
// A block of an odd number of lanes takes half a beat at its end. Every other block then begins in the upper
// half of a beat, which waits in the carry register. 21 lanes take 11 writes either way. Metadata beside text
// begins in an odd lane, with an empty carry.
//
// The key pack of Keyak has its length of 40 bytes before the key, so the key is shifted by a byte. One
// byte of 01 follows, then the nonce in lanes 5 and 6.
//
// Schedule:   `lanes_o` is combinational from the inputs of the same cycle and the recorded contents. The
//             contents (`contents_o`) change in the cycle after one with `accept_i`.
// Interfaces: decisions from roundel_duplex_grammar; contents_o to it, to roundel_duplex_body and
//             roundel_duplex_absorb; lanes_o through the step of roundel_duplex_input to roundel_duplex_move
// Reference:  CAESAR document of Keyak, section 2.1 (key pack)

module roundel_duplex_place
  import roundel_duplex_pkg::*;
(
  input logic clk_i,
  input logic accept_i,  // roundel_duplex_move is ready: the step of this cycle is accepted

  input logic              restart_i,    // a new message begins, or the message is aborted
  input logic              resume_i,      // with restart_i: a later message of its session
  input logic              sponge_i,     // the message is of a sponge service
  input logic              ad_first_i,       // metadata comes first, beside the text that follows
  input shape_t            shape_i,      // the rate of the message
  input logic              lower_full_i,      // the first lane of the beat is full
  input logic              upper_full_i,      // the second lane of the beat is full
  input logic              upper_nonempty_i,      // the second lane of the beat has bytes to write

  // The step: a beat or the carry is written. The block is issued before the write.
  input logic write_i,        // write the beat
  input logic write_carry_i,  // write the carry, without the beat
  input logic next_block_i,       // the beat belongs to the next block
  input logic start_text_i,   // the beat begins a segment of text
  input logic start_ad_i,     // the beat begins a segment of AD
  input logic data_phase_i,   // the phase of text, AD and sponge bytes, not of key and nonce
  input logic key_i,          // write lanes 0 and 1 of the key pack
  input logic key_tail_i,     // write lane 2, the last that is not zero in the key pack
  input logic nonce_i,        // write lane 5, the first of the nonce
  input logic nonce_tail_i,   // write lane 6, the second of the nonce
  input logic issue_i,        // issue the block

  input  logic segment_open_i,  // the segment of the beat before is open

  output contents_t contents_o,  // what has been written to the block
  output lanes_t    lanes_o      // the lanes of the step
);

  typedef enum logic [1:0] {
    AreaNone,
    AreaText,
    AreaAd
  } area_e;

  area_e area_q, area_d;  // the area written last
  logic [3:0] pair_q, pair_d;  // number of the pair to write next
  logic at_last_q, at_last_d;  // that pair is the last of its area
  logic after_tag_q, full_q, full_d, single_lane_q, single_lane_d;
  logic has_text_q, has_text_d, text_full_q, text_full_d;
  logic has_ad_q, has_ad_d, ad_full_q, ad_full_d;
  logic has_ad_bytes_q, has_ad_bytes_d;  // AD bytes were written, not only space reserved
  logic carry_q, carry_d;
  logic carry_full_q;

  logic into_text, into_ad, begins, with_text;
  logic [3:0] pair;  // number of the pair to write now
  logic odd_phase, write_single, tail_write, data_write, fills;
  logic even_full, odd_full;

  assign data_write = write_i || write_carry_i;
  assign tail_write = write_carry_i || key_tail_i || nonce_tail_i;
  assign into_ad = start_ad_i || (area_q == AreaAd && !start_text_i && !sponge_i);
  assign into_text = !into_ad;
  assign begins = next_block_i || start_text_i || start_ad_i;
  assign with_text = has_text_q || ad_first_i;

  always_comb begin
    pair = pair_q;
    if (begins)
      pair = start_ad_i ? (with_text ? AdWithTextPair : 4'd0) : {3'd0, after_tag_q && !next_block_i};
    if (key_i) pair = 4'd0;
    if (key_tail_i) pair = 4'd1;
    if (nonce_i) pair = 4'd2;
    if (nonce_tail_i) pair = 4'd3;
  end

  // A segment does not begin in a block's last pair, unless the block has no other.
  assign odd_phase = carry_q || nonce_i || (start_ad_i && with_text);
  assign write_single = shape_i.one_lane || (single_lane_q && !begins);
  assign fills = shape_i.one_pair || (at_last_q && !begins);

  assign even_full = carry_q ? carry_full_q : odd_phase || lower_full_i;
  assign odd_full = (odd_phase ? lower_full_i : upper_full_i) && !write_carry_i && !write_single;

  // The upper half of a beat waits when the lower half is in an odd lane or is the last lane of a block.
  always_comb begin
    carry_d = carry_q;
    if (write_carry_i) carry_d = 1'b0;
    if (write_i) carry_d = (odd_phase || write_single) && upper_nonempty_i;
    if (!data_phase_i) carry_d = 1'b0;
  end
  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    // AD beside text does not write the even lane.
    lanes_o.write_even = (data_write || key_i || key_tail_i || nonce_tail_i) && !(start_ad_i && with_text);
    lanes_o.write_odd = key_i || nonce_i || (write_i && !write_single);
    lanes_o.pair = pair;
    lanes_o.key = key_i;
    lanes_o.carry_even = carry_q || tail_write;
    lanes_o.lower_odd = odd_phase;
    lanes_o.zero_odd = write_carry_i;
    lanes_o.odd_empty = write_carry_i || write_single;
    lanes_o.load_carry = write_i || key_i || nonce_i;
    lanes_o.is_text = data_write && into_text;
    lanes_o.is_ad = data_write && into_ad;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Book-keeping
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    area_d = area_q;
    pair_d = pair_q;
    at_last_d = at_last_q;
    full_d = full_q;
    single_lane_d = single_lane_q;
    has_text_d = has_text_q;
    text_full_d = text_full_q;
    has_ad_d = has_ad_q;
    ad_full_d = ad_full_q;
    has_ad_bytes_d = has_ad_bytes_q;
    if (issue_i || restart_i) begin
      // A segment that continues does so at the beginning of the next block.
      if (!(carry_q || segment_open_i)) area_d = AreaNone;
      has_ad_d = area_q == AreaAd && (carry_q || segment_open_i);
      pair_d = '0;
      at_last_d = 1'b0;
      full_d = 1'b0;
      single_lane_d = 1'b0;
      has_text_d = 1'b0;
      text_full_d = 1'b0;
      ad_full_d = 1'b0;
      has_ad_bytes_d = 1'b0;
    end
    if (data_write) begin
      area_d = into_ad ? AreaAd : AreaText;
      pair_d = pair + 4'd1;
      if (begins) at_last_d = start_ad_i ? with_text : shape_i.two_pairs;
      else at_last_d = pair_q == (into_ad ? AbsorbLastPair - 4'd1 : shape_i.before_last_pair);
      full_d = fills;
      single_lane_d = into_text && shape_i.odd && at_last_d;
      if (into_text) begin
        has_text_d = 1'b1;
        text_full_d = write_single && even_full;
      end else begin
        has_ad_d = 1'b1;
        has_ad_bytes_d = 1'b1;
        ad_full_d = fills && odd_full;
      end
    end
    if (restart_i) begin
      area_d = AreaNone;
      has_ad_d   = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept_i) begin
      if (restart_i) after_tag_q <= resume_i;
      else if (issue_i) after_tag_q <= 1'b0;
      area_q <= area_d;
      pair_q <= pair_d;
      at_last_q <= at_last_d;
      full_q <= full_d;
      single_lane_q <= single_lane_d;
      has_text_q <= has_text_d;
      text_full_q <= text_full_d;
      has_ad_q <= has_ad_d;
      ad_full_q <= ad_full_d;
      has_ad_bytes_q <= has_ad_bytes_d;
      carry_q <= carry_d;
      if (write_i) carry_full_q <= upper_full_i;
    end
  end

  assign contents_o = '{
          segment_text: area_q == AreaText,
          segment_ad: area_q == AreaAd,
          full: full_q,
          single_lane: single_lane_q,
          carry: carry_q,
          after_tag: after_tag_q,
          has_text: has_text_q,
          text_full: text_full_q,
          has_ad: has_ad_q,
          ad_full: ad_full_q,
          has_ad_bytes: has_ad_bytes_q
      };

endmodule
