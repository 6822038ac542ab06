// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Adds cipher and data, and selects the block that GHASH gets. Counts the bytes of the message for its
// lengths.
//
// Schedule:   all outputs are registers: those of a step in cycle t are valid in t+1, zero without use.
// Interfaces: the step with its data from the pipeline of roundel_aes_gcm_xhs; sum_o to
//             roundel_aes_gcm_xhs_answer and, as the addend of a hash, to roundel_ghash_line; blocks to the
//             latter.
// Bytes:      byte k of a block is bits [8k+:8]; lengths are in bits, most significant byte first.
// Reference:  SP 800-38D sections 7.1 and 7.2

module roundel_aes_gcm_xhs_sum
  import roundel_gcm_length_pkg::*;
  import roundel_aes_gcm_xhs_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input step_t        step_i,    // the step
  input logic [127:0] cipher_i,  // result of the cipher
  input logic [127:0] data_i,    // data of the step: bytes that are not kept are zero
  input logic [ 15:0] keep_i,    // bytes that count; all for H

  output logic [127:0] sum_o,      // text or tag: cipher + data, otherwise zero
  output logic [ 15:0] keep_o,     // its bytes that count
  output logic [127:0] block_o,    // the block to hash, otherwise zero
  output logic [127:0] lengths_o,  // the block of lengths, otherwise zero
  output logic         subkey_o    // block_o is H
);

  logic [127:0] mask, sum;
  length_t text_length_q, ad_length_q;
  logic counts, unused;
  logic [3:0] bytes;

  assign unused = ^{step_i.last, step_i.open, step_i.error};

  for (genvar k = 0; k < 16; k++) begin : gen_mask
    assign mask[8*k+:8] = {8{keep_i[k]}};
  end
  assign sum = (cipher_i ^ data_i) & mask;

  always_ff @(posedge clk_i) begin
    if (!(step_i.text || step_i.tag)) sum_o <= '0;
    else sum_o <= sum;
    if (!((step_i.hash && !step_i.lengths) || step_i.subkey)) block_o <= '0;
    else block_o <= step_i.direct ? data_i : sum;
    if (!step_i.lengths) lengths_o <= '0;
    else lengths_o <= {big_endian_bits(text_length_q), big_endian_bits(ad_length_q)};
    if (!(step_i.text || step_i.tag)) keep_o <= '0;
    else keep_o <= keep_i;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) subkey_o <= 1'b0;
    else subkey_o <= step_i.subkey;
  end

  assign counts = step_i.hash && !step_i.lengths;

  // The bytes of a partial block, 0 for a full one: of kept bytes without holes, the first one that is not
  // kept. Each bit is an interval of byte numbers or several: two LUT4 levels.
  always_comb begin
    bytes = '0;
    for (int unsigned bit_n = 0; bit_n < 4; bit_n++) begin
      for (int unsigned first = 1 << bit_n; first < 16; first += 2 << bit_n) begin
        bytes[bit_n] |= keep_i[first-1] && !keep_i[first+(1<<bit_n)-1];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || step_i.ends_hash) begin
      text_length_q <= '0;
      ad_length_q <= '0;
    end else if (counts && step_i.ad) begin
      ad_length_q.blocks <= ad_length_q.blocks + 32'(keep_i[15]);
      ad_length_q.bytes <= bytes;
    end else if (counts) begin
      text_length_q.blocks <= text_length_q.blocks + 32'(keep_i[15]);
      text_length_q.bytes <= bytes;
    end
  end

endmodule
