// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Serves Grøstl, HMAC and, with Aes, AES in counter mode and both at once for IPsec: it enciphers text and
// authenticates the ciphertext, or the reverse, in one datapath. Columns = 8: Grøstl-256 and AES-128, blocks
// of 64 bytes; Columns = 16: Grøstl-512 and AES-256, blocks of 128 bytes. Without Groestl only CTR is served.
// Everything secret is cleared at the end of a transaction, except keys that it was asked to keep.
//
// Schedule:   A block takes 20 cycles (Columns = 16: 28), with Aes 30 (42), enciphered or not. While it is
//             hashed, the next one is received and its keystream made. Timing depends on lengths only. With
//             HoldDepth the answers are four cycles later, and the text of an OPEN is sent after its STATUS
//             arrives: see roundel_aead_hold.
// Interfaces: s_axis: CMD, [KEY], [NONCE], [AD], TEXT, [TAG]; m_axis: [TEXT], then DIGEST, TAG or STATUS.
//             docs/cores/aes-groestl-256.md has the order and the cycle budget.
// Bytes:      byte i of a beat is tdata[8i+:8]; the first byte of a message is byte 0.
// Reference:  Grøstl 2.0, RFC 2104, FIPS 197, RFC 3686.

module roundel_aes_groestl
  import roundel_stream_pkg::*;
