// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes GHASH with one 32-bit word and one 8-bit digit per cycle: Y <- (Y + block) * H.
// A pass is four cycles, one per word, least significant word first: Z <- Z x^8 + digit * H. A product is 16
// passes, most significant digit first. Z and the operand A rotate in rings of four words.
//   load  is the 16th pass of the previous product. Each of its words is added to the word of the next block
//         that is on word_i in that cycle; the sum becomes A. Then 15 passes run without further control.
//   send  outputs the hash, after a load of zeros and its 15 passes: A is rotated once.
// load, send and subkey (word_i is a word of H) are held for four cycles, from ready_o on. clear with load
// discards the previous value. stop ends any operation in progress.
//
// Schedule:   64 cycles per block: 4 of load, then 60 with ready_o low. send in cycles t to t+3: word_o is a
//             word of the hash in t+1 to t+4, and zero otherwise. subkey: 4 cycles.
// Interfaces: ghash_i from roundel_aes_la_steps; word_i from roundel_aes_la_words, word_o to it; ready_o to
//             roundel_aes_la_control and roundel_aes_la_steps.
// Bytes:      byte 0 of a word is [7:0]; bit 7 of byte 0 of a block is the coefficient of x^0.
// Reference:  SP 800-38D sections 6.3 and 6.4.

module roundel_aes_la_ghash
  import roundel_aes_la_pkg::*;
(
  input logic clk_i,

  input  ghash_t      ghash_i,  // operations, see the header
  input  logic [31:0] word_i,  // word of the next block, or of H
  output logic [31:0] word_o,  // word of the hash; zero when none is sent
  output logic        ready_o  // 15 passes are done: load, send or subkey may begin
);

  localparam logic [3:0] LastPass = 4'd15;

  // Reverses the bits of each byte: from a word of a block to a word of a polynomial, and back.
  function automatic logic [31:0] reverse_bits(logic [31:0] word);
    reverse_bits = (word & 32'h0f0f0f0f) << 4 | (word >> 4) & 32'h0f0f0f0f;
    reverse_bits = (reverse_bits & 32'h33333333) << 2 | (reverse_bits >> 2) & 32'h33333333;
    reverse_bits = (reverse_bits & 32'h55555555) << 1 | (reverse_bits >> 1) & 32'h55555555;
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Passes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] phase_q;
  logic [3:0] pass_q;
  logic run, first, last;

  assign ready_o = pass_q == LastPass;
  assign run = !ready_o || ghash_i.load || ghash_i.send || ghash_i.subkey;
  assign first = phase_q == 2'd0;
  assign last = phase_q == 2'd3;

  always_ff @(posedge clk_i) begin
    if (ghash_i.stop) phase_q <= '0;
    else if (run) phase_q <= phase_q + 2'd1;
  end
  always_ff @(posedge clk_i) begin
    if (ghash_i.stop || ghash_i.clear) pass_q <= LastPass;
    else if (run && last && !ghash_i.send && !ghash_i.subkey) pass_q <= ghash_i.load ? '0 : pass_q + 4'd1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Digit times word
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [31:0] keys_q[4], key;
  logic [7:0] digit_q;
  logic [38:0] product;

  always_ff @(posedge clk_i) begin
    if (ghash_i.subkey) keys_q[phase_q] <= reverse_bits(word_i);
  end
  assign key = keys_q[phase_q];

  always_comb begin
    product = '0;
    for (int unsigned i = 0; i < 8; i++) product ^= (39'(key) & {39{digit_q[i]}}) << i;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rings
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The 8 bits that pass x^128 in a pass are reduced modulo the polynomial of the field and added to the
  // first word of the next pass. After the last pass they are added to A instead, and rotate with it.
  logic [31:0] sum_q[4], sum, operand_q[4], operand, folded;
  logic [7:0] overflow, carry_q, rotated_q;
  logic [14:0] fold_q;  // reduced bits that passed x^128 in the previous pass
  logic in_operand;  // fold_q is added to the operand, not to the sum

  assign overflow = sum_q[0][31:24] ^ {1'b0, product[38:32]};
  assign in_operand = pass_q == '0;
  assign folded = {9'd0, fold_q, 8'd0};

  assign sum = {sum_q[0][23:0], carry_q} ^ product[31:0] ^ (in_operand ? '0 : folded);

  always_comb begin
    if (ghash_i.load) operand = sum ^ reverse_bits(word_i);
    else operand = {operand_q[0][23:0], first ? digit_q : rotated_q} ^ (in_operand ? folded : '0);
  end

  always_ff @(posedge clk_i) begin
    if (run) begin
      sum_q[0] <= sum_q[1];
      sum_q[2] <= sum_q[3];
      operand_q[0] <= operand_q[1];
      operand_q[2] <= operand_q[3];
      operand_q[3] <= operand;
      rotated_q <= operand_q[0][31:24];
    end
  end
  always_ff @(posedge clk_i) begin
    if (ghash_i.load) sum_q[3] <= '0;
    else if (run) sum_q[3] <= sum;
  end
  // A clear inside the ring keeps the ring in flip-flops, which cost less than shift registers.
  always_ff @(posedge clk_i) begin
    if (ghash_i.clear) {sum_q[1], operand_q[1]} <= '0;
    else if (run) {sum_q[1], operand_q[1]} <= {sum_q[2], operand_q[2]};
  end
  always_ff @(posedge clk_i) begin
    if (ghash_i.clear) digit_q <= '0;
    else if (run && last) digit_q <= operand[31:24];
  end

  always_ff @(posedge clk_i) begin
    if (ghash_i.clear || (run && last)) carry_q <= '0;
    else if (run) carry_q <= overflow;
  end
  // x^128 = x^7 + x^2 + x + 1.
  always_ff @(posedge clk_i) begin
    if (ghash_i.clear || (run && !last)) fold_q <= '0;
    else if (run)
      fold_q <= {overflow, 7'd0} ^ {5'd0, overflow, 2'd0} ^ {6'd0, overflow, 1'b0} ^ {7'd0, overflow};
  end

  always_ff @(posedge clk_i) begin
    if (!ghash_i.send) word_o <= '0;
    else word_o <= reverse_bits(operand);
  end

endmodule
