// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Seals and opens messages with AES-GCM in two shares, first-order masked. A transaction is CMD, KEY, NONCE,
// AD, TEXT, TAG -> TEXT, TAG or UNVERIFIED, STATUS. A nonce has 12 bytes.
//
// Keys, nonces, data, text and tags have two shares, each on a port of its own under one handshake: their sum
// (XOR) is the value. CMD and STATUS are public: share 0 has their bytes, share 1 is zero. A CMD with another
// share 1 is an error. The shares meet in the S-boxes of roundel_aes_masked_engine, in roundel_masked_ghash,
// and in the ANDs that compare two tags. The one bit that is joined is the result of that comparison.
//
// An illegal sequence is answered by STATUS = ERROR; input is then dropped up to the next command. A key may
// be kept for the next message. All else is cleared after each message. Time depends on no data; the core
// waits for fresh bits.
//
// Schedule:   a block of text or data takes 33 cycles. docs/cores/aes-gcm-masked.md has the cycle budget.
// Interfaces: AXI4-Stream in and out; valid/ready fresh bits, uniform, each used once.
// Bytes:      byte 0 of a beat is tdata[7:0] and tdata1[7:0]; docs/stream-protocol.md has the command.
// Reference:  SP 800-38D; FIPS 197; docs/masking.md

module roundel_aes_gcm_masked
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_ghash_pkg::poly_t;
  import roundel_aes_gcm_masked_pkg::*;
