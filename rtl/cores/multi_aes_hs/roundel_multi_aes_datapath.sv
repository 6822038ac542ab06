// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Two lanes of AES in lockstep, one round a cycle. With wide_i they are one 256-bit Rijndael: ShiftRows runs
// over both, and each lane has its own half of the round keys. The word is the sum of last layer, last round
// key, text and XOR operand: registers that are zero where they are not needed, so no multiplexer is before
// or after the rounds.
//
// Schedule:   a batch of R rounds (10, or 14 with key_256bit_i); begin_o is cycle 0. Cycle 0: the word is the
//             input. Cycles 1 to R: rounds: MixColumns of the last layer (in cycle 1 the word instead), round
//             key, S-boxes. Cycle R+1: the word is the result, for one cycle. A batch may begin in cycle R of
//             the one before (R cycles a batch), or from cycle R+2.
//             With feedback_i the result is part of the next input. For AES (lane A) it is added after the
//             S-boxes of cycle R, to a word that has the last round key: R cycles a block. For Rijndael, or a
//             later batch, it is kept until the next batch begins (its word then includes it) or release_i:
//             R+1 cycles a block.
//             retire_o: the word is the result in this cycle; word_o has it from the next.
// Interfaces: control from roundel_multi_aes_control, text_i from roundel_multi_aes_hs, xor_operand_i from
//             roundel_multi_aes_xor_operand; word_o to roundel_multi_aes_output.
// Reference:  FIPS 197 section 5.1

