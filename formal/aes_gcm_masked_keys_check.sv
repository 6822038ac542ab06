// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_gcm_masked resumes a key only if the transaction before kept it, and there was no error in
// between. A command that resumes a key that is not kept leads to the state that answers ERROR. The core
// takes no beat of a transaction until STATUS = ERROR is sent (keys_properties).
//
// roundel_aes_gcm_masked_grammar, which decides the order of segments. Beats, cipher, GHASH, comparison,
// sink, fresh bits and reset are free. A command is free when it is loaded, and stays. For all time.

module aes_gcm_masked_keys_check
  import roundel_segment_pkg::*;
  import roundel_aes_gcm_masked_pkg::*;
#(
  parameter int unsigned KeyParts = 1
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic          valid_i,
  input segment_beat_t beat_i,
  input logic [15:0]   keep_i,
  input command_t      command_i,
  input logic          subkey_load_i,
  input logic          mask_load_i,
  input logic          keystream_valid_i,
  input logic          flushed_i,
  input logic          hashed_i,
  input logic          ad_limit_i,
  input logic          text_limit_i,
  input logic          compared_i,
  input logic          answer_free_i,
  input logic          fresh_valid_i
);

  logic load_command, clear, send_status, accept;

  roundel_aes_gcm_masked_grammar #(
    .KeyParts(KeyParts)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .valid_i,
    .beat_i,
    .keep_i,
    .accept_o        (accept),
    .drop_o          (),
    .load_command_o  (load_command),
    .whole_o         (),
    .command_i,
    .clear_o         (clear),
    .clear_key_o     (),
    .load_key_o      (),
    .start_o         (),
    .subkey_load_i,
    .mask_load_i,
    .keystream_valid_i,
    .keystream_take_o(),
    .flushed_i,
    .addend_o        (),
    .product_o       (),
    .hashed_i,
    .count_ad_o      (),
    .count_text_o    (),
    .ad_limit_i,
    .text_limit_i,
    .compare_o       (),
    .compared_i,
    .reveal_o        (),
    .judge_o         (),
    .answer_free_i,
    .send_text_o     (),
    .send_tag_o      (),
    .send_status_o   (send_status),
    .send_keep_o     (),
    .send_last_o     (),
    .fresh_valid_i,
    .fresh_ready_o   ()
  );

  // States of roundel_aes_gcm_masked_grammar.
  typedef enum logic [3:0] {
    StClear,
    StFlush,
    StCommand,
    StJudge,
    StKey,
    StNonce,
    StBody,
    StTag,
    StCompare,
    StReveal,
    StVerdict,
    StStatus,
    StAbort
  } state_e;

  logic started_q = 1'b0;
  logic load_q = 1'b0;
  command_t command_q;
  logic [3:0] state;
  logic answering;

  assign state = u_dut.state_q;
  assign answering = state == StAbort || (state == StStatus && u_dut.error_q);

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (clear && !u_dut.error_q && !u_dut.to_key_q),
    .keeps_i   (command_i.keep),
    .command_i (state == StJudge),
    .service_i (1'b0),
    .resume_i  (command_i.resume),
    .error_i   (u_dut.fail),
    .aborting_i(state == StAbort),
    .waiting_i (answering && !accept),
    .answered_i(send_status)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    load_q <= load_command;
    command_q <= command_i;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (load_q || command_i == command_q);
    assert (!u_keys.service_q);
    if (started_q && rst_ni) begin
      // Lemmas.
      assert (state <= StAbort);
      assert (!(state inside {StCommand, StJudge}) || !u_dut.kept_q || u_keys.held_q);
      assert (state != StFlush || !u_dut.kept_q);
      assert (!u_dut.error_q || state inside {StAbort, StStatus, StClear, StFlush, StCommand});
      assert (!u_dut.error_q || state == StCommand || !u_dut.kept_q);
      assert (state != StAbort || u_dut.error_q);
      assert (!u_dut.error_q || !u_dut.to_key_q);
      assert (!u_dut.to_key_q || state inside {StClear, StFlush, StKey});
    end
  end

endmodule
