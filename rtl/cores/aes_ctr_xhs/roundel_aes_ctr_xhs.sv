// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts and decrypts by AES in counter mode, a block every cycle. A transaction is CMD, [KEY], NONCE, TEXT
// -> TEXT.
//
// Each beat of text is a step of a pipeline that nothing stops: its counter block goes through the unrolled
// cipher, the text through a memory of the same length, and their sum to the answers. So messages under one
// key follow each other without a gap. A step enters when there is space for its answer.
//
// KeyBytes   16 for AES-128, 32 for AES-256
// Phases     parts of a round of the cipher, 2 or 4
//
// Schedule:   a beat every cycle; CMD, KEY of 16 bytes and NONCE are one beat each. Another key waits until
//             the pipeline is empty, and is then expanded. The cycle budget is in docs/cores/aes-ctr-xhs.md.
//             Timing depends on lengths only. The keys, the counter and every value derived from them are
//             cleared when a transaction ends, unless it keeps the key; and when a sequence is illegal.
// Interfaces: s_axis from the source of segments, m_axis to the sink. Uses roundel_segment_scanner,
//             roundel_aes_ctr_xhs_offer, _grammar, _key, _counter and _answer, roundel_aes_line,
//             roundel_aes_line_keys and roundel_delay_ram.
// Bytes:      byte 0 of a block is tdata[7:0].
// Reference:  SP 800-38A section 6.5; RFC 3686; FIPS 197; docs/stream-protocol.md

module roundel_aes_ctr_xhs
  import roundel_stream_pkg::*;
#(
  parameter int unsigned KeyBytes = 16,
  parameter int unsigned Phases   = 2
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
  import roundel_aes_ctr_xhs_pkg::*;

  localparam int unsigned Places = 3;  // beats in the queue after the one that is judged
  localparam int unsigned Rounds = KeyBytes / 4 + 6;
  localparam int unsigned CipherCycles = roundel_aes_line_pkg::line_cycles(Rounds, Phases, 1);

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

  roundel_aes_ctr_xhs_offer #(
    .Places(Places)
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

  logic space, key_free, key_ready, load_key, clear_key, load_nonce, short_nonce, next_is_text, finish;
  step_t new_step;
  logic [15:0] new_keep;

  roundel_aes_ctr_xhs_grammar #(
    .KeyBytes(KeyBytes)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .valid_i     (valid),
    .dropping_i  (dropping),
    .beat_i      (beat),
    .wrong_i     (beat_wrong_q),
    .keep_key_i  (beat_data_q[8+FlagKeep]),
    .judged_o    (judged),
    .early_o     (early),
    .drop_o      (drop),
    .can_step_i  (space),
    .key_free_i  (key_free),
    .key_ready_i (key_ready),
    .load_key_o  (load_key),
    .clear_key_o (clear_key),
    .load_nonce_o(load_nonce),
    .short_o     (short_nonce),
    .next_text_o (next_is_text),
    .finish_o    (finish),
    .step_o      (new_step),
    .keep_o      (new_keep)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Key
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic keys_busy, clear_keys;
  logic [Rounds:0][127:0] round_keys;

  roundel_aes_ctr_xhs_key #(
    .KeyBytes(KeyBytes),
    .Latency (CipherCycles + 1)
  ) u_key (
    .clk_i,
    .rst_ni,
    .load_i     (load_key),
    .clear_i    (clear_key),
    .free_o     (key_free),
    .ready_o    (key_ready),
    .step_i     (new_step != NoStep),
    .keys_busy_i(keys_busy),
    .clear_o    (clear_keys)
  );

  roundel_aes_line_keys #(
    .KeyBytes(KeyBytes)
  ) u_keys (
    .clk_i,
    .rst_ni,
    .load_i      (load_key),
    .key_i       (beat_data_q),
    .clear_i     (clear_keys),
    .busy_o      (keys_busy),
    .round_keys_o(round_keys)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The pipeline: the steps, the cipher, and the text beside it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  step_t step_q[CipherCycles+1];  // element c: of c cycles before
  logic [127:0] block, cipher, data, data_q;
  logic [15:0] keep;

  assign step_q[0] = new_step;
  for (genvar c = 1; c <= CipherCycles; c++) begin : gen_step
    always_ff @(posedge clk_i) begin
      if (!rst_ni) step_q[c] <= NoStep;
      else step_q[c] <= step_q[c-1];
    end
  end

  // Text alone enters the delay.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !next_is_text) data_q <= '0;
    else data_q <= beat_data_q;
  end

  roundel_aes_ctr_xhs_counter u_counter (
    .clk_i,
    .rst_ni,
    .load_i (load_nonce),
    .short_i(short_nonce),
    .nonce_i(beat_data_q),
    .clear_i(finish),
    .text_i (next_is_text),
    .block_o(block)
  );

  roundel_aes_line #(
    .Rounds(Rounds),
    .Phases(Phases)
  ) u_cipher (
    .clk_i,
    .phase_i     (1'b1),
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
    .data_i ({new_keep, data_q}),
    .clear_i(!step_q[CipherCycles-1].text),
    .data_o ({keep, data})
  );

  roundel_aes_ctr_xhs_answer u_answer (
    .clk_i,
    .rst_ni,
    .entered_i(step_q[1] != NoStep),
    .space_o  (space),
    .step_i   (step_q[CipherCycles]),
    .cipher_i (cipher),
    .data_i   (data),
    .keep_i   (keep),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
