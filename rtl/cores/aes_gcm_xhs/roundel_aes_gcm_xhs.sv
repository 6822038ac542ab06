// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Seals and opens messages by AES-GCM, a block every BlockCycles cycles, nonces of any length, tags of 8, 12
// to 16, or with ShortTags 4 bytes. A transaction is CMD, [KEY], NONCE, [AD], [TEXT], TAG -> TEXT, then TAG
// or STATUS.
//
// Each beat of data and text, and the tag, is a step of a pipeline that nothing stops: a counter block, or
// J0, goes through the cipher, the data through a memory of the same length, then the sum goes to GHASH and
// to the answers. So messages under one key follow each other without a gap.
//
// KeyBytes     16 for AES-128, 32 for AES-256
// Phases       parts of a round of the cipher, 2 or 4
// BlockCycles  cycles for a block: 1, 2 or 4
// ShortTags    SEAL and OPEN serve tags of 4 bytes too
// HoldDepth    longest text of an OPEN in beats that is held back; 0: no hold
//
// Schedule:   a step every BlockCycles cycles. Another key waits until the pipeline is empty, and is then
//             expanded. The cycle budget is in docs/cores/aes-gcm-xhs.md. Timing depends on lengths only.
//             Keys, H and every value derived from them are cleared when a transaction ends, unless it keeps
//             the key; and when a sequence is illegal.
// Interfaces: s_axis from the source of segments, m_axis to the sink. Uses roundel_segment_scanner,
//             roundel_aes_gcm_xhs_offer, _grammar, _key, _counter, _sum and _answer, roundel_aes_line,
//             roundel_aes_line_keys, roundel_ghash_line and roundel_aead_hold.
// Bytes:      byte 0 of a block is tdata[7:0].
// Reference:  SP 800-38D; FIPS 197; docs/stream-protocol.md

module roundel_aes_gcm_xhs
  import roundel_stream_pkg::*;
