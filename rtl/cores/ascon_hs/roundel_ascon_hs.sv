// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Ascon (SP 800-232) on a 128-bit stream: Ascon-AEAD128 (SEAL and OPEN), Ascon-Hash256, Ascon-XOF128 and
// Ascon-CXOF128 (HASH), on one state of 320 bits.
//
//   Unroll         rounds a cycle, 1 to 4
//   Customization  0: without Ascon-CXOF128 and the memory for its customization string
//
// Schedule:   8 / Unroll cycles, rounded up, a block of 16 bytes of text or associated data; 12 / Unroll a
//             block of 8 bytes of a hash, absorbed or squeezed. No cycle between blocks.
//             docs/cores/ascon-hs.md has the cycle budget. Timing depends on lengths only. State, block and
//             key are cleared when a transaction ends, the key unless it is kept; and after an error.
// Interfaces: s_axis from the source of segments, m_axis to the sink. Beats go from roundel_segment_reader to
//             roundel_ascon_hs_grammar, which decides, and to roundel_ascon_hs_addend.
// Bytes:      byte 0 of a block is tdata[7:0].
// Reference:  SP 800-232; docs/stream-protocol.md

module roundel_ascon_hs
  import roundel_stream_pkg::*;
#(
  parameter int unsigned Unroll        = 1,
  parameter bit          Customization = 1'b1
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

  import roundel_segment_pkg::segment_beat_t;
  import roundel_ascon_pkg::*;
  import roundel_ascon_hs_pkg::*;

  localparam int unsigned PassWidth = $clog2((MaxRounds + Unroll - 1) / Unroll);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats, commands and decisions
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic beat_valid, beat_accept, drop;
  segment_beat_t beat;
  logic [1:0][63:0] beat_words;
  logic [15:0] beat_keep;

  // With few cycles a block the next beat must be there in the cycle after the pop.
  roundel_segment_reader #(
    .Width(128),
    .Skid (Unroll > 2)
  ) u_reader (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o (beat_valid),
    .accept_i(beat_accept),
    .drop_i  (drop),
    .beat_o  (beat),
    .data_o  (beat_words),
    .keep_o  (beat_keep)
  );

  command_t command;
  absorb_t absorb;
  logic load;
  logic read_command, command_ok, squeeze_last;
  logic [7:0] digest_keep;

  roundel_ascon_hs_command #(
    .Customization(Customization)
  ) u_command (
    .clk_i,
    .rst_ni,
    .read_i      (read_command),
    .data_i      (beat_words),
    .command_o   (command),
    .command_ok_o(command_ok),
    .squeeze_i   (load && absorb.digest),
    .last_o      (squeeze_last),
    .keep_o      (digest_keep)
  );

  logic load_key, key_upper, clear_key, clear;
  logic custom_ready, custom_limit, custom_last, store;
  logic [15:0] custom_keep;
  logic absorb_valid, busy, replay, drained, idle, single, judge;
  single_e single_kind;

  roundel_ascon_hs_grammar #(
    .Registered(Unroll < 4),
    .LateAccept(Unroll == 1)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .valid_i            (beat_valid),
    .beat_i             (beat),
    .lower_full_i       (beat_keep[7]),
    .accept_o           (beat_accept),
    .drop_o             (drop),
    .read_command_o     (read_command),
    .command_i          (command),
    .command_ok_i       (command_ok),
    .load_key_o         (load_key),
    .key_upper_o        (key_upper),
    .clear_key_o        (clear_key),
    .custom_ready_i     (custom_ready),
    .custom_store_i     (store),
    .custom_limit_i     (custom_limit),
    .custom_last_i      (custom_last),
    .custom_lower_full_i(custom_keep[7]),
    .custom_full_i      (custom_keep[15]),
    .squeeze_last_i     (squeeze_last),
    .absorb_valid_o     (absorb_valid),
    .absorb_o           (absorb),
    .load_i             (load),
    .busy_i             (busy),
    .replay_o           (replay),
    .drained_i          (drained),
    .idle_i             (idle),
    .single_o           (single),
    .single_kind_o      (single_kind),
    .judge_o            (judge),
    .clear_o            (clear)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The words that are absorbed
  //////////////////////////////////////////////////////////////////////////////////////////////////

  word_t [1:0] key, custom_words;
  word_t word;  // of the key, or for S_0
  logic [15:0] keep;  // bytes of the block's beat
  logic [8:0] custom_length;
  logic last_pass;
  state_t addend;
  logic [15:0] capture_keep;

  roundel_ascon_hs_word u_word (
    .replay_i(replay),
    .upper_i (absorb.upper || key_upper),
    .beat_i  (beat_words),
    .custom_i(custom_words),
    .word_o  (word)
  );
  assign keep = replay ? custom_keep : beat_keep;

  roundel_ascon_hs_key u_key (
    .clk_i,
    .rst_ni,
    .clear_i   (clear_key),
    .load_i    (load_key),
    .word_i    (word),
    .exchange_i(load && absorb.exchange),
    .key_o     (key)
  );

  if (Customization) begin : gen_customization
    roundel_ascon_hs_customization u_customization (
      .clk_i,
      .rst_ni,
      .clear_i   (clear),
      .store_i   (store),
      .zero_i    (!last_pass),
      .words_i   (addend[1:0]),
      .keep_i    (capture_keep),
      .ready_o   (custom_ready),
      .at_limit_o(custom_limit),
      .rewind_i  (load && absorb.length),
      .next_i    (load && absorb.replay && absorb.upper),
      .words_o   (custom_words),
      .keep_o    (custom_keep),
      .last_o    (custom_last),
      .length_o  (custom_length)
    );
  end else begin : gen_no_customization
    assign custom_ready = 1'b1;
    assign custom_limit = 1'b0;
    assign custom_words = '0;
    assign custom_keep = '0;
    assign custom_last = 1'b0;
    assign custom_length = '0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The permutation
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic advance, skip, capture, capture_digest, capture_last, can_capture;
  logic [PassWidth-1:0] pass;
  logic [15:0] replace;
  round_constant_t pass_constant;
  word_t [1:0] rate, capacity;

  roundel_ascon_hs_schedule #(
    .Unroll(Unroll)
  ) u_schedule (
    .clk_i,
    .rst_ni,
    .clear_i       (clear),
    .absorb_valid_i(absorb_valid),
    .absorb_i      (absorb),
    .can_capture_i (can_capture),
    .load_o        (load),
    .advance_o     (advance),
    .last_o        (last_pass),
    .skip_o        (skip),
    .pass_o        (pass),
    .constant_o    (pass_constant),
    .busy_o        (busy)
  );

  roundel_ascon_hs_addend u_addend (
    .clk_i,
    .rst_ni,
    .clear_i       (clear),
    .load_i        (load),
    .absorb_i      (absorb),
    .command_i     (command),
    .beat_i        (beat_words),
    .word_i        (word),
    .keep_i        (keep),
    .digest_keep_i (digest_keep),
    .length_i      (custom_length),
    .key_i         (key),
    .last_i        (last_pass),
    .addend_o      (addend),
    .replace_o     (replace),
    .capture_o     (capture),
    .digest_o      (capture_digest),
    .capture_last_o(capture_last),
    .capture_keep_o(capture_keep),
    .store_o       (store)
  );

  roundel_ascon_hs_permutation #(
    .Unroll   (Unroll),
    .PassWidth(PassWidth)
  ) u_permutation (
    .clk_i,
    .rst_ni,
    .clear_i   (clear),
    .advance_i (advance),
    .skip_i    (skip),
    .pass_i    (pass),
    .constant_i(pass_constant),
    .addend_i  (addend),
    .replace_i (replace),
    .rate_o    (rate),
    .capacity_o(capacity)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  roundel_ascon_hs_output u_output (
    .clk_i,
    .rst_ni,
    .open_i       (command.open),
    .capture_i    (capture),
    .digest_i     (capture_digest),
    .last_i       (capture_last),
    .keep_i       (capture_keep),
    .rate_i       (rate),
    .can_capture_o(can_capture),
    .single_i     (single),
    .single_kind_i(single_kind),
    .judge_i      (judge),
    .clear_i      (clear || drop),
    .tag_i        (capacity),
    .received_i   (beat_words),
    .idle_o       (idle),
    .drained_o    (drained),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
