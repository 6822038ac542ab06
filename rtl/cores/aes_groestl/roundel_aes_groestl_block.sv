// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The block that is worked on, words of 16 bytes that move to the front: it is filled, hashed, enciphered
// or deciphered, and its words of text given out.
//
//   SEAL: fill, cipher, hash, give      OPEN: fill, hash, cipher, give
//   CTR: fill, cipher, give             otherwise: fill, hash
//
// The key stream is added to bytes of text alone; the cipher waits for it, the hash until the block is
// taken. A block that is not given out is cleared.

module roundel_aes_groestl_block
  import roundel_aes_groestl_pkg::*;
#(
  parameter  int unsigned Words     = 4,
  parameter  bit          Aes       = 1'b0,
  localparam int unsigned StateBits = 128 * Words,
  localparam int unsigned CountBits = $clog2(Words)
) (
  input logic clk_i,
  input logic clear_i,
  input logic hashed_i,  // every block is
  input logic open_i,

  output logic                 fill_o,  // a word can come in the next cycle
  input  logic                 valid_i,
  input  logic [        127:0] word_i,
  input  word_tag_t            tag_i,

  output logic                 hash_o,         // the block is to be hashed
  input  logic                 hash_taken_i,
  output logic [StateBits-1:0] block_o,
  input  logic                 stream_full_i,
  output logic                 stream_taken_o,
  input  logic [StateBits-1:0] stream_i,

  output logic         give_o,
  input  logic         give_free_i,  // it is taken
  output logic [127:0] give_word_o,
  output word_tag_t    give_tag_o
);

  typedef enum logic [1:0] {
    BlockFill,
    BlockCipher,
    BlockHash,
    BlockGive
  } state_e;

  state_e state_q, state_d;
  logic [CountBits-1:0] place_q;
  logic shift, place_last, wipe_d, wipe_q, text_q, given_q;
  logic has_text, has_given;

  logic [Words-1:0][127:0] words_q;
  word_tag_t [Words-1:0] tags_q;

  // Whether a word goes, apart from the many bits that move with it: the next state hangs on it.
  logic fill, gone, last_gone;
  roundel_keep_and #(
    .Width(1)
  ) u_gone (
    .enable_i(!tags_q[0].given || give_free_i),
    .data_i  (state_q == BlockGive),
    .data_o  (gone)
  );
  roundel_keep_and #(
    .Width(1)
  ) u_last_gone (
    .enable_i(gone),
    .data_i  (place_last),
    .data_o  (last_gone)
  );
  assign fill = state_q == BlockFill;
  assign fill_o = state_d == BlockFill;
  assign place_last = place_q == CountBits'(Words - 1);
  assign give_o = state_q == BlockGive && tags_q[0].given;
  assign shift = (fill && valid_i) || gone;
  assign stream_taken_o = state_q == BlockCipher && stream_full_i;

  // Of a block that has just become full as well.
  assign has_text = text_q || (valid_i && tag_i.keep[0]);
  assign has_given = given_q || (valid_i && tag_i.given);

  always_comb begin
    state_d = state_q;
    wipe_d = 1'b0;
    unique case (state_q)
      BlockFill:
      if (valid_i && place_last) begin
        if (has_text && !open_i) state_d = BlockCipher;
        else state_d = hashed_i ? BlockHash : BlockGive;
      end
      BlockCipher: if (stream_taken_o) state_d = hashed_i && !open_i ? BlockHash : BlockGive;
      BlockHash:
      if (hash_taken_i) begin
        if (text_q && open_i) state_d = BlockCipher;
        else if (given_q) state_d = BlockGive;
        else begin
          state_d = BlockFill;
          wipe_d = 1'b1;
        end
      end
      default: if (last_gone) state_d = BlockFill;
    endcase
  end

  // In the cycle behind, when no word comes yet.
  always_ff @(posedge clk_i) wipe_q <= clear_i || wipe_d;
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      state_q <= BlockFill;
      place_q <= '0;
      text_q  <= 1'b0;
      given_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (shift) place_q <= place_last ? '0 : place_q + 1'b1;
      text_q  <= fill ? has_text : text_q && state_d != BlockFill;
      given_q <= fill ? has_given : given_q && state_d != BlockFill;
    end
  end

  for (genvar w = 0; w < Words; w++) begin : gen_word
    logic [127:0] behind;
    word_tag_t tag_behind;
    if (w == Words - 1) begin : gen_last
      assign behind = fill ? word_i : '0;
      assign tag_behind = fill ? tag_i : '0;
    end else begin : gen_other
      assign behind = words_q[w+1];
      assign tag_behind = tags_q[w+1];
    end
    always_ff @(posedge clk_i) begin
      if (wipe_q) tags_q[w] <= '0;
      else if (shift) tags_q[w] <= tag_behind;
    end
    for (genvar i = 0; i < 16; i++) begin : gen_byte
      logic cipher;
      assign cipher = Aes && stream_taken_o && tags_q[w].keep[i];
      always_ff @(posedge clk_i) begin
        if (wipe_q) words_q[w][8*i+:8] <= '0;
        else if (shift || cipher) begin
          words_q[w][8*i+:8] <= cipher ? words_q[w][8*i+:8] ^ stream_i[128*w+8*i+:8] : behind[8*i+:8];
        end
      end
    end
  end

  assign hash_o = state_q == BlockHash;
  assign block_o = words_q;
  assign give_word_o = words_q[0];
  assign give_tag_o = tags_q[0];

endmodule
