// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_gcm_hs resumes a key only if the transaction before kept it, and there was no error in between.
// A command that resumes a key that is not kept leads to the state that answers ERROR. The core takes no beat
// of a transaction until that is answered (keys_properties).
//
// roundel_aes_gcm_input, which decides the order of segments. Beats, cipher, hash, output and reset are free.
// A transaction ends only when it is complete, and an error is answered only if there was one. For all time.

module aes_gcm_hs_keys_check
  import roundel_stream_pkg::*;
  import roundel_aes_gcm_pkg::*;
(
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [        127:0] s_axis_tdata,
  input logic [         15:0] s_axis_tkeep,
  input logic                 s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic                 s_axis_tvalid,
  input logic                 can_accept_key_i,
  input logic                 subkey_valid_i,
  input logic                 done_next_i,
  input logic                 clear_length_i,
  input logic                 finished_i,
  input logic                 aborted_i
);

  logic keep_session;

  roundel_aes_gcm_input u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready (),
    .can_accept_key_i,
    .subkey_valid_i,
    .operand_o     (),
    .operand_idle_o(),
    .data_o        (),
    .keep_o        (),
    .last_o        (),
    .done_next_i,
    .lengths_o     (),
    .clear_length_i,
    .accept_o      (),
    .resume_o      (),
    .open_o        (),
    .keep_session_o(keep_session),
    .expand_o      (),
    .hashed_nonce_o(),
    .text_seen_o   (),
    .text_open_o   (),
    .complete_o    (),
    .finished_i,
    .abort_o       (),
    .aborted_i
  );

  // Numbers of states, as in roundel_aes_gcm_input.
  localparam int unsigned InCommand = 0;
  localparam int unsigned InKey = 1;
  localparam int unsigned InKeyMore = 2;
  localparam int unsigned InKeyClose = 3;
  localparam int unsigned InNonce = 4;
  localparam int unsigned InNonceMore = 5;
  localparam int unsigned InAdTextTag = 7;
  localparam int unsigned InTagClose = 8;
  localparam int unsigned InComplete = 9;
  localparam int unsigned InAbort = 10;
  localparam int unsigned InFlush = 11;

  logic started_q = 1'b0;
  logic command, aborting, complete, flushing;

  // The beats that are legal in a state, if nothing else speaks against them.
  beat_t beat;
  logic [11:0] legal;
  logic in_key_more, in_nonce;

  assign beat = u_dut.beat_q;
  assign in_key_more = u_dut.state_q[InKeyMore];
  assign in_nonce = u_dut.state_q[InNonce];
  assign legal = beat.malformed ? '0 : {
    u_dut.state_q[InCommand] && beat.is_command,
    (u_dut.state_q[InKey] || in_key_more) && beat.is_key && beat.full,
    (in_key_more || u_dut.state_q[InKeyClose]) && beat.is_key && beat.empty,
    in_nonce && beat.is_nonce && beat.is_96bit,
    ((in_nonce && !beat.is_96bit) || u_dut.state_q[InNonceMore]) && beat.is_nonce && !beat.empty,
    u_dut.state_q[InNonceMore] && beat.is_nonce && beat.empty,
    u_dut.state_q[InAdTextTag] && beat.is_ad && !beat.empty,
    u_dut.state_q[InAdTextTag] && beat.is_ad && beat.empty,
    u_dut.state_q[InAdTextTag] && beat.is_text && !beat.empty,
    u_dut.state_q[InAdTextTag] && beat.is_text && beat.empty,
    u_dut.state_q[InAdTextTag] && beat.is_tag,
    u_dut.state_q[InTagClose] && beat.is_tag && beat.empty
  };

  assign command  = u_dut.judge_q && u_dut.state_q[InCommand];
  assign aborting = u_dut.state_q[InAbort];
  assign complete = u_dut.state_q[InComplete];
  assign flushing = u_dut.state_q[InFlush];

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (finished_i),
    .keeps_i   (keep_session),
    .command_i (command),
    .service_i (1'b0),
    .resume_i  (u_dut.beat_q.resume),
    .error_i   (u_dut.fail),
    .aborting_i(aborting),
    .waiting_i (aborting),
    .answered_i(aborted_i)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!finished_i || complete);
    assume (!aborted_i || aborting);
    assert (!u_keys.service_q);
    if (started_q && rst_ni) begin
      // Lemmas.
      assert ($onehot(u_dut.state_q));
      assert (!u_dut.judge_q || !(complete || aborting));
      assert (!u_dut.judge_q || (u_dut.valid_q && $onehot0(u_dut.legal_q)));
      assert (!u_dut.judge_q || (u_dut.legal_q & ~legal) == '0);
      assert (!u_dut.valid_q || beat.cmd_ok == '0 || beat.is_command);
      assert (!u_dut.valid_q || beat.malformed || !beat.empty || (beat.last && !beat.full && !beat.is_96bit));
      assert (!u_dut.valid_q || $onehot0(
          {beat.is_command, beat.is_key, beat.is_nonce, beat.is_ad, beat.is_text, beat.is_tag}
      ));
      if (u_dut.state_q[InCommand]) assert (!u_dut.session_valid_q || u_keys.held_q);
      if (command && u_dut.legal_q.command && u_dut.beat_q.resume) assert (u_dut.session_valid_q);
      if (aborting || flushing) assert (!u_dut.session_valid_q);
    end
  end

endmodule
