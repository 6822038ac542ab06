// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs AES in counter mode as the third stream of roundel_groestl_rounds: makes the round keys on the fly and
// the counter blocks, and stores the keystream of one block of text until it is accepted. Columns = 8:
// AES-128, four AES blocks; Columns = 16: AES-256, eight. If the stored keystream is not accepted in time,
// the next one is made again.
//
// Schedule:   A round is a step of three cycles, one more keystream takes 10 steps (Columns = 16: 14).
//             start_i in cycle t; u is the first cycle from t+2 on with slot_i[2]; keystream_valid_o from
//             u+34 (u+46) on. In the step of the last round, slot_i[0] captures the last round key, restarts
//             the keys and chooses the next counter; slot_i[1] makes the addend of the blocks that start;
//             slot_i[2] captures the keystream.
// Interfaces: key, nonce and start from roundel_aes_groestl and its control; addend_o and mix_o to, slot_i
//             and shifted_i from roundel_groestl_rounds or roundel_aes_ctr_rounds; keystream to
//             roundel_aes_groestl_block.
// Bytes:      byte i of a key or counter block is bits [8i+:8]. The counter is the last 32 bits, big-endian.
// Reference:  FIPS 197 sections 5.1 and 5.2; RFC 3686.

module roundel_aes_ctr_stream
  import roundel_aes_pkg::*;
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  localparam int unsigned StateBits = Columns * ColumnBits,
  localparam int unsigned AesBlocks = Columns / 2,
  localparam int unsigned IndexBits = $clog2(AesBlocks)
) (
  input logic clk_i,
  input logic clear_i,      // stops the stream and clears all but the key and a valid last round key
  input logic clear_key_i,  // clears the key and the last round key

  input logic                 key_load_i,     // key_i holds the next 16 bytes of the key
  input logic [        127:0] key_i,          // 16 bytes of the key
  input logic                 nonce_load_i,   // nonce_i is loaded
  input logic [        127:0] nonce_i,        // the first counter block
  input logic                 start_i,        // the stream starts
  input logic [IndexBits-1:0] first_block_i,  // with start_i: the AES block whose counter is the nonce's

  input  logic [          2:0] slot_i,     // slot_o of the rounds: {AES, P, Q} in the last stage
  output logic                 mix_o,      // AES is between its first and its last round: MixColumns applies
  output logic [StateBits-1:0] addend_o,   // in AES's slot: round keys and new counter blocks; else zero
  input  logic [StateBits-1:0] shifted_i,  // in AES's slot: the state after SubBytes and ShiftRows

  output logic                 last_key_valid_o,     // last_round_key_o is valid
  output logic [        127:0] last_round_key_o,     // last round key, not yet added to keystream_o
  output logic                 keystream_valid_o,    // keystream_o is valid
  output logic [StateBits-1:0] keystream_o,          // in the order of the text, without last_round_key_o
  input  logic                 keystream_accepted_i  // the keystream is used: clear it
);

  localparam bit Aes256 = Columns == 16;  // AES-256
  localparam int unsigned LastRound = Aes256 ? 14 : 10;
  // The counters of the AES blocks share their upper bits, except for a carry out of the lower bits.
  localparam int unsigned UpperBits = 32 - IndexBits;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic counter_set_q, counter_valid_q;  // the start value of the counters is computed
  logic enable_q, run_q, last_round_q, capture_q, keystream_valid_q;
  logic [3:0] round_q;  // number of rounds that are complete in this step
  logic restart, advance, load_counters;

  assign restart = slot_i[0] && last_round_q;
  assign advance = counter_set_q || (restart && !keystream_valid_q);
  assign load_counters = enable_q && (!run_q || last_round_q);
  assign mix_o = run_q && !last_round_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      counter_set_q <= 1'b0;
      counter_valid_q <= 1'b0;
      enable_q <= 1'b0;
      run_q <= 1'b0;
      last_round_q <= 1'b0;
      capture_q <= 1'b0;
      round_q <= '0;
    end else begin
      counter_set_q   <= start_i;
      counter_valid_q <= counter_valid_q || counter_set_q;
      if (restart) capture_q <= !keystream_valid_q;
      if (slot_i[2]) begin
        enable_q <= counter_valid_q;
        if (enable_q) begin
          run_q   <= 1'b1;
          last_round_q  <= round_q == 4'(LastRound - 1);
          round_q <= !run_q || last_round_q ? 4'd1 : round_q + 4'd1;
        end
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Round keys (FIPS 197 section 5.2)
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] key_low_q, round_key_q, previous_key, key_high, next_round_key, last_round_key_q;
  logic [31:0] sub_word, temp_word;
  byte_t round_constant_q;
  logic restart_keys, step, rotate, key_high_next, last_key_valid_q;

  assign restart_keys = restart || (!run_q && !slot_i[2]);
  assign step   = slot_i[2] && enable_q;

  roundel_aes_sbox_cut #(
    .Lanes    (4),
    .CutScales(1'b1)
  ) u_sbox (
    .clk_i,
    .enable_i(1'b1),
    .data_i  (round_key_q[96+:32]),
    .data_o  (sub_word)
  );
  assign temp_word = rotate ? rotate_word(sub_word) ^ 32'(round_constant_q) : sub_word;

  next_words_t parts;
  roundel_aes_key_step u_step (
    .words_i     (previous_key),
    .sub_i       (temp_word),
    .load_i      (key_high_next),
    .load_words_i(key_high),
    .words_o     (next_round_key),
    .parts_o     (parts)
  );
  logic unused_parts;
  assign unused_parts = ^parts;

  if (Aes256) begin : gen_aes256
    logic [127:0] key_high_q, previous_key_q;
    logic first_step_q, rotate_q;
    always_ff @(posedge clk_i) begin
      if (clear_key_i) key_high_q <= '0;
      else if (key_load_i) key_high_q <= key_i;
      if (clear_i) begin
        previous_key_q <= '0;
        first_step_q <= 1'b1;
        rotate_q <= 1'b0;
      end else begin
        if (step) previous_key_q <= round_key_q;
        if (restart_keys) begin
          first_step_q <= 1'b1;
          rotate_q <= 1'b0;
        end else if (step) begin
          first_step_q <= 1'b0;
          rotate_q <= !rotate_q;
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (clear_key_i) key_low_q <= '0;
      else if (key_load_i) key_low_q <= key_high_q;
    end
    assign previous_key = previous_key_q;
    assign key_high = key_high_q;
    assign key_high_next = first_step_q;
    assign rotate = rotate_q;
  end else begin : gen_aes128
    always_ff @(posedge clk_i) begin
      if (clear_key_i) key_low_q <= '0;
      else if (key_load_i) key_low_q <= key_i;
    end
    assign previous_key = round_key_q;
    assign key_high = '0;
    assign key_high_next = 1'b0;
    assign rotate = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) round_key_q <= '0;
    else if (restart_keys) round_key_q <= key_low_q;
    else if (step) round_key_q <= next_round_key;
    if (clear_key_i) last_round_key_q <= '0;
    else if (restart) last_round_key_q <= round_key_q;
    last_key_valid_q <= !clear_key_i && (last_key_valid_q || restart);
    if (restart_keys) round_constant_q <= 8'h01;
    else if (step && rotate) round_constant_q <= xtime(round_constant_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Counter blocks
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [95:0] nonce_q;
  logic [IndexBits-1:0] low_q, low_set;
  logic [UpperBits-1:0] upper_q, upper_next_q, upper_next_d;  // upper_next_q is for blocks with a carry
  logic borrow;
  logic [127:0] counters[AesBlocks];

  function automatic logic [31:0] swap(logic [31:0] word);
    return {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  assign {borrow, low_set} = {1'b0, low_q} - {1'b0, first_block_i};
  // Adds one, or at the start subtracts the borrow. The choice does not depend on start_i, which is late.
  assign upper_next_d = upper_next_q + {UpperBits{borrow && !advance}} + UpperBits'(advance);

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      nonce_q <= '0;
      low_q <= '0;
      upper_q <= '0;
      upper_next_q <= '0;
    end else if (nonce_load_i) begin
      nonce_q <= nonce_i[95:0];
      {upper_next_q, low_q} <= swap(nonce_i[127:96]);
    end else begin
      if (start_i) low_q <= low_set;
      if (advance) upper_q <= upper_next_q;
      if (start_i || advance) upper_next_q <= upper_next_d;
    end
  end

  for (genvar index = 0; index < AesBlocks; index++) begin : gen_aes_block
    logic carry;
    logic [IndexBits-1:0] low;
    assign {carry, low}   = {1'b0, low_q} + (IndexBits + 1)'(index);
    assign counters[index] = {swap({carry ? upper_next_q : upper_q, low}), nonce_q};
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Addend to the rounds, keystream from the rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [StateBits-1:0] addend_d, addend_q, keystream_d, keystream_q;

  always_comb begin
    for (int unsigned index = 0; index < AesBlocks; index++) begin
      for (int unsigned i = 0; i < 16; i++) begin
        addend_d[8*aes_byte_index(index, i, Columns)+:8] = round_key_q[8*i+:8] ^
            (load_counters ? counters[index][8*i+:8] : '0);
        keystream_d[128*index+8*i+:8] = shifted_i[8*aes_byte_index(index, i, Columns)+:8];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || !slot_i[1] || !enable_q) addend_q <= '0;
    else addend_q <= addend_d;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i || keystream_accepted_i) begin
      keystream_valid_q   <= 1'b0;
      keystream_q <= '0;
    end else if (slot_i[2] && last_round_q && capture_q) begin
      keystream_valid_q   <= 1'b1;
      keystream_q <= keystream_d;
    end
  end

  assign addend_o = addend_q;
  assign last_key_valid_o = last_key_valid_q;
  assign last_round_key_o = last_round_key_q;
  assign keystream_valid_o = keystream_valid_q;
  assign keystream_o = keystream_q;

endmodule
