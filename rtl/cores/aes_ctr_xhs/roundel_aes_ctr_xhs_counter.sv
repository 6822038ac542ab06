// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes the counter blocks: a nonce of 12 bytes and the number 1, or a first block of 16 bytes; then the
// number counts up in 32 bits and wraps. Zeros between transactions.
//
// Schedule:   text_i in cycle t: the block is on block_o in t+1. The first one may be requested in the cycle
//             after load_i.
// Interfaces: control from roundel_aes_ctr_xhs_grammar; blocks to roundel_aes_line.
// Bytes:      byte k of a block is block_o[8k+7:8k]; the number is bytes 12 to 15, most significant first.
// Reference:  RFC 3686 section 4

module roundel_aes_ctr_xhs_counter (
  input logic clk_i,
  input logic rst_ni,

  input logic         load_i,   // nonce_i is the nonce
  input logic         short_i,  // with load_i: it has 12 bytes
  input logic [127:0] nonce_i,  // the nonce
  input logic         clear_i,  // the transaction has ended: the block becomes zero

  input  logic         text_i,  // the next block is that of a step
  output logic [127:0] block_o  // the block
);

  // The number of a word of a block, and the word of a number: the first byte is the most significant.
  function automatic logic [31:0] reverse_bytes(logic [31:0] word);
    for (int unsigned i = 0; i < 4; i++) reverse_bytes[8*i+:8] = word[8*(3-i)+:8];
  endfunction

  logic [95:0] nonce_q;
  logic [31:0] counter_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) nonce_q <= '0;
    else if (load_i) nonce_q <= nonce_i[95:0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) counter_q <= '0;
    else if (load_i) counter_q <= short_i ? 32'd1 : reverse_bytes(nonce_i[127:96]);
    else if (text_i) counter_q <= counter_q + 32'd1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) block_o <= '0;
    else block_o <= {reverse_bytes(counter_q), nonce_q};
  end

endmodule
