// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the operand, which is a block of the message, until it is done: pads the last block of a MAC, makes
// the blocks of lengths, and counts the bytes of the message.
//
// Schedule:   take_i in cycle t: the beat is the operand from t+1 until done_i, and its bytes are counted in
//             t+2. text_full_o and block_full_o are valid from t+3. take_high_i in cycle t: data_o is the
//             second half of a block to hash in t+1 only.
// Interfaces: beats from roundel_multi_aes_beat, purposes from roundel_multi_aes_input; the operand to the
//             lanes, the key schedule, roundel_ghash and roundel_multi_aes_control.
// Bytes:      byte 0 of a block is data_o[7:0]; padding of a MAC is bit 7 of the byte after the text; lengths
//             are in bits, most significant byte first.
// Reference:  SP 800-38B section 6.2, SP 800-38D section 7.1

module roundel_multi_aes_operand
  import roundel_multi_aes_pkg::*;
  import roundel_gcm_length_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input operand_t         take_i,        // purpose of the next operand, one-hot; zero if none is taken
  input logic             take_high_i,   // take the second half of a block to hash
  input logic             load_data_i,   // the bytes of the beat are loaded
  input logic             pad_i,         // the beat is padded as a block of a MAC
  input logic             next_known_i,  // the beat after the block of a MAC is there
  input beat_t            beat_i,        // properties of the beat
  input logic [15:0]      beat_keep_i,   // its tkeep
  input logic [15:0][7:0] data_i,        // its bytes
  input logic             ended_i,       // the text of a hash has ended: only its length is left
  input logic             end_ad_i,      // the associated data ended in the previous cycle
  input logic             accept_i,      // a command is accepted

  output operand_t     operand_o,  // purpose of the operand, one-hot; zero without operand
  output logic         idle_o,     // there is no operand
  output logic [127:0] data_o,     // block of the operand
  output logic [ 15:0] keep_o,     // bytes of the operand that are kept
  output logic         last_o,     // the operand is the last beat of its segment
  input  logic         done_i,     // the operand is done, and is cleared

  output logic text_full_o,    // one more block of text is too many
  output logic block_full_o,   // one more block of data, of a nonce or of a message is too many
  input  logic clear_length_i  // the counts of bytes become zero
);

  logic take_lengths, data_clear;
  logic [15:0][7:0] data_d;
  logic [127:0] lengths;

  assign take_lengths = take_i.lengths || (take_high_i && (ended_i || beat_i.empty));
  // The first half of a block that has only the length is zero.
  assign data_clear = !rst_ni || (take_i.low && ended_i) || (done_i && !take_high_i);

  always_comb begin
    data_d = data_i;
    data_d[0][7] |= pad_i && !beat_keep_i[0];
    for (int unsigned k = 1; k < 16; k++) data_d[k][7] |= pad_i && beat_keep_i[k-1] && !beat_keep_i[k];
    data_d[15][0] |= take_i.nonce;
    if (take_lengths) data_d = lengths;
  end

  always_ff @(posedge clk_i) begin
    if (done_i || !rst_ni) begin
      operand_o <= '0;
      idle_o <= 1'b1;
    end else if (take_i != '0) begin
      operand_o <= take_i;
      idle_o <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (data_clear) data_o <= '0;
    else if (load_data_i || take_lengths) data_o <= data_d;
  end
  always_ff @(posedge clk_i) begin
    if (load_data_i) keep_o <= beat_keep_i;
    if (load_data_i) last_o <= beat_i.last;
    else if (next_known_i) last_o <= beat_i.empty;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lengths
  //////////////////////////////////////////////////////////////////////////////////////////////////

  length_t length_q, ad_length_q;
  logic count_q, save_ad_q, clear_length, text_almost_q, block_almost_q;

  always_ff @(posedge clk_i) begin
    count_q <= take_i.hash || take_i.text || (take_i.low && !ended_i) || (take_high_i && !take_lengths);
    save_ad_q <= end_ad_i;
  end
  assign clear_length = clear_length_i || save_ad_q || accept_i;
  always_ff @(posedge clk_i) begin
    if (clear_length) begin
      length_q <= '0;
    end else if (count_q) begin
      length_q.blocks <= length_q.blocks + 32'(keep_o[15]);
      length_q.bytes  <= bytes_of(keep_o);
    end
  end
  always_ff @(posedge clk_i) begin
    if (accept_i) ad_length_q <= '0;
    else if (save_ad_q) ad_length_q <= length_q;
  end
  // The next beat may come in the cycle after the length has counted: one block before the end is registered.
  always_ff @(posedge clk_i) begin
    text_almost_q  <= length_q.blocks == MaxTextBlocks - 32'd1;
    block_almost_q <= length_q.blocks == MaxBlocks - 32'd1;
    if (clear_length) begin
      text_full_o  <= 1'b0;
      block_full_o <= 1'b0;
    end else if (count_q && keep_o[15]) begin
      text_full_o  <= text_full_o || text_almost_q;
      block_full_o <= block_full_o || block_almost_q;
    end
  end

  assign lengths = {big_endian_bits(length_q), big_endian_bits(ad_length_q)};

  logic unused;
  assign unused = ^beat_i;

endmodule
