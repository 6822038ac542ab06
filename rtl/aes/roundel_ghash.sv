// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes GHASH: Y <- (Y + block) * H, Digit bits of the product in each cycle, most significant first.
//
// A block is a_i, b_i, their sum or zero. hash_o is the sum of the last block and the product before it; a
// block of zero therefore returns the hash. Only the presence of blocks controls the steps, not their value.
//
// Schedule:   Steps = ceil(129 / Digit) cycles for a product: 10 for 13 bits, 8 for 17 bits. The last cycle
//             of a product waits for the next block, which is added on its way into the multiplier. hash_o
//             is valid two cycles after its block is accepted, until the next block. Filling the tables with
//             a key takes 19 cycles; clearing H and the tables takes 18 cycles, also after a reset.
// Interfaces: key, blocks and clear_i from roundel_aes_gcm_hs or roundel_multi_aes_hs; hash_o to the same.
//             Each of clear_i, key_valid_i and clear_key_i starts another hash and does not keep hash_o.
//             While busy_o is high no block is accepted, and key_valid_i and clear_key_i must be low. In the
//             cycle of clear_i, key_valid_i or clear_key_i the port block_valid_i must be low.
// Bytes:      byte k of a block is bits [8k+:8]; roundel_ghash_pkg has the order of the coefficients.
// Reference:  SP 800-38D section 6.4.

module roundel_ghash
  import roundel_ghash_pkg::*;
