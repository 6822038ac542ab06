// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// GHASH (SP 800-38D section 6.4) a word of 32 bits and a digit of 8 bits a cycle: Y <- (Y + block) * H in 64
// cycles, from the most significant digit on.
//
// A pass is four cycles, one for each word, the least significant first: Z <- Z x^8 + digit * H. Z and the
// operand A go round in rings of four words. A turns by a digit a pass, so that the next one stands on top.
// Sixteen passes are a product:
//   load  the 16th pass of the product before: each of its words is added to the word of the next block
//         that is on word_i in that cycle, and becomes A. Then 15 passes by itself; ready_o comes again when
//         they are done. 4 + 60 cycles.
//   give  behind a load of zeros and its 15 passes: A, turned once round, is the hash, a word on word_o in
//         each of the cycles behind the four.
// What goes over x^128 in a pass, 8 bits, is taken modulo the field's polynomial into the first word of the
// next one; behind the last pass it goes into A instead, where it turns with it.
//
// load, give and key (word_i is a word of H) are held for four cycles, from ready_o on; clear with load drops
// what was before. stop ends whatever is under way.

module roundel_aes_la_ghash
  import roundel_aes_la_pkg::*;
(
  input logic clk_i,

  input  hash_t       hash_i,
  input  logic [31:0] word_i,
  output logic [31:0] word_o,
  output logic        ready_o
);

  localparam logic [3:0] LastPass = 4'd15;

  // The bits of each byte in the other order: from a word of a block to one of a polynomial, and back.
  function automatic logic [31:0] turn(logic [31:0] word);
    for (int unsigned i = 0; i < 32; i++) turn[i] = word[(i/8)*8+7-i%8];
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Passes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] phase_q;
  logic [3:0] pass_q;
  logic run, first, last;

  assign ready_o = pass_q == LastPass;
  assign run = !ready_o || hash_i.load || hash_i.give || hash_i.key;
  assign first = phase_q == 2'd0;
  assign last = phase_q == 2'd3;

  always_ff @(posedge clk_i) begin
    if (hash_i.stop) phase_q <= '0;
    else if (run) phase_q <= phase_q + 2'd1;
  end
  always_ff @(posedge clk_i) begin
    if (hash_i.stop || hash_i.clear) pass_q <= LastPass;
    else if (run && last && !hash_i.give && !hash_i.key) pass_q <= hash_i.load ? '0 : pass_q + 4'd1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Digit times word
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [31:0] keys_q[4], key;
  logic [7:0] digit_q;
  logic [38:0] product;

  always_ff @(posedge clk_i) begin
    if (hash_i.key) keys_q[phase_q] <= turn(word_i);
  end
  assign key = keys_q[phase_q];

  always_comb begin
    for (int unsigned k = 0; k < 39; k++) begin
      product[k] = 1'b0;
      for (int unsigned i = 0; i < 8; i++) begin
        if (k >= i && k < i + 32) product[k] ^= digit_q[i] & key[(k-i)%32];
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rings
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [31:0] sum_q[4], sum, operand_q[4], operand, folded;
  logic [7:0] over, carry_q, turned_q;
  logic [14:0] fold_q;  // of what went over in the last pass
  logic in_operand;  // it belongs there

  assign over = sum_q[0][31:24] ^ {1'b0, product[38:32]};
  assign in_operand = pass_q == '0;
  assign folded = {9'd0, fold_q, 8'd0};

  assign sum = {sum_q[0][23:0], carry_q} ^ product[31:0] ^ (in_operand ? '0 : folded);

  always_comb begin
    if (hash_i.load) operand = sum ^ turn(word_i);
    else operand = {operand_q[0][23:0], first ? digit_q : turned_q} ^ (in_operand ? folded : '0);
  end

  always_ff @(posedge clk_i) begin
    if (run) begin
      sum_q[0] <= sum_q[1];
      sum_q[2] <= sum_q[3];
      operand_q[0] <= operand_q[1];
      operand_q[2] <= operand_q[3];
      operand_q[3] <= operand;
      turned_q <= operand_q[0][31:24];
    end
  end
  always_ff @(posedge clk_i) begin
    if (hash_i.load) sum_q[3] <= '0;
    else if (run) sum_q[3] <= sum;
  end
  // A clear in the ring keeps it in flip-flops, which cost less than shift registers.
  always_ff @(posedge clk_i) begin
    if (hash_i.clear) {sum_q[1], operand_q[1]} <= '0;
    else if (run) {sum_q[1], operand_q[1]} <= {sum_q[2], operand_q[2]};
  end
  always_ff @(posedge clk_i) begin
    if (hash_i.clear) digit_q <= '0;
    else if (run && last) digit_q <= operand[31:24];
  end

  always_ff @(posedge clk_i) begin
    if (hash_i.clear || (run && last)) carry_q <= '0;
    else if (run) carry_q <= over;
  end
  // x^128 = x^7 + x^2 + x + 1.
  always_ff @(posedge clk_i) begin
    if (hash_i.clear || (run && !last)) fold_q <= '0;
    else if (run) fold_q <= {over, 7'd0} ^ {5'd0, over, 2'd0} ^ {6'd0, over, 1'b0} ^ {7'd0, over};
  end

  always_ff @(posedge clk_i) begin
    if (!hash_i.give) word_o <= '0;
    else word_o <= turn(operand);
  end

endmodule
