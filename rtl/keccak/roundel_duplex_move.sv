// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Carries out what the input has decided (roundel_duplex_input), a step a cycle: writes lanes from the
// beat's bytes and the carry, issues the block before them. A step that issues a block waits until the
// permutation takes it. One more step can come meanwhile; `ready_o` is a register, so nothing before it
// hears of the permutation in the same cycle.
//
// Text to decipher takes the place of all the state's lanes that text may fill
// (roundel_duplex_permutation). A block that it does not fill is issued twice: first only its sum is taken
// out (`peek`), then the text deciphered, which comes back pair by pair, is added like text to encipher.
//
// Also keeps where text and metadata ended, for the block's book-keeping bytes, and the tag of an OPEN.

module roundel_duplex_move
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  step_t      step_i,    // taken when ready
  output logic       ready_o,
  output logic       rest_o,    // no step is on its way that moves anything but lanes
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
  output logic [ 7:0] even_mark_o,   // bytes that the suffix is to go to; they are zero
  output logic [ 7:0] odd_mark_o,

  output logic   block_valid_o,
  output logic   block_taken_o,
  output block_t block_o,
  input  logic   start_ready_i,
  input  logic   capture_ready_i,
  input  logic   absorb_ready_i,

  // The block's sum as it goes out, zero where there is no text: pair i is there i cycles after
  // EchoCycles from when it was taken.
  input logic [127:0] echo_i,

  output logic [127:0] tag_o
);

  localparam logic [3:0] EchoCycles = 4'd5;
  localparam logic [3:0] LonePair = 4'd10;  // the last of text, one lane

  // The step under way, and the one that came while that waited.
  step_t step_q, next_q;
  logic taken, go, next_free_q;
  logic [3:0] text_pair_q, ad_pair_q;  // written last
  logic [4:0] text_count_q, ad_count_q;  // bytes in it
  logic peeked_q;  // the block's sum comes back
  logic [3:0] echo_pair_q;  // which pair; below 0 until the first one comes
  logic echo, echo_end;

  assign taken = (step_q.wait_start && start_ready_i) || (step_q.wait_capture && capture_ready_i) ||
      (step_q.wait_absorb && absorb_ready_i);
  assign go = !step_q.issue || (taken && !step_q.peek);
  assign echo = peeked_q && echo_pair_q <= LonePair;
  assign echo_end = echo && echo_pair_q == text_pair_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q <= '0;
      next_free_q <= 1'b1;
      peeked_q <= 1'b0;
    end else begin
      if (go) step_q <= next_free_q ? step_i : next_q;
      else if (taken) begin
        step_q.peek <= 1'b0;
        step_q.capture <= 1'b0;
        step_q.wait_capture <= 1'b0;
      end else if (echo_end) begin
        step_q.wait_absorb <= 1'b1;
      end
      next_free_q <= go;
      peeked_q <= (taken && step_q.peek) || (peeked_q && !echo_end);
    end
  end
  always_ff @(posedge clk_i) begin
    if (next_free_q) next_q <= step_i;
    echo_pair_q <= taken ? 4'd1 - EchoCycles : echo_pair_q + 4'd1;
  end

  assign ready_o = next_free_q;
  assign rest_o = next_free_q && !step_q.issue && !step_q.pop;
  assign pop_o = step_q.pop && go;
  assign block_valid_o = step_q.issue;
  assign block_taken_o = taken;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lanes_t lanes;
  logic [15:0][7:0] data;
  logic [15:0] mark;
  logic [7:0] carry_mark_q;
  logic [7:0][7:0] even, odd;
  logic [7:0][7:0] carry_q;
  logic [3:0] carry_count_q;
  logic [3:0] even_count, odd_count;
  logic [4:0] count;  // of the bytes of the pair

  assign lanes = step_q.lanes;

  for (genvar k = 0; k < 16; k++) begin : gen_suffix
    if (Sponge) begin : gen_byte
      if (k == 0) begin : gen_first
        assign mark[k] = step_q.suffix && (step_q.blank || !keep_i[0]);
      end else begin : gen_other
        assign mark[k] = step_q.suffix && !step_q.blank && keep_i[k-1] && !keep_i[k];
      end
      assign data[k] = step_q.blank ? '0 : data_i[k];
    end else begin : gen_none
      assign mark[k] = 1'b0;
      assign data[k] = data_i[k];
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
    if (peeked_q) {odd, even} = echo_i;
    even_mark_o = lanes.carry_even ? carry_mark_q : mark[7:0];
    odd_mark_o  = lanes.lower_odd ? mark[7:0] : mark[15:8];
    if (lanes.zero_odd) odd_mark_o = '0;
  end

  always_comb begin
    even_count = lanes.carry_even ? carry_count_q : lower_count_i;
    odd_count  = lanes.lower_odd ? lower_count_i : upper_count_i;
    if (lanes.alone) odd_count = '0;
    count = odd_count == '0 ? 5'(even_count) : 5'd8 + 5'(odd_count);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i || (go && step_q.last)) carry_q <= '0;
    else if (go && lanes.load_carry) carry_q <= lanes.key ? {48'h0, 8'h01, data[15]} : data[15:8];
    if (go && lanes.load_carry) begin
      carry_mark_q  <= mark[15:8];
      carry_count_q <= upper_count_i;
    end
  end

  assign write_even_o = (lanes.write_even && go) || echo;
  assign write_odd_o = (lanes.write_odd && go) || (echo && echo_pair_q != LonePair);
  assign write_pair_o = peeked_q ? echo_pair_q : lanes.pair;
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
    block_o.peek = step_q.peek;
    block_o.capture = step_q.capture;
    block_o.replace = step_q.replace;
    block_o.last = step_q.last && !step_q.peek;
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
  assign unused = ^{step_q, keep_i};

endmodule
