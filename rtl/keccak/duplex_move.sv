// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Carries out what the input has decided (duplex_input), a step a cycle: writes lanes from the beat's bytes
// and the carry, issues the block before them. A step that issues a block waits until the permutation
// takes it. One more step can come meanwhile; `ready_o` is a register, so nothing before it hears of the
// permutation in the same cycle.
//
// Text to decipher takes the place of all the state's lanes that text may fill (duplex_permutation). Behind
// its end the state's own bytes do that (`tail`): they are asked for once and come pair by pair, from that of
// the end to the last. With text that ends within a lane they come at once and complete it; otherwise
// they come before the block is issued (`fill`).
//
// Also keeps where text and metadata ended, for the block's book-keeping bytes, and the tag of an OPEN.

module duplex_move
  import duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  step_t      step_i,    // taken when ready
  output logic       ready_o,
  output logic       rest_o,    // no step is on its way that moves anything but lanes
  input  logic [7:0] suffix_i,
  input  logic       wipe_i,    // forget what waits

  // The bytes of the beat that the step is about.
  output logic             pop_o,
  input  logic [15:0][7:0] data_i,
  input  logic [     15:0] keep_i,
  input  logic [      3:0] lower_count_i,
  input  logic [      3:0] upper_count_i,

  output logic        write_even_o,
  output logic        write_odd_o,
  output logic [ 3:0] write_pair_o,
  output logic [63:0] even_o,
  output logic [63:0] odd_o,

  output logic   block_valid_o,
  output logic   block_taken_o,
  output block_t block_o,
  input  logic   start_ready_i,
  input  logic   capture_ready_i,
  input  logic   absorb_ready_i,

  output logic        tail_ask_o,   // for the lanes of `write_pair_o`
  input  logic        tail_ready_i,
  input  logic        tail_valid_i,
  input  logic [63:0] tail_even_i,
  input  logic [63:0] tail_odd_i,

  output logic [127:0] tag_o
);

  localparam logic [3:0] LastPair = 4'd10;  // of text, one lane

  // The step under way, and the one that came while that waited.
  step_t step_q, next_q;
  logic taken, go, next_free_q;
  logic tail_asked_q;
  logic fill_q, fill_first_q, fill_last_q;  // a pair of the state's own is written; the first, the last
  logic [3:0] fill_pair_q;

  assign taken = (step_q.wait_start && start_ready_i) || (step_q.wait_capture && capture_ready_i) ||
      (step_q.wait_absorb && absorb_ready_i);
  assign go = step_q.lanes.partial ? fill_last_q : !step_q.issue || taken;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q <= '0;
      next_free_q <= 1'b1;
      tail_asked_q <= 1'b0;
      fill_q <= 1'b0;
      fill_last_q <= 1'b0;
    end else begin
      if (go) step_q <= next_free_q ? step_i : next_q;
      else if (taken) begin
        step_q.issue <= 1'b0;
        step_q.wait_start <= 1'b0;
        step_q.wait_capture <= 1'b0;
        step_q.wait_absorb <= 1'b0;
      end else if (step_q.fill && fill_last_q) begin
        step_q.fill <= 1'b0;
        step_q.wait_capture <= 1'b1;
      end
      next_free_q <= go;
      tail_asked_q <= (tail_asked_q || tail_ask_o) && !go;
      fill_q <= tail_valid_i || (fill_q && !fill_last_q);
      fill_last_q <= (tail_valid_i && write_pair_o == LastPair) || (fill_q && fill_pair_q == LastPair - 4'd1);
    end
  end
  always_ff @(posedge clk_i) begin
    if (next_free_q) next_q <= step_i;
    fill_first_q <= tail_valid_i;
    fill_pair_q <= tail_valid_i ? write_pair_o : fill_pair_q + 4'd1;
  end

  assign ready_o = next_free_q;
  assign rest_o = next_free_q && !step_q.issue && !step_q.pop && !step_q.lanes.partial;
  assign tail_ask_o = ((step_q.lanes.partial && !step_q.issue) || step_q.fill) && !tail_asked_q && tail_ready_i;
  assign pop_o = step_q.pop && go;
  assign block_valid_o = step_q.issue && !step_q.fill;
  assign block_taken_o = taken;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] text_pair_q, ad_pair_q;  // written last
  logic [4:0] text_count_q, ad_count_q;  // bytes in it
  lanes_t lanes;
  logic [15:0][7:0] data;
  logic [7:0][7:0] even, odd;
  logic [7:0][7:0] carry_q;
  logic [7:0] carry_keep_q;
  logic [3:0] carry_count_q;
  logic [7:0] even_keep, odd_keep;
  logic [3:0] even_count, odd_count;
  logic [4:0] count;  // of the bytes of the pair

  assign lanes = step_q.lanes;

  for (genvar k = 0; k < 16; k++) begin : gen_suffix
    if (Sponge) begin : gen_byte
      logic here;
      if (k == 0) begin : gen_first
        assign here = step_q.suffix && (step_q.blank || !keep_i[0]);
      end else begin : gen_other
        assign here = step_q.suffix && !step_q.blank && keep_i[k-1] && !keep_i[k];
      end
      assign data[k] = (step_q.blank ? '0 : data_i[k]) | (here ? suffix_i : '0);
    end else begin : gen_none
      assign data[k] = data_i[k];
    end
  end

  // The state's own bytes, zero where there is text.
  logic [15:0] own_q;
  logic fill_more;
  assign fill_more = fill_q && !fill_last_q;
  logic [7:0][7:0] tail_even_q, tail_odd_q;
  always_ff @(posedge clk_i) begin
    own_q <= ~{odd_keep, even_keep} | {16{step_q.fill}};
  end
  for (genvar k = 0; k < 8; k++) begin : gen_tail
    always_ff @(posedge clk_i) begin
      if (!fill_more && !(tail_valid_i && own_q[k])) tail_even_q[k] <= '0;
      else tail_even_q[k] <= tail_even_i[8*k+:8];
      if (!fill_more && !(tail_valid_i && own_q[8+k])) tail_odd_q[k] <= '0;
      else tail_odd_q[k] <= tail_odd_i[8*k+:8];
    end
  end

  always_comb begin
    even = lanes.carry_even ? carry_q : data[7:0];
    odd  = lanes.lower_odd ? data[7:0] : data[15:8];
    if (lanes.key) begin
      even = {data[6:0], 8'h28};
      odd  = data[14:7];
    end
    if (lanes.zero_odd) odd = '0;
    if (fill_q && !(fill_first_q && lanes.partial)) {odd, even} = '0;
    even |= tail_even_q;
    odd |= tail_odd_q;
  end

  always_comb begin
    even_keep  = lanes.carry_even ? carry_keep_q : keep_i[7:0];
    even_count = lanes.carry_even ? carry_count_q : lower_count_i;
    odd_keep   = lanes.lower_odd ? keep_i[7:0] : keep_i[15:8];
    odd_count  = lanes.lower_odd ? lower_count_i : upper_count_i;
    if (lanes.alone) begin
      odd_keep  = '0;
      odd_count = '0;
    end
    count = odd_count == '0 ? 5'(even_count) : 5'd8 + 5'(odd_count);
  end

  always_ff @(posedge clk_i) begin
    if (wipe_i) carry_q <= '0;
    else if (go && lanes.load_carry) carry_q <= lanes.key ? {48'h0, 8'h01, data[15]} : data[15:8];
    if (go && lanes.load_carry) begin
      carry_keep_q  <= keep_i[15:8];
      carry_count_q <= upper_count_i;
    end
  end

  // The lane of text's end is written before what follows, with the state's own bytes behind it.
  always_comb begin
    write_even_o = lanes.write_even && go;
    write_odd_o = lanes.write_odd && go;
    write_pair_o = lanes.pair;
    if (fill_q) begin
      write_even_o = !fill_first_q || lanes.partial;
      write_odd_o = fill_pair_q != LastPair && (!fill_first_q || lanes.partial || !text_count_q[4]);
      write_pair_o = fill_pair_q;
    end else if (step_q.fill) begin
      write_pair_o = text_pair_q;
    end
  end
  assign even_o = even;
  assign odd_o = odd;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_ff @(posedge clk_i) begin
    if (go && lanes.of_text) begin
      text_pair_q  <= lanes.pair;
      text_count_q <= count;
    end
    if (go && lanes.of_ad) begin
      ad_pair_q  <= lanes.pair;
      ad_count_q <= count;
    end
  end

  always_comb begin
    block_o.first = step_q.first;
    block_o.capture = step_q.capture;
    block_o.replace = step_q.replace;
    block_o.last = step_q.last;
    block_o.close = step_q.close;
    block_o.later = step_q.later;
    block_o.whole = step_q.whole;
    block_o.empty = step_q.empty;
    block_o.crypt_end = step_q.has_text ? position(text_pair_q, text_count_q) : '0;
    block_o.inject_start = step_q.has_text ? TextBytes : '0;
    if (step_q.first) block_o.inject_end = StartBytes;
    else if (step_q.has_ad_bytes) block_o.inject_end = position(ad_pair_q, ad_count_q);
    else block_o.inject_end = step_q.has_text && !step_q.has_ad ? TextBytes : '0;
  end

  // After those bytes of the pair written.
  function automatic logic [7:0] position(logic [3:0] written, logic [4:0] bytes);
    return {written + {3'd0, bytes[4]}, bytes[3:0]};
  endfunction

  // It stays until the next one: the step after it may be looked at, but not another tag.
  always_ff @(posedge clk_i) begin
    if (step_q.load_tag) tag_o <= data_i;
  end

  logic unused;
  assign unused = ^{step_q, suffix_i};

endmodule
