// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Selects the sources of every word of a block: key blocks, data, text, padding, and the inner hash. The HMAC
// key is in a ring of Words words (in the top). While the outer key block takes it, the inner hash replaces
// it, as text of the next block. Counts the words and the blocks.
//
// Schedule:   selects in cycle t; word_valid_o in t+1. One word per cycle while the block fills: a key block
//             takes Words cycles, padding one per word. block_count_o is one cycle late; it starts at 2 after
//             a key block.
// Interfaces: state, operation and progress from roundel_aes_groestl_sequence; selects to the word logic of
//             roundel_aes_groestl, to its block and session, to roundel_groestl_rounds and
//             roundel_aes_ctr_stream.
// Reference:  RFC 2104; Grøstl 2.0, section 3.

module roundel_aes_groestl_words
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter  int unsigned Words       = 4,              // words of a block
  localparam int unsigned CountBits   = $clog2(Words),
  localparam int unsigned DigestWords = Words / 2,
  localparam int unsigned LimitBit    = 32 - CountBits  // 2^LimitBit blocks have 2^32 blocks of AES
) (
  input logic clk_i,
  input logic rst_ni,

  input logic              valid_i,        // beat_i is valid
  input aes_groestl_beat_t beat_i,         // input beat
  input state_e            state_i,        // state of the transaction
  input operation_t        operation_i,    // its operation
  input progress_t         progress_i,     // what it has done
  input logic [CountBits:0] count_i,       // words of a key block or hash that are done
  input logic              words_done_i,   // the word is the last one of a key block
  input logic              clear_early_i,  // clear_i follows
  input logic              clear_i,        // one cycle after CMD or the end

  output logic fill_o,        // the block accepts a word
  output logic place_last_o,  // that word is the last one of the block
  output logic text_room_o,   // a beat of text can come
  output logic full_o,        // one more block of text or data is too many

  output logic key_load_o,         // the beat is a word of the AES key
  output logic nonce_load_o,       // the beat is the nonce
  output logic keystream_start_o,  // first text, after word_index_o words of other data
  input  logic last_key_valid_i,   // the last round key is valid

  output logic         ring_shift_o,     // the ring shifts by one word
  output ring_source_e ring_source_o,    // the word that enters it
  output logic         session_load_o,   // the kept chaining value is loaded
  output logic         session_store_o,  // the chaining value is stored
  input  logic         session_busy_i,   // a move is in progress

  input  logic                 block_fill_early_i,  // the block accepts words from the next cycle on
  output logic [CountBits-1:0] word_index_o,        // position of the next word in the block
  output logic                 word_valid_o,        // the word is valid, one cycle after its sources
  output word_attr_t           word_attr_o,         // output attributes of the word
  output word_sources_t        word_sources_o,      // sources of the word
  output logic [31:0]          block_count_o,       // number of the current block, from 1, for the padding

  output logic chain_init_o,  // initializes the chaining value: with clear_i, and for the outer hash
  output logic job_final_o,   // requests the final P
  input  logic done_i,        // the chaining value is complete in the next cycle
  output logic compare_o      // compares the beat with a word of the hash
);

  // Whether and where the block accepts a word. These are registers, because all decisions depend on them.
  logic fill_q, word_valid_d, word_valid_q;
  logic [CountBits-1:0] place_q;
  logic [31:0] blocks_q, blocks_d;
  logic block_full_q, full_q, init_d, empty, place_last, from_session;

  assign empty = !beat_i.keep[0];
  assign place_last = place_q == CountBits'(Words - 1);
  assign from_session = operation_i.resume || operation_i.keep_keys;
  assign text_room_o = fill_q && (!operation_i.seal || (progress_i.text && last_key_valid_i));

  // Wide enables and selects depend only on states and early signals. An illegal beat may be loaded anywhere,
  // because everything is cleared afterwards.
  always_comb begin
    key_load_o = 1'b0;
    nonce_load_o = 1'b0;
    keystream_start_o = 1'b0;
    ring_shift_o = 1'b0;
    ring_source_o = RingZero;
    session_load_o = 1'b0;
    session_store_o = 1'b0;
    word_valid_d = 1'b0;
    word_attr_o = '0;
    word_sources_o = '0;
    init_d = 1'b0;
    job_final_o = 1'b0;
    compare_o = 1'b0;
    unique case (state_i)
      StKey: begin
        key_load_o = valid_i && progress_i.cipher_key;
        ring_shift_o = valid_i && !progress_i.cipher_key && !empty;
        ring_source_o = RingBeat;
      end
      StKeyFill: ring_shift_o = 1'b1;
      StInner: begin
        word_valid_d = fill_q;
        word_sources_o.ring = 1'b1;
        word_sources_o.ipad = 1'b1;
        ring_shift_o = fill_q;
        ring_source_o = RingRotate;
      end
      StLoad: session_load_o = !session_busy_i;
      StNonce: nonce_load_o = valid_i;
      StBody: begin
        word_sources_o.beat = 1'b1;
        word_sources_o.last_key = beat_i.text && operation_i.seal;
        word_sources_o.pad_end = beat_i.text && beat_i.last;
        word_sources_o.pad_count = word_sources_o.pad_end && place_last && !beat_i.keep[7];
        if (operation_i.cipher && beat_i.text) begin
          word_attr_o = '{send: 1'b1, last: beat_i.last, keep: beat_i.keep};
        end
        if (valid_i && beat_i.ad && progress_i.ad) begin
          word_valid_d = fill_q && !empty;
        end else if (valid_i && beat_i.text && !(progress_i.ad && progress_i.data)) begin
          keystream_start_o = operation_i.cipher && !progress_i.text && fill_q;
          word_valid_d = text_room_o;
        end
      end
      StPad: begin
        word_valid_d = fill_q;
        word_sources_o.pad_first = progress_i.bit_pending;
        word_sources_o.pad_count = place_last;
      end
      StLast: job_final_o = fill_q && operation_i.hash;
      StFinal: session_store_o = done_i && progress_i.set_up;
      StOuter: begin
        word_valid_d = fill_q;
        word_sources_o.ring = 1'b1;
        word_sources_o.opad = 1'b1;
        ring_shift_o = fill_q;
        ring_source_o = count_i < (CountBits + 1)'(DigestWords) ? RingHash : RingZero;
        init_d = fill_q && words_done_i;
      end
      StDigest: begin
        word_valid_d = fill_q;
        word_sources_o.ring = !from_session;
        word_sources_o.hash = from_session;
        ring_shift_o = fill_q;
        // The chaining value moves two cycles later, after the last word of the hash is used.
        session_load_o = fill_q && from_session && count_i == (CountBits + 1)'(DigestWords - 2);
      end
      StTag: compare_o = valid_i && operation_i.check;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      fill_q <= 1'b1;
      place_q <= '0;
      word_valid_q <= 1'b0;
    end else begin
      fill_q <= fill_q ? !(word_valid_d && place_last) : block_fill_early_i;
      if (word_valid_d) place_q <= place_last ? '0 : place_q + 1'b1;
      word_valid_q <= word_valid_d;
    end
  end

  assign blocks_d = init_d || session_load_o ? 32'd2 : blocks_q + 32'(block_full_q);
  always_ff @(posedge clk_i) begin
    chain_init_o <= !rst_ni || clear_early_i || init_d;
    block_full_q <= word_valid_d && place_last && !init_d && !clear_i;
    blocks_q <= clear_i && !session_load_o ? 32'd1 : blocks_d;
    full_q <= !clear_i && (operation_i.cipher ? blocks_q[LimitBit] && blocks_q[0] : blocks_q == '1);
  end

  assign fill_o = fill_q;
  assign place_last_o = place_last;
  assign full_o = full_q;
  assign word_index_o = place_q;
  assign word_valid_o = word_valid_q;
  assign block_count_o = blocks_q;

  logic unused;
  assign unused = ^{beat_i, operation_i, progress_i};

endmodule
