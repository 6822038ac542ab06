// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences GHASH: selects the block to hash, and reports when J0 and the hash of the message are known.
//   a block of text, data or nonce   HashBlocks
//   a nonce of 12 bytes              HashBlocks HashWait HashSettle: the block is J0
//   lengths of nonce or message      HashBlocks HashLast HashWait HashSettle: J0 first, then the hash
//
// Schedule:   the hash is valid in HashSettle, two cycles after GHASH accepted the last block. J0 settles in
//             cycle s: the sum is cleared in s+1, the XOR operand loaded in s+2, the counter loaded in s+3
//             and counted in s+4; counter blocks may be requested from s+6.
// Interfaces: the operand from roundel_multi_aes_input, words from roundel_multi_aes_output; selects to
//             roundel_ghash; J0's times and tag_ready_o to roundel_multi_aes_control.
// Reference:  SP 800-38D sections 6.4 and 7.1

module roundel_multi_aes_ghash_control
  import roundel_multi_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input phase_e phase_i,      // phase of the transaction
  input input_t in_i,         // operand and command of the input
  input logic   text_fits_i,  // the text of an OPEN may be hashed: the lanes can accept it too
  input logic   clear_i,      // the transaction has ended

  output logic block_valid_o,    // a block is offered to GHASH
  input  logic block_ready_i,    // GHASH accepts it
  output logic data_present_o,   // the block is the operand
  input  logic word_valid_i,     // the output has a word to hash
  output logic word_present_o,   // the block is that word
  output logic word_fire_o,      // the word is hashed
  output logic operand_fire_o,   // the operand is hashed
  output logic idle_o,           // no hash is being completed

  output logic j0_settles_o,     // the hash is J0
  output logic hash_settles_o,   // the hash is that of the message
  output logic j0_known_o,       // J0 has settled
  output logic j0_settled_o,     // J0 settled in the previous cycle
  output logic xor_load_o,       // J0 to the XOR operand
  output logic counter_load_o,   // J0 to the counter
  output logic counter_step_o,   // the counter becomes J0 + 1
  output logic j0_moving_o,      // one of these is still to come
  output logic counting_o,       // counter blocks may begin
  output logic tag_ready_o       // the tag, or that to compare with, is known
);

  // Cycles after J0 settles.
  localparam int unsigned Settled = 1;
  localparam int unsigned XorLoad = 2;
  localparam int unsigned CounterLoad = 3;
  localparam int unsigned CounterStep = 4;
  localparam int unsigned Counting = 5;

  typedef enum logic [1:0] {
    HashBlocks,
    HashLast,    // an empty block, which turns the current sum into the hash
    HashWait,
    HashSettle
  } hash_e;

  hash_e hash_q, hash_d;
  logic j0_known_q;
  logic [5:0] since_j0_q;  // cycles after J0 settles, one-hot
  logic hash_fire, idle, verify_ready, hash_open, request;

  assign idle = hash_q == HashBlocks;
  // GHASH accepts blocks after the subkey is known.
  assign hash_open = phase_i == Gcm || phase_i == TagBlock;
  assign request = in_i.operand.hash || in_i.operand.nonce || in_i.operand.lengths ||
      (in_i.operand.text && in_i.open && text_fits_i);
  assign operand_fire_o = hash_fire && idle && request && !word_valid_i;
  assign hash_fire = block_valid_o && block_ready_i;
  assign j0_settles_o = hash_q == HashSettle && !j0_known_q;
  assign hash_settles_o = hash_q == HashSettle && j0_known_q;
  // A MAC waits for the tag that it is compared with. After an error it leaves without one.
  assign verify_ready = in_i.service.mac && in_i.open && phase_i inside {Mac, TagBlock} &&
      (in_i.operand.tag || in_i.aborting);

  always_comb begin
    hash_d = hash_q;
    unique case (hash_q)
      HashBlocks: begin
        if (operand_fire_o && in_i.operand.lengths) hash_d = HashLast;
        if (operand_fire_o && in_i.operand.nonce) hash_d = HashWait;
      end
      HashLast: if (hash_fire) hash_d = HashWait;
      HashWait: hash_d = HashSettle;
      HashSettle: hash_d = HashBlocks;
      default: hash_d = HashBlocks;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      j0_known_q <= 1'b0;
      since_j0_q <= '0;
      counting_o <= 1'b0;
      tag_ready_o <= 1'b0;
    end else begin
      if (j0_settles_o) j0_known_q <= 1'b1;
      since_j0_q <= {since_j0_q[4:0], j0_settles_o};
      if (since_j0_q[Counting-1]) counting_o <= 1'b1;
      if (hash_settles_o || verify_ready) tag_ready_o <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) hash_q <= HashBlocks;
    else hash_q <= hash_d;
  end

  assign block_valid_o = hash_q == HashLast || (idle && hash_open && (request || word_valid_i));
  assign data_present_o = idle && request && !word_valid_i;
  assign word_present_o = word_valid_i && idle;
  assign word_fire_o = word_valid_i && idle && hash_fire;
  assign idle_o = idle;
  assign j0_known_o = j0_known_q;
  assign j0_settled_o = since_j0_q[Settled-1];
  assign xor_load_o = since_j0_q[XorLoad-1];
  assign counter_load_o = since_j0_q[CounterLoad-1];
  assign counter_step_o = since_j0_q[CounterStep-1];
  assign j0_moving_o = since_j0_q != '0;

  logic unused;
  assign unused = ^in_i;

endmodule
