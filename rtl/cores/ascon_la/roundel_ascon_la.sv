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
  import roundel_segment_pkg::*;
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

  logic beat_valid, accept, drop;
  segment_beat_t beat;
  queue_word_t beat_word;

  roundel_segment_reader #(
    .Width(16),
    .Skid (1'b0)
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
    .accept_i(accept),
    .drop_i  (drop),
    .beat_o  (beat),
    .data_o  (beat_word.data),
    .keep_o  (beat_word.keep)
  );

  assign beat_word.last = beat.last;
  assign beat_word.answer = 1'b0;

  state_e state;
  logic clear;
  logic reading, block_beat, separate, omitted, illegal, word_ready;
  logic [2:0] count;
  logic custom_full;

  command_t request;
  logic request_ok, command_write, key_valid, key_load, key_clear;

  roundel_ascon_la_beat u_beat (
    .clk_i,
    .rst_ni,
    .beat_valid_i (beat_valid),
    .beat_i       (beat),
    .state_i      (state),
    .reading_i    (reading),
    .count_i      (count),
    .request_ok_i (request_ok),
    .custom_full_i(custom_full),
    .block_o      (block_beat),
    .separate_o   (separate),
    .omitted_o    (omitted),
    .illegal_o    (illegal),
    .word_ready_i (word_ready)
  );

  roundel_ascon_la_command u_command (
    .clk_i,
    .write_i    (command_write),
    .number_i   (count),
    .data_i     (beat_word.data),
    .key_valid_i(key_valid),
    .command_o  (request),
    .ok_o       (request_ok)
  );

  logic pad, number, word_accepted, bytes, complete, final_block;
  logic custom_write, custom_rewind, stored_valid, word_valid;
  queue_word_t stored, word;
  word_t bits;
  logic [2:0] last_byte;
  logic more, no_output;
  logic start, ready, idle, step, adding, key_step, counting, beginning, key_last, domain;
  place_t place;
  addition_t addition;
  logic [7:0] constant;
  logic [UserWidth-1:0] answer_kind;
  queue_word_t block[2], answer[2], out_word;
  word_t key[2];
  logic [1:0] shift, consumed;
  addition_t next;
  addends_t addends;
  logic [1:0] filled;
  logic out_valid, out_ready, empty, check;
  logic flush, text_end, single, status, single_ready;

  roundel_ascon_la_grammar u_grammar (
    .clk_i,
    .rst_ni,
    .state_o        (state),
    .reading_o      (reading),
    .block_i        (block_beat),
    .separate_i     (separate),
    .omitted_i      (omitted),
    .illegal_i      (illegal),
    .last_i         (beat.last),
    .pop_o          (accept),
    .drop_o         (drop),
    .request_i      (request),
    .command_write_o(command_write),
    .key_valid_o    (key_valid),
    .key_load_o     (key_load),
    .key_clear_o    (key_clear),
    .omitted_o      (pad),
    .number_o       (number),
    .word_ready_i   (word_ready),
    .custom_write_o (custom_write),
    .custom_rewind_o(custom_rewind),
    .bytes_i        (bytes),
    .complete_i     (complete),
    .final_i        (final_block),
    .count_i        (count),
    .filled_i       (filled),
    .start_o        (start),
    .key_last_o     (key_last),
    .domain_o       (domain),
    .ready_i        (ready),
    .idle_i         (idle),
    .more_i         (more),
    .empty_i        (empty),
    .flush_o        (flush),
    .clear_o        (clear),
    .text_end_i     (text_end),
    .single_o       (single),
    .status_o       (status),
    .single_ready_i (single_ready)
  );

  roundel_ascon_la_custom u_custom (
    .clk_i,
    .rewind_i(custom_rewind),
    .write_i (custom_write),
    .beat_i  (beat_word),
    .full_o  (custom_full),
    .bits_o  (bits),
    .replay_i(state == StReplay),
    .read_i  (state == StReplay && word_accepted),
    .valid_o (stored_valid),
    .word_o  (stored)
  );

  roundel_ascon_la_words u_words (
    .clk_i,
    .state_i        (state),
    .open_i         (request.open),
    .clear_i        (clear),
    .accepted_i     (start && ready),
    .omitted_i      (pad),
    .number_i       (number),
    .beat_valid_i   (block_beat),
    .beat_i         (beat_word),
    .store_valid_i  (stored_valid),
    .store_i        (stored),
    .bits_i         (bits),
    .counted_i      (!key_step),
    .no_output_i    (no_output),
    .more_i         (more),
    .last_byte_i    (last_byte),
    .word_valid_o   (word_valid),
    .word_ready_i   (word_ready),
    .word_o         (word),
    .word_accepted_o(word_accepted),
    .bytes_o        (bytes),
    .complete_o     (complete),
    .final_o        (final_block),
    .count_o        (count)
  );

  roundel_ascon_la_passes u_passes (
    .clk_i,
    .clear_i   (clear),
    .start_i   (start),
    .state_i   (state),
    .final_i   (final_block),
    .more_i    (more),
    .key_last_i(key_last),
    .domain_i  (domain),
    .open_i    (request.open),
    .ready_o   (ready),
    .idle_o    (idle),
    .step_o    (step),
    .place_o   (place),
    .adding_o  (adding),
    .key_step_o(key_step),
    .shift_o   (shift),
    .consumed_o(consumed),
    .next_o    (next),
    .addition_o(addition),
    .constant_o(constant),
    .count_o   (counting),
    .begin_o   (beginning),
    .kind_o    (answer_kind),
    .check_o   (check)
  );

  roundel_ascon_la_key u_key (
    .clk_i,
    .clear_i    (key_clear),
    .load_i     (key_load),
    .word_i     (beat_word.data),
    .step_i     (key_step),
    .adding_i   (adding),
    .place_i    (place),
    .count_i    (counting),
    .start_i    (beginning),
    .key_o      (key),
    .last_byte_o(last_byte),
    .more_o     (more),
    .no_output_o(no_output)
  );

  roundel_ascon_la_queue u_queue (
    .clk_i,
    .rst_ni,
    .clear_i    (clear),
    .in_valid_i (word_valid),
    .in_ready_o (word_ready),
    .in_word_i  (word),
    .shift_i    (shift),
    .consumed_i (consumed),
    .block_o    (block),
    .answer_i   (answer),
    .filled_o   (filled),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_word_o (out_word),
    .empty_o    (empty)
  );

  roundel_ascon_la_addends u_addends (
    .clk_i,
    .next_i   (next),
    .block_i  (block),
    .key_i    (key),
    .addends_o(addends)
  );

  roundel_ascon_la_state u_state (
    .clk_i,
    .clear_i    (clear),
    .step_i     (step),
    .place_i    (place),
    .addition_i (addition),
    .algorithm_i(request.algorithm),
    .constant_i (constant),
    .addends_i  (addends),
    .answer_o   (answer)
  );

  roundel_ascon_la_output u_output (
    .clk_i,
    .rst_ni,
    .valid_i       (out_valid),
    .ready_o       (out_ready),
    .word_i        (out_word),
    .flush_i       (flush),
    .kind_i        (answer_kind),
    .check_i       (check),
    .clear_i       (command_write || drop),
    .text_end_o    (text_end),
    .single_i      (single),
    .status_i      (status),
    .single_ready_o(single_ready),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
