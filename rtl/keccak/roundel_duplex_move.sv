// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Executes the decisions of roundel_duplex_input, one step a cycle: writes lanes from the bytes of the beat
// and from the carry, and issues the block written before them. Keeps the ends of text and metadata, for
// the book-keeping bytes of the block, and the tag of an OPEN or VERIFY.
//
// Text to decipher replaces all lanes of the state that text may fill (roundel_duplex_permutation). A block
// that it does not fill is issued twice. The first time only its sum is captured (`capture_only`). Then the
// deciphered text returns pair by pair and is added like text to encipher.
//
// Schedule:   a step accepted in cycle t (`ready_o`) writes its lanes in t+1, when no other step waits. A
//             step that issues a block has block_valid_o from t+1 and waits until the permutation accepts the
//             block. One more step is accepted meanwhile: ready_o is a register, so nothing before it
//             depends on the permutation in the same cycle. A block with `capture_only` accepted in t:
//             pair i of echo_i is written in t+5+i; the block is issued again after its last pair.
// Interfaces: steps from roundel_duplex_input with lanes from roundel_duplex_place; bytes from
//             roundel_duplex_beat; lanes and blocks to roundel_duplex_permutation; echo_i from and
//             tag_o to roundel_duplex_output
// Bytes:      data_i[i] is byte i of the beat; byte 0 of a lane is bits 7:0.

