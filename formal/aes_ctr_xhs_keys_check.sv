// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_ctr_xhs resumes a key only if the transaction before kept it, and there was no error in
// between. A command that resumes a key that is not kept is an error in the next cycle. After an illegal beat
// no beat of a transaction is taken until the step of the error is made (keys_properties).
//
// roundel_aes_ctr_xhs_grammar, which decides the order of segments. Beats, key, space for answers and reset
// are free. For all time.

module aes_ctr_xhs_keys_check
  import roundel_aes_ctr_xhs_pkg::*;
#(
  parameter int unsigned KeyBytes = 16
) (
  input logic     clk_i,
  input logic     rst_ni,
  input logic     valid_i,
  input logic     dropping_i,
  input offered_t beat_i,
  input logic     wrong_i,
  input logic     keep_key_i,
  input logic     can_step_i,
  input logic     key_free_i,
  input logic     key_ready_i
);

  roundel_aes_ctr_xhs_grammar #(
    .KeyBytes(KeyBytes)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .valid_i,
    .dropping_i,
    .beat_i,
    .wrong_i,
    .keep_key_i,
    .judged_o    (),
    .early_o     (),
    .drop_o      (),
    .can_step_i,
    .key_free_i,
    .key_ready_i,
    .load_key_o  (),
    .clear_key_o (),
    .load_nonce_o(),
    .short_o     (),
    .next_text_o (),
    .finish_o    (),
    .step_o      (),
    .keep_o      ()
  );

  // Bits of state_q, as in roundel_aes_ctr_xhs_grammar.
  localparam int unsigned StCommand = 0;
  localparam int unsigned StClose = 6;
  localparam int unsigned StError = 7;

  logic started_q = 1'b0;
  logic answering;

  assign answering = u_dut.state_q[StClose] || u_dut.state_q[StError];

  // An error that is known late follows a command, with which what was kept has ended.
  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (u_dut.ends),
    .keeps_i   (u_dut.keep_key_q),
    .command_i (u_dut.go_command),
    .service_i (1'b0),
    .resume_i  (beat_i.resume),
    .error_i   (u_dut.illegal_q),
    .aborting_i(u_dut.late_error),
    .waiting_i (answering && !u_dut.judged),
    .answered_i(u_dut.step_d.error)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assert (!u_keys.service_q);
    if (started_q && rst_ni) begin
      // Lemmas.
      assert ($onehot(u_dut.state_q) || u_dut.illegal_q);
      assert (!answering || u_dut.silent_q);
      assert (!u_dut.state_q[StCommand] || !u_dut.session_q || u_keys.held_q || u_dut.late_error);
    end
  end

endmodule
