// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the current block as words of 16 bytes that move to the front: fills it, has it hashed, enciphers or
// deciphers it, and sends its words of text.
//   SEAL: fill, cipher, hash, send      OPEN: fill, hash, cipher, send
//   CTR: fill, cipher, send             otherwise: fill, hash
// The key stream is added to bytes of text only. A block that is not sent is cleared.
//
// Schedule:   Fill: one word per cycle. Cipher: waits for stream_full_i, one cycle. Hash: waits for
//             hash_taken_i. Send: one word per cycle in which give_free_i is set or the word is not text.
// Interfaces: words from roundel_aes_groestl, fill_o to its control; block to roundel_groestl_rounds; key
//             stream from roundel_aes_ctr_stream; text to roundel_aes_groestl_answer.
// Bytes:      byte i of word w is block_o[128w+8i+:8].

module roundel_aes_groestl_block
  import roundel_aes_groestl_pkg::*;
#(
  parameter  int unsigned Words     = 4,
  parameter  bit          Aes       = 1'b0,
  localparam int unsigned StateBits = 128 * Words,
  localparam int unsigned CountBits = $clog2(Words)
) (
  input logic clk_i,
  input logic clear_i,  // clear the block and its state
  input logic hashed_i,  // every block is hashed
  input logic open_i,    // the operation is OPEN

  output logic                 fill_o,  // the block accepts words from the next cycle on
  input  logic                 valid_i,  // word_i is valid
  input  logic [        127:0] word_i,   // next word of the block
  input  word_tag_t            tag_i,    // output attributes of the word

  output logic                 hash_o,         // requests the hash of the block
  input  logic                 hash_taken_i,    // the rounds accept the block
  output logic [StateBits-1:0] block_o,         // the block
  input  logic                 stream_full_i,   // stream_i is valid
  output logic                 stream_taken_o,  // the key stream is used
  input  logic [StateBits-1:0] stream_i,        // key stream of one block

  output logic         give_o,       // a word of text waits
  input  logic         give_free_i,  // the output accepts the word
  output logic [127:0] give_word_o,  // the word
  output word_tag_t    give_tag_o    // its output attributes
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

  // A word leaves. Separate from the enables of the wide registers, because the next state depends on it.
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

  // These include the word that completes a block in this cycle.
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

  // Clears one cycle later, when no word can arrive yet.
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