module roundel_duplex_move
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  step_t      step_i,    // the step, accepted when ready_o
  output logic       ready_o,   // a step is accepted
  output logic       idle_o,    // no pending step issues a block or uses up a beat
  input  logic       clear_i,    // clear the carry

  // The beat of the step.
  output logic             pop_o,          // its bytes have been used
  input  logic [15:0][7:0] data_i,         // bytes of the beat
  input  logic [     15:0] keep_i,         // tkeep of the beat
  input  logic [      3:0] lower_count_i,  // number of bytes in its first lane
  input  logic [      3:0] upper_count_i,  // number of bytes in its second lane

  output logic        write_even_o,  // write the even lane of the pair
  output logic        write_odd_o,   // write the odd lane of the pair
  output logic [ 3:0] write_pair_o,  // number of the pair
  output logic [63:0] even_o,        // data of the even lane
  output logic [63:0] odd_o,         // data of the odd lane
  output logic [ 7:0] even_mark_o,   // zero bytes of even_o that the suffix goes to
  output logic [ 7:0] odd_mark_o,    // zero bytes of odd_o that the suffix goes to

  output logic   block_valid_o,    // a block waits
  output logic   block_accepted_o,    // the permutation accepts the block
  output block_t block_o,          // properties of the block
  input  logic   start_ready_i,    // the first block of a message may be accepted
  input  logic   capture_ready_i,  // a block whose sum is captured may be accepted
  input  logic   absorb_ready_i,   // another block may be accepted

  // The block's sum as it is sent, zero where there is no text.
  input logic [127:0] echo_i,  // pair i of a block accepted in t, in t + EchoCycles + i

  output logic [127:0] tag_o  // the received tag, zero after its last byte
);

  localparam logic [3:0] EchoCycles = 4'd5;
  localparam logic [3:0] SingleLanePair = 4'd10;  // the last pair of text, one lane

  // The current step, and the step that was accepted while the current one waited.
  step_t step_q, next_q;
  logic accepted, step_done, next_empty_q;
  logic [3:0] text_pair_q, ad_pair_q;  // number of the pair written last
  logic [4:0] text_count_q, ad_count_q;  // number of bytes in that pair
  logic echo_active_q;  // the block's sum returns on echo_i
  logic [3:0] echo_pair_q;  // number of the returning pair; negative until the first one
  logic echo_valid, echo_end;

  assign accepted = (step_q.wait_start && start_ready_i) || (step_q.wait_capture && capture_ready_i) ||
      (step_q.wait_absorb && absorb_ready_i);
  assign step_done = !step_q.issue || (accepted && !step_q.capture_only);
  assign echo_valid = echo_active_q && echo_pair_q <= SingleLanePair;
  assign echo_end = echo_valid && echo_pair_q == text_pair_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q <= '0;
      next_empty_q <= 1'b1;
      echo_active_q <= 1'b0;
    end else begin
      if (step_done) step_q <= next_empty_q ? step_i : next_q;
      else if (accepted) begin
        step_q.capture_only <= 1'b0;
        step_q.capture <= 1'b0;
        step_q.wait_capture <= 1'b0;
      end else if (echo_end) begin
        step_q.wait_absorb <= 1'b1;
      end
      next_empty_q <= step_done;
      echo_active_q <= (accepted && step_q.capture_only) || (echo_active_q && !echo_end);
    end
  end
  always_ff @(posedge clk_i) begin
    if (next_empty_q) next_q <= step_i;
    echo_pair_q <= accepted ? 4'd1 - EchoCycles : echo_pair_q + 4'd1;
  end

  assign ready_o = next_empty_q;
  assign idle_o = next_empty_q && !step_q.issue && !step_q.pop;
  assign pop_o = step_q.pop && step_done;
  assign block_valid_o = step_q.issue;
  assign block_accepted_o = accepted;

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
  logic [4:0] count;  // number of bytes of the pair

  assign lanes = step_q.lanes;

  for (genvar k = 0; k < 16; k++) begin : gen_suffix
    if (Sponge) begin : gen_byte
      if (k == 0) begin : gen_first
        assign mark[k] = step_q.suffix && (step_q.suffix_only || !keep_i[0]);
      end else begin : gen_other
        assign mark[k] = step_q.suffix && !step_q.suffix_only && keep_i[k-1] && !keep_i[k];
      end
      assign data[k] = step_q.suffix_only ? '0 : data_i[k];
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
    if (echo_active_q) {odd, even} = echo_i;
    even_mark_o = lanes.carry_even ? carry_mark_q : mark[7:0];
    odd_mark_o  = lanes.lower_odd ? mark[7:0] : mark[15:8];
    if (lanes.zero_odd) odd_mark_o = '0;
  end

  always_comb begin
    even_count = lanes.carry_even ? carry_count_q : lower_count_i;
    odd_count  = lanes.lower_odd ? lower_count_i : upper_count_i;
    if (lanes.odd_empty) odd_count = '0;
    count = odd_count == '0 ? 5'(even_count) : 5'd8 + 5'(odd_count);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i || (step_done && step_q.last)) carry_q <= '0;
    else if (step_done && lanes.load_carry) carry_q <= lanes.key ? {48'h0, 8'h01, data[15]} : data[15:8];
    if (step_done && lanes.load_carry) begin
      carry_mark_q  <= mark[15:8];
      carry_count_q <= upper_count_i;
    end
  end

  assign write_even_o = (lanes.write_even && step_done) || echo_valid;
  assign write_odd_o = (lanes.write_odd && step_done) || (echo_valid && echo_pair_q != SingleLanePair);
  assign write_pair_o = echo_active_q ? echo_pair_q : lanes.pair;
  assign even_o = even;
  assign odd_o = odd;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_ff @(posedge clk_i) begin
    if (step_done && lanes.is_text) begin
      text_pair_q  <= lanes.pair;
      text_count_q <= count;
    end
    if (step_done && lanes.is_ad) begin
      ad_pair_q  <= lanes.pair;
      ad_count_q <= count;
    end
  end

  always_comb begin
    block_o.first = step_q.first;
    block_o.capture_only = step_q.capture_only;
    block_o.capture = step_q.capture;
    block_o.replace = step_q.replace;
    block_o.last = step_q.last && !step_q.capture_only;
    block_o.close = step_q.close;
    block_o.after_tag = step_q.after_tag;
    block_o.full = step_q.full;
    block_o.empty = step_q.empty;
    block_o.crypt_end = step_q.has_text ? position(text_pair_q, text_count_q) : '0;
    block_o.inject_start = step_q.has_text ? TextBytes : '0;
    if (step_q.first) block_o.inject_end = StartBytes;
    else if (step_q.has_ad_bytes) block_o.inject_end = position(ad_pair_q, ad_count_q);
    else block_o.inject_end = step_q.has_text && !step_q.has_ad ? TextBytes : '0;
  end

  // Returns the position after `bytes` bytes of pair `written`.
  function automatic logic [7:0] position(logic [3:0] written, logic [4:0] bytes);
    return {written + {3'd0, bytes[4]}, bytes[3:0]};
  endfunction

  // The tag is kept until the next one. Steps after it may be executed, but not one with another tag.
  always_ff @(posedge clk_i) begin
    if (step_q.load_tag) tag_o <= data_i;
  end

  logic unused;
  assign unused = ^{step_q, keep_i};

endmodule
