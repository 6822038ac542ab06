// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes the blocks that the cipher encrypts: counter blocks of the text, J0 for the tag. Zeros while the key
// is not ready, so that H is the result, and between transactions. Keeps J0 and the counter.
//
// Schedule:   text_i or tag_i in cycle t: the block is on block_o in t+1. The first counter block may be
//             requested in the cycle after that of J0.
// Interfaces: control from roundel_aes_gcm_xhs_grammar, J0 from roundel_ghash_line; blocks to
//             roundel_aes_line.
// Bytes:      byte k of a block is block_o[8k+7:8k]; the counter is bytes 12 to 15, most significant first.
// Reference:  SP 800-38D sections 6.2 and 7.1

module roundel_aes_gcm_xhs_counter (
  input logic clk_i,
  input logic rst_ni,

  input logic        short_nonce_i,  // nonce_i and the number 1 are J0
  input logic [95:0] nonce_i,        // a nonce of 12 bytes
  input logic        hash_valid_i,   // hash_i is J0
  input logic [127:0] hash_i,        // hash of a nonce of another length
  input logic        clear_i,        // the transaction has ended: J0 and the counter become zero

  input  logic         key_ready_i,  // the next block may be that of a step
  input  logic         text_i,       // it is a counter block
  input  logic         tag_i,        // it is J0, or of no step
  output logic [127:0] block_o       // the block
);

  // The number of a word of a block, and the word of a number: the first byte is the most significant.
  function automatic logic [31:0] reverse_bytes(logic [31:0] word);
    for (int unsigned i = 0; i < 4; i++) reverse_bytes[8*i+:8] = word[8*(3-i)+:8];
  endfunction

  logic [127:0] j0_q;
  logic [31:0] counter_q, base;

  assign base = short_nonce_i ? 32'd1 : hash_valid_i ? reverse_bytes(hash_i[127:96]) : counter_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) j0_q <= '0;
    else if (short_nonce_i) j0_q <= {reverse_bytes(32'd1), nonce_i};
    else if (hash_valid_i) j0_q <= hash_i;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) counter_q <= '0;
    else if (short_nonce_i || hash_valid_i || text_i) counter_q <= base + 32'd1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !key_ready_i) block_o <= '0;
    else block_o <= {tag_i ? j0_q[127:96] : reverse_bytes(counter_q), j0_q[95:0]};
  end

endmodule
