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

  input logic             restart_i,   // a new message, or none
  input logic             later_i,     // with it: a later one of its session
  input logic             sponge_i,
  input logic             open_i,
  input logic             ride_i,      // metadata first, beside the text that follows
  input logic [3:0]       last_pair_i, // of a full block of text
  input logic             odd_rate_i,  // its last pair is one lane
  input beat_t            beat_i,
  input logic [15:0][7:0] data_i,

  // What to do: a beat is written, or what waits in carry; the block is issued before it.
  input logic write_i,
  input logic write_carry_i,
  input logic write_zero_i,  // a pair of zeros that replace what is there
  input logic follow_i,      // the beat belongs to the next block
  input logic start_text_i,
  input logic start_ad_i,
  input logic data_phase_i,  // of text and data, not of the four below
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
  logic first_q, full_q, full_d, lone_q, lone_d;
  logic text_q, text_d, text_whole_q, text_whole_d, ad_q, ad_d, ad_whole_q, ad_whole_d;
  logic [7:0] crypt_end_q, crypt_end_d, inject_end_q, inject_end_d;
  logic carry_q, carry_d;
  logic [7:0][7:0] carry_data_q;
  logic [7:0] carry_keep_q;
  logic [3:0] carry_count_q;

  area_e area;
  logic [3:0] pair;  // to write
  logic odd_phase, single_lane, tail_write, data_write;
  logic [7:0] even_keep, odd_keep;
  logic [3:0] even_count, odd_count;
  logic [7:0] last;  // position after the last byte written

  assign data_write = write_i || write_carry_i || write_zero_i;
  assign tail_write = write_carry_i || key_tail_i || nonce_tail_i;

  always_comb begin
    area = sponge_i ? AreaText : area_q;
    pair = pair_q;
    if (start_text_i) begin
      area = AreaText;
      pair = first_q ? 4'd1 : 4'd0;
    end
    if (follow_i) pair = 4'd0;
    if (start_ad_i) begin
      area = AreaAd;
      pair = text_q || ride_i ? BesidePair : 4'd0;
    end
    if (key_i) pair = 4'd0;
    if (key_tail_i) pair = 4'd1;
    if (nonce_i) pair = 4'd2;
    if (nonce_tail_i) pair = 4'd3;
  end

  assign odd_phase = carry_q || nonce_i || (start_ad_i && (text_q || ride_i));
  assign single_lane = area == AreaText && odd_rate_i && pair == last_pair_i;

  always_comb begin
    even_keep = carry_q ? carry_keep_q : odd_phase ? '1 : beat_i.keep[7:0];
    odd_keep = odd_phase ? beat_i.keep[7:0] : beat_i.keep[15:8];
    even_count = carry_q ? carry_count_q : odd_phase ? 4'd8 : beat_i.lower_count;
    odd_count = odd_phase ? beat_i.lower_count : beat_i.upper_count;
    if (write_carry_i || single_lane) begin
      odd_keep = '0;
      odd_count = '0;
    end
    last = {pair, 4'd0} + (odd_count == '0 ? 8'(even_count) : {4'd0, 4'd8} + 8'(odd_count));
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
    else if (go_i && (write_i || nonce_i)) carry_data_q <= data_i[15:8];
    if (go_i && write_i) begin
      carry_keep_q <= beat_i.keep[15:8];
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
    odd_d = odd_phase ? data_i[7:0] : data_i[15:8];
    if (key_i) begin
      even_d = {data_i[6:0], 8'h28};
      odd_d = data_i[14:7];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_even_q <= 1'b0;
      write_odd_q <= 1'b0;
    end else if (go_i) begin
      write_even_q <= data_write || key_i || key_tail_i || nonce_tail_i;
      write_odd_q <= key_i || nonce_i || ((write_i || write_zero_i) && !single_lane);
      // Metadata beside text leaves the even lane as it is.
      if (start_ad_i && (text_q || ride_i)) write_even_q <= 1'b0;
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
      if (data_phase_i && area == AreaText && open_i && !sponge_i) keep_o <= {odd_keep, even_keep};
      if (write_zero_i) keep_o <= '1;
    end
  end
  assign write_even_o = write_even_q && go_i;
  assign write_odd_o = write_odd_q && go_i;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Book-keeping
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    area_d = area_q;
    pair_d = pair_q;
    full_d = full_q;
    lone_d = lone_q;
    text_d = text_q;
    text_whole_d = text_whole_q;
    ad_d = ad_q;
    ad_whole_d = ad_whole_q;
    crypt_end_d = crypt_end_q;
    inject_end_d = inject_end_q;
    if (issue_i || restart_i) begin
      // What goes on, goes on at the block's beginning.
      if (!(carry_q || segment_open_i)) area_d = AreaNone;
      ad_d = area_q == AreaAd && (carry_q || segment_open_i);
      pair_d = '0;
      full_d = 1'b0;
      lone_d = 1'b0;
      text_d = 1'b0;
      text_whole_d = 1'b0;
      ad_whole_d = 1'b0;
      crypt_end_d = '0;
      inject_end_d = '0;
    end
    if (data_write) begin
      area_d = area;
      pair_d = pair + 4'd1;
      full_d = pair == (area == AreaText ? last_pair_i : AbsorbLastPair);
      lone_d = area == AreaText && odd_rate_i && pair == last_pair_i - 4'd1;
      if (area == AreaText) begin
        text_d = 1'b1;
        text_whole_d = single_lane && even_keep[7];
        crypt_end_d = last;
      end else begin
        ad_d = 1'b1;
        ad_whole_d = pair == AbsorbLastPair && odd_keep[7];
        inject_end_d = last;
      end
    end
    if (restart_i) begin
      area_d = AreaNone;
      ad_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go_i) begin
      if (restart_i) first_q <= later_i;
      else if (issue_i) first_q <= 1'b0;
      area_q <= area_d;
      pair_q <= pair_d;
      full_q <= full_d;
      lone_q <= lone_d;
      text_q <= text_d;
      text_whole_q <= text_whole_d;
      ad_q <= ad_d;
      ad_whole_q <= ad_whole_d;
      crypt_end_q <= crypt_end_d;
      inject_end_q <= inject_end_d;
      carry_q <= carry_d;
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

  assign crypt_end_o = crypt_end_q;
  assign inject_start_o = text_q ? TextBytes : '0;
  assign inject_end_o = ad_q ? inject_end_q : text_q ? TextBytes : '0;

  logic unused;
  assign unused = ^beat_i;

endmodule
