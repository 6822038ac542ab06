// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Seals and opens messages by AES-GCM with AES-128 and AES-256, nonces of any length, and tags of 8, 12, 13,
// 14, 15 or 16 bytes; with ShortTags also of 4. A transaction is CMD, [KEY], NONCE, [AD], [TEXT], TAG ->
// TEXT, then TAG or STATUS.
//
// Schedule:   one block of text every 10 cycles (AES-256: 14); one block of associated data every 10. The
//             cipher works ahead: up to three counter blocks are in flight before the text arrives, and the
//             oldest waits in its last round. A block of text is added to it as it leaves, and goes to GHASH
//             and to the output from one register. H and the encrypted J0 (for the tag) leave the same way.
//             The cycle budget of a message is in docs/cores/aes-gcm-hs.md. Timing depends on lengths only.
//             Keys, H and every value derived from them are cleared when a transaction ends, unless it keeps
//             the key; and when a sequence is illegal. With HoldDepth the answers are four cycles later, and
//             the text of an OPEN is sent after its STATUS arrives: see roundel_aead_hold.
// Interfaces: s_axis from the source of segments, m_axis to the sink. Uses roundel_aes_gcm_input,
//             _blocks, _hash, _end and _output, roundel_aes_stored_engine, roundel_ghash and
//             roundel_aead_hold.
// Bytes:      byte 0 of a block is tdata[7:0].
// Reference:  SP 800-38D; FIPS 197; docs/stream-protocol.md

module roundel_aes_gcm_hs
  import roundel_stream_pkg::*;
