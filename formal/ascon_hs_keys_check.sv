// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_ascon_hs resumes a key only if the transaction before kept it, without an error in between.
// Otherwise the command leads to the answer of an error, and nothing is absorbed until a STATUS is sent
// (keys_properties).
//
// This is roundel_ascon_hs_grammar with free inputs: beats, commands, the absorption, the sink, and a reset.
// For all time.

module ascon_hs_keys_check
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_ascon_hs_pkg::*;
#(
  parameter bit Registered = 1'b1,
  parameter bit LateAccept = 1'b1
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic          valid_i,
  input segment_beat_t beat_i,
  input logic          lower_full_i,
  input command_t      command_i,
  input logic          command_ok_i,
  input logic          custom_ready_i,
  input logic          custom_store_i,
  input logic          custom_limit_i,
  input logic          custom_last_i,
  input logic          custom_lower_full_i,
  input logic          custom_full_i,
  input logic          squeeze_last_i,
  input logic          load_i,
  input logic          busy_i,
  input logic          drained_i,
  input logic          idle_i
);

  logic load_key, clear;

  roundel_ascon_hs_grammar #(
    .Registered(Registered),
    .LateAccept(LateAccept)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .valid_i,
    .beat_i,
    .lower_full_i,
    .accept_o      (),
    .drop_o        (),
    .read_command_o(),
    .command_i,
    .command_ok_i,
    .load_key_o    (load_key),
    .key_upper_o   (),
    .clear_key_o   (),
    .custom_ready_i,
    .custom_store_i,
    .custom_limit_i,
    .custom_last_i,
    .custom_lower_full_i,
    .custom_full_i,
    .squeeze_last_i,
    .absorb_valid_o(),
    .absorb_o      (),
    .load_i,
    .busy_i,
    .replay_o      (),
    .drained_i,
    .idle_i,
    .single_o      (),
    .single_kind_o (),
    .judge_o       (),
    .clear_o       (clear)
  );

  state_e state;
  logic started_q = 1'b0;
  logic failed_q = 1'b0;  // the transaction had an error

  assign state = u_grammar.state_q;

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (clear && !failed_q),
    .keeps_i   (command_i.keep_key),
    .command_i (state == StCheck && u_grammar.verdict.judged),
    .service_i (1'b0),
    .resume_i  (command_i.resume),
    .error_i   (state == StAbort),
    .aborting_i(state == StAbort),
    .waiting_i ((state inside {StAbort, StStatus}) && !u_grammar.issue && !load_key),
    .answered_i(state == StStatus && u_grammar.single)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    failed_q <= rst_ni && (state == StAbort || (failed_q && !clear));
  end

  // A command is decoded while one is expected, and then kept.
  command_t command_q;
  logic read_q = 1'b1;

  always_ff @(posedge clk_i) begin
    command_q <= command_i;
    read_q <= !rst_ni || state == StCommand;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (read_q || command_i == command_q);
  end

endmodule
