// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Moves text to the lanes: holds one block per lane of SEAL and OPEN until their batch begins, or a block of
// a MAC until the lane accepts it. The blocks themselves are in roundel_multi_aes_hs.
//
// Schedule:   a block is held one cycle after take_text_o or take_mac_o. It moves to the lanes with move_o:
//             in GCM as its batch begins, in a MAC as soon as the block before it has begun.
// Interfaces: the operand from roundel_multi_aes_input, GHASH's from roundel_multi_aes_ghash_control, events
//             of the lanes; text_o to roundel_multi_aes_batches and roundel_multi_aes_control.
// Reference:  SP 800-38B, SP 800-38D

module roundel_multi_aes_text_control
  import roundel_multi_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input phase_e phase_i,      // phase of the transaction
  input input_t in_i,         // operand and command of the input
  input lanes_t lanes_i,      // state of the lanes
  input logic   counting_i,   // counter blocks may begin
  input logic   hash_fire_i,  // the operand is hashed
  input logic   take_tag_i,   // the block of the tag is held
  input logic   double_i,     // the subkey is doubled
  input logic   clear_i,      // the transaction has ended

  output text_t text_o,       // the held blocks
  output logic  fits_o,       // a block of text may be held
  output logic  take_text_o,  // the operand, a block of text, is held
  output logic  take_mac_o,   // the operand, a block of a MAC, is held
  output logic  move_o,       // the held blocks move to the lanes
  output logic  flush_o,      // no other text follows: a single block may begin
  output logic  hold_empty_o  // no block is held
);

  logic hold_last_q, hold_partial_q, begun_here;

  assign hold_empty_o = text_o.hold_valid == '0;
  assign fits_o = !text_o.hold_full && counting_i;
  assign take_text_o = phase_i == Gcm && in_i.operand.text && fits_o && (in_i.open ? hash_fire_i : 1'b1);
  assign take_mac_o = phase_i == Mac && in_i.operand.mac && hold_empty_o && !in_i.aborting;
  assign flush_o = in_i.operand.empty || in_i.operand.tag || in_i.aborting;
  // In GCM the text goes with the batch that has begun.
  assign begun_here = lanes_i.begun && in_i.service.gcm && (phase_i == Gcm || phase_i == TagBlock);
  assign move_o = in_i.service.mac ? text_o.hold_valid[0] && !text_o.text_valid : begun_here;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || move_o || clear_i) begin
      text_o.hold_valid <= '0;
      text_o.hold_ends <= '0;
      text_o.hold_full <= 1'b0;
    end else if (take_text_o) begin
      text_o.hold_valid[text_o.hold_high] <= 1'b1;
      text_o.hold_ends[text_o.hold_high] <= in_i.last;
      text_o.hold_full <= text_o.hold_high || in_i.last;
    end else if (take_mac_o) begin
      text_o.hold_valid[0] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_text_o) text_o.hold_keep <= in_i.keep;
    if (take_mac_o) begin
      hold_last_q <= in_i.last;
      hold_partial_q <= !in_i.keep[15];
    end
    if (move_o) begin
      text_o.text_last <= hold_last_q;
      text_o.text_partial <= hold_partial_q;
    end
    if (clear_i) text_o.hold_high <= 1'b0;
    else if (take_text_o) text_o.hold_high <= !text_o.hold_high;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      text_o.text_valid <= 1'b0;
      text_o.hold_tag <= 1'b0;
      text_o.doubled <= 1'b0;
    end else begin
      text_o.text_valid <= in_i.service.mac && (move_o || (text_o.text_valid && !lanes_i.begin_early));
      text_o.hold_tag <= take_tag_i || text_o.hold_tag;
      text_o.doubled <= text_o.doubled || (phase_i == Mac && double_i);
    end
  end

  logic unused;
  assign unused = ^{in_i, lanes_i};

endmodule
