// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Requests the blocks that the cipher encrypts: zeros for H, the counter blocks of the text, and J0 for the
// tag. Keeps J0 and the counter.
//
// Schedule:   J0 is loaded in cycle t; the first counter block may start in t+3. After flush_i the next block
//             is J0, unless the sequence is illegal.
// Interfaces: control from roundel_aes_gcm_hs, _hash and _end; blocks to roundel_aes_stored_engine.
// Bytes:      byte k of a block is block_o[8k+7:8k]; the counter is bytes 12 to 15, most significant first.
// Reference:  SP 800-38D sections 6.2 and 7.1

module roundel_aes_gcm_blocks
  import roundel_aes_gcm_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic         expand_i,        // the key is complete: H is to be encrypted
  input logic         hashed_nonce_i,  // J0 is the hash of the nonce: H comes before it
  input logic         j0_load_i,       // hash_i is J0
  input logic [127:0] hash_i,          // the hash
  input logic         abort_i,         // the sequence is illegal
  input logic         flush_i,         // blocks in the cipher are discarded; J0 is next
  input logic         finish_i,        // the transaction has ended: J0 and the counter become zero

  output logic         start_o,    // a block is offered to the cipher
  output block_e       kind_o,     // its purpose
  output logic         zero_o,     // it is the block of zeros
  output logic [127:0] block_o,    // the block, if it is not
  input  logic         started_i,  // the cipher accepts it

  input  logic result_valid_i,      // a result leaves the cipher
  input  logic subkey_result_i,     // it is H
  output logic subkey_in_flight_o,  // the next result is H
  output logic word_is_subkey_o     // H left in the previous cycle
);

  logic [127:0] j0_q;
  logic [31:0] counter_q;
  logic j0_load_q1, j0_load_q2, j0_valid_q;
  logic subkey_pending_q, tag_block_pending_q, counting_q;

  // H waits for the nonce, which passes through the operand: the operand must be zero when H leaves.
  assign kind_o = subkey_pending_q ? BlockSubkey : tag_block_pending_q ? BlockTag : BlockText;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      subkey_pending_q <= 1'b0;
      subkey_in_flight_o <= 1'b0;
      counting_q <= 1'b0;
      start_o <= 1'b0;
      word_is_subkey_o <= 1'b0;
    end else begin
      subkey_pending_q <= expand_i || (subkey_pending_q && !started_i);
      subkey_in_flight_o <= (subkey_pending_q && started_i) || (subkey_in_flight_o && !result_valid_i);
      counting_q <= j0_load_q2 || counting_q;
      start_o <= subkey_pending_q ? j0_valid_q || hashed_nonce_i : tag_block_pending_q || counting_q;
      word_is_subkey_o <= subkey_result_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) tag_block_pending_q <= 1'b0;
    else tag_block_pending_q <= flush_i ? !abort_i : tag_block_pending_q && !started_i;
  end

  // The number of a word of a block, and the word of a number: the first byte is the most significant.
  function automatic logic [31:0] reverse_bytes(logic [31:0] word);
    for (int unsigned i = 0; i < 4; i++) reverse_bytes[8*i+:8] = word[8*(3-i)+:8];
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish_i) counter_q <= '0;
    else if (j0_load_q1 || flush_i) counter_q <= reverse_bytes(j0_q[127:96]);
    else if (j0_load_q2 || (started_i && !subkey_pending_q && !tag_block_pending_q))
      counter_q <= counter_q + 32'd1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish_i) j0_q <= '0;
    else if (j0_load_i) j0_q <= hash_i;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish_i) begin
      j0_load_q1 <= 1'b0;
      j0_load_q2 <= 1'b0;
      j0_valid_q <= 1'b0;
    end else begin
      j0_load_q1 <= j0_load_i;
      j0_load_q2 <= j0_load_q1;
      j0_valid_q <= j0_load_i || j0_valid_q;
    end
  end

  assign zero_o = subkey_pending_q;
  assign block_o = {reverse_bytes(counter_q), j0_q[95:0]};

endmodule
