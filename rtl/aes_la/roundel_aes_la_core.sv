// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Serves AES-GCM in a small core with 16-bit streams; with Hash, Mac and Prng also AES-Hash, CMAC and the
// generator of Fortuna. A service that is left out is an illegal command. The cipher computes one column and
// GHASH one word per cycle, in parallel. Keys, H and all words except those the transaction keeps are cleared
// when a transaction ends; all of them are cleared after an illegal sequence and after reset.
//
// Schedule:   cycles depend on lengths only. A 16-byte block of AES-GCM takes 64 cycles, or 75 of text with
//             AES-256 and neither Hash, Mac nor Prng. The clear after a transaction takes 32 cycles. The
//             pages of the cores have the budgets.
// Interfaces: s_axis from and m_axis to the user; contains roundel_stream_register (input) and the modules
//             roundel_aes_la_beat, _command, _control, _steps, _words, _cipher, _ghash and _output.
// Bytes:      the first byte of a beat is tdata[7:0], the first byte of a word [7:0].
// Reference:  FIPS 197; SP 800-38D (GCM); SP 800-38B (CMAC).

module roundel_aes_la_core
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash      = 1'b0,
  parameter bit Mac       = 1'b0,
  parameter bit Prng      = 1'b0,
  parameter bit ShortTags = 1'b0   // tags of 4 bytes are legal in AES-GCM
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [         15:0] s_axis_tdata,
  input  logic [          1:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [         15:0] m_axis_tdata,
  output logic [          1:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  localparam bit MultiService = Hash || Mac || Prng;

  beat_t beat;
  logic beat_valid, pop;

  roundel_stream_register #(
    .Width($bits(beat_t)),
    .Skid (1'b0)
  ) u_input (
    .clk_i,
    .rst_ni,
    .in_valid_i (s_axis_tvalid),
    .in_ready_o (s_axis_tready),
    .in_data_i  ({s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}),
    .out_valid_o(beat_valid),
    .out_ready_i(pop),
    .out_data_o (beat)
  );

  status_t status;
  words_t words;
  cipher_t cipher;
  slot_t slot;
  ghash_t ghash;
  out_beat_t out_beat;
  command_t command;
  logic carry, mismatch, ghash_ready, out_ready, start, finish, in_fire;
  logic well_formed, expected, block_ends, nonce_96bit, tag_end;
  logic [31:0] word, cipher_word, sub, key, ghash_word;
  logic [15:0] out_data;

  roundel_aes_la_beat u_beat (
    .beat_i       (beat),
    .status_i     (status),
    .command_i    (command),
    .well_formed_o(well_formed),
    .expected_o   (expected),
    .block_ends_o (block_ends),
    .nonce_96bit_o(nonce_96bit),
    .tag_end_o    (tag_end)
  );

  roundel_aes_la_command #(
    .Hash     (Hash),
    .Mac      (Mac),
    .Prng     (Prng),
    .ShortTags(ShortTags)
  ) u_command (
    .clk_i,
    .rst_ni,
    .write_i  (beat_valid && status.state == StCommand && beat.kind == KindCmd),
    .beat_i   (status.beats[2:0]),
    .data_i   (beat.data),
    .command_o(command)
  );

  roundel_aes_la_control #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_control (
    .clk_i,
    .rst_ni,
    .beat_valid_i (beat_valid),
    .beat_i       (beat),
    .well_formed_i(well_formed),
    .expected_i   (expected),
    .block_ends_i (block_ends),
    .nonce_96bit_i(nonce_96bit),
    .tag_end_i    (tag_end),
    .command_i    (command),
    .pop_o        (pop),
    .carry_i      (carry),
    .mismatch_i   (mismatch),
    .slot_i       (slot),
    .ghash_ready_i(ghash_ready),
    .ghash_load_i (ghash.load),
    .out_ready_i  (out_ready),
    .status_o     (status),
    .start_o      (start),
    .finish_o     (finish),
    .in_fire_o    (in_fire)
  );

  roundel_aes_la_steps #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_steps (
    .rst_ni,
    .status_i     (status),
    .command_i    (command),
    .start_i      (start),
    .finish_i     (finish),
    .beat_i       (beat),
    .beat_valid_i (beat_valid),
    .in_fire_i    (in_fire),
    .expected_i   (expected),
    .tag_end_i    (tag_end),
    .carry_i      (carry),
    .slot_i       (slot),
    .ghash_ready_i(ghash_ready),
    .words_o      (words),
    .cipher_o     (cipher),
    .ghash_o      (ghash),
    .out_beat_o   (out_beat)
  );

  roundel_aes_la_words #(
    .MultiService(MultiService)
  ) u_words (
    .clk_i,
    .words_i      (words),
    .beat_i       (beat.data),
    .sub_i        (sub),
    .key_i        (key),
    .ghash_i      (ghash_word),
    .word_o       (word),
    .cipher_word_o(cipher_word),
    .carry_o      (carry),
    .mismatch_o   (mismatch),
    .beat_o       (out_data)
  );

  roundel_aes_la_cipher #(
    .Wide     (Hash),
    .PlainKey (Mac),
    .KeySboxes(MultiService)
  ) u_cipher (
    .clk_i,
    .cipher_i(cipher),
    .word_i  (cipher_word),
    .slot_o  (slot),
    .sub_o   (sub),
    .key_o   (key)
  );

  roundel_aes_la_ghash u_ghash (
    .clk_i,
    .ghash_i(ghash),
    .word_i (word),
    .word_o (ghash_word),
    .ready_o(ghash_ready)
  );

  roundel_aes_la_output u_output (
    .clk_i,
    .rst_ni,
    .out_beat_i(out_beat),
    .data_i    (out_data),
    .ready_o   (out_ready),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
