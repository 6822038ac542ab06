// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Grøstl, HMAC on it, and with Aes also AES in counter mode and both at once, for IPsec: the text is
// enciphered and its ciphertext authenticated, or the other way round, in one datapath. Columns = 8:
// Grøstl-256 and AES-128, blocks of 64 bytes; Columns = 16: Grøstl-512 and AES-256, blocks of 128 bytes. A
// transaction is CMD, [KEY], [NONCE], [AD], TEXT, [TAG] -> [TEXT], then DIGEST, TAG or STATUS;
// docs/cores/aes-groestl-256.md has the order and the cycle budget.
//
// A block takes 20 cycles (Columns = 16: 28), with Aes 30 (42), enciphered or not. While it is hashed, the
// one behind it is taken in and the key stream of that is made. Without Groestl only CTR is served.
//
// Timing depends on lengths only. Everything secret is cleared when a transaction ends, but for keys that it
// was asked to keep.

module roundel_aes_groestl
  import roundel_stream_pkg::*;
#(
  parameter int unsigned Columns = 8,
  parameter bit          Aes     = 1'b1,
  parameter bit          Groestl = 1'b1
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

  if (!Aes && !Groestl) begin : gen_bad_choice
    $fatal(1, "%m: Aes and Groestl are 0, expected at least one of them");
  end

  localparam int unsigned Words = Columns / 2;
  localparam int unsigned StateBits = 128 * Words;
  localparam int unsigned CountBits = $clog2(Words);

  logic beat_valid, pop, clear, forget, hashed, open;
  beat_t beat;

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

  logic key_load, nonce_load, nonce_short, start, last_key_known;
  logic ring_shift, ring_beat, ring_self, ring_chain;
  logic session_start, session_store, session_busy, chain_turn;
  logic
      block_fill,
      word_valid,
      word_beat,
      word_cipher,
      word_ring,
      word_chain,
      word_inner,
      word_outer,
      word_end,
      word_first;
  logic word_length, initial_chain, job_final, job_taken, done;
  logic text_give, text_taken, free, give, give_chain, different_q, compare;
  logic [CountBits-1:0] place;
  logic [CountBits-2:0] count;
  logic [31:0] blocks;
  word_tag_t word_tag, text_tag;
  answer_t answer;
  status_e status;

  roundel_aes_groestl_control #(
    .Words  (Words),
    .Aes    (Aes),
    .Groestl(Groestl)
  ) u_control (
    .clk_i,
    .rst_ni,
    .valid_i         (beat_valid),
    .beat_i          (beat),
    .pop_o           (pop),
    .clear_o         (clear),
    .forget_o        (forget),
    .hashed_o        (hashed),
    .open_o          (open),
    .key_load_o      (key_load),
    .nonce_load_o    (nonce_load),
    .nonce_short_o   (nonce_short),
    .start_o         (start),
    .last_key_known_i(last_key_known),
    .ring_shift_o    (ring_shift),
    .ring_beat_o     (ring_beat),
    .ring_self_o     (ring_self),
    .ring_chain_o    (ring_chain),
    .count_o         (count),
    .session_start_o (session_start),
    .session_store_o (session_store),
    .session_busy_i  (session_busy),
    .block_fill_i    (block_fill),
    .place_o         (place),
    .word_valid_o    (word_valid),
    .word_tag_o      (word_tag),
    .word_beat_o     (word_beat),
    .word_cipher_o   (word_cipher),
    .word_ring_o     (word_ring),
    .word_chain_o    (word_chain),
    .word_inner_o    (word_inner),
    .word_outer_o    (word_outer),
    .word_end_o      (word_end),
    .word_first_o    (word_first),
    .word_length_o   (word_length),
    .blocks_o        (blocks),
    .init_o          (initial_chain),
    .job_final_o     (job_final),
    .job_taken_i     (job_taken),
    .done_i          (done),
    .text_give_i     (text_give),
    .text_tag_i      (text_tag),
    .text_taken_o    (text_taken),
    .free_i          (free),
    .give_o          (give),
    .answer_o        (answer),
    .give_chain_o    (give_chain),
    .status_o        (status),
    .different_i     (different_q),
    .compare_o       (compare)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // HMAC key and what is kept of it, words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [Words-1:0][127:0] ring_q;
  logic [StateBits-1:0] chain;
  logic [127:0] ring_word, chain_word, session_word, last_key, word, keep_bits;

  // The hash is the second half of the state.
  assign chain_word = chain[StateBits/2+128*32'(count)+:128];

  if (Groestl) begin : gen_ring
    assign ring_word = ring_chain ? chain_word : (ring_beat ? beat.data : '0) | (ring_self ? ring_q[0] : '0);
    always_ff @(posedge clk_i) begin
      if (clear) ring_q <= '0;
      else if (ring_shift) ring_q <= {ring_word, ring_q[Words-1:1]};
    end
    roundel_aes_groestl_session #(
      .Words(Words)
    ) u_session (
      .clk_i,
      .clear_i(forget),
      .start_i(session_start),
      .store_i(session_store),
      .busy_o (session_busy),
      .turn_o (chain_turn),
      .chain_i(chain[127:0]),
      .word_o (session_word)
    );
  end else begin : gen_no_ring
    assign ring_word = '0;
    assign ring_q = '0;
    assign session_word = '0;
    assign {session_busy, chain_turn} = '0;
    logic unused_ring;
    assign unused_ring = ^{ring_q, ring_chain, ring_beat, ring_self, ring_shift, ring_word, session_start,
        session_store, session_word, chain_turn};
  end

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) keep_bits[8*i+:8] = {8{beat.keep[i]}};
    word = (word_beat ? beat.data : '0) ^ (word_cipher ? last_key & keep_bits : '0) ^
        (word_ring ? ring_q[0] : '0) ^ (word_chain ? chain_word : '0) ^
        (word_inner ? {16{8'h36}} : '0) ^ (word_outer ? {16{8'h5c}} : '0);
    for (int unsigned i = 0; i < 16; i++) begin
      word[8*i+7] ^= (word_end && !beat.keep[i] && (i == 0 || beat.keep[i-1])) || (word_first && i == 0);
    end
    // Big-endian, in blocks.
    for (int unsigned i = 0; i < 4; i++) word[96+8*i+:8] ^= word_length ? blocks[8*(3-i)+:8] : '0;
  end

  // A word is one cycle on its way; what is there without being valid is nobody's.
  logic [127:0] word_q;
  word_tag_t word_tag_q;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      word_q <= '0;
      word_tag_q <= '0;
    end else begin
      word_q <= word;
      word_tag_q <= word_tag;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block, the rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic hash, stream_full, stream_taken, aes_mix;
  logic [StateBits-1:0] block, stream, aes_add, shifted;
  logic [127:0] text;
  logic [2:0] slot;

  roundel_aes_groestl_block #(
    .Words(Words),
    .Aes  (Aes)
  ) u_block (
    .clk_i,
    .clear_i       (clear),
    .hashed_i      (hashed),
    .open_i        (open),
    .fill_o        (block_fill),
    .valid_i       (word_valid),
    .word_i        (word_q),
    .tag_i         (word_tag_q),
    .hash_o        (hash),
    .hash_taken_i  (job_taken),
    .block_o       (block),
    .stream_full_i (stream_full),
    .stream_taken_o(stream_taken),
    .stream_i      (stream),
    .give_o        (text_give),
    .give_free_i   (free),
    .give_word_o   (text),
    .give_tag_o    (text_tag)
  );

  if (Groestl) begin : gen_groestl
    roundel_groestl_rounds #(
      .Columns(Columns),
      .Aes    (Aes)
    ) u_rounds (
      .clk_i,
      .clear_i     (clear),
      .init_i      (initial_chain),
      .job_valid_i (hash || job_final),
      .job_final_i (job_final),
      .job_taken_o (job_taken),
      .done_o      (done),
      .block_i     (block),
      .chain_turn_i(chain_turn),
      .chain_word_i(session_word),
      .chain_o     (chain),
      .slot_o      (slot),
      .aes_mix_i   (aes_mix),
      .aes_add_i   (aes_add),
      .shifted_o   (shifted)
    );
  end else begin : gen_aes_alone
    roundel_aes_ctr_rounds #(
      .Columns(Columns)
    ) u_rounds (
      .clk_i,
      .clear_i  (clear),
      .slot_o   (slot),
      .aes_mix_i(aes_mix),
      .aes_add_i(aes_add),
      .shifted_o(shifted)
    );
    assign {job_taken, done} = '0;
    assign chain = '0;
    logic unused_hash;
    assign unused_hash = ^{initial_chain, hash, job_final, block};
  end

  if (Aes) begin : gen_aes
    logic [127:0] nonce;
    assign nonce = {beat.data[127:121], beat.data[120] || nonce_short, beat.data[119:0]};
    roundel_aes_ctr_stream #(
      .Columns(Columns)
    ) u_stream (
      .clk_i,
      .clear_i         (clear),
      .forget_i        (forget),
      .key_load_i      (key_load),
      .key_i           (beat.data),
      .nonce_load_i    (nonce_load),
      .nonce_i         (nonce),
      .start_i         (start),
      .behind_i        (place),
      .slot_i          (slot),
      .mix_o           (aes_mix),
      .addend_o        (aes_add),
      .shifted_i       (shifted),
      .last_key_known_o(last_key_known),
      .last_key_o      (last_key),
      .stream_full_o   (stream_full),
      .stream_o        (stream),
      .stream_taken_i  (stream_taken)
    );
  end else begin : gen_no_aes
    assign {aes_mix, last_key_known, stream_full} = '0;
    assign {aes_add, last_key, stream} = '0;
    logic unused;
    assign unused = ^{place, forget, key_load, nonce_load, nonce_short, start, stream_taken, slot, shifted};
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Tag and answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [31:0] parts_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 32; i++) begin
      parts_q[i] <= Groestl && compare && beat.data[4*i+:4] != chain_word[4*i+:4];
    end
    different_q <= !clear && (different_q || parts_q != '0);
  end

  logic [127:0] given;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      given[8*i+:8] = text_taken && text_tag.keep[i] ? text[8*i+:8] ^ (open ? last_key[8*i+:8] : '0) : '0;
    end
    given |= give_chain && !text_taken ? chain_word : '0;
    if (!text_taken) given[7:0] |= status;
  end

  roundel_aes_groestl_answer u_answer (
    .clk_i,
    .rst_ni,
    .give_i  (give),
    .answer_i(answer),
    .data_i  (given),
    .free_o  (free),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
