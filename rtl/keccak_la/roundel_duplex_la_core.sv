// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A duplex with a 16-bit stream on either side that processes one lane per cycle. Lake Keyak v2 is always
// available; Hash, Mac and Prng add these services, on the same state. A service that is left out is an
// illegal command.
//
// Schedule:   Input beats are registered for one cycle, output lanes too. 8 command beats, 1 cycle to decide,
//             then passes of 25 lanes and rounds; n rounds are 30n + 5 cycles between two passes.
//             docs/cores/multi-keccak-la.md has the cycle budget. Timing depends on lengths only.
//             The state is cleared when a message, a session or a generator ends, when a tag is refused or a
//             sequence is illegal, and after reset.
// Interfaces: s_axis and m_axis to the user; used by roundel_keyak_la and roundel_multi_keccak_la
// Bytes:      the first byte of a beat is tdata[7:0], and the first beat of a lane is its bits 15:0
// Reference:  FIPS 202; CAESAR document of Keyak, version 2, Motorist mode; docs/stream-protocol.md

module roundel_duplex_la_core
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,  // 0 leaves HASH out
  parameter bit Mac  = 1'b0,  // 0 leaves MAC out
  parameter bit Prng = 1'b0   // 0 leaves PRNG out
) (
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

  localparam bit Sponge = Hash || Mac || Prng;

  beat_t beat;
  logic beat_valid, pop;

  roundel_stream_register #(
    .Width($bits(beat_t))
  ) u_input (
    .clk_i,
    .rst_ni,
    .in_valid_i (s_axis_tvalid),
    .in_ready_o (s_axis_tready),
    .in_data_i  (beat_of(s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser)),
    .out_valid_o(beat_valid),
    .out_ready_i(pop),
    .out_data_o (beat)
  );

  state_e state;
  progress_t progress;
  beat_class_t beat_class;
  logic gather_write, gather_write_text, gather_close, lane_fire, gather_clear;
  logic fill, can_accept, pass_end, store_full;
  logic [15:0] gather_write_data;
  logic [3:0] count;

  command_t command;
  logic command_write, cmd_ok, session_valid, generator_valid;
  logic length_lane, length_more, length_full, length_last;
  logic [2:0] length_mod8;

  roundel_duplex_la_command #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_command (
    .clk_i,
    .write_i          (command_write),
    .beat_i           (count[2:0]),
    .data_i           (beat.data),
    .session_valid_i  (session_valid),
    .generator_valid_i(generator_valid),
    .cmd_ok_o         (cmd_ok),
    .command_o        (command),
    .lane_i           (length_lane),
    .more_o           (length_more),
    .full_o           (length_full),
    .last_o           (length_last),
    .mod8_o           (length_mod8)
  );

  roundel_duplex_la_beat #(
    .Sponge(Sponge)
  ) u_beat (
    .clk_i,
    .beat_i      (beat),
    .command_i   (command),
    .state_i     (state),
    .progress_i  (progress),
    .count_i     (count),
    .write_i     (gather_write),
    .beat_class_o(beat_class),
    .write_data_o(gather_write_data)
  );

  logic gathered_full, gathered_text;
  logic [1:0] gathered;
  logic [63:0] gathered_lane;
  logic [7:0] gathered_bytes;
  logic [3:0] gathered_size;

  roundel_duplex_la_gather u_gather (
    .clk_i,
    .rst_ni,
    .write_i    (gather_write),
    .data_i     (gather_write_data),
    .keep_i     (beat.keep),
    .text_i     (gather_write_text),
    .close_i    (gather_close),
    .lane_fire_i(lane_fire),
    .clear_i    (gather_clear),
    .full_o     (gathered_full),
    .beat_o     (gathered),
    .lane_o     (gathered_lane),
    .bytes_o    (gathered_bytes),
    .text_o     (gathered_text),
    .size_o     (gathered_size)
  );

  logic lane_valid, lane_ready, lane_free, send, send_last, store, from_store, upper, permute, sending;
  logic check, sum_valid, sum_last, sum_check, sum_mismatch, out_ready;
  place_t place;
  logic [63:0] lane, sum;
  logic [7:0] replace, send_bytes, sum_bytes;
  logic [4:0] number;
  logic [2:0] store_number;

  roundel_duplex_la_lane #(
    .Sponge(Sponge)
  ) u_lane (
    .clk_i,
    .rst_ni,
    .command_i     (command),
    .state_i       (state),
    .progress_i    (progress),
    .beat_valid_i  (beat_valid),
    .beat_class_i  (beat_class),
    .full_i        (gathered_full),
    .lane_i        (gathered_lane),
    .bytes_i       (gathered_bytes),
    .text_i        (gathered_text),
    .size_i        (gathered_size),
    .length_lane_o (length_lane),
    .length_more_i (length_more),
    .length_full_i (length_full),
    .length_last_i (length_last),
    .length_mod8_i (length_mod8),
    .lane_valid_o  (lane_valid),
    .lane_ready_i  (lane_ready),
    .lane_free_i   (lane_free),
    .lane_o        (lane),
    .number_i      (number),
    .place_o       (place),
    .replace_o     (replace),
    .check_o       (check),
    .send_o        (send),
    .send_bytes_o  (send_bytes),
    .send_last_o   (send_last),
    .store_o       (store),
    .store_number_o(store_number),
    .from_store_o  (from_store),
    .upper_o       (upper),
    .permute_o     (permute),
    .lane_fire_o   (lane_fire),
    .pass_end_o    (pass_end),
    .fill_o        (fill),
    .can_accept_o  (can_accept),
    .store_full_o  (store_full)
  );

  roundel_keccak_la_state u_state (
    .clk_i,
    .rst_ni,
    .lane_valid_i     (lane_valid),
    .lane_ready_o     (lane_ready),
    .lane_free_o      (lane_free),
    .lane_i           (lane),
    .lane_number_o    (number),
    .lane_replace_i   (replace),
    .lane_check_i     (check),
    .lane_send_i      (send),
    .lane_bytes_i     (send_bytes),
    .lane_last_i      (send_last),
    .lane_store_i     (store),
    .store_number_i   (store_number),
    .lane_from_store_i(from_store),
    .lane_upper_i     (upper),
    .permute_i        (permute),
    .rounds24_i       (command.rounds24),
    .sum_valid_o      (sum_valid),
    .sum_ready_i      (out_ready),
    .sum_o            (sum),
    .sum_bytes_o      (sum_bytes),
    .sum_last_o       (sum_last),
    .sum_check_o      (sum_check),
    .sum_mismatch_o   (sum_mismatch),
    .sending_o        (sending)
  );

  logic single_beat, status, verdict, text_sent, closed, accepted, refused;
  logic [UserWidth-1:0] kind;

  roundel_duplex_la_answer u_answer (
    .clk_i,
    .command_i     (command),
    .state_i       (state),
    .text_i        (lane_fire && gathered_text),
    .last_i        (send_last),
    .sum_check_i   (sum_check),
    .sum_mismatch_i(sum_mismatch),
    .text_sent_o   (text_sent),
    .closed_o      (closed),
    .accepted_o    (accepted),
    .refused_o     (refused),
    .kind_o        (kind)
  );

  roundel_duplex_la_control #(
    .Sponge(Sponge)
  ) u_control (
    .clk_i,
    .rst_ni,
    .state_o            (state),
    .progress_o         (progress),
    .beat_valid_i       (beat_valid),
    .command_beat_i     (beat.command),
    .beat_class_i       (beat_class),
    .count_o            (count),
    .pop_o              (pop),
    .command_write_o    (command_write),
    .cmd_ok_i           (cmd_ok),
    .command_i          (command),
    .session_valid_o    (session_valid),
    .generator_valid_o  (generator_valid),
    .length_more_i      (length_more),
    .gather_write_o     (gather_write),
    .gather_write_text_o(gather_write_text),
    .gather_close_o     (gather_close),
    .gather_clear_o     (gather_clear),
    .gathered_i         (gathered),
    .text_i             (gathered_text),
    .fill_i             (fill),
    .can_accept_i       (can_accept),
    .pass_end_i         (pass_end),
    .place_i            (place),
    .store_full_i       (store_full),
    .sending_i          (sending),
    .text_sent_i        (text_sent),
    .closed_i           (closed),
    .accepted_i         (accepted && !refused),
    .single_beat_o      (single_beat),
    .status_o           (status),
    .verdict_o          (verdict),
    .out_ready_i        (out_ready)
  );

  roundel_duplex_la_output u_output (
    .clk_i,
    .rst_ni,
    .valid_i      (single_beat || sum_valid),
    .ready_o      (out_ready),
    .lane_i       (sum),
    .bytes_i      (sum_bytes),
    .last_i       (sum_last),
    .kind_i       (kind),
    .single_beat_i(single_beat),
    .status_i     (status),
    .accepted_i   (verdict && accepted),
    .refused_i    (verdict && refused),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
