// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Ascon (SP 800-232) in a small core with streams of 16 bits: Ascon-AEAD128 (SEAL and OPEN), Ascon-Hash256,
// Ascon-XOF128 and Ascon-CXOF128 (HASH). A word of 16 bits of each of the five lanes of the state a cycle: a
// round takes four cycles. docs/cores/ascon-la.md has the transactions and the cycle budget.
//
// Schedule:   32 cycles a block of 16 bytes of text or associated data, 48 a block of 8 bytes of a hash. The
//             cycles depend on lengths only.
//             The state is cleared when a transaction ends, and the key too unless it is kept.
// Interfaces: s_axis and m_axis, 16 bits each, to the user (docs/stream-protocol.md)
// Bytes:      the first byte of a beat is tdata[7:0]
// Reference:  SP 800-232

module roundel_ascon_la
  import roundel_ascon_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [         15:0] s_axis_tdata,
  input  logic [          1:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [         15:0] m_axis_tdata,
  output logic [          1:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic beat_valid, beat_malformed, pop, drop;
  logic [UserWidth-1:0] beat_kind;
  queue_word_t beat;

  assign beat.answer = 1'b0;
  reader_stub u_reader (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o    (beat_valid),
    .data_o     (beat.data),
    .keep_o     (beat.keep),
    .last_o     (beat.last),
    .kind_o     (beat_kind),
    .malformed_o(beat_malformed),
    .pop_i      (pop),
    .drop_i     (drop)
  );

  command_t command;
  logic command_ok, command_write, key_valid, key_load, key_clear;
  logic [2:0] number;
  logic clear;

  roundel_ascon_la_command u_command (
    .clk_i,
    .write_i    (command_write),
    .number_i   (number),
    .data_i     (beat.data),
    .key_valid_i(key_valid),
    .command_o  (command),
    .ok_o       (command_ok)
  );

  source_e source;
  logic restart, padded, omitted, block_beat, word_taken, bytes, partial, complete, final_block, taken;
  logic custom_write, custom_rewind, custom_replay, custom_full, stored_valid;
  logic [2:0] count;
  queue_word_t stored, word;
  word_t bits;
  logic word_valid, word_ready;
  logic [2:0] rest;
  logic more, none;

  roundel_ascon_la_custom u_custom (
    .clk_i,
    .rewind_i(custom_rewind),
    .write_i (custom_write),
    .beat_i  (beat),
    .full_o  (custom_full),
    .bits_o  (bits),
    .replay_i(custom_replay),
    .read_i  (custom_replay && word_taken),
    .valid_o (stored_valid),
    .word_o  (stored)
  );

  roundel_ascon_la_words u_words (
    .clk_i,
    .restart_i    (restart),
    .taken_i      (taken),
    .source_i     (source),
    .padded_i     (padded),
    .omitted_i    (omitted),
    .wide_i       (command.algorithm == AlgAead128),
    .beat_valid_i (block_beat),
    .beat_i       (beat),
    .store_valid_i(stored_valid),
    .store_i      (stored),
    .bits_i       (bits),
    .none_i       (none),
    .more_i       (more),
    .rest_i       (rest),
    .word_valid_o (word_valid),
    .word_ready_i (word_ready),
    .word_o       (word),
    .taken_o      (word_taken),
    .bytes_o      (bytes),
    .partial_o    (partial),
    .complete_o   (complete),
    .final_o      (final_block),
    .count_o      (count)
  );

  logic start, ready, idle, step, adding, adding_end, key_step, counting, beginning;
  logic key_last, domain;
  pass_e pass;
  place_t place;
  addition_t addition;
  logic [7:0] constant;

  assign taken = start && ready;

  roundel_ascon_la_passes u_passes (
    .clk_i,
    .clear_i   (clear),
    .start_i   (start),
    .pass_i    (pass),
    .key_last_i(key_last),
    .domain_i  (domain),
    .open_i    (command.open),
    .ready_o   (ready),
    .idle_o    (idle),
    .step_o    (step),
    .place_o   (place),
    .adding_o  (adding),
    .end_o     (adding_end),
    .key_step_o(key_step),
    .addition_o(addition),
    .constant_o(constant),
    .count_o   (counting),
    .begin_o   (beginning)
  );

  queue_word_t block[2], out_word;
  word_t sum[2], key[2];
  logic [1:0] filled;
  logic out_valid, out_ready, empty;

  roundel_ascon_la_key u_key (
    .clk_i,
    .clear_i(key_clear),
    .load_i (key_load),
    .word_i (beat.data),
    .step_i (key_step),
    .low_i  (adding && place.after[2] && !place.after[3]),
    .high_i (adding && place.after[3]),
    .count_i(counting),
    .start_i(beginning),
    .key_o  (key),
    .rest_o (rest),
    .more_o (more),
    .none_o (none)
  );

  roundel_ascon_la_queue u_queue (
    .clk_i,
    .rst_ni,
    .clear_i    (clear),
    .in_valid_i (word_valid),
    .in_ready_o (word_ready),
    .in_word_i  (word),
    .step_i     (adding),
    .end_i      (adding_end),
    .wide_i     (addition.wide),
    .answer_i   (addition.answer),
    .block_o    (block),
    .sum_i      (sum),
    .filled_o   (filled),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_word_o (out_word),
    .empty_o    (empty)
  );

  roundel_ascon_la_state u_state (
    .clk_i,
    .clear_i    (clear),
    .step_i     (step),
    .place_i    (place),
    .addition_i (addition),
    .algorithm_i(command.algorithm),
    .constant_i (constant),
    .block_i    (block),
    .key_i      (key),
    .sum_o      (sum)
  );

  logic flush, check, mismatch, text_end, single, status, free;
  logic [1:0] code;
  answer_e answer;

  roundel_ascon_la_grammar u_grammar (
    .clk_i,
    .rst_ni,
    .beat_valid_i   (beat_valid),
    .kind_i         (beat_kind),
    .keep_i         (beat.keep),
    .last_i         (beat.last),
    .malformed_i    (beat_malformed),
    .pop_o          (pop),
    .drop_o         (drop),
    .command_i      (command),
    .command_ok_i   (command_ok),
    .command_write_o(command_write),
    .number_o       (number),
    .key_valid_o    (key_valid),
    .key_load_o     (key_load),
    .key_clear_o    (key_clear),
    .restart_o      (restart),
    .source_o       (source),
    .padded_o       (padded),
    .omitted_o      (omitted),
    .block_beat_o   (block_beat),
    .custom_write_o (custom_write),
    .custom_rewind_o(custom_rewind),
    .custom_replay_o(custom_replay),
    .custom_full_i  (custom_full),
    .word_taken_i   (word_taken),
    .bytes_i        (bytes),
    .partial_i      (partial),
    .complete_i     (complete),
    .final_i        (final_block),
    .count_i        (count),
    .filled_i       (filled),
    .start_o        (start),
    .pass_o         (pass),
    .key_last_o     (key_last),
    .domain_o       (domain),
    .ready_i        (ready),
    .idle_i         (idle),
    .adding_i       (adding),
    .key_step_i     (key_step),
    .more_i         (more),
    .empty_i        (empty),
    .flush_o        (flush),
    .clear_o        (clear),
    .check_o        (check),
    .mismatch_i     (mismatch),
    .text_end_i     (text_end),
    .single_o       (single),
    .status_o       (status),
    .code_o         (code),
    .out_ready_i    (free),
    .answer_o       (answer)
  );

  roundel_ascon_la_output u_output (
    .clk_i,
    .rst_ni,
    .valid_i   (out_valid),
    .ready_o   (out_ready),
    .word_i    (out_word),
    .adding_i  (adding),
    .flush_i   (flush),
    .answer_i  (answer),
    .open_i    (command.open),
    .check_i   (check),
    .forget_i  (command_write),
    .mismatch_o(mismatch),
    .text_end_o(text_end),
    .single_i  (single),
    .status_i  (status),
    .code_i    (code),
    .free_o    (free),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
