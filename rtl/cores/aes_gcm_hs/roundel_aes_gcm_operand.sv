// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the operand, which is a block of the message, until it is done, and counts the bytes of the message.
//
// Schedule:   next_i in cycle t: the beat is the operand from t+1 until the cycle after done_next_i. Its
//             bytes are counted in t+2, so block_full_o and text_full_o are valid from t+3. A block is one
//             too many when they are set.
// Interfaces: beats from roundel_aes_gcm_beat, purposes from roundel_aes_gcm_grammar; the operand to the
//             cipher, to GHASH and to the output of roundel_aes_gcm_hs.
// Bytes:      byte 0 of a block is data_o[7:0]. The number 1 after a nonce of 12 bytes is byte 15. Lengths
//             are in bits, most significant byte first.
// Reference:  SP 800-38D sections 5.2.1.1 and 7.1

module roundel_aes_gcm_operand
  import roundel_aes_gcm_pkg::*;
  import roundel_gcm_length_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input operand_t         next_i,      // purpose of the next operand, one-hot; zero if none is loaded
  input logic             next_valid_i, // next_i is not zero
  input logic             next_data_i,  // the next operand is the beat; another one is zero
  input logic [15:0][7:0] beat_i,      // bytes of the beat that becomes the operand
  input logic [15:0]      beat_keep_i, // its tkeep
  input logic             last_i,      // it is the last beat of its segment
  input logic [ 3:0]      tag_size_i,  // bytes of the tag of the command, modulo 16
  input logic             drop_tag_i,  // the operand is a tag whose segment does not end: it is dropped
  input logic             end_ad_i,    // the associated data have ended
  input logic             text_seen_i, // the message has a text segment

  output operand_t     operand_o,  // purpose of the operand, one-hot; zero without operand
  output logic         idle_o,     // there is no operand
  output logic [127:0] data_o,     // block of the operand, zero without one
  output logic [ 15:0] keep_o,     // bytes of the operand that are kept; for a tag, those of the tag
  output logic         last_o,     // the operand is the last beat of its segment
  input  logic         done_next_i, // the operand is done in the next cycle, and is cleared then

  output logic [127:0] lengths_o,       // block of lengths
  output logic         text_full_o,     // one more block of text is too many
  output logic         block_full_o,    // one more block of data or of a nonce is too many
  input  logic         clear_length_i   // the counts of bytes become zero
);

  logic operand_clear, clear_q;

  // The engine takes a row of the key at once. A tag whose segment does not end correctly is dropped.
  always_ff @(posedge clk_i) clear_q <= rst_ni && (done_next_i || next_i.key);
  assign operand_clear = clear_q || !rst_ni || drop_tag_i;

  always_ff @(posedge clk_i) begin
    if (operand_clear) begin
      operand_o <= '0;
      idle_o <= 1'b1;
    end else if (next_valid_i) begin
      operand_o <= next_i;
      idle_o <= 1'b0;
    end
  end
  // A beat that does not become an operand does not reach data_o.
  always_ff @(posedge clk_i) begin
    if (operand_clear) data_o <= '0;
    else if (next_data_i) data_o <= {beat_i[15] | 8'(next_i.nonce), beat_i[14:0]};
    if (next_valid_i) begin
      keep_o <= next_i.tag ? tag_keep(tag_size_i) : beat_keep_i;
      last_o <= last_i;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lengths
  //////////////////////////////////////////////////////////////////////////////////////////////////

  length_t length_q, ad_length_q;
  logic count_q, ended_ad_q, save_ad_q, clear_length;

  always_ff @(posedge clk_i) begin
    count_q <= next_i.hash || next_i.text;
    ended_ad_q <= end_ad_i;
    save_ad_q <= ended_ad_q;
  end
  assign clear_length = clear_length_i || save_ad_q;
  always_ff @(posedge clk_i) begin
    if (clear_length) begin
      length_q <= '0;
    end else if (count_q) begin
      length_q.blocks <= length_q.blocks + 32'(keep_o[15]);
      length_q.bytes  <= bytes_of(keep_o);
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_length_i) ad_length_q <= '0;
    else if (save_ad_q) ad_length_q <= length_q;
  end
  always_ff @(posedge clk_i) begin
    text_full_o  <= !clear_length && text_seen_i && length_q.blocks == MaxTextBlocks;
    block_full_o <= !clear_length && length_q.blocks == MaxBlocks;
  end

  assign lengths_o = {big_endian_bits(length_q), big_endian_bits(ad_length_q)};

endmodule
