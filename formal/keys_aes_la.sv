// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A low-area AES core resumes a key or a generator only if the transaction before kept it, without an error
// in between, and for the same service. Otherwise the command is answered by STATUS = ERROR, and nothing is
// computed until that is sent. After a reset, an error, also one between two transactions, and after any
// command nothing is kept. For all time.

module keys_aes_la
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Prng = 1'b0
) (
  input logic      clk_i,
  input logic      rst_ni,
  input logic      started_q,
  input status_t   status,
  input command_t  command_i,
  input logic      start,
  input logic      finish,
  input logic      in_fire,
  input out_beat_t out_beat,
  input logic      out_ready_i
);

  logic prng, answered;

  assign prng = Prng && command_i.service == ServicePrng;
  assign answered = status.state == StError && out_ready_i;

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (finish),
    .keeps_i   (command_i.keep_session),
    .command_i (status.state == StCheckCommand),
    .service_i (prng),
    .resume_i  (command_i.resume),
    .error_i   (status.state == StAbort),
    .answered_i(answered),
    .waiting_i (status.state inside {StAbort, StClear, StError} && !start && !in_fire && !finish),
    .aborting_i(status.state == StAbort)
  );

  always_comb begin
    if (started_q && status.state == StError) begin
      assert (out_beat.valid && out_beat.kind == KindStatus && out_beat.code == StatusError);
    end
    // For induction.
    if (started_q) begin
      assert (status.session_valid == u_keys.held_q || status.state == StAbort);
      assert (!status.session_valid || !Prng || status.session_prng == u_keys.service_q);
    end
  end

endmodule

bind aes_la_control_check keys_aes_la #(.Prng(Prng)) u_keys (.*);
