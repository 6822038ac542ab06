// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The sum of the shares of roundel_masked_aes_sbox's result is figure 7 of FIPS 197 of the byte that entered
// eight cycles before, for any shares, and for any multipliers that keep dom_multiply_contract. The sums of
// the shares in each stage are proved along with it, so that a step of induction has one multiplication.
// The enable is high; it stops all registers alike.

module masked_aes_sbox_check
  import roundel_masked_field_pkg::*;
(
  input logic clk_i,

  input logic [1:0][7:0] data_i,
  input logic [17:0]     fresh_i
);

  localparam int unsigned Latency = 8;

  logic [1:0][7:0] result;
  logic [7:0] past_q[Latency+1];
  logic [Latency:0] seen_q = '0;

  roundel_masked_aes_sbox u_dut (
    .clk_i,
    .enable_i(1'b1),
    .data_i,
    .fresh_i,
    .data_o  (result)
  );

  assign past_q[0] = data_i[0] ^ data_i[1];
  assign seen_q[0] = 1'b1;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 1; i <= Latency; i++) begin
      past_q[i] <= past_q[i-1];
      seen_q[i] <= seen_q[i-1];
    end
  end

  dom_multiply_contract #(
    .Width (4),
    .Assume(1'b1)
  ) u_norm (
    .clk_i,
    .enable_i(1'b1),
    .a_i     (u_dut.u_norm.a_i),
    .b_i     (u_dut.u_norm.b_i),
    .addend_i(u_dut.u_norm.addend_i),
    .result_i(u_dut.norm)
  );

  dom_multiply_contract #(
    .Width (2),
    .Assume(1'b1)
  ) u_norm4 (
    .clk_i,
    .enable_i(1'b1),
    .a_i     (u_dut.u_norm4.a_i),
    .b_i     (u_dut.u_norm4.b_i),
    .addend_i(u_dut.u_norm4.addend_i),
    .result_i(u_dut.norm4)
  );

  dom_multiply_contract #(
    .Width (2),
    .Assume(1'b1)
  ) u_upper (
    .clk_i,
    .enable_i(1'b1),
    .a_i     (u_dut.u_upper.a_i),
    .b_i     (u_dut.u_upper.b_i),
    .addend_i(u_dut.u_upper.addend_i),
    .result_i(u_dut.upper)
  );

  dom_multiply_contract #(
    .Width (2),
    .Assume(1'b1)
  ) u_lower (
    .clk_i,
    .enable_i(1'b1),
    .a_i     (u_dut.u_lower.a_i),
    .b_i     (u_dut.u_lower.b_i),
    .addend_i(u_dut.u_lower.addend_i),
    .result_i(u_dut.lower)
  );

  dom_multiply_contract #(
    .Width (4),
    .Assume(1'b1)
  ) u_product_high (
    .clk_i,
    .enable_i(1'b1),
    .a_i     (u_dut.u_product_high.a_i),
    .b_i     (u_dut.u_product_high.b_i),
    .addend_i(u_dut.u_product_high.addend_i),
    .result_i(u_dut.product_high)
  );

  dom_multiply_contract #(
    .Width (4),
    .Assume(1'b1)
  ) u_product_low (
    .clk_i,
    .enable_i(1'b1),
    .a_i     (u_dut.u_product_low.a_i),
    .b_i     (u_dut.u_product_low.b_i),
    .addend_i(u_dut.u_product_low.addend_i),
    .result_i(u_dut.product_low)
  );

  // What the stages have for a byte: its halves in the tower field, its norm n, the norm of n, 1/n.
  logic [3:0] high[Latency+1];
  logic [3:0] low[Latency+1];
  logic [3:0] norm[Latency+1];
  logic [1:0] norm4[Latency+1];
  logic [3:0] inverse[Latency+1];

  for (genvar i = 0; i <= Latency; i++) begin : gen_value
    assign {high[i], low[i]} = to_tower(past_q[i]);
    assign norm[i] = norm_squares(high[i], low[i]) ^ multiply16(high[i], low[i]);
    assign norm4[i] = norm_squares4(norm[i][3:2], norm[i][1:0]) ^ multiply4(norm[i][3:2], norm[i][1:0]);
    assign inverse[i] = {
      multiply4(norm[i][3:2], inverse4(norm4[i])),
      multiply4(norm[i][3:2] ^ norm[i][1:0], inverse4(norm4[i]))
    };
  end

  for (genvar i = 0; i < 7; i++) begin : gen_kept
    always_comb begin
      if (seen_q[i+1]) assert ((u_dut.high_q[i][0] ^ u_dut.high_q[i][1]) == high[i+1]);
      if (seen_q[i+1]) assert ((u_dut.low_q[i][0] ^ u_dut.low_q[i][1]) == low[i+1]);
    end
  end

  for (genvar i = 0; i < 3; i++) begin : gen_norm
    always_comb begin
      if (seen_q[i+3]) assert ((u_dut.norm_q[i][0] ^ u_dut.norm_q[i][1]) == norm[i+3]);
    end
  end

  always_comb begin
    if (seen_q[2]) assert ((u_dut.norm[0] ^ u_dut.norm[1]) == norm[2]);
    if (seen_q[4]) assert ((u_dut.norm4[0] ^ u_dut.norm4[1]) == norm4[4]);
    if (seen_q[5]) assert ((u_dut.inverse4_q[0] ^ u_dut.inverse4_q[1]) == inverse4(norm4[5]));
    if (seen_q[6]) assert ((u_dut.upper[0] ^ u_dut.upper[1]) == inverse[6][3:2]);
    if (seen_q[6]) assert ((u_dut.lower[0] ^ u_dut.lower[1]) == inverse[6][1:0]);
    if (seen_q[7]) assert ((u_dut.inverted_q[0] ^ u_dut.inverted_q[1]) == inverse[7]);
    if (seen_q[8])
      assert ((u_dut.product_high[0] ^ u_dut.product_high[1]) == multiply16(high[8], inverse[8]));
    if (seen_q[8]) begin
      assert ((u_dut.product_low[0] ^ u_dut.product_low[1]) == multiply16(high[8] ^ low[8], inverse[8]));
    end
    if (seen_q[8]) assert ((result[0] ^ result[1]) == aes_spec_pkg::Figure7[past_q[8]]);
  end

endmodule
