// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_multi_aes_hs resumes a key or a generator only if the transaction before kept it for the same
// service, and there was no error in between. A command that resumes something else leads to the state that
// answers ERROR. The core takes no command until that is answered (keys_properties).
//
// roundel_multi_aes_input, which decides the order of segments, with free beats, a free cipher, hash and
// output, and a free reset. A transaction ends only when it is complete, and an error is answered only if
// there was one. For all time.

module multi_aes_hs_keys_check
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
(
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [        127:0] s_axis_tdata,
  input logic [         15:0] s_axis_tkeep,
  input logic                 s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic                 s_axis_tvalid,
  input logic                 can_accept_i,
  input logic                 done_i,
  input logic                 done_low_i,
  input logic                 clear_length_i,
  input logic                 finished_i,
  input logic                 aborted_i
);

  logic keep_session;

  roundel_multi_aes_input u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready (),
    .can_accept_i,
    .operand_o     (),
    .operand_idle_o(),
    .data_o        (),
    .keep_o        (),
    .last_o        (),
    .low_ready_o   (),
    .low_last_o    (),
    .done_i,
    .done_low_i,
    .clear_length_i,
    .accept_o      (),
    .service_o     (),
    .resume_o      (),
    .open_o        (),
    .keep_session_o(keep_session),
    .size_o        (),
    .expand_o      (),
    .aes256_o      (),
    .text_seen_o   (),
    .text_open_o   (),
    .complete_o    (),
    .finished_i,
    .abort_o       (),
    .aborted_i
  );

  logic started_q = 1'b0;
  logic aborting, complete, command;
  state_e state;
  service_t kept, service;
  beat_t beat;

  assign state    = u_dut.state_q;
  assign kept     = u_dut.kept_q;
  assign service  = u_dut.service_q;
  assign beat     = u_dut.beat;
  assign aborting = state == InAbort;
  assign complete = state == InComplete;
  assign command  = state == InCommand && (u_dut.accept || u_dut.fail);

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (finished_i),
    .keeps_i   (keep_session),
    .command_i (command),
    .service_i (beat.service.prng),
    .resume_i  (beat.resume),
    .error_i   (u_dut.fail),
    .aborting_i(aborting),
    .waiting_i (aborting && !u_dut.accept),
    .answered_i(aborted_i)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!finished_i || complete);
    assume (!aborted_i || aborting);
    if (started_q && rst_ni) begin
      // Lemmas.
      assert ($onehot0(kept) && $onehot0(service) && (!u_dut.valid || $onehot0(beat.service)));
      assert (kept == '0 || (kept.prng && u_keys.service_q) || (kept.gcm && !u_keys.service_q));
      assert (!keep_session || (service.prng && u_keys.service_q) || (service.gcm && !u_keys.service_q));
      assert (state != InCommand || kept == '0 || u_keys.held_q);
      assert (!aborting || kept == '0);
      assert (state != InCommand || (!keep_session && service == '0));
      assert (!u_dut.valid || !beat.resume || !(beat.service.hash || beat.service.mac));
    end
  end

endmodule
