// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The control of a low-area AES core: roundel_aes_la_control and roundel_aes_la_steps, connected as in the
// core. Beats, commands, comparisons, the cipher, GHASH and the sink are free, and so is a reset. A task
// binds a module with a property to this one: verdict_aes_la or keys_aes_la.

module aes_la_control_check
  import roundel_aes_la_pkg::*;
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

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