#(
  parameter bit          ShortTags = 1'b0,  // SEAL and OPEN serve tags of 4 bytes too
  parameter int unsigned HoldDepth = 0      // longest text of an OPEN in beats that is held; 0: no hold
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  import roundel_aes_gcm_pkg::*;

  localparam int unsigned Digit = 13;  // 10 cycles a product

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  operand_t operand;
  logic operand_idle, operand_done_next, operand_last;
  logic [127:0] data, lengths;
  logic [15:0] keep;
  logic accept, resume, open, keep_session, expand, hashed_nonce, text_seen, text_open, complete, abort;
  logic finished, aborted, clear_length;
  logic can_accept_key_q, subkey_valid_q;

  roundel_aes_gcm_input #(
    .ShortTags(ShortTags)
  ) u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .can_accept_key_i(can_accept_key_q),
    .subkey_valid_i  (subkey_valid_q),
    .operand_o       (operand),
    .operand_idle_o  (operand_idle),
    .data_o          (data),
    .keep_o          (keep),
    .last_o          (operand_last),
    .done_next_i     (operand_done_next),
    .lengths_o       (lengths),
    .clear_length_i  (clear_length),
    .accept_o        (accept),
    .resume_o        (resume),
    .open_o          (open),
    .keep_session_o  (keep_session),
    .expand_o        (expand),
    .hashed_nonce_o  (hashed_nonce),
    .text_seen_o     (text_seen),
    .text_open_o     (text_open),
    .complete_o      (complete),
    .finished_i      (finished),
    .abort_o         (abort),
    .aborted_i       (aborted)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The end of a message, and of a sequence that was illegal
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic flush, clear_key_q, finish, end_idle, end_tag, abort_idle, compare;
  // Beats that the cipher does not make, decided a cycle ahead. The word becomes zero with each of them.
  logic end_text_q, end_operand_q, send_status_q, clear_word_q;
  logic engine_busy, hash_busy, out_can_accept, hash_idle;
  logic word_is_subkey_q;  // the word is H
  logic end_done_next, j0_next, hash_done_next;  // of what uses the operand, decided a cycle ahead
  logic result_valid;
  block_e result_kind;
  logic text_result, tag_result, subkey_result;

  assign text_result = result_valid && result_kind == BlockText;
  assign tag_result = result_valid && result_kind == BlockTag;
  assign subkey_result = result_valid && result_kind == BlockSubkey;
  assign operand_done_next = end_done_next || j0_next || hash_done_next;
  assign abort_idle = abort && operand_idle && hash_idle && !word_is_subkey_q && !engine_busy && !hash_busy;

  roundel_aes_gcm_end u_end (
    .clk_i,
    .rst_ni,
    .open_i         (open),
    .text_seen_i    (text_seen),
    .text_open_i    (text_open),
    .complete_i     (complete),
    .abort_i        (abort),
    .abort_idle_i   (abort_idle),
    .operand_empty_i(operand.empty),
    .operand_last_i (operand_last),
    .text_result_i  (text_result),
    .subkey_result_i(subkey_result),
    .tag_result_i   (tag_result),
    .can_accept_i   (out_can_accept),
    .end_text_o     (end_text_q),
    .end_operand_o  (end_operand_q),
    .send_status_o  (send_status_q),
    .compare_o      (compare),
    .clear_word_o   (clear_word_q),
    .tag_o          (end_tag),
    .idle_o         (end_idle),
    .flush_o        (flush),
    .finish_o       (finish),
    .finished_o     (finished),
    .aborted_o      (aborted),
    .operand_done_o (end_done_next)
  );

  // A kept key is cleared when another key arrives.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) clear_key_q <= 1'b0;
    else clear_key_q <= (finish && (abort || !keep_session)) || (accept && !resume && subkey_valid_q);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key_q) subkey_valid_q <= 1'b0;
    else if (word_is_subkey_q) subkey_valid_q <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    can_accept_key_q <= !engine_busy && !hash_busy && !clear_key_q;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Cipher: H, counter blocks, J0 for the tag
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic subkey_in_flight_q, start_q, start_zero, started, can_accept_result_q;
  block_e start_kind;
  logic [1:0] result_kind_bits;
  logic [127:0] start_block, result, hash;
  logic j0_settles, text_pending_q, tag_sum_valid_q;

  roundel_aes_gcm_blocks u_blocks (
    .clk_i,
    .rst_ni,
    .expand_i          (expand),
    .hashed_nonce_i    (hashed_nonce),
    .j0_load_i         (j0_settles),
    .hash_i            (hash),
    .abort_i           (abort),
    .flush_i           (flush),
    .finish_i          (finish),
    .start_o           (start_q),
    .kind_o            (start_kind),
    .zero_o            (start_zero),
    .block_o           (start_block),
    .started_i         (started),
    .result_valid_i    (result_valid),
    .subkey_result_i   (subkey_result),
    .subkey_in_flight_o(subkey_in_flight_q),
    .word_is_subkey_o  (word_is_subkey_q)
  );

  // The next result of the cipher may leave.
  always_ff @(posedge clk_i) begin
    can_accept_result_q <= out_can_accept && (subkey_in_flight_q || tag_sum_valid_q ||
        (operand.text && !text_pending_q && !text_result));
  end

  roundel_aes_stored_engine u_engine (
    .clk_i,
    .rst_ni,
    .load_i        (operand.key),
    .key_i         (data),
    .expand_i      (expand),
    .clear_key_i   (clear_key_q),
    .busy_o        (engine_busy),
    .start_i       (start_q),
    .kind_i        (start_kind),
    .zero_i        (start_zero),
    .block_i       (start_block),
    .started_o     (started),
    .flush_i       (flush),
    .can_accept_i  (can_accept_result_q),
    .result_valid_o(result_valid),
    .result_kind_o (result_kind_bits),
    .result_o      (result)
  );
  assign result_kind = block_e'(result_kind_bits);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic hash_valid_q, hash_ready, hash_ready_next, b_present_q;
  logic [127:0] addend, present, word, tag_sum_q;

  roundel_aes_gcm_hash u_hash (
    .clk_i,
    .rst_ni,
    .open_i         (open),
    .operand_i      (operand),
    .data_i         (data),
    .lengths_i      (lengths),
    .text_result_i  (text_result),
    .end_tag_i      (end_tag),
    .end_idle_i     (end_idle),
    .finish_i       (finish),
    .block_valid_o  (hash_valid_q),
    .block_ready_i  (hash_ready),
    .ready_next_i   (hash_ready_next),
    .block_o        (addend),
    .present_o      (present),
    .word_present_o (b_present_q),
    .hash_i         (hash),
    .idle_o         (hash_idle),
    .text_pending_o (text_pending_q),
    .operand_done_o (hash_done_next),
    .j0_settles_o   (j0_settles),
    .j0_next_o      (j0_next),
    .tag_sum_valid_o(tag_sum_valid_q),
    .tag_sum_o      (tag_sum_q)
  );

  assign clear_length = accept || j0_settles;

  roundel_ghash #(
    .Digit(Digit)
  ) u_ghash (
    .clk_i,
    .rst_ni,
    .key_valid_i  (word_is_subkey_q),
    .key_i        (word),
    .clear_key_i  (clear_key_q),
    .busy_o       (hash_busy),
    .clear_i      (j0_settles || finish),
    .block_valid_i(hash_valid_q),
    .block_ready_o(hash_ready),
    .ready_next_o (hash_ready_next),
    .a_present_i  (present),
    .a_i          (addend),
    .b_present_i  (b_present_q),
    .b_i          (word),
    .hash_o       (hash)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  answer_e answer;
  logic [15:0] answer_keep;

  // Only with a beat do these matter.
  always_comb begin
    answer = result_kind == BlockTag ? AnswerTag : AnswerText;
    answer_keep = keep;
    if (end_text_q || end_operand_q) begin
      answer = AnswerText;
      answer_keep = '0;
    end
    if (send_status_q) begin
      answer = AnswerStatus;
      answer_keep = 16'h1;
    end
  end


  logic [127:0] out_tdata;
  logic [15:0] out_tkeep;
  logic out_tlast, out_tvalid, out_tready;
  logic [UserWidth-1:0] out_tuser;

  roundel_aes_gcm_output u_output (
    .clk_i,
    .rst_ni,
    .load_i       (result_valid),
    .cipher_i     (result),
    .operand_i    (data),
    .hash_i       (tag_sum_q),
    .mask_i       (~keep & {16{operand.text || operand.tag}}),
    .word_o       (word),
    .clear_i      (clear_word_q),
    .compare_i    (compare),
    .send_i       (text_result || (tag_result && !open) || end_operand_q || end_text_q || send_status_q),
    .answer_i     (answer),
    .open_i       (open),
    .keep_i       (answer_keep),
    .last_i       (!text_result || operand_last),
    .can_accept_o (out_can_accept),
    .m_axis_tdata (out_tdata),
    .m_axis_tkeep (out_tkeep),
    .m_axis_tlast (out_tlast),
    .m_axis_tuser (out_tuser),
    .m_axis_tvalid(out_tvalid),
    .m_axis_tready(out_tready)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Hold
  //////////////////////////////////////////////////////////////////////////////////////////////////

  if (HoldDepth != 0) begin : gen_hold
    roundel_aead_hold #(
      .DataWidth(128),
      .Depth    (HoldDepth)
    ) u_hold (
      .clk_i,
      .rst_ni,
      .s_axis_tdata (out_tdata),
      .s_axis_tkeep (out_tkeep),
      .s_axis_tlast (out_tlast),
      .s_axis_tuser (out_tuser),
      .s_axis_tvalid(out_tvalid),
      .s_axis_tready(out_tready),
      .m_axis_tdata,
      .m_axis_tkeep,
      .m_axis_tlast,
      .m_axis_tuser,
      .m_axis_tvalid,
      .m_axis_tready
    );
  end else begin : gen_no_hold
    assign m_axis_tdata  = out_tdata;
    assign m_axis_tkeep  = out_tkeep;
    assign m_axis_tlast  = out_tlast;
    assign m_axis_tuser  = out_tuser;
    assign m_axis_tvalid = out_tvalid;
    assign out_tready    = m_axis_tready;
  end

endmodule
