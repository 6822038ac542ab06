// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Counts the bytes of data and text in roundel_aes_gcm_masked, up to the limits of GCM and of the counter.
//
// Schedule:   count_ad_i or count_text_i in cycle t: lengths_o from t+1, and the limits from t+2. Beats that
//             are not empty are not counted in successive cycles.
// Interfaces: from roundel_aes_gcm_masked_grammar; the block of the lengths to share 0.
// Bytes:      lengths_o is a block of GHASH: byte 0 is bits [7:0].
// Reference:  SP 800-38D sections 5.2.1.1 and 7.1, step 5

module roundel_aes_gcm_masked_lengths
  import roundel_gcm_length_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic        clear_i,       // both lengths become zero
  input logic        count_ad_i,    // count a beat of data
  input logic        count_text_i,  // count a beat of text
  input logic [15:0] keep_i,        // its tkeep

  output logic         ad_limit_o,    // no more data can be counted
  output logic         text_limit_o,  // no more text is legal
  output logic [127:0] lengths_o      // the block of the lengths
);

  length_t ad_q, text_q;

  length_t next;

  always_comb begin
    next = count_text_i ? text_q : ad_q;
    next.blocks += 32'(keep_i[15]);
    next.bytes = bytes_of(keep_i);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      ad_q <= '0;
      text_q <= '0;
    end else begin
      if (count_ad_i) ad_q <= next;
      if (count_text_i) text_q <= next;
    end
    ad_limit_o <= ad_q.blocks == MaxBlocks;
    text_limit_o <= text_q.blocks == MaxTextBlocks;
  end

  assign lengths_o = {big_endian_bits(text_q), big_endian_bits(ad_q)};

endmodule
