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
//             roundel_aes_stored_engine, roundel_ghash, roundel_aes_gcm_output and roundel_aead_hold.
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
  logic operand_idle, operand_done, operand_last;
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
    .done_i          (operand_done),
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

  // States, one bit each.
  typedef enum logic [3:0] {
    EndIdle,
    EndFlush,     // counter blocks in the cipher are discarded
    EndTag,       // the cipher encrypts J0 while GHASH completes the hash
    EndCompare1,
    EndCompare2,
    EndCompare3,
    EndStatus,
    EndClose,     // an error after text was sent: an empty beat closes its segment
    EndError,
    EndAnswer,
    EndClear,
    NumEnds
  } end_e;

  logic [NumEnds-1:0] end_q, end_d;
  logic flush, clear_key_q, finish, end_pending_q;
  // Decided a cycle ahead: the beats that the cipher does not make. The word becomes zero with each of them.
  logic end_text_q;  // an empty beat is sent: the message has no text, or an error closes its segment
  logic end_operand_q;  // an empty beat is sent: it ends the segment of text
  logic send_status_q;  // a STATUS is sent
  logic clear_word_q;  // the word becomes zero
  logic end_text_d, end_operand_d, send_status_d;
  logic engine_busy, hash_busy, out_can_accept, hash_idle;
  logic word_is_subkey_q;  // the word is H
  logic text_ended_q, tag_started_q;
  logic result_valid;
  block_e result_kind;
  logic text_result, tag_result, subkey_result;

  assign text_result = result_valid && result_kind == BlockText;
  assign tag_result = result_valid && result_kind == BlockTag;
  assign subkey_result = result_valid && result_kind == BlockSubkey;

  always_comb begin
    end_d = '0;
    end_d[EndIdle] = (end_q[EndIdle] && !end_pending_q) || end_q[EndClear];
    end_d[EndFlush] = end_q[EndIdle] && end_pending_q;
    end_d[EndTag] = (end_q[EndFlush] && !abort) || (end_q[EndTag] && !tag_result);
    end_d[EndCompare1] = end_q[EndTag] && tag_result && open;
    end_d[EndCompare2] = end_q[EndCompare1];
    end_d[EndCompare3] = end_q[EndCompare2];
    end_d[EndStatus] = end_q[EndCompare3];
    end_d[EndClose] = end_q[EndFlush] && abort && text_open;
    end_d[EndError] = (end_q[EndFlush] && abort && !text_open) || end_q[EndClose] ||
        (end_q[EndError] && !send_status_q);
    end_d[EndAnswer] = (end_q[EndTag] && tag_result && !open) || end_q[EndStatus] ||
        (end_q[EndError] && send_status_q) || (end_q[EndAnswer] && !out_can_accept);
    end_d[EndClear] = end_q[EndAnswer] && out_can_accept;
  end

  assign finish = end_q[EndClear];
  assign end_text_d = (end_q[EndFlush] && !abort && !text_seen) || end_q[EndClose];
  assign end_operand_d = operand.empty && out_can_accept && !end_operand_q;
  assign send_status_d = end_q[EndCompare3] ||
      (end_q[EndError] && out_can_accept && !end_text_q && !send_status_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      end_q <= NumEnds'(1) << EndIdle;
      end_pending_q <= 1'b0;
      clear_key_q <= 1'b0;
    end else begin
      end_q <= end_d;
      // The message is complete; or it is illegal, and all parts are idle.
      end_pending_q <= out_can_accept && end_q[EndIdle] && (complete || (abort && operand_idle &&
          hash_idle && !word_is_subkey_q && !engine_busy && !hash_busy));
      // A kept key is cleared when another key arrives.
      clear_key_q <= (finish && (abort || !keep_session)) || (accept && !resume && subkey_valid_q);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      end_text_q <= 1'b0;
      end_operand_q <= 1'b0;
      send_status_q <= 1'b0;
      clear_word_q <= 1'b1;
    end else begin
      end_text_q <= end_text_d;
      end_operand_q <= end_operand_d;
      send_status_q <= send_status_d;
      clear_word_q <= end_text_d || end_operand_d || send_status_d || end_d[EndClear] || subkey_result;
    end
  end
  // J0 is encrypted after the text, or after the message if the text ended with an empty beat.
  assign flush = (end_q[EndFlush] && (abort || !tag_started_q)) || text_ended_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish) begin
      text_ended_q <= 1'b0;
      tag_started_q <= 1'b0;
    end else begin
      text_ended_q <= text_result && operand_last;
      tag_started_q <= tag_started_q || flush;
    end
  end

  assign finished = finish && !abort;
  assign aborted = finish && abort;

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

  logic [127:0] j0_q;
  logic [31:0] counter_q;
  logic j0_load_q1, j0_load_q2, j0_valid_q;
  logic subkey_pending_q, subkey_in_flight_q, tag_block_pending_q, counting_q;
  logic start_q, started, can_accept_result_q;
  block_e start_kind;
  logic [1:0] result_kind_bits;
  logic [127:0] result, hash;
  logic j0_load, text_pending_q, tag_sum_valid_q;

  // H waits for the nonce, which passes through the operand: the operand must be zero when H leaves.
  assign start_kind = subkey_pending_q ? BlockSubkey : tag_block_pending_q ? BlockTag : BlockText;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush) begin
      subkey_pending_q <= 1'b0;
      subkey_in_flight_q <= 1'b0;
      counting_q <= 1'b0;
      start_q <= 1'b0;
      word_is_subkey_q <= 1'b0;
    end else begin
      subkey_pending_q <= expand || (subkey_pending_q && !started);
      subkey_in_flight_q <= (subkey_pending_q && started) || (subkey_in_flight_q && !result_valid);
      counting_q <= j0_load_q2 || counting_q;
      start_q <= subkey_pending_q ? j0_valid_q || hashed_nonce : tag_block_pending_q || counting_q;
      word_is_subkey_q <= subkey_result;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) tag_block_pending_q <= 1'b0;
    else tag_block_pending_q <= flush ? !abort : tag_block_pending_q && !started;
  end

  // The number of a word of a block, and the word of a number: the first byte is the most significant.
  function automatic logic [31:0] reverse_bytes(logic [31:0] word);
    for (int unsigned i = 0; i < 4; i++) reverse_bytes[8*i+:8] = word[8*(3-i)+:8];
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish) counter_q <= '0;
    else if (j0_load_q1 || flush) counter_q <= reverse_bytes(j0_q[127:96]);
    else if (j0_load_q2 || (started && !subkey_pending_q && !tag_block_pending_q))
      counter_q <= counter_q + 32'd1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish) j0_q <= '0;
    else if (j0_load) j0_q <= hash;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish) begin
      j0_load_q1 <= 1'b0;
      j0_load_q2 <= 1'b0;
      j0_valid_q <= 1'b0;
    end else begin
      j0_load_q1 <= j0_load;
      j0_load_q2 <= j0_load_q1;
      j0_valid_q <= j0_load || j0_valid_q;
    end
  end
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
    .zero_i        (subkey_pending_q),
    .block_i       ({reverse_bytes(counter_q), j0_q[95:0]}),
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
  logic hash_request, hash_valid_q, hash_ready, hash_fire, is_lengths_q, j0_settles;
  logic select_lengths_q;  // copy of is_lengths_q for the operand of GHASH
  logic a_present_q, data_present_q, b_present_q;
  logic [127:0] addend, present, word, tag_sum_q;

  // Bits of the block of lengths that may be set.
  localparam logic [127:0] LengthBits = {2{64'hf8ff_ffff_7f00_0000}};

  // The selection of the block to hash is registered, one cycle after the block arrives.
  roundel_keep_register #(
    .Width(2)
  ) u_is_lengths (
    .clk_i,
    .clear_i (!rst_ni),
    .enable_i(1'b1),
    .data_i  ({2{operand.nonce_end || operand.tag}}),
    .data_o  ({select_lengths_q, is_lengths_q})
  );
  assign hash_request = hash_q[HashLast] || (hash_q[HashBlocks] &&
      (text_pending_q || operand.hash || operand.nonce || operand.nonce_end || end_q[EndTag]));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) hash_valid_q <= 1'b0;
    else hash_valid_q <= hash_request && !hash_fire;
    a_present_q <= hash_q[HashBlocks] && !(text_pending_q && !open);
    data_present_q <= hash_q[HashBlocks] && !(text_pending_q && !open) && !(operand.nonce_end || operand.tag);
    b_present_q <= text_pending_q && !open;
  end
  assign hash_fire = hash_valid_q && hash_ready;
  assign j0_settles = hash_q[HashSettle] && end_q[EndIdle];
  assign hash_idle = hash_q[HashBlocks];
  assign j0_load = j0_settles;

  always_comb begin
    addend = data;
    for (int unsigned i = 0; i < 128; i++) begin
      if (LengthBits[i] && select_lengths_q) addend[i] = lengths[i];
      present[i] = LengthBits[i] ? a_present_q : data_present_q;
    end
  end

  always_comb begin
    hash_d = '0;
    hash_d[HashBlocks] = (hash_q[HashBlocks] && !(hash_fire && (is_lengths_q || operand.nonce))) ||
        j0_settles || (hash_q[HashDone] && finish);
    hash_d[HashLast] = hash_fire ? hash_q[HashBlocks] && is_lengths_q : hash_q[HashLast];
    hash_d[HashWait] = hash_fire && (hash_q[HashLast] || (hash_q[HashBlocks] && operand.nonce));
    hash_d[HashSettle] = hash_q[HashWait];
    hash_d[HashDone] = (hash_q[HashSettle] && !j0_settles) || (hash_q[HashDone] && !finish);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) hash_q <= NumHashes'(1) << HashBlocks;
    else hash_q <= hash_d;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) text_pending_q <= 1'b0;
    else text_pending_q <= text_result || (text_pending_q && !hash_fire);
  end
  // The hash of the message, which waits for the encrypted J0. It is zero before and after.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish) begin
      tag_sum_q <= '0;
      tag_sum_valid_q <= 1'b0;
    end else if (hash_q[HashSettle] && !j0_settles) begin
      tag_sum_q <= hash;
      tag_sum_valid_q <= 1'b1;
    end
  end

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

  assign operand_done = operand.key || end_operand_q || finished || j0_settles ||
      (hash_fire && hash_q[HashBlocks] && (operand.hash || operand.text));

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
    .compare_i    (end_q[EndCompare3]),
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
