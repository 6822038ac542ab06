// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_gcm_xhs resumes a key only if the transaction before kept it, and there was no error in
// between. A command that resumes a key that is not kept is an error in the next cycle. After an error no
// beat of a transaction is taken until its step is made (keys_properties).
//
// roundel_aes_gcm_xhs_grammar, which decides the order of segments. Beats, key, GHASH, space for answers and
// reset are free. For all time.

module aes_gcm_xhs_keys_check
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned KeyBytes    = 16,
  parameter int unsigned BlockCycles = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        valid_i,
  input logic        dropping_i,
  input offered_t    beat_i,
  input logic        wrong_i,
  input logic [35:0] command_i,
  input logic        space_i,
  input logic        slot_i,
  input logic        next_slot_i,
  input logic        key_free_i,
  input logic        key_ready_i,
  input logic        j0_valid_i
);

  roundel_aes_gcm_xhs_grammar #(
    .KeyBytes   (KeyBytes),
    .BlockCycles(BlockCycles)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .valid_i,
    .dropping_i,
    .beat_i,
    .wrong_i,
    .command_i,
    .judged_o     (),
    .early_o      (),
    .drop_o       (),
    .space_i,
    .slot_i,
    .next_slot_i,
    .key_free_i,
    .key_ready_i,
    .load_key_o   (),
    .clear_key_o  (),
    .next_text_o  (),
    .next_tag_o   (),
    .step_o       (),
    .acts_o       (),
    .keep_o       (),
    .short_nonce_o(),
    .finish_o     (),
    .j0_valid_i
  );

  // Bits of state_q, as in roundel_aes_gcm_xhs_grammar.
  localparam int unsigned StCommand = 0;
  localparam int unsigned StClose = 13;
  localparam int unsigned StError = 14;

  logic started_q = 1'b0;
  logic answering;

  assign answering = u_dut.state_q[StClose] || u_dut.state_q[StError];

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (u_dut.go_tag),
    .keeps_i   (u_dut.keep_key_q),
    .command_i (u_dut.go_command),
    .service_i (1'b0),
    .resume_i  (beat_i.resume),
    .error_i   (u_dut.fails),
    .aborting_i(u_dut.fails),
    .waiting_i (answering && !u_dut.judged),
    .answered_i(u_dut.step_d.error)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // As roundel_aes_gcm_xhs_offer makes them: a beat has one kind, and 12 bytes only if it is the last one.
    assume (!valid_i || $onehot0(
        {beat_i.command, beat_i.key, beat_i.nonce, beat_i.ad, beat_i.text, beat_i.tag_kind}
    ));
    assume (!valid_i || !beat_i.tag || beat_i.tag_kind);
    assume (!valid_i || !beat_i.twelve || beat_i.last);
    assert (!u_keys.service_q);
    if (started_q && rst_ni) begin
      // Lemmas.
      assert ($onehot(u_dut.state_q) || u_dut.illegal_q);
      assert (u_dut.body_q == u_dut.is_body(u_dut.state_q) || u_dut.illegal_q);
      assert (!answering || u_dut.silent_q);
      assert (!u_dut.state_q[StCommand] || !u_dut.session_q || u_keys.held_q || u_dut.fails);
    end
  end

endmodule
