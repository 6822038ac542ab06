// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Feeds roundel_aes_masked_engine for roundel_aes_gcm_masked: with the block of zeros for the subkey, J0 for
// the mask of the tag, and the counter blocks of the text, ahead of the text. It keeps the key, which gets a
// new mask with each word of fresh bits. So each block in the engine has another mask of the key.
//
// Blocks enter every 11 steps of the engine, so that results leave at even distances. Results of blocks that
// nobody wants are dropped. To clear the engine, blocks of a cleared key follow without a pause, until the
// first of them has left: each register of the engine then depends on such blocks alone.
//
// Schedule:   start_i in cycle t: the subkey is valid some 102 cycles later (142 with AES-256), the mask of
//             the tag 11 cycles after it, and the first keystream another 11, if fresh bits are always valid.
//             flush_i or a reset begins a clearing, and flushed_o ends it.
// Interfaces: shares of blocks and results to and from both roundel_aes_gcm_masked_share; valid/ready fresh
//             bits. No control depends on a share.
// Bytes:      counter_o has the most significant byte of the counter in bits [7:0].
// Reference:  SP 800-38D sections 6.5 and 7.1; FIPS 197

module roundel_aes_gcm_masked_cipher #(
  parameter int unsigned KeyBits = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                   clear_key_i,  // the key becomes zero
  input  logic [KeyBits/128-1:0] load_key_i,   // load 16 bytes of the key, by their number
  input  logic [1:0][127:0]      key_i,        // the shares of these bytes

  input  logic start_i,    // nonce and key are loaded: a message begins
  input  logic stop_i,     // no more keystream is used: results are dropped
  input  logic flush_i,    // with stop_i and clear_key_i: clear the engine
  output logic flushed_o,  // the engine is clear

  output logic              zero_o,     // the block to encrypt is zero
  output logic [31:0]       counter_o,  // otherwise these are the last bytes of the block
  input  logic [1:0][127:0] block_i,    // the shares of the block
  output logic [1:0][127:0] result_o,   // the shares of a result

  output logic subkey_load_o,      // the result is the subkey of GHASH
  output logic mask_load_o,        // it is the mask of the tag
  output logic keystream_valid_o,  // it is keystream
  input  logic keystream_take_i,   // the keystream is used

  input  logic                   fresh_valid_i,  // fresh_i and key_fresh_i are new fresh bits
  output logic                   fresh_ready_o,  // the engine uses them
  input  logic [359:0]           fresh_i,        // new fresh bits of the engine
  input  logic [KeyBits-1:0]     key_fresh_i     // new fresh bits of the key
);

  localparam int unsigned Pause = 10;  // steps without a new block; with it the distance is prime to 10

  // What the next result is.
  typedef enum logic [1:0] {
    NextSubkey,
    NextMask,
    NextKeystream
  } next_e;

  logic running_q;  // blocks of a message enter
  logic flushing_q;  // blocks of a cleared key enter
  logic zero_q;  // the next block is the one for the subkey
  logic [31:0] counter_q;  // of the next block
  logic [3:0] pause_q;  // steps since the last block, at most Pause
  logic [3:0] inside_d, inside_q;  // blocks in the engine
  logic [3:0] unwanted_q;  // the oldest of them, whose results are dropped
  logic [3:0] dirty_q;  // while flushing: those that may have another key
  next_e next_q;

  logic in_valid, in_ready, accept, out_valid, out_ready, taken, unwanted, word;
  logic [1:0][KeyBits-1:0] key;

  assign in_valid = flushing_q || (running_q && pause_q == 4'(Pause));
  assign accept = in_valid && in_ready;
  assign word = fresh_valid_i && fresh_ready_o;

  assign unwanted = !running_q || unwanted_q != '0;
  assign out_ready = unwanted || next_q != NextKeystream || keystream_take_i;
  assign taken = out_valid && out_ready;
  assign subkey_load_o = out_valid && !unwanted && next_q == NextSubkey;
  assign mask_load_o = out_valid && !unwanted && next_q == NextMask;
  assign keystream_valid_o = out_valid && !unwanted && next_q == NextKeystream;
  assign flushed_o = flushing_q && taken && dirty_q == '0;

  assign zero_o = zero_q;
  for (genvar i = 0; i < 4; i++) begin : gen_counter_byte
    assign counter_o[8*i+:8] = counter_q[8*(3-i)+:8];
  end

  assign inside_d = inside_q + 4'(accept) - 4'(taken);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      flushing_q <= 1'b1;
      inside_q <= '0;
      unwanted_q <= '0;
      dirty_q <= '0;
    end else begin
      running_q <= start_i || (running_q && !stop_i);
      flushing_q <= flush_i || (flushing_q && !flushed_o);
      inside_q <= inside_d;
      if (!running_q) unwanted_q <= inside_d;
      else if (taken && unwanted_q != '0) unwanted_q <= unwanted_q - 4'd1;
      if (flush_i) dirty_q <= inside_d;
      else if (taken && dirty_q != '0) dirty_q <= dirty_q - 4'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) pause_q <= 4'(Pause);
    else if (accept) pause_q <= '0;
    else if (word && pause_q != 4'(Pause)) pause_q <= pause_q + 4'd1;
    if (start_i) next_q <= NextSubkey;
    else if (subkey_load_o) next_q <= NextMask;
    else if (mask_load_o) next_q <= NextKeystream;
    if (start_i) begin
      zero_q <= 1'b1;
      counter_q <= 32'd1;
    end else if (accept) begin
      zero_q <= 1'b0;
      if (!zero_q) counter_q <= counter_q + 32'd1;
    end
  end

  for (genvar i = 0; i < KeyBits / 128; i++) begin : gen_key
    logic [1:0][127:0] part;

    roundel_masked_key #(
      .Width(128)
    ) u_key (
      .clk_i,
      .clear_i(clear_key_i),
      .load_i (load_key_i[i]),
      .data_i (key_i),
      .mask_i (word),
      .fresh_i(key_fresh_i[128*i+:128]),
      .key_o  (part)
    );

    assign key[0][128*i+:128] = part[0];
    assign key[1][128*i+:128] = part[1];
  end

  roundel_aes_masked_engine #(
    .KeyBits(KeyBits)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .in_valid_i (in_valid),
    .in_ready_o (in_ready),
    .in_block_i (block_i),
    .in_key_i   (key),
    .fresh_valid_i,
    .fresh_ready_o,
    .fresh_i,
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_block_o(result_o)
  );

endmodule
