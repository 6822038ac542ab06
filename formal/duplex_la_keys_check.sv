// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A low-area duplex core resumes a session or a generator only if the transaction before kept it, its tag was
// not refused, and there was no error in between. Otherwise the command is answered by STATUS = ERROR, and
// nothing is computed until that is sent (keys_properties).
//
// roundel_duplex_la_control and roundel_duplex_la_command are connected as in the core. Beats, lanes, passes,
// comparisons and the sink are free, and so is a reset. For all time.

module duplex_la_keys_check
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        beat_valid_i,
  input logic        command_beat_i,
  input beat_class_t beat_class_i,
  input logic [15:0] data_i,
  input logic        lane_i,
  input logic [ 1:0] gathered_i,
  input logic        text_i,
  input logic        fill_i,
  input logic        can_accept_i,
  input logic        pass_end_i,
  input place_t      place_i,
  input logic        store_full_i,
  input logic        sending_i,
  input logic        text_sent_i,
  input logic        closed_i,
  input logic        accepted_i,
  input logic        out_ready_i
);

  state_e state;
  command_t command;
  logic [3:0] count;
  logic command_write, cmd_ok, session_valid, generator_valid, more, gather_write;
  logic single_beat, is_status, is_verdict;

  roundel_duplex_la_command #(
    .Hash(Sponge),
    .Mac (Sponge),
    .Prng(Sponge)
  ) u_command (
    .clk_i,
    .write_i          (command_write),
    .beat_i           (count[2:0]),
    .data_i,
    .session_valid_i  (session_valid),
    .generator_valid_i(generator_valid),
    .cmd_ok_o         (cmd_ok),
    .command_o        (command),
    .lane_i,
    .more_o           (more),
    .full_o           (),
    .last_o           (),
    .mod8_o           ()
  );

  roundel_duplex_la_control #(
    .Sponge(Sponge)
  ) u_control (
    .clk_i,
    .rst_ni,
    .state_o            (state),
    .progress_o         (),
    .beat_valid_i,
    .command_beat_i,
    .beat_class_i,
    .count_o            (count),
    .pop_o              (),
    .command_write_o    (command_write),
    .cmd_ok_i           (cmd_ok),
    .command_i          (command),
    .session_valid_o    (session_valid),
    .generator_valid_o  (generator_valid),
    .length_more_i      (more),
    .gather_write_o     (gather_write),
    .gather_write_text_o(),
    .gather_close_o     (),
    .gather_clear_o     (),
    .gathered_i,
    .text_i,
    .fill_i,
    .can_accept_i,
    .pass_end_i,
    .place_i,
    .store_full_i,
    .sending_i,
    .text_sent_i,
    .closed_i,
    .accepted_i,
    .single_beat_o      (single_beat),
    .status_o           (is_status),
    .verdict_o          (is_verdict),
    .out_ready_i
  );

  logic started_q = 1'b0;
  logic last_beat, answered;

  // The last beat of a command, or a command that waited until the state was cleared.
  assign last_beat = state == StDecide;
  assign answered = state == StError && out_ready_i;

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (u_control.finish),
    .keeps_i   (command.keep_session && (state != StVerdict || accepted_i)),
    .command_i (last_beat),
    .service_i (command.prng),
    .resume_i  (command.resume),
    .error_i   (state == StAbort),
    .aborting_i(state == StAbort),
    .waiting_i ((state inside {StAbort, StClearRemaining, StClear, StError}) && !gather_write),
    .answered_i(answered)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && state == StError) assert (single_beat && is_status && !is_verdict);
  end

endmodule
