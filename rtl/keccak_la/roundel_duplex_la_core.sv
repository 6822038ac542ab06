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
  due_t due;
  logic put, put_text, close, taken, wipe, fill, room, turn, aside_full;
  logic [15:0] put_data;
  logic [3:0] count;

  command_t command;
  logic command_write, good, session, generator;
  logic length_lane, length_more, length_whole, length_last;
  logic [2:0] length_rest;

  roundel_duplex_la_command #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_command (
    .clk_i,
    .write_i    (command_write),
    .beat_i     (count[2:0]),
    .data_i     (beat.data),
    .session_i  (session),
    .generator_i(generator),
    .good_o     (good),
    .command_o  (command),
    .lane_i     (length_lane),
    .more_o     (length_more),
    .whole_o    (length_whole),
    .last_o     (length_last),
    .rest_o     (length_rest)
  );

  roundel_duplex_la_beat u_beat (
    .clk_i,
    .beat_i    (beat),
    .command_i (command),
    .state_i   (state),
    .progress_i(progress),
    .count_i   (count),
    .put_i     (put),
    .due_o     (due),
    .put_data_o(put_data)
  );

  logic gathered_whole, gathered_text;
  logic [1:0] gathered;
  logic [63:0] gathered_lane;
  logic [7:0] gathered_bytes;
  logic [3:0] gathered_size;

  roundel_duplex_la_gather u_gather (
    .clk_i,
    .rst_ni,
    .put_i  (put),
    .data_i (put_data),
    .keep_i (beat.keep),
    .text_i (put_text),
    .close_i(close),
    .take_i (taken),
    .wipe_i (wipe),
    .whole_o(gathered_whole),
    .beat_o (gathered),
    .lane_o (gathered_lane),
    .bytes_o(gathered_bytes),
    .text_o (gathered_text),
    .size_o (gathered_size)
  );

  logic lane_valid, lane_ready, give, give_last, aside, kept, upper, permute, giving;
  logic check, sum_valid, sum_last, sum_differs, out_ready;
  place_t place;
  logic [63:0] lane, sum;
  logic [7:0] replace, give_bytes, sum_bytes;
  logic [4:0] number;
  logic [2:0] aside_number;

  roundel_duplex_la_lane #(
    .Sponge(Hash || Mac || Prng)
  ) u_lane (
    .clk_i,
    .rst_ni,
    .command_i     (command),
    .state_i       (state),
    .progress_i    (progress),
    .beat_valid_i  (beat_valid),
    .due_i         (due),
    .whole_i       (gathered_whole),
    .lane_i        (gathered_lane),
    .bytes_i       (gathered_bytes),
    .text_i        (gathered_text),
    .size_i        (gathered_size),
    .length_lane_o (length_lane),
    .length_more_i (length_more),
    .length_whole_i(length_whole),
    .length_last_i (length_last),
    .length_rest_i (length_rest),
    .lane_valid_o  (lane_valid),
    .lane_ready_i  (lane_ready),
    .lane_o        (lane),
    .number_i      (number),
    .place_o       (place),
    .replace_o     (replace),
    .check_o       (check),
    .give_o        (give),
    .give_bytes_o  (give_bytes),
    .give_last_o   (give_last),
    .aside_o       (aside),
    .aside_number_o(aside_number),
    .kept_o        (kept),
    .upper_o       (upper),
    .permute_o     (permute),
    .take_o        (taken),
    .turn_o        (turn),
    .fill_o        (fill),
    .room_o        (room),
    .aside_full_o  (aside_full)
  );

  roundel_keccak_la_state u_state (
    .clk_i,
    .rst_ni,
    .lane_valid_i  (lane_valid),
    .lane_ready_o  (lane_ready),
    .lane_i        (lane),
    .lane_number_o (number),
    .lane_replace_i(replace),
    .lane_check_i  (check),
    .lane_give_i   (give),
    .lane_bytes_i  (give_bytes),
    .lane_last_i   (give_last),
    .lane_aside_i  (aside),
    .aside_number_i(aside_number),
    .lane_kept_i   (kept),
    .lane_upper_i  (upper),
    .permute_i     (permute),
    .rounds24_i    (command.rounds24),
    .sum_valid_o   (sum_valid),
    .sum_ready_i   (out_ready),
    .sum_o         (sum),
    .sum_bytes_o   (sum_bytes),
    .sum_last_o    (sum_last),
    .sum_differs_o (sum_differs),
    .giving_o      (giving)
  );

  logic bare, status, given, closed, differs;
  logic [1:0] code;
  logic [UserWidth-1:0] kind;

  roundel_duplex_la_answer u_answer (
    .clk_i,
    .command_i(command),
    .state_i  (state),
    .text_i   (taken && gathered_text),
    .last_i   (give_last),
    .differs_i(sum_differs),
    .given_o  (given),
    .closed_o (closed),
    .differs_o(differs),
    .kind_o   (kind)
  );

  roundel_duplex_la_control u_control (
    .clk_i,
    .rst_ni,
    .state_o        (state),
    .progress_o     (progress),
    .beat_valid_i   (beat_valid),
    .command_beat_i (beat.command),
    .due_i          (due),
    .count_o        (count),
    .pop_o          (pop),
    .command_write_o(command_write),
    .good_i         (good),
    .command_i      (command),
    .session_o      (session),
    .generator_o    (generator),
    .length_more_i  (length_more),
    .put_o          (put),
    .put_text_o     (put_text),
    .close_o        (close),
    .wipe_o         (wipe),
    .gathered_i     (gathered),
    .text_i         (gathered_text),
    .fill_i         (fill),
    .room_i         (room),
    .turn_i         (turn),
    .place_i        (place),
    .aside_full_i   (aside_full),
    .giving_i       (giving),
    .given_i        (given),
    .closed_i       (closed),
    .differs_i      (differs),
    .bare_o         (bare),
    .status_o       (status),
    .code_o         (code),
    .out_ready_i    (out_ready)
  );

  roundel_duplex_la_output u_output (
    .clk_i,
    .rst_ni,
    .valid_i (bare || sum_valid),
    .ready_o (out_ready),
    .lane_i  (sum),
    .bytes_i (sum_bytes),
    .last_i  (sum_last),
    .kind_i  (kind),
    .bare_i  (bare),
    .status_i(status),
    .code_i  (code),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
