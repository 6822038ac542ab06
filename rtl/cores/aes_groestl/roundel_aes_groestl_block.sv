// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the current block as words of 16 bytes that move to the front: fills it, has it hashed, enciphers or
// deciphers it, and sends its words of text.
//   SEAL: fill, cipher, hash, send      OPEN: fill, hash, cipher, send
//   CTR: fill, cipher, send             otherwise: fill, hash
// The keystream is added to bytes of text only. A block that is not sent is cleared.
//
// Schedule:   Fill: one word per cycle. Cipher: waits for keystream_valid_i, one cycle. Hash: waits for
//             hash_accepted_i. Send: one word per cycle in which text_ready_i is set or the word is not text.
// Interfaces: words from roundel_aes_groestl, fill_early_o to its control; block to roundel_groestl_rounds;
//             keystream from roundel_aes_ctr_stream; text to roundel_aes_groestl_answer.
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
  input logic clear_i,        // clear the block and its state
  input logic hash_enable_i,  // every block is hashed
  input logic open_i,         // the operation is OPEN

  output logic         fill_early_o,  // the block accepts words from the next cycle on
  input  logic         valid_i,       // word_i is valid
  input  logic [127:0] word_i,        // next word of the block
  input  word_attr_t   attr_i,        // output attributes of the word

  output logic                 hash_valid_o,          // requests the hash of the block
  input  logic                 hash_accepted_i,       // the rounds accept the block
  output logic [StateBits-1:0] block_o,               // the block
  input  logic                 keystream_valid_i,     // keystream_i is valid
  output logic                 keystream_accepted_o,  // the keystream is used
  input  logic [StateBits-1:0] keystream_i,           // keystream of one block

  output logic         text_valid_o,  // a word of text waits
  input  logic         text_ready_i,  // the output accepts the word
  output logic [127:0] text_o,        // the word
  output word_attr_t   text_attr_o    // its output attributes
);

  typedef enum logic [1:0] {
    StFill,
    StCipher,
    StHash,
    StSend
  } block_state_e;

  block_state_e state_q, state_d;
  logic [CountBits-1:0] word_index_q;
  logic shift, last_word, clear_words_d, clear_words_q, text_q, send_q;
  logic has_text, has_send;

  logic [Words-1:0][127:0] words_q;
  word_attr_t [Words-1:0] attrs_q;

  // A word retires. Separate from the enables of the wide registers, because the next state depends on it.
  logic fill, retire, retire_last;
  roundel_keep_and #(
    .Width(1)
  ) u_retire (
    .enable_i(!attrs_q[0].send || text_ready_i),
    .data_i  (state_q == StSend),
    .data_o  (retire)
  );
  roundel_keep_and #(
    .Width(1)
  ) u_retire_last (
    .enable_i(retire),
    .data_i  (last_word),
    .data_o  (retire_last)
  );
  assign fill = state_q == StFill;
  assign fill_early_o = state_d == StFill;
  assign last_word = word_index_q == CountBits'(Words - 1);
  assign text_valid_o = state_q == StSend && attrs_q[0].send;
  assign shift = (fill && valid_i) || retire;
  assign keystream_accepted_o = state_q == StCipher && keystream_valid_i;

  // These include the word that completes a block in this cycle.
  assign has_text = text_q || (valid_i && attr_i.keep[0]);
  assign has_send = send_q || (valid_i && attr_i.send);

  always_comb begin
    state_d = state_q;
    clear_words_d = 1'b0;
    unique case (state_q)
      StFill:
      if (valid_i && last_word) begin
        if (has_text && !open_i) state_d = StCipher;
        else state_d = hash_enable_i ? StHash : StSend;
      end
      StCipher: if (keystream_accepted_o) state_d = hash_enable_i && !open_i ? StHash : StSend;
      StHash:
      if (hash_accepted_i) begin
        if (text_q && open_i) state_d = StCipher;
        else if (send_q) state_d = StSend;
        else begin
          state_d = StFill;
          clear_words_d = 1'b1;
        end
      end
      default:  if (retire_last) state_d = StFill;
    endcase
  end

  // Clears one cycle later, when no word can arrive yet.
  always_ff @(posedge clk_i) clear_words_q <= clear_i || clear_words_d;
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      state_q <= StFill;
      word_index_q <= '0;
      text_q  <= 1'b0;
      send_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (shift) word_index_q <= last_word ? '0 : word_index_q + 1'b1;
      text_q  <= fill ? has_text : text_q && state_d != StFill;
      send_q <= fill ? has_send : send_q && state_d != StFill;
    end
  end

  for (genvar w = 0; w < Words; w++) begin : gen_word
    logic [127:0] next_word;
    word_attr_t next_attr;
    if (w == Words - 1) begin : gen_last
      assign next_word = fill ? word_i : '0;
      assign next_attr = fill ? attr_i : '0;
    end else begin : gen_other
      assign next_word = words_q[w+1];
      assign next_attr = attrs_q[w+1];
    end
    always_ff @(posedge clk_i) begin
      if (clear_words_q) attrs_q[w] <= '0;
      else if (shift) attrs_q[w] <= next_attr;
    end
    for (genvar i = 0; i < 16; i++) begin : gen_byte
      logic cipher;
      assign cipher = Aes && keystream_accepted_o && attrs_q[w].keep[i];
      always_ff @(posedge clk_i) begin
        if (clear_words_q) words_q[w][8*i+:8] <= '0;
        else if (shift || cipher) begin
          words_q[w][8*i+:8] <= cipher ? words_q[w][8*i+:8] ^ keystream_i[128*w+8*i+:8] : next_word[8*i+:8];
        end
      end
    end
  end

  assign hash_valid_o = state_q == StHash;
  assign block_o = words_q;
  assign text_o = words_q[0];
  assign text_attr_o = attrs_q[0];

endmodule
