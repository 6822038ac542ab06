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
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
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

  localparam bit Multi = Hash || Mac || Prng;

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
  turn_t turn;
  hash_t hash;
  give_t give;
  command_t command;
  logic over, unlike, hash_ready, free, start, finish, take, well, due, block_ends, nonce_12;
  logic [31:0] word, little, sub, key, hash_word;
  logic [15:0] shown;

  roundel_aes_la_beat u_beat (
    .beat_i      (beat),
    .status_i    (status),
    .goes_on_i   (command.goes_on),
    .well_o      (well),
    .due_o       (due),
    .block_ends_o(block_ends),
    .nonce_12_o  (nonce_12)
  );

  roundel_aes_la_command #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_command (
    .clk_i,
    .rst_ni,
    .write_i  (beat_valid && status.state == StCommand),
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
    .beat_valid_i(beat_valid),
    .beat_i      (beat),
    .well_i      (well),
    .due_i       (due),
    .block_ends_i(block_ends),
    .nonce_12_i  (nonce_12),
    .command_i   (command),
    .pop_o       (pop),
    .carry_i     (over),
    .unlike_i    (unlike),
    .turn_i      (turn),
    .hash_ready_i(hash_ready),
    .hash_load_i (hash.load),
    .free_i      (free),
    .status_o    (status),
    .start_o     (start),
    .finish_o    (finish),
    .take_o      (take)
  );

  roundel_aes_la_steps #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_steps (
    .rst_ni,
    .status_i    (status),
    .command_i   (command),
    .start_i     (start),
    .finish_i    (finish),
    .beat_i      (beat),
    .beat_valid_i(beat_valid),
    .take_i      (take),
    .due_i       (due),
    .over_i      (over),
    .turn_i      (turn),
    .hash_ready_i(hash_ready),
    .words_o     (words),
    .cipher_o    (cipher),
    .hash_o      (hash),
    .give_o      (give)
  );

  roundel_aes_la_words #(
    .Multi(Multi)
  ) u_words (
    .clk_i,
    .words_i (words),
    .beat_i  (beat.data),
    .sub_i   (sub),
    .key_i   (key),
    .hash_i  (hash_word),
    .word_o  (word),
    .little_o(little),
    .carry_o (over),
    .unlike_o(unlike),
    .beat_o  (shown)
  );

  roundel_aes_la_cipher #(
    .Wide     (Hash),
    .PlainKey (Mac),
    .KeySboxes(Multi)
  ) u_cipher (
    .clk_i,
    .cipher_i(cipher),
    .word_i  (little),
    .turn_o  (turn),
    .sub_o   (sub),
    .key_o   (key)
  );

  roundel_aes_la_ghash u_ghash (
    .clk_i,
    .hash_i (hash),
    .word_i (word),
    .word_o (hash_word),
    .ready_o(hash_ready)
  );

  roundel_aes_la_output u_output (
    .clk_i,
    .rst_ni,
    .give_i(give),
    .data_i(shown),
    .free_o(free),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
