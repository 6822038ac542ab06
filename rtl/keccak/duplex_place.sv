// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Where the bytes of a beat go in the block, two lanes a cycle, and what is known of the block so far.
// What to do is decided by the input (duplex_input); here it becomes a step: registers that write the
// lanes and issue the block before them. A step that issues a block waits until the permutation takes
// it (`go_i` low), and everything before it waits too.
//
// A block of an odd number of lanes takes half a beat at its end: every other one begins in the upper
// half of a beat, which waits in `carry`. 21 lanes take 11 writes either way. Metadata beside text
// begins in an odd lane, with an empty carry.
//
// The key pack of Keyak (CAESAR document, section 2.1): its length of 40 bytes comes before the key, so
// the key is shifted by a byte; one byte of 01 follows, then the nonce in lanes 5 and 6.

module duplex_place
  import duplex_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,
  input logic go_i,

  input logic              restart_i,    // a new message, or none
  input logic              later_i,      // with it: a later one of its session
  input logic              sponge_i,
  input logic              open_i,
  input logic              ride_i,       // metadata first, beside the text that follows
  input shape_t            shape_i,
  input beat_t             beat_i,
  input logic  [15:0][7:0] data_i,

  // What to do: a beat is written, or what waits in carry; the block is issued before it.
  input logic write_i,
  input logic write_carry_i,
  input logic keep_carry_i,  // it waits on
  input logic write_zero_i,   // a pair of zeros that replace what is there
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
  input  logic segment_open_i,
  input  logic wipe_i,          // forget what waits

  output logic [7:0] crypt_end_o,
  output logic [7:0] inject_start_o,
  output logic [7:0] inject_end_o,

  // The step's writes.
  output logic        write_even_o,
  output logic        write_odd_o,
  output logic [ 3:0] pair_o,
  output logic [63:0] even_o,
  output logic [63:0] odd_o,
  output logic [15:0] keep_o         // bytes to replace
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
  logic text_q, text_d, text_whole_q, text_whole_d, ad_q, ad_d, ad_whole_q, ad_whole_d;
  logic ad_bytes_q, ad_bytes_d;  // metadata has been written, not just made room for
  logic [3:0] text_pair_q, ad_pair_q;  // written last
  logic [4:0] text_count_q, ad_count_q;  // bytes in it
  logic carry_q, carry_d;
  logic [7:0][7:0] carry_data_q;
  logic [7:0] carry_keep_q;
  logic [3:0] carry_count_q;

  logic into_text, into_ad, begins, beside;
  logic [3:0] pair;  // to write
  logic odd_phase, single_lane, tail_write, data_write, fills;
  logic [7:0] even_keep, odd_keep;
  logic [3:0] even_count, odd_count;
  logic [4:0] count;

  assign data_write = write_i || write_carry_i || write_zero_i;
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

  always_comb begin
    even_keep  = carry_q ? carry_keep_q : odd_phase ? '1 : beat_i.keep[7:0];
    odd_keep   = odd_phase ? beat_i.keep[7:0] : beat_i.keep[15:8];
    even_count = carry_q ? carry_count_q : odd_phase ? 4'd8 : beat_i.lower_count;
    odd_count  = odd_phase ? beat_i.lower_count : beat_i.upper_count;
    if (write_carry_i || single_lane) begin
      odd_keep  = '0;
      odd_count = '0;
    end
    count = odd_count == '0 ? 5'(even_count) : 5'd8 + 5'(odd_count);
  end

  // The upper half of a beat waits when its lower half went into an odd lane or was a block's last.
  always_comb begin
    carry_d = carry_q;
    if (write_carry_i) carry_d = 1'b0;
    if (write_i) carry_d = (odd_phase || single_lane) && beat_i.upper;
    if (!data_phase_i) carry_d = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (wipe_i) carry_data_q <= '0;
    else if (go_i && key_i) carry_data_q <= {48'h0, 8'h01, data_i[15]};
    else if (go_i && !key_tail_i && !nonce_tail_i && !keep_carry_i) carry_data_q <= data_i[15:8];
    if (go_i && write_i) begin
      carry_keep_q  <= beat_i.keep[15:8];
      carry_count_q <= beat_i.upper_count;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic write_even_q, write_odd_q;
  logic [7:0][7:0] even_d, odd_d;

  always_comb begin
    even_d = carry_q || tail_write ? carry_data_q : data_i[7:0];
    odd_d  = odd_phase ? data_i[7:0] : data_i[15:8];
    if (key_i) begin
      even_d = {data_i[6:0], 8'h28};
      odd_d  = data_i[14:7];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_even_q <= 1'b0;
      write_odd_q  <= 1'b0;
    end else if (go_i) begin
      write_even_q <= data_write || key_i || key_tail_i || nonce_tail_i;
      write_odd_q  <= key_i || nonce_i || ((write_i || write_zero_i) && !single_lane);
      // Metadata beside text leaves the even lane as it is.
      if (start_ad_i && beside) write_even_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      pair_o <= pair;
      if (write_zero_i) even_o <= '0;
      else even_o <= even_d;
      if (write_zero_i || write_carry_i) odd_o <= '0;
      else odd_o <= odd_d;
      keep_o <= '0;
      if (data_phase_i && into_text && open_i && !sponge_i) keep_o <= {odd_keep, even_keep};
      if (write_zero_i) keep_o <= '1;
    end
  end
  assign write_even_o = write_even_q && go_i;
  assign write_odd_o  = write_odd_q && go_i;

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
        text_whole_d = single_lane && even_keep[7];
      end else begin
        ad_d = 1'b1;
        ad_bytes_d = 1'b1;
        ad_whole_d = fills && odd_keep[7];
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
      if (data_write && into_text) begin
        text_pair_q  <= pair;
        text_count_q <= count;
      end
      if (data_write && into_ad) begin
        ad_pair_q  <= pair;
        ad_count_q <= count;
      end  // Room made for metadata that comes with the next block.
      else if (issue_i) begin
        ad_pair_q  <= '0;
        ad_count_q <= '0;
      end
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

  assign crypt_end_o = text_q ? position(text_pair_q, text_count_q) : '0;
  assign inject_start_o = text_q ? TextBytes : '0;
  assign inject_end_o = ad_bytes_q ? position(ad_pair_q, ad_count_q) : text_q && !ad_q ? TextBytes : '0;

  // After those bytes of the pair written.
  function automatic logic [7:0] position(logic [3:0] written, logic [4:0] bytes);
    return {written + {3'd0, bytes[4]}, bytes[3:0]};
  endfunction

  logic unused;
  assign unused = ^beat_i;

endmodule