#(
  parameter int unsigned Digit = 13
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic         key_valid_i,  // key_i is a new subkey H: the tables are filled
  input  logic [127:0] key_i,        // the subkey H
  input  logic         clear_key_i,  // H and the tables are cleared
  output logic         busy_o,       // the tables are being filled or cleared

  input  logic         clear_i,        // starts another hash under the same subkey
  input  logic         block_valid_i,  // a block is offered
  output logic         block_ready_o,  // the block is accepted if it is offered
  output logic         ready_next_o,   // block_ready_o in the next cycle
  input  logic [127:0] a_present_i,    // mask of the bits of a_i that belong to the block
  input  logic [127:0] a_i,            // first addend of the block
  input  logic         b_present_i,    // b_i belongs to the block
  input  logic [127:0] b_i,            // second addend of the block
  output logic [127:0] hash_o          // sum of the last block and the product before it
);

  if (Digit % 4 != 1 || Digit < 5 || Digit > 33) begin : gen_bad_digit
    $fatal(1, "%m: Digit is %0d, expected 4 * n + 1 from 5 to 33", Digit);
  end

  // A digit is 4 * Tables bits that select multiples of H in LUT RAM, and one more bit. Table k contains
  // n -> sum of n_j * U / x^(Tables - k + Tables * j), U = H * x^(Digit - Spare). The lowest bit of a digit
  // is used in the next cycle, where it gates U itself. The last digit has no such bit, because the Spare
  // lowest bits of all digits are zero.
  localparam int unsigned Tables = Digit / 4;
  localparam int unsigned Steps = (128 + Digit) / Digit;
  localparam int unsigned Spare = Steps * Digit - 128;
  localparam int unsigned Halves = 2;  // copies of the digit, each for its part of the tables

  typedef logic [Digit-1:0] digit_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Steps
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [Steps-1:0] step_q, step_d;  // one-hot: the current digit
  logic in_fire_q, in_fire, last, advance, clear, ready_q, ready_d;
  logic fill_q, fill_d, clear_key_q, busy_q, busy_d, work_q;
  logic clear_q;  // clear of the cycle before; what is cleared by it is not used in this cycle

  assign clear = clear_i || key_valid_i || clear_key_i;
  assign last = step_q[Steps-1];
  assign advance = !last || in_fire_q;
  assign block_ready_o = ready_q;
  assign in_fire = ready_q && block_valid_i;

  always_comb begin
    step_d = step_q;
    if (clear) step_d = Steps'(1) << (Steps - 1);
    else if (advance) step_d = {step_q[Steps-2:0], in_fire_q};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) step_q <= Steps'(1) << (Steps - 1);
    else step_q <= step_d;
  end
  always_ff @(posedge clk_i) clear_q <= clear;
  // The digits are at work: fill_q, fill_q1 or advance, known one cycle early.
  always_ff @(posedge clk_i) begin
    work_q <= !rst_ni || fill_d || fill_q || !step_d[Steps-1] || in_fire;
  end
  // A block is accepted in the last step but one, or while the last step waits for one. This is known one
  // cycle early, because the sources of blocks decide by it.
  assign ready_d = (step_d[Steps-2] || (step_d[Steps-1] && !in_fire)) && !busy_d;
  assign ready_next_o = rst_ni && ready_d;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      in_fire_q <= 1'b0;
      ready_q <= 1'b0;
    end else begin
      in_fire_q <= in_fire;
      ready_q <= ready_d;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block: in its registers for one cycle, the one in which it is added; zero in all others
  //////////////////////////////////////////////////////////////////////////////////////////////////

  poly_t a_q, b_q;
  poly_t a, a_present;

  assign a = swap(a_i);
  assign a_present = swap(a_present_i);

  for (genvar i = 0; i < 128; i++) begin : gen_a
    always_ff @(posedge clk_i) begin
      if (!(in_fire && a_present[i])) a_q[i] <= '0;
      else a_q[i] <= a[i];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!(in_fire && b_present_i)) b_q <= '0;
    else b_q <= swap(b_i);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Filling and clearing the tables: word n from word n / 2
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] word_q;  // number of the word whose digit is loaded
  logic [1:0] again_q;
  logic fill_q1, fill_q2;
  logic [3:0] word_q1, word_q2;

  // Word 1 is written three times: digits of an earlier block may still be in the pipeline, and word 2 needs
  // word 1.
  assign fill_d = key_valid_i || clear_key_i || (fill_q && word_q != '1);
  assign busy_d = fill_d || fill_q || fill_q1;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fill_q <= 1'b1;
      fill_q1 <= 1'b0;
      fill_q2 <= 1'b0;
      busy_q <= 1'b1;
      clear_key_q <= 1'b1;
      again_q <= '0;
    end else begin
      fill_q <= fill_d;
      fill_q1 <= fill_q;
      fill_q2 <= fill_q1;
      busy_q <= busy_d;
      again_q <= {again_q[0], key_valid_i};
      if (key_valid_i || clear_key_i) clear_key_q <= clear_key_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key_i) word_q <= '0;
    else if (key_valid_i) word_q <= 4'd1;
    else if (again_q == '0) word_q <= word_q + 4'd1;
    word_q1 <= word_q;
    word_q2 <= word_q1;
  end

  assign busy_o = busy_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Product
  //////////////////////////////////////////////////////////////////////////////////////////////////

  poly_t u_q, gated_u_q;  // H * x^(Digit - Spare)
  poly_t sum_q, sum_d;
  poly_t operand_q;  // the operand of the product
  poly_t looked_up[Tables];
  digit_t digit_d, next_digit;
  digit_t digit_q[Halves];
  logic gate_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key_i) u_q <= '0;
    else if (key_valid_i) u_q <= times(swap(key_i), Digit - Spare);
  end

  assign gate_d = fill_q ? word_q[0] : digit_q[0][0];
  always_ff @(posedge clk_i) begin
    if ((clear_q && !fill_q) || (work_q && !gate_d)) gated_u_q <= '0;
    else if (work_q) gated_u_q <= u_q;
  end

  // First the terms from registers, then the words from the tables: one LUT after the tables.
  localparam int unsigned Sums = (Tables + 2) / 3;
  poly_t sum[Sums+1];

  // sum_q * x^Digit, at one LUT a bit: x^128 = x^7 + x^2 + x + 1 for the Digit bits that are shifted out.
  localparam int unsigned Folded = Digit + 7;
  logic [Folded-1:0] fold[4];
  logic [Digit-1:0] shifted_out;
  poly_t product;

  assign shifted_out = sum_q[127-:Digit];
  assign fold[0] = {sum_q[6:0], shifted_out};
  assign fold[1] = Folded'(shifted_out) << 1;
  assign fold[2] = Folded'(shifted_out) << 2;
  assign fold[3] = Folded'(shifted_out) << 7;

  roundel_keep_xor #(
    .Width(Folded),
    .Terms(4)
  ) u_fold (
    .data_i(fold),
    .data_o(product[Folded-1:0])
  );
  assign product[127:Folded] = sum_q[127-Digit:7];

  roundel_keep_xor #(
    .Width(128),
    .Terms(4)
  ) u_early (
    .data_i('{product, gated_u_q, a_q, b_q}),
    .data_o(sum[0])
  );

  for (genvar i = 0; i < Sums; i++) begin : gen_sum
    localparam int unsigned NumTerms = (Tables - 3 * i >= 3) ? 3 : Tables - 3 * i;
    poly_t terms[NumTerms+1];
    assign terms[NumTerms] = sum[i];
    for (genvar k = 0; k < NumTerms; k++) begin : gen_term
      assign terms[k] = looked_up[3*i+k];
    end

    roundel_keep_xor #(
      .Width(128),
      .Terms(NumTerms + 1)
    ) u_late (
      .data_i(terms),
      .data_o(sum[i+1])
    );
  end
  assign sum_d = sum[Sums];

  always_ff @(posedge clk_i) begin
    if (clear_q || in_fire_q || fill_q1) sum_q <= '0;
    else if (!last) sum_q <= sum_d;
  end
  always_ff @(posedge clk_i) begin
    if (clear || (fill_q1 && clear_key_q)) operand_q <= '0;
    else if (in_fire_q || fill_q1) operand_q <= sum_d;
  end
  assign hash_o = swap(operand_q);

  // Digits of the operand. The digit of step 1 must be ready at the same time as the operand. Each later one
  // is gated by the clear of a register, one cycle before it is the digit; from step 4 on two cycles before
  // it, because the sum of these digits is a register, too.
  localparam int unsigned FirstSummed = 4;
  digit_t part[Steps];  // of sum_d
  digit_t operand_digit[Steps];
  digit_t second_q;
  digit_t later_q[Steps];
  digit_t late_sum_q, late_sum_d;

  always_comb begin
    for (int unsigned i = 0; i < Steps; i++) begin
      for (int unsigned d = 0; d < Digit; d++) begin
        automatic int unsigned place = Digit * (Steps - 1 - i) + d;
        part[i][d] = place < Spare ? 1'b0 : sum_d[(place-Spare)%128];
        operand_digit[i][d] = place < Spare ? 1'b0 : operand_q[(place-Spare)%128];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!in_fire_q) second_q <= '0;
    else second_q <= part[1];
  end
  for (genvar i = 2; i < Steps; i++) begin : gen_later
    localparam int unsigned Gate = i < FirstSummed ? i - 2 : i - 3;

    always_ff @(posedge clk_i) begin
      if (!step_q[Gate]) later_q[i] <= '0;
      else later_q[i] <= operand_digit[i];
    end
  end

  always_comb begin
    late_sum_d = '0;
    for (int unsigned i = FirstSummed; i < Steps; i++) late_sum_d ^= later_q[i];
  end
  always_ff @(posedge clk_i) begin
    if (clear || clear_q) late_sum_q <= '0;
    else late_sum_q <= late_sum_d;
  end

  always_comb begin
    next_digit = second_q ^ late_sum_q;
    for (int unsigned i = 2; i < FirstSummed; i++) next_digit ^= later_q[i];
    for (int unsigned j = 0; j < 3; j++) begin
      if (fill_q) next_digit[place_of(0, j)] ^= word_q[j+1];
    end
  end

  roundel_ghash_first_digit #(
    .Width(Digit)
  ) u_first_digit (
    .first_valid_i(in_fire_q),
    .first_i      (part[0]),
    .next_i       (next_digit),
    .digit_o      (digit_d)
  );

  // Position in a digit of bit j of the address of table k.
  function automatic int unsigned place_of(int unsigned k, int unsigned j);
    return Digit - (Tables - k) - Tables * j;
  endfunction

  poly_t word[Tables];  // written
  for (genvar k = 0; k < Tables; k++) begin : gen_word
    assign word[k] = over(operand_q, Tables - k);
  end

  for (genvar h = 0; h < Halves; h++) begin : gen_half
    localparam int unsigned Width = 128 / Halves;

    roundel_keep_register #(
      .Width(Digit)
    ) u_digit (
      .clk_i,
      .clear_i (clear_q && !fill_q),
      .enable_i(work_q),
      .data_i  (digit_d),
      .data_o  (digit_q[h])
    );

    for (genvar k = 0; k < Tables; k++) begin : gen_table
      logic [3:0] address;
      always_comb begin
        for (int unsigned j = 0; j < 4; j++) address[j] = digit_q[h][place_of(k, j)];
      end

      roundel_ghash_table #(
        .Width(Width)
      ) u_table (
        .clk_i,
        .write_i        (fill_q2),
        .write_address_i(word_q2),
        .data_i         (word[k][Width*h+:Width]),
        .address_i      (address),
        .data_o         (looked_up[k][Width*h+:Width])
      );
    end
  end

endmodule
