// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// One share of a message in roundel_aes_gcm_masked: nonce, mask of the tag, beat of the answer, and the sums
// between them. Each share passes them alone. Synthesis keeps the hierarchy: it must not merge logic of two
// shares. What is public, such as the counter and the lengths, is in share 0 (Public).
//
// Schedule:   each control of cycle t changes its registers at the end of t; a clear has priority.
// Interfaces: controls from roundel_aes_gcm_masked_grammar and _cipher; the offered beat; shares from and to
//             the cipher, GHASH and the comparison of tags.
// Bytes:      byte k of a block is bits [8k+:8]; GHASH has polynomials (roundel_ghash_pkg).
// Reference:  SP 800-38D sections 6.4, 7.1 and 7.2

(* keep_hierarchy *)
module roundel_aes_gcm_masked_share
  import roundel_ghash_pkg::*;
  import roundel_aes_gcm_masked_pkg::*;
#(
  parameter bit Public = 1'b0  // this share has what is public
) (
  input  logic           clk_i,
  input  share_control_t control_i,    // what to do in this cycle
  input  logic [127:0]   lengths_i,    // the block of the lengths
  input  logic [127:0]   data_i,       // a share of the offered beat, zero where it has no bytes
  input  logic           zero_i,       // the block to encrypt is zero
  input  logic [ 31:0]   counter_i,    // otherwise the last bytes of it
  output logic [127:0]   block_o,      // of the block to encrypt
  input  logic [127:0]   cipher_i,     // of a result of the cipher
  output poly_t          subkey_o,     // of the subkey, if the result is that
  output poly_t          addend_o,     // of what GHASH adds
  input  poly_t          value_i,      // of the value of GHASH
  output logic [127:0]   difference_o, // of the difference of the right tag and the offered one
  output logic [127:0]   answer_o      // of the beat on the m_axis ports
);

  logic [95:0] nonce_q;
  logic [127:0] mask_q, answer_q;
  logic [127:0] keep, text, tag, addend;

  always_comb begin
    for (int unsigned k = 0; k < 16; k++) keep[8*k+:8] = {8{control_i.keep[k]}};
  end

  assign text = (data_i ^ cipher_i) & keep;
  assign tag = (swap(value_i) ^ mask_q) & keep;
  assign difference_o = tag ^ data_i;
  assign subkey_o = swap(cipher_i);
  assign block_o = zero_i ? '0 : {Public ? counter_i : 32'd0, nonce_q};

  always_comb begin
    addend = (data_i & {128{control_i.addend.beat}}) | (text & {128{control_i.addend.text}});
    if (Public && control_i.addend.lengths) addend |= lengths_i;
  end
  assign addend_o = swap(addend);
  assign answer_o = answer_q;

  always_ff @(posedge clk_i) begin
    if (control_i.clear) nonce_q <= '0;
    else if (control_i.load_nonce) nonce_q <= data_i[95:0];
    if (control_i.clear) mask_q <= '0;
    else if (control_i.load_mask) mask_q <= cipher_i;
  end

  always_ff @(posedge clk_i) begin
    if (control_i.send_clear) answer_q <= '0;
    else if (control_i.send_text) answer_q <= text;
    else if (control_i.send_tag) answer_q <= tag;
    else if (control_i.send_status) answer_q <= Public ? 128'(control_i.status) : '0;
  end

endmodule