#(
  parameter int unsigned Columns   = 8,
  parameter bit          Aes       = 1'b1,
  parameter bit          Groestl   = 1'b1,
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

  import roundel_aes_groestl_pkg::*;
  import roundel_verdict_pkg::*;

  if (!Aes && !Groestl) begin : gen_invalid_choice
    $fatal(1, "%m: Aes and Groestl are 0, expected at least one of them");
  end

  localparam int unsigned Words = Columns / 2;
  localparam int unsigned StateBits = 128 * Words;
  localparam int unsigned CountBits = $clog2(Words);

  logic beat_valid, pop, clear, clear_keys, hash_enable, open;
  aes_groestl_beat_t beat;

  roundel_aes_groestl_beat #(
    .DigestBytes(8 * Words)
  ) u_beat (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o(beat_valid),
    .beat_o (beat),
    .pop_i  (pop)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Control
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic key_load, nonce_load, nonce_96bit, keystream_start, last_key_valid;
  logic ring_shift, session_start, session_store, session_busy, chain_shift;
  logic block_fill_early, word_valid, chain_init, job_final, job_accepted, done;
  ring_source_e ring_source;
  word_sources_t sources;
  logic text_valid, text_accepted, out_ready, out_fire, out_hash, compare;
  logic [CountBits-1:0] word_index;
  logic [CountBits-2:0] hash_index;
  logic [31:0] block_count;
  word_attr_t word_attr, text_attr;
  answer_t answer;
  verdict_t verdict_q;
  logic [7:0] status;

  roundel_aes_groestl_control #(
    .Words  (Words),
    .Aes    (Aes),
    .Groestl(Groestl)
  ) u_control (
    .clk_i,
    .rst_ni,
    .valid_i           (beat_valid),
    .beat_i            (beat),
    .pop_o             (pop),
    .clear_o           (clear),
    .clear_keys_o      (clear_keys),
    .hash_enable_o     (hash_enable),
    .open_o            (open),
    .key_load_o        (key_load),
    .nonce_load_o      (nonce_load),
    .nonce_96bit_o     (nonce_96bit),
    .keystream_start_o (keystream_start),
    .last_key_valid_i  (last_key_valid),
    .ring_shift_o      (ring_shift),
    .ring_source_o     (ring_source),
    .hash_index_o      (hash_index),
    .session_start_o   (session_start),
    .session_store_o   (session_store),
    .session_busy_i    (session_busy),
    .block_fill_early_i(block_fill_early),
    .word_index_o      (word_index),
    .word_valid_o      (word_valid),
    .word_attr_o       (word_attr),
    .word_sources_o    (sources),
    .block_count_o     (block_count),
    .chain_init_o      (chain_init),
    .job_final_o       (job_final),
    .job_accepted_i    (job_accepted),
    .done_i            (done),
    .text_valid_i      (text_valid),
    .text_attr_i       (text_attr),
    .text_accepted_o   (text_accepted),
    .out_ready_i       (out_ready),
    .out_fire_o        (out_fire),
    .answer_o          (answer),
    .out_hash_o        (out_hash),
    .status_o          (status),
    .verdict_i         (verdict_q),
    .compare_o         (compare)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // HMAC key, kept chaining values, words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [Words-1:0][127:0] ring_q;
  logic [StateBits-1:0] chain;
  logic [127:0] ring_word, chain_word, session_word, last_round_key, word, byte_mask;

  // The hash is the second half of the state.
  assign chain_word = chain[StateBits/2+128*32'(hash_index)+:128];

  if (Groestl) begin : gen_ring
    always_comb begin
      unique case (ring_source)
        RingBeat: ring_word = beat.data;
        RingRotate: ring_word = ring_q[0];
        RingHash: ring_word = chain_word;
        default: ring_word = '0;
      endcase
    end
    always_ff @(posedge clk_i) begin
      if (clear) ring_q <= '0;
      else if (ring_shift) ring_q <= {ring_word, ring_q[Words-1:1]};
    end
    roundel_aes_groestl_session #(
      .Words(Words)
    ) u_session (
      .clk_i,
      .clear_i(clear_keys),
      .start_i(session_start),
      .store_i(session_store),
      .busy_o (session_busy),
      .shift_o(chain_shift),
      .chain_i(chain[127:0]),
      .word_o (session_word)
    );
  end else begin : gen_no_ring
    assign ring_word = '0;
    assign ring_q = '0;
    assign session_word = '0;
    assign {session_busy, chain_shift} = '0;
    logic unused_ring;
    assign unused_ring = ^{ring_q, ring_source, ring_shift, ring_word, session_start,
        session_store, session_word, chain_shift};
  end

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) byte_mask[8*i+:8] = {8{beat.keep[i]}};
    word = (sources.beat ? beat.data : '0) ^ (sources.last_key ? last_round_key & byte_mask : '0) ^
        (sources.ring ? ring_q[0] : '0) ^ (sources.hash ? chain_word : '0) ^
        (sources.ipad ? {16{8'h36}} : '0) ^ (sources.opad ? {16{8'h5c}} : '0);
    for (int unsigned i = 0; i < 16; i++) begin
      word[8*i+7] ^= (sources.pad_end && !beat.keep[i] && (i == 0 || beat.keep[i-1])) ||
          (sources.pad_first && i == 0);
    end
    // Big-endian, in blocks.
    for (int unsigned i = 0; i < 4; i++) word[96+8*i+:8] ^= sources.pad_count ? block_count[8*(3-i)+:8] : '0;
  end

  // A word is registered for one cycle; its content is unused unless word_valid is set.
  logic [127:0] word_q;
  word_attr_t word_attr_q;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      word_q <= '0;
      word_attr_q <= '0;
    end else begin
      word_q <= word;
      word_attr_q <= word_attr;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block, the rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic hash_valid, keystream_valid, keystream_accepted, aes_mix;
  logic [StateBits-1:0] block, keystream, aes_addend, shifted;
  logic [127:0] text;
  logic [2:0] slot;

  roundel_aes_groestl_block #(
    .Words(Words),
    .Aes  (Aes)
  ) u_block (
    .clk_i,
    .clear_i             (clear),
    .hash_enable_i       (hash_enable),
    .open_i              (open),
    .fill_early_o        (block_fill_early),
    .valid_i             (word_valid),
    .word_i              (word_q),
    .attr_i              (word_attr_q),
    .hash_valid_o        (hash_valid),
    .hash_accepted_i     (job_accepted),
    .block_o             (block),
    .keystream_valid_i   (keystream_valid),
    .keystream_accepted_o(keystream_accepted),
    .keystream_i         (keystream),
    .text_valid_o        (text_valid),
    .text_ready_i        (out_ready),
    .text_o              (text),
    .text_attr_o         (text_attr)
  );

  if (Groestl) begin : gen_groestl
    roundel_groestl_rounds #(
      .Columns(Columns),
      .Aes    (Aes)
    ) u_rounds (
      .clk_i,
      .clear_i       (clear),
      .chain_init_i  (chain_init),
      .job_valid_i   (hash_valid || job_final),
      .job_final_i   (job_final),
      .job_accepted_o(job_accepted),
      .done_o        (done),
      .block_i       (block),
      .chain_shift_i (chain_shift),
      .chain_word_i  (session_word),
      .chain_o       (chain),
      .slot_o        (slot),
      .aes_mix_i     (aes_mix),
      .aes_addend_i  (aes_addend),
      .shifted_o     (shifted)
    );
  end else begin : gen_aes_alone
    roundel_aes_ctr_rounds #(
      .Columns(Columns)
    ) u_rounds (
      .clk_i,
      .clear_i     (clear),
      .slot_o      (slot),
      .aes_mix_i   (aes_mix),
      .aes_addend_i(aes_addend),
      .shifted_o   (shifted)
    );
    assign {job_accepted, done} = '0;
    assign chain = '0;
    logic unused_hash;
    assign unused_hash = ^{chain_init, hash_valid, job_final, block};
  end

  if (Aes) begin : gen_aes
    logic [127:0] nonce;
    assign nonce = {beat.data[127:121], beat.data[120] || nonce_96bit, beat.data[119:0]};
    roundel_aes_ctr_stream #(
      .Columns(Columns)
    ) u_stream (
      .clk_i,
      .clear_i             (clear),
      .clear_key_i         (clear_keys),
      .key_load_i          (key_load),
      .key_i               (beat.data),
      .nonce_load_i        (nonce_load),
      .nonce_i             (nonce),
      .start_i             (keystream_start),
      .first_block_i       (word_index),
      .slot_i              (slot),
      .mix_o               (aes_mix),
      .addend_o            (aes_addend),
      .shifted_i           (shifted),
      .last_key_valid_o    (last_key_valid),
      .last_round_key_o    (last_round_key),
      .keystream_valid_o   (keystream_valid),
      .keystream_o         (keystream),
      .keystream_accepted_i(keystream_accepted)
    );
  end else begin : gen_no_aes
    assign {aes_mix, last_key_valid, keystream_valid} = '0;
    assign {aes_addend, last_round_key, keystream} = '0;
    logic unused;
    assign unused = ^{word_index, clear_keys, key_load, nonce_load, nonce_96bit,
        keystream_start, keystream_accepted, slot, shifted};
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Tag and answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The verdict starts with the first word of the tag; every further word must be equal too.
  logic [31:0] equal_parts_q;
  logic compare_q, compare_first_q;
  always_ff @(posedge clk_i) begin
    compare_q <= Groestl && compare;
    compare_first_q <= hash_index == '0;
    for (int unsigned i = 0; i < 32; i++) begin
      equal_parts_q[i] <= Groestl && compare && beat.data[4*i+:4] == chain_word[4*i+:4];
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear) begin
      verdict_q <= '0;
    end else if (compare_q) begin
      verdict_q.accepted <= (compare_first_q || verdict_q.accepted) && equal_parts_q == '1;
      verdict_q.refused  <= (!compare_first_q && verdict_q.refused) || equal_parts_q != '1;
    end
  end

  logic [127:0] out_data;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      out_data[8*i+:8] = text_accepted && text_attr.keep[i] ?
          text[8*i+:8] ^ (open ? last_round_key[8*i+:8] : '0) : '0;
    end
    out_data |= out_hash && !text_accepted ? chain_word : '0;
    if (!text_accepted) out_data[7:0] |= status;
  end

  logic [127:0] out_tdata;
  logic [15:0] out_tkeep;
  logic out_tlast, out_tvalid, out_tready;
  logic [UserWidth-1:0] out_tuser;

  roundel_aes_groestl_answer u_answer (
    .clk_i,
    .rst_ni,
    .fire_i       (out_fire),
    .answer_i     (answer),
    .data_i       (out_data),
    .ready_o      (out_ready),
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
