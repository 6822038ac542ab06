// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences GHASH: selects the block to hash, and returns J0 and the hash of the message. A block is the
// operand, a block of lengths, or the word of a text that was encrypted.
//   a block of text, data or nonce   HashBlocks
//   a nonce of 12 bytes              HashBlocks HashWait HashSettle HashBlocks: the block is J0
//   lengths of a longer nonce        HashBlocks HashLast HashWait HashSettle HashBlocks: the hash is J0
//   lengths of the message           HashBlocks HashLast HashWait HashSettle HashDone
//
// Schedule:   a block is selected in the cycle after it arrives, and offered until GHASH is ready. The hash
//             is valid in HashSettle, two cycles after GHASH accepted the empty block.
// Interfaces: the operand from roundel_aes_gcm_input, the end of the message from roundel_aes_gcm_end; block
//             and presence to roundel_ghash; the hash to the output and J0 to roundel_aes_gcm_blocks.
// Bytes:      byte k of a block is block_o[8k+7:8k].
// Reference:  SP 800-38D sections 6.4 and 7.1

module roundel_aes_gcm_hash
  import roundel_aes_gcm_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic         open_i,         // the text is hashed as it comes; otherwise the word is
  input operand_t     operand_i,      // purpose of the operand
  input logic [127:0] data_i,         // block of the operand
  input logic [127:0] lengths_i,      // block of lengths
  input logic         text_result_i,  // a block of text becomes the word
  input logic         end_tag_i,      // the lengths of the message may be hashed
  input logic         end_idle_i,     // no message ends: the hash is J0
  input logic         finish_i,       // the transaction has ended

  output logic         block_valid_o,   // a block is offered to GHASH
  input  logic         block_ready_i,   // GHASH accepts it
  input  logic         ready_next_i,    // block_ready_i in the next cycle
  output logic [127:0] block_o,         // the operand, or the lengths
  output logic [127:0] present_o,       // bits of block_o that belong to the block
  output logic         word_present_o,  // the word belongs to the block
  input  logic [127:0] hash_i,          // the hash

  output logic         idle_o,           // no hash is being completed
  output logic         text_pending_o,   // a block of text was sent and is not hashed yet
  output logic         operand_done_o,   // the operand is hashed in the next cycle
  output logic         j0_settles_o,     // hash_i is J0, and was the operand
  output logic         j0_next_o,        // j0_settles_o is set in the next cycle
  output logic         tag_sum_valid_o,  // tag_sum_o is valid
  output logic [127:0] tag_sum_o         // hash of the message, which waits for the encrypted J0, or zero
);

  // States, one bit each.
  typedef enum logic [2:0] {
    HashBlocks,
    HashLast,    // an empty block, which turns the current sum into the hash
    HashWait,
    HashSettle,
    HashDone,    // the hash of the message is complete
    NumHashes
  } hash_e;

  logic [NumHashes-1:0] hash_q, hash_d;
  logic hash_request, hash_fire, is_lengths_q;
  logic select_lengths_q;  // copy of is_lengths_q for the operand of GHASH
  logic a_present_q, data_present_q;

  // Bits of the block of lengths that may be set.
  localparam logic [127:0] LengthBits = {2{64'hf8ff_ffff_7f00_0000}};

  // The selection of the block to hash is registered, one cycle after the block arrives.
  roundel_keep_register #(
    .Width(2)
  ) u_is_lengths (
    .clk_i,
    .clear_i (!rst_ni),
    .enable_i(1'b1),
    .data_i  ({2{operand_i.nonce_end || operand_i.tag}}),
    .data_o  ({select_lengths_q, is_lengths_q})
  );
  assign hash_request = hash_q[HashLast] || (hash_q[HashBlocks] &&
      (text_pending_o || operand_i.hash || operand_i.nonce || operand_i.nonce_end || end_tag_i));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) block_valid_o <= 1'b0;
    else block_valid_o <= hash_request && !hash_fire;
    a_present_q <= hash_q[HashBlocks] && !(text_pending_o && !open_i);
    data_present_q <= hash_q[HashBlocks] && !(text_pending_o && !open_i) &&
        !(operand_i.nonce_end || operand_i.tag);
    word_present_o <= text_pending_o && !open_i;
  end
  assign hash_fire = block_valid_o && block_ready_i;
  // A message does not begin to end while its nonce is hashed.
  assign j0_next_o = hash_d[HashSettle] && end_idle_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) j0_settles_o <= 1'b0;
    else j0_settles_o <= j0_next_o;
  end
  assign idle_o = hash_q[HashBlocks];

  always_comb begin
    block_o = data_i;
    for (int unsigned i = 0; i < 128; i++) begin
      if (LengthBits[i] && select_lengths_q) block_o[i] = lengths_i[i];
      present_o[i] = LengthBits[i] ? a_present_q : data_present_q;
    end
  end

  always_comb begin
    hash_d = '0;
    hash_d[HashBlocks] = (hash_q[HashBlocks] && !(hash_fire && (is_lengths_q || operand_i.nonce))) ||
        j0_settles_o || (hash_q[HashDone] && finish_i);
    hash_d[HashLast] = hash_fire ? hash_q[HashBlocks] && is_lengths_q : hash_q[HashLast];
    hash_d[HashWait] = hash_fire && (hash_q[HashLast] || (hash_q[HashBlocks] && operand_i.nonce));
    hash_d[HashSettle] = hash_q[HashWait];
    hash_d[HashDone] = (hash_q[HashSettle] && !j0_settles_o) || (hash_q[HashDone] && !finish_i);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) hash_q <= NumHashes'(1) << HashBlocks;
    else hash_q <= hash_d;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) text_pending_o <= 1'b0;
    else text_pending_o <= text_result_i || (text_pending_o && !hash_fire);
  end
  // The hash of the message, which waits for the encrypted J0. It is zero before and after.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish_i) begin
      tag_sum_o <= '0;
      tag_sum_valid_o <= 1'b0;
    end else if (hash_q[HashSettle] && !j0_settles_o) begin
      tag_sum_o <= hash_i;
      tag_sum_valid_o <= 1'b1;
    end
  end

  // Decided a cycle ahead: hash_fire, HashBlocks and the operand of the next cycle.
  assign operand_done_o = hash_request && !hash_fire && ready_next_i && hash_q[HashBlocks] &&
      (operand_i.hash || operand_i.text);

  logic unused;
  assign unused = operand_i != '0;

endmodule