#(
  parameter int unsigned KeyBytes    = 16,
  parameter int unsigned Phases      = 2,
  parameter int unsigned BlockCycles = 1,
  parameter bit          ShortTags   = 1'b0,
  parameter int unsigned HoldDepth   = 0
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

  import roundel_segment_pkg::*;
  import roundel_aes_gcm_xhs_pkg::*;

  localparam int unsigned Rounds = KeyBytes / 4 + 6;
  // Beats in the queue after the one that is judged: with three, a beat a cycle.
  localparam int unsigned Places = BlockCycles == 1 ? 3 : 2;
  localparam int unsigned CipherCycles = roundel_aes_line_pkg::line_cycles(Rounds, Phases, BlockCycles);
  localparam int unsigned Slots = roundel_ghash_line_pkg::ring_slots(BlockCycles);
  localparam int unsigned RingCycles = Slots * BlockCycles;
  // The grammar judges a beat two cycles before its step enters the pipeline.
  localparam int unsigned EntrySlot = (3 * BlockCycles - 2) % BlockCycles;
  localparam int unsigned BeforeEntrySlot = (EntrySlot + BlockCycles - 1) % BlockCycles;
  localparam int unsigned MarkStage = CipherCycles + 1 - (Slots + 3) * BlockCycles;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Time: steps enter the pipeline in the cycles of phase[0]
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [BlockCycles-1:0] phase;  // one-hot: cycles since a step could enter
  logic [BlockCycles-1:0] hash_phase;  // the same where the block of the step is hashed

  if (BlockCycles == 1) begin : gen_every_cycle
    assign phase = 1'b1;
  end else begin : gen_phase
    logic [BlockCycles-1:0] phase_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) phase_q <= BlockCycles'(1);
      else phase_q <= {phase_q[BlockCycles-2:0], phase_q[BlockCycles-1]};
    end
    assign phase = phase_q;
  end
  for (genvar c = 0; c < BlockCycles; c++) begin : gen_hash_phase
    assign hash_phase[c] = phase[(c+CipherCycles+1)%BlockCycles];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic read_valid, beat_used, valid, dropping, judged, early, drop;
  segment_beat_t read_beat;
  logic [127:0] read_data;
  logic [15:0] read_keep;
  offered_t beat;
  logic beat_wrong_q;
  logic [127:0] beat_data_q;  // beside the control, a cycle later

  roundel_segment_scanner #(
    .Width(128),
    .Room (Places + 1)
  ) u_scanner (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o(read_valid),
    .beat_o (read_beat),
    .data_o (read_data),
    .keep_o (read_keep),
    .used_i (beat_used)
  );

  roundel_aes_gcm_xhs_offer #(
    .Places   (Places),
    .ShortTags(ShortTags)
  ) u_offer (
    .clk_i,
    .rst_ni,
    .in_valid_i(read_valid),
    .in_beat_i (read_beat),
    .in_data_i (read_data),
    .in_keep_i (read_keep),
    .used_o    (beat_used),
    .valid_o   (valid),
    .dropping_o(dropping),
    .judged_i  (judged),
    .early_i   (early),
    .drop_i    (drop),
    .beat_o    (beat),
    .wrong_o   (beat_wrong_q),
    .data_o    (beat_data_q)
  );

  logic space, key_free, key_ready, load_key, clear_key, short_nonce, finish, j0_valid;
  logic key_step_ready, next_is_text, next_is_tag, new_acts;
  step_t new_step;
  logic [15:0] new_keep;

  roundel_aes_gcm_xhs_grammar #(
    .KeyBytes   (KeyBytes),
    .BlockCycles(BlockCycles)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .valid_i      (valid),
    .dropping_i   (dropping),
    .beat_i       (beat),
    .wrong_i      (beat_wrong_q),
    .command_i    (beat_data_q[35:0]),
    .judged_o     (judged),
    .early_o      (early),
    .drop_o       (drop),
    .space_i      (space),
    .slot_i       (phase[EntrySlot]),
    .next_slot_i  (phase[BeforeEntrySlot]),
    .key_free_i   (key_free),
    .key_ready_i  (key_step_ready),
    .load_key_o   (load_key),
    .clear_key_o  (clear_key),
    .next_text_o  (next_is_text),
    .next_tag_o   (next_is_tag),
    .step_o       (new_step),
    .acts_o       (new_acts),
    .keep_o       (new_keep),
    .short_nonce_o(short_nonce),
    .finish_o     (finish),
    .j0_valid_i   (j0_valid)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Key
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic keys_busy, hash_busy, subkey_start, subkey_result, clear_all;
  logic [Rounds:0][127:0] round_keys;

  roundel_aes_gcm_xhs_key #(
    .KeyBytes(KeyBytes),
    .Latency (CipherCycles + RingCycles + 11)
  ) u_key (
    .clk_i,
    .rst_ni,
    .load_i      (load_key),
    .clear_i     (clear_key),
    .free_o      (key_free),
    .ready_o     (key_ready),
    .step_ready_o(key_step_ready),
    .slot_i      (phase[0]),
    .next_slot_i (phase[BeforeEntrySlot]),
    .step_i      (new_acts),
    .keys_busy_i (keys_busy),
    .hash_busy_i (hash_busy),
    .subkey_i    (subkey_result),
    .subkey_o    (subkey_start),
    .clear_o     (clear_all)
  );

  roundel_aes_line_keys #(
    .KeyBytes(KeyBytes)
  ) u_keys (
    .clk_i,
    .rst_ni,
    .load_i      (load_key),
    .key_i       (beat_data_q),
    .clear_i     (clear_all),
    .busy_o      (keys_busy),
    .round_keys_o(round_keys)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The pipeline: the steps, the cipher, and the data beside it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  step_t step_q[CipherCycles+1];  // element c: of c cycles before
  logic [127:0] block, cipher, data, data_q, hash;
  logic [15:0] keep;

  always_comb begin
    step_q[0] = new_step;
    step_q[0].subkey = subkey_start;
  end
  for (genvar c = 1; c <= CipherCycles; c++) begin : gen_step
    always_ff @(posedge clk_i) begin
      if (!rst_ni) step_q[c] <= NoStep;
      else step_q[c] <= step_q[c-1];
    end
  end

  // No step with data enters, and a key is not in the delay, while the key is not ready. H needs zeros.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !key_ready) data_q <= '0;
    else data_q <= beat_data_q;
  end

  roundel_aes_gcm_xhs_counter u_counter (
    .clk_i,
    .rst_ni,
    .short_nonce_i(short_nonce),
    .nonce_i      (beat_data_q[95:0]),
    .hash_valid_i (j0_valid),
    .hash_i       (hash),
    .clear_i      (finish),
    .key_ready_i  (key_ready),
    .text_i       (next_is_text),
    .tag_i        (next_is_tag),
    .block_o      (block)
  );

  roundel_aes_line #(
    .Rounds     (Rounds),
    .Phases     (Phases),
    .BlockCycles(BlockCycles)
  ) u_cipher (
    .clk_i,
    .phase_i     (phase),
    .round_keys_i(round_keys),
    .block_i     (block),
    .result_o    (cipher)
  );

  roundel_delay_ram #(
    .Width(144),
    .Delay(CipherCycles)
  ) u_delay (
    .clk_i,
    .rst_ni,
    .data_i ({new_keep | {16{subkey_start}}, data_q}),
    .clear_i(step_q[CipherCycles-1] == NoStep),
    .data_o ({keep, data})
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Sum, hash and answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  step_t last_step;
  logic [127:0] sum, hash_block, lengths;
  logic [15:0] sum_keep;
  logic hash_valid;
  logic [RingCycles+2:1] is_tag_q;  // element c: the step of c cycles before was a tag

  assign last_step = step_q[CipherCycles];

  roundel_aes_gcm_xhs_sum u_sum (
    .clk_i,
    .rst_ni,
    .step_i   (last_step),
    .cipher_i (cipher),
    .data_i   (data),
    .keep_i   (keep),
    .sum_o    (sum),
    .keep_o   (sum_keep),
    .block_o  (hash_block),
    .lengths_o(lengths),
    .subkey_o (subkey_result)
  );

  roundel_ghash_line #(
    .BlockCycles(BlockCycles)
  ) u_ghash (
    .clk_i,
    .rst_ni,
    .phase_i     (hash_phase),
    .key_valid_i (subkey_result),
    .clear_key_i (clear_all),
    .busy_o      (hash_busy),
    .mark_hash_i (step_q[MarkStage].hash),
    .mark_end_i  (step_q[MarkStage].ends_hash),
    .block_i     (hash_block),
    .lengths_i   (lengths),
    .addend_i    (sum),
    .hash_valid_o(hash_valid),
    .hash_o      (hash)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) is_tag_q <= '0;
    else is_tag_q <= {is_tag_q[RingCycles+1:1], last_step.tag};
  end
  assign j0_valid = hash_valid && !is_tag_q[RingCycles+2];

  logic [127:0] out_tdata;
  logic [15:0] out_tkeep;
  logic out_tlast, out_tvalid, out_tready;
  logic [UserWidth-1:0] out_tuser;

  roundel_aes_gcm_xhs_answer #(
    .HashCycle(RingCycles + 2)
  ) u_answer (
    .clk_i,
    .rst_ni,
    .entered_i    (step_q[1].text || step_q[1].tag || step_q[1].error),
    .space_o      (space),
    .step_i       (last_step),
    .sum_i        (sum),
    .keep_i       (sum_keep),
    .hash_valid_i (hash_valid),
    .hash_i       (hash),
    .m_axis_tdata (out_tdata),
    .m_axis_tkeep (out_tkeep),
    .m_axis_tlast (out_tlast),
    .m_axis_tuser (out_tuser),
    .m_axis_tvalid(out_tvalid),
    .m_axis_tready(out_tready)
  );

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
