// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Controls one transaction: accepts CMD, [KEY], [NONCE], [AD], TEXT, [TAG], selects the sources of every word
// of a block, and sends the answer.
//   HASH        text, padding, final
//   MAC         inner key block, text, padding, final, outer key block, hash, padding, final
//   VERIFY      as MAC, and compares the tag
//   SEAL, OPEN  as MAC, over associated data and ciphertext;    CTR  text alone
// To keep keys, both key blocks are hashed first and their chaining values stored
// (roundel_aes_groestl_session); this message and resumed ones load these instead. After a malformed or
// unexpected beat, a full current block is completed, an open text segment is closed, and STATUS = error
// follows. So it does after a beat that is one too many: the number of a block has 32 bits, and AES has 2^32
// counter blocks.
//
// Schedule:   Word sources in cycle t; word_valid_o in t+1. Tag check: 2 cycles. Answers: one beat per 2
//             cycles. The parts have the rest.
// Interfaces: beats from roundel_aes_groestl_beat; selects to the word logic of roundel_aes_groestl, to its
//             block, session and answer modules, roundel_groestl_rounds and roundel_aes_ctr_stream. Uses
//             roundel_aes_groestl_sequence, _words and _answer_select.
// Reference:  RFC 2104, RFC 3686, Grøstl 2.0.

module roundel_aes_groestl_control
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter  int unsigned Words     = 4,             // words of a block
  parameter  bit          Aes       = 1'b0,          // with AES
  parameter  bit          Groestl   = 1'b1,          // with the hash
  localparam int unsigned CountBits = $clog2(Words)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic              valid_i,  // beat_i is valid
  input  aes_groestl_beat_t beat_i,   // input beat
  output logic              pop_o,    // the beat is accepted

  output logic clear_o,        // one cycle after CMD or the end: clears the datapath
  output logic clear_keys_o,   // clears the keys that a transaction can keep
  output logic hash_enable_o,  // every block is hashed
  output logic open_o,         // the operation is OPEN

  output logic key_load_o,         // the beat is a word of the AES key
  output logic nonce_load_o,       // the beat is the nonce
  output logic nonce_96bit_o,      // the nonce has 12 bytes: the counter begins at 1
  output logic keystream_start_o,  // first text, after word_index_o words of other data
  input  logic last_key_valid_i,   // the last round key is valid

  output logic                 ring_shift_o,   // the ring shifts by one word
  output ring_source_e         ring_source_o,  // the word that enters it
  output logic [CountBits-2:0] hash_index_o,   // number of the selected word of the hash

  output logic session_start_o,  // starts a move between the kept values and the chaining value
  output logic session_store_o,  // the move stores the chaining value, else it loads it
  input  logic session_busy_i,   // a move is in progress

  input  logic                 block_fill_early_i,  // the block accepts words from the next cycle on
  output logic [CountBits-1:0] word_index_o,        // position of the next word in the block

  output logic          word_valid_o,    // the word is valid, one cycle after its sources
  output word_attr_t    word_attr_o,     // output attributes of the word
  output word_sources_t word_sources_o,  // sources of the word
  output logic [31:0] block_count_o,     // number of the current block, from 1, for the padding

  output logic chain_init_o,    // initializes the chaining value: with clear_o, and for the outer hash
  output logic job_final_o,     // requests the final P
  input  logic job_accepted_i,  // the rounds accept the job
  input  logic done_i,          // the chaining value is complete in the next cycle

  input  logic       text_valid_i,     // the block has a word of text to send
  input  word_attr_t text_attr_i,      // its output attributes
  output logic       text_accepted_o,  // the word of text is sent
  input  logic       out_ready_i,      // the output register is empty
  output logic       out_fire_o,       // a beat is sent
  output answer_t    answer_o,         // the beat without its data
  output logic       out_hash_o,       // the data are a word of the hash
  output logic [7:0] status_o,         // status code, added to byte 0 of the data; otherwise zero
  input  verdict_t   verdict_i,        // verdict on the received tag
  output logic       compare_o         // compares the beat with a word of the hash
);

  state_e state;
  operation_t operation;
  progress_t progress;
  logic [CountBits:0] count;
  logic words_done, digest_done, fill, place_last, text_room, full, text_open, clear_early;
  logic session_load, session_store;

  roundel_aes_groestl_sequence #(
    .Words  (Words),
    .Aes    (Aes),
    .Groestl(Groestl)
  ) u_sequence (
    .clk_i,
    .rst_ni,
    .valid_i,
    .beat_i,
    .pop_o,
    .fill_i       (fill),
    .place_last_i (place_last),
    .text_room_i  (text_room),
    .count_fits_i (word_sources_o.pad_count),
    .full_i       (full),
    .session_busy_i,
    .job_accepted_i,
    .done_i,
    .out_ready_i,
    .text_open_i  (text_open),
    .state_o      (state),
    .operation_o  (operation),
    .progress_o   (progress),
    .count_o      (count),
    .words_done_o (words_done),
    .digest_done_o(digest_done),
    .clear_early_o(clear_early),
    .clear_o,
    .clear_keys_o
  );

  roundel_aes_groestl_words #(
    .Words(Words)
  ) u_words (
    .clk_i,
    .rst_ni,
    .valid_i,
    .beat_i,
    .state_i        (state),
    .operation_i    (operation),
    .progress_i     (progress),
    .count_i        (count),
    .words_done_i   (words_done),
    .clear_early_i  (clear_early),
    .clear_i        (clear_o),
    .fill_o         (fill),
    .place_last_o   (place_last),
    .text_room_o    (text_room),
    .full_o         (full),
    .key_load_o,
    .nonce_load_o,
    .keystream_start_o,
    .last_key_valid_i,
    .ring_shift_o,
    .ring_source_o,
    .session_load_o (session_load),
    .session_store_o(session_store),
    .session_busy_i,
    .block_fill_early_i,
    .word_index_o,
    .word_valid_o,
    .word_attr_o,
    .word_sources_o,
    .block_count_o,
    .chain_init_o,
    .job_final_o,
    .done_i,
    .compare_o
  );

  roundel_aes_groestl_answer_select u_answer_select (
    .clk_i,
    .state_i      (state),
    .operation_i  (operation),
    .digest_done_i(digest_done),
    .verdict_i,
    .clear_i      (clear_o),
    .text_valid_i,
    .text_attr_i,
    .text_accepted_o,
    .text_open_o  (text_open),
    .out_ready_i,
    .out_fire_o,
    .answer_o,
    .out_hash_o,
    .status_o
  );

  assign session_start_o = Groestl && (session_load || session_store);
  assign session_store_o = session_store;
  assign hash_enable_o = operation.hash;
  assign open_o = operation.open;
  assign nonce_96bit_o = !beat_i.full;
  assign hash_index_o = count[CountBits-2:0];

endmodule
