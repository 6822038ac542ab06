// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A low-area AES core resumes a key or a generator only if the transaction before kept it, without an error
// in between, and for the same service. Otherwise the command is answered by STATUS = ERROR, and nothing is
// computed until that is sent. After a reset, an error, also one between two transactions, and after any
// command nothing is kept.
//
// roundel_aes_la_control and roundel_aes_la_steps are connected as in the core. Beats, commands, comparisons,
// the cipher, GHASH and the sink are free, and so is a reset. For all time.

module aes_la_keys_check
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
) (
  input logic     clk_i,
  input logic     rst_ni,
  input logic     beat_valid_i,
  input beat_t    beat_i,
  input logic     well_formed_i,
  input logic     expected_i,
  input logic     block_ends_i,
  input logic     nonce_96bit_i,
  input logic     tag_end_i,
  input command_t command_i,
  input logic     carry_i,
  input logic     mismatch_i,
  input slot_t    slot_i,
  input logic     ghash_ready_i,
  input logic     out_ready_i
);

  logic start, finish, in_fire;
  status_t status;
  ghash_t ghash;
  out_beat_t out_beat;

  roundel_aes_la_control #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_control (
    .clk_i,
    .rst_ni,
    .beat_valid_i,
    .beat_i,
    .well_formed_i,
    .expected_i,
    .block_ends_i,
    .nonce_96bit_i,
    .tag_end_i,
    .command_i,
    .pop_o       (),
    .carry_i,
    .mismatch_i,
    .slot_i,
    .ghash_ready_i,
    .ghash_load_i(ghash.load),
    .out_ready_i,
    .status_o    (status),
    .start_o     (start),
    .finish_o    (finish),
    .in_fire_o   (in_fire)
  );

  roundel_aes_la_steps #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_steps (
    .rst_ni,
    .status_i  (status),
    .command_i,
    .start_i   (start),
    .finish_i  (finish),
    .beat_i,
    .beat_valid_i,
    .in_fire_i (in_fire),
    .expected_i,
    .tag_end_i,
    .carry_i,
    .slot_i,
    .ghash_ready_i,
    .words_o   (),
    .cipher_o  (),
    .ghash_o   (ghash),
    .out_beat_o(out_beat)
  );

  logic started_q = 1'b0;
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

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
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