module roundel_multi_aes_datapath
  import roundel_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic wide_i,        // the lanes are one 256-bit Rijndael
  input logic key_256bit_i,  // 14 rounds: AES-256 or Rijndael

  input  logic         key_load_i,         // load_i of roundel_multi_aes_schedule
  input  logic         key_restart_i,      // restart_i of roundel_multi_aes_schedule
  input  logic         key_expand_i,       // expand_i of roundel_multi_aes_schedule
  output logic         key_busy_o,         // the key is being expanded
  input  logic         wide_load_i,        // wide_load_i of roundel_multi_aes_schedule
  output logic         wide_can_accept_o,  // a Rijndael key can be loaded
  input  logic [127:0] bus_i,              // row of a key

  input  logic start_i,        // a batch may begin in the next cycle
  output logic begin_early_o,  // a batch begins in the next cycle
  output logic begin_o,        // cycle 0 of a batch
  input  logic feedback_i,     // the result is part of the next input
  input  logic release_i,      // the kept result leaves without a next batch
  output logic last_round_o,   // cycle R of a batch
  output logic result_o,       // cycle R+1 of a batch, until retire_o
  output logic retire_o,       // the word is the result, and leaves
  output logic idle_o,         // no batch is in the lanes

  input  logic [255:0] text_i,           // text
  input  logic         text_at_begin_i,  // text is part of the input
  input  logic         text_at_end_i,    // text is part of the result
  input  logic [255:0] xor_operand_i,    // XOR operand
  input  logic         xor_at_begin_i,   // the XOR operand is part of the input
  input  logic         xor_at_end_i,     // the XOR operand is part of the result
  input  logic         word_clear_i,     // word_o becomes zero
  output logic [255:0] word_o            // the last result, lane A in bits [127:0]
);

  typedef logic [3:0] row_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic begin_d, begin_q, run_d, run_q, last_round_d, last_round_q, last_round_early_d, last_round_early_q;
  logic result_q, retire, clear_mix_q;
  logic idle, odd_q, chain_d, chain_q;
  row_t rounds, row_d, row_q, read_row_d, read_row[2];

  assign rounds = key_256bit_i ? 4'd14 : 4'd10;
  assign idle = !run_q && !begin_q;
  assign begin_d = start_i && !begin_q &&
      (!run_q || (feedback_i && last_round_q) || (!wide_i && last_round_early_q));
  assign chain_d = start_i && last_round_early_q && feedback_i && !wide_i;
  assign run_d = begin_q || (run_q && !last_round_q);
  assign row_d = begin_q ? row_t'(1) : row_q + row_t'(1);
  assign last_round_d = run_d && row_d == rounds;
  assign last_round_early_d = run_d && row_d == rounds - row_t'(1);
  assign retire = result_q && (!feedback_i || begin_q || release_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      begin_q <= 1'b0;
      run_q <= 1'b0;
      last_round_q <= 1'b0;
      last_round_early_q <= 1'b0;
      result_q <= 1'b0;
      chain_q <= 1'b0;
      clear_mix_q <= 1'b1;
    end else begin
      begin_q <= begin_d;
      run_q <= run_d;
      last_round_q <= last_round_d;
      last_round_early_q <= last_round_early_d;
      result_q <= (last_round_q && !chain_q) || (result_q && !retire);
      chain_q <= chain_d;
      clear_mix_q <= begin_d || !run_d;
    end
  end
  always_ff @(posedge clk_i) begin
    row_q <= row_d;
  end
  // Selects one of the two blocks of round keys for a Rijndael batch.
  always_ff @(posedge clk_i) begin
    if (!wide_i) odd_q <= 1'b0;
    else odd_q <= odd_q ^ last_round_q;
  end

  always_comb begin
    read_row_d = begin_d ? '0 : row_d;
    if (wide_i) read_row_d[3] = odd_q ^ last_round_q;
  end
  for (genvar i = 0; i < 2; i++) begin : gen_read_row
    roundel_keep_register #(
      .Width(4)
    ) u_read_row (
      .clk_i,
      .clear_i (1'b0),
      .enable_i(1'b1),
      .data_i  (read_row_d),
      .data_o  (read_row[i])
    );
  end

  assign begin_early_o = begin_d;
  assign begin_o       = begin_q;
  assign last_round_o  = last_round_q;
  assign result_o      = result_q;
  assign retire_o      = retire;
  assign idle_o        = idle && !result_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Layers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [255:0] key, last_key, mix_q, in_q, state, sub, wide_shifted, shifted;
  logic [127:0] narrow_shifted[2];
  logic [255:0] sub_q, last_key_q, text_q, xor_operand_q, word, word_q;

  roundel_multi_aes_schedule u_schedule (
    .clk_i,
    .rst_ni,
    .wide_i,
    .key_256bit_i,
    .bus_i,
    .load_i     (key_load_i),
    .restart_i  (key_restart_i),
    .expand_i   (key_expand_i),
    .expanding_o(key_busy_o),
    .wide_load_i,
    .wide_can_accept_o,
    .read_row_i (read_row),
    .key_o      (key),
    .last_key_o (last_key)
  );

  for (genvar c = 0; c < 8; c++) begin : gen_column
    roundel_aes_mix_column u_mix_column (
      .column_i(mix_q[32*c+:32]),
      .key_i   (key[32*c+:32]),
      .addend_i(in_q[32*c+:32]),
      .column_o(state[32*c+:32])
    );
  end

  roundel_aes_sbox #(
    .Lanes(32)
  ) u_sbox (
    .data_i(state),
    .data_o(sub)
  );

  for (genvar i = 0; i < 2; i++) begin : gen_lane
    roundel_aes_shift_rows #(
      .Columns(4)
    ) u_shift_rows (
      .state_i(sub[128*i+:128]),
      .state_o(narrow_shifted[i])
    );
  end

  roundel_aes_shift_rows #(
    .Columns(8)
  ) u_wide_shift_rows (
    .state_i(sub),
    .state_o(wide_shifted)
  );

  assign shifted = wide_i ? wide_shifted : {narrow_shifted[1], narrow_shifted[0]};

  always_ff @(posedge clk_i) begin
    if (clear_mix_q) mix_q <= '0;
    else mix_q <= shifted;
  end
  always_ff @(posedge clk_i) begin
    if (!begin_q) in_q <= '0;
    else in_q <= word ^ {128'd0, narrow_shifted[0] & {128{chain_q}}};
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The word
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic clear_last, load_text, load_xor_operand;

  assign clear_last = retire || chain_q || !rst_ni;
  assign load_text = (begin_d && text_at_begin_i) || (last_round_q && text_at_end_i);
  assign load_xor_operand = rst_ni && ((begin_d && xor_at_begin_i) || (last_round_q && xor_at_end_i));

  always_ff @(posedge clk_i) begin
    if (clear_last) sub_q <= '0;
    else if (last_round_q) sub_q <= shifted;
  end
  always_ff @(posedge clk_i) begin
    if (clear_last) last_key_q <= '0;
    else if (last_round_q || chain_d) last_key_q <= last_key;
  end
  always_ff @(posedge clk_i) begin
    if (!load_text) text_q <= '0;
    else text_q <= text_i;
  end
  always_ff @(posedge clk_i) begin
    if (!load_xor_operand && (begin_q || clear_last)) xor_operand_q <= '0;
    else if (load_xor_operand) xor_operand_q <= xor_operand_i;
  end

  roundel_keep_xor #(
    .Width(256),
    .Terms(4)
  ) u_word (
    .data_i('{sub_q, last_key_q, text_q, xor_operand_q}),
    .data_o(word)
  );

  always_ff @(posedge clk_i) begin
    if (word_clear_i) word_q <= '0;
    else if (retire) word_q <= word;
  end
  assign word_o = word_q;

endmodule