#(
  parameter  int unsigned KeyBytes   = 16,                               // bytes of a key, 16 or 32
  parameter  int unsigned NonceBytes = 12,                               // bytes of a nonce
  localparam int unsigned FreshWidth = 360 + 8 * KeyBytes + 128 + Lanes
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [        127:0] s_axis_tdata1,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input  logic                  fresh_valid_i,  // fresh_i are new fresh bits
  output logic                  fresh_ready_o,  // the core uses them
  input  logic [FreshWidth-1:0] fresh_i,        // new fresh bits

  output logic [        127:0] m_axis_tdata,
  output logic [        127:0] m_axis_tdata1,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  localparam int unsigned KeyBits = 8 * KeyBytes;
  localparam int unsigned KeyParts = KeyBytes / 16;

  if (!(KeyBytes inside {16, 32})) begin : gen_bad_key
    $fatal(1, "%m: KeyBytes is %0d, expected 16 or 32", KeyBytes);
  end
  if (NonceBytes != 12) begin : gen_bad_nonce
    $fatal(1, "%m: NonceBytes is %0d, expected 12", NonceBytes);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats of both shares. The readers have the same controls.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] beat_valid, ready;
  segment_beat_t [1:0] beat;
  logic [1:0][15:0] beat_keep;
  logic [1:0][127:0] s_data, data, answer;
  logic accept, drop;

  assign s_data = {s_axis_tdata1, s_axis_tdata};
  assign s_axis_tready = ready[0];
  assign {m_axis_tdata1, m_axis_tdata} = answer;

  for (genvar i = 0; i < 2; i++) begin : gen_reader
    roundel_segment_reader #(
      .Width(128),
      .Skid (1'b0)
    ) u_reader (
      .clk_i,
      .rst_ni,
      .s_axis_tdata (s_data[i]),
      .s_axis_tkeep,
      .s_axis_tlast,
      .s_axis_tuser,
      .s_axis_tvalid,
      .s_axis_tready(ready[i]),
      .valid_o      (beat_valid[i]),
      .accept_i     (accept),
      .drop_i       (drop),
      .beat_o       (beat[i]),
      .data_o       (data[i]),
      .keep_o       (beat_keep[i])
    );
  end

  logic unused_reader;
  assign unused_reader = ^{ready[1], beat_valid[1], beat[1], beat_keep[1]};

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Control: all of it is public
  //////////////////////////////////////////////////////////////////////////////////////////////////

  command_t command;
  share_control_t control;
  logic load_command, whole, clear, clear_key, start, flushed;
  logic [KeyParts-1:0] load_key;
  logic subkey_load, mask_load, keystream_valid, keystream_take;
  logic product, product_step, product_last, hashed, count_ad, count_text, ad_limit, text_limit;
  logic
      compare,
      compare_ready,
      compare_take,
      compare_first,
      compare_join,
      compare_bits,
      compared,
      reveal,
      judge,
      equal;
  logic [$clog2(Lanes)-1:0] compare_fold;
  logic answer_free, send_text, send_last;
  logic grammar_ready, cipher_ready;
  logic [127:0] lengths;
  logic block_zero;
  logic [31:0] counter;

  assign fresh_ready_o = cipher_ready || grammar_ready || compare_ready;

  roundel_aes_gcm_masked_command u_command (
    .clk_i,
    .load_i   (load_command),
    .data_i   (data),
    .whole_i  (whole),
    .command_o(command)
  );

  roundel_aes_gcm_masked_grammar #(
    .KeyParts(KeyParts)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .valid_i          (beat_valid[0]),
    .beat_i           (beat[0]),
    .keep_i           (beat_keep[0]),
    .accept_o         (accept),
    .drop_o           (drop),
    .load_command_o   (load_command),
    .whole_o          (whole),
    .command_i        (command),
    .clear_o          (clear),
    .clear_key_o      (clear_key),
    .load_key_o       (load_key),
    .start_o          (start),
    .subkey_load_i    (subkey_load),
    .mask_load_i      (mask_load),
    .keystream_valid_i(keystream_valid),
    .keystream_take_o (keystream_take),
    .flushed_i        (flushed),
    .addend_o         (control.addend),
    .product_o        (product),
    .hashed_i         (hashed),
    .count_ad_o       (count_ad),
    .count_text_o     (count_text),
    .ad_limit_i       (ad_limit),
    .text_limit_i     (text_limit),
    .compare_o        (compare),
    .compared_i       (compared),
    .reveal_o         (reveal),
    .judge_o          (judge),
    .answer_free_i    (answer_free),
    .send_text_o      (send_text),
    .send_tag_o       (control.send_tag),
    .send_status_o    (control.send_status),
    .send_keep_o      (control.keep),
    .send_last_o      (send_last),
    .fresh_valid_i,
    .fresh_ready_o    (grammar_ready)
  );

  roundel_aes_gcm_masked_lengths u_lengths (
    .clk_i,
    .rst_ni,
    .clear_i     (clear),
    .count_ad_i  (count_ad),
    .count_text_i(count_text),
    .keep_i      (beat_keep[0]),
    .ad_limit_o  (ad_limit),
    .text_limit_o(text_limit),
    .lengths_o   (lengths)
  );

  roundel_aes_gcm_masked_steps u_steps (
    .clk_i,
    .rst_ni,
    .clear_i        (clear),
    .product_i      (product),
    .product_step_o (product_step),
    .product_last_o (product_last),
    .hashed_o       (hashed),
    .compare_i      (compare),
    .fresh_valid_i,
    .fresh_ready_o  (compare_ready),
    .compare_take_o (compare_take),
    .compare_first_o(compare_first),
    .compare_join_o (compare_join),
    .compare_bits_o (compare_bits),
    .compare_fold_o (compare_fold),
    .compared_o     (compared)
  );

  roundel_aes_gcm_masked_answer u_answer (
    .clk_i,
    .rst_ni,
    .clear_i      (clear),
    .judge_i      (judge),
    .equal_i      (equal),
    .status_o     (control.status),
    .open_i       (command.open),
    .send_text_i  (send_text),
    .send_tag_i   (control.send_tag),
    .send_status_i(control.send_status),
    .keep_i       (control.keep),
    .last_i       (send_last),
    .free_o       (answer_free),
    .clear_data_o (control.send_clear),
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  assign control.clear = clear;
  assign control.load_nonce = start;
  assign control.load_mask = mask_load;
  assign control.send_text = send_text;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The shares, and the modules in which they meet
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0][127:0] block, result, difference;
  poly_t [1:0] subkey, addend, value;
  logic [1:0] zero;
  logic [359:0] cipher_fresh;
  logic [KeyBits-1:0] key_fresh;
  logic [127:0] product_fresh;
  logic [Lanes-1:0] compare_fresh;

  assign {compare_fresh, product_fresh, key_fresh, cipher_fresh} = fresh_i;

  for (genvar i = 0; i < 2; i++) begin : gen_share
    roundel_aes_gcm_masked_share #(
      .Public(i == 0)
    ) u_share (
      .clk_i,
      .control_i   (control),
      .lengths_i   (lengths),
      .data_i      (data[i]),
      .zero_i      (block_zero),
      .counter_i   (counter),
      .block_o     (block[i]),
      .cipher_i    (result[i]),
      .subkey_o    (subkey[i]),
      .addend_o    (addend[i]),
      .value_i     (value[i]),
      .difference_o(difference[i]),
      .answer_o    (answer[i])
    );
  end

  roundel_aes_gcm_masked_cipher #(
    .KeyBits(KeyBits)
  ) u_cipher (
    .clk_i,
    .rst_ni,
    .clear_key_i      (clear_key),
    .load_key_i       (load_key),
    .key_i            (data),
    .start_i          (start),
    .stop_i           (clear),
    .flush_i          (clear_key),
    .flushed_o        (flushed),
    .zero_o           (block_zero),
    .counter_o        (counter),
    .block_i          (block),
    .result_o         (result),
    .subkey_load_o    (subkey_load),
    .mask_load_o      (mask_load),
    .keystream_valid_o(keystream_valid),
    .keystream_take_i (keystream_take),
    .fresh_valid_i,
    .fresh_ready_o    (cipher_ready),
    .fresh_i          (cipher_fresh),
    .key_fresh_i      (key_fresh)
  );

  roundel_masked_ghash #(
    .Width(128),
    .Digit(Digit),
    .Terms(128'h87)
  ) u_ghash (
    .clk_i,
    .clear_i      (clear),
    .subkey_load_i(subkey_load),
    .subkey_i     (subkey),
    .load_i       (product),
    .addend_i     (addend),
    .fresh_i      (product_fresh),
    .step_i       (product_step),
    .last_i       (product_last),
    .value_o      (value)
  );

  roundel_masked_is_zero #(
    .Width(128),
    .Lanes(Lanes)
  ) u_is_zero (
    .clk_i,
    .clear_i(clear),
    .load_i (compare),
    .data_i (difference),
    .take_i (compare_take),
    .first_i(compare_first),
    .join_i (compare_join),
    .bits_i (compare_bits),
    .fold_i (compare_fold),
    .fresh_i(compare_fresh),
    .zero_o (zero)
  );

  roundel_revealed_bit u_equal (
    .clk_i,
    .clear_i(clear),
    .load_i (reveal),
    .share_i(zero),
    .bit_o  (equal)
  );

endmodule
