// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Four steps of roundel_ascon_la_state equal the end of one round and the start of the next as SP 800-232
// defines them, for every state, block and key: the linear layer (section 3.4) of the first, what the mode of
// operation adds, then the constant and the S-box (sections 3.2 and 3.3, table 6) of the second.

module ascon_la_round_check
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,

  input addition_t addition_i,
  input algorithm_e algorithm_i,
  input logic [7:0] constant_i,
  input queue_word_t block_i[2],
  input word_t key_i[2]
);

  // Table 6.
  localparam logic [4:0] SBox[32] = '{
      5'h04, 5'h0b, 5'h1f, 5'h14, 5'h1a, 5'h15, 5'h09, 5'h02, 5'h1b, 5'h05, 5'h08, 5'h12, 5'h1d, 5'h03, 5'h06, 5'h1c,
      5'h1e, 5'h13, 5'h07, 5'h0e, 5'h00, 5'h0d, 5'h11, 5'h18, 5'h10, 5'h0c, 5'h01, 5'h19, 5'h16, 5'h0a, 5'h0f, 5'h17
  };
  // Table 14.
  localparam logic [63:0] InitialValues[4] = '{
      64'h00001000808c0001, 64'h0000080100cc0002, 64'h0000080000cc0003, 64'h0000080000cc0004
  };

  function automatic logic [63:0] rotate(logic [63:0] word, int unsigned distance);
    return (word >> distance) | (word << (64 - distance));
  endfunction

  logic [2:0] step_q = 3'd0;
  place_t place;
  word_t sum[2];

  assign place = '{
      first: step_q == 3'd0,
      after: {step_q >= 3'd3, step_q >= 3'd2, step_q >= 3'd1}
  };

  roundel_ascon_la_state u_dut (
    .clk_i,
    .clear_i    (1'b0),
    .step_i     (step_q < 3'd4),
    .place_i    (place),
    .addition_i,
    .algorithm_i,
    .constant_i (step_q == 3'd0 ? constant_i : 8'd0),
    .block_i,
    .key_i,
    .sum_o      (sum)
  );

  logic [63:0] lanes[5], start_q[5];
  logic [63:0] block_q[2], keep_q[2], key_q[2], sum_q[2];
  addition_t addition_q;
  algorithm_e algorithm_q;
  logic [7:0] constant_q;

  for (genvar s = 0; s < 5; s++) begin : gen_lane
    assign lanes[s] = u_dut.gen_lane[s].u_lane.lane_q;
  end

  always_ff @(posedge clk_i) begin
    if (step_q < 3'd5) step_q <= step_q + 3'd1;
    addition_q <= addition_i;
    algorithm_q <= algorithm_i;
    if (step_q == 3'd0) begin
      start_q <= lanes;
      constant_q <= constant_i;
    end
    for (int h = 0; h < 2; h++) begin
      block_q[h] <= {block_i[h].data, block_q[h][63:16]};
      keep_q[h] <= {{8{block_i[h].keep[1]}}, {8{block_i[h].keep[0]}}, keep_q[h][63:16]};
      key_q[h] <= {key_i[h], key_q[h][63:16]};
      sum_q[h] <= {sum[h], sum_q[h][63:16]};
    end
  end

  logic [63:0] linear[5], added[5], expected[5];

  always_comb begin
    linear[0] = start_q[0] ^ rotate(start_q[0], 19) ^ rotate(start_q[0], 28);
    linear[1] = start_q[1] ^ rotate(start_q[1], 61) ^ rotate(start_q[1], 39);
    linear[2] = start_q[2] ^ rotate(start_q[2], 1) ^ rotate(start_q[2], 6);
    linear[3] = start_q[3] ^ rotate(start_q[3], 10) ^ rotate(start_q[3], 17);
    linear[4] = start_q[4] ^ rotate(start_q[4], 7) ^ rotate(start_q[4], 41);

    added = linear;
    if (addition_q.iv) added[0] ^= InitialValues[algorithm_q];
    if (addition_q.key_start) added[1] ^= key_q[0];
    if (addition_q.key_start) added[2] ^= key_q[1];
    if (addition_q.key_end) added[2] ^= key_q[0];
    if (addition_q.key_end) added[3] ^= key_q[1];
    if (addition_q.key_last) added[3] ^= key_q[0];
    if (addition_q.key_last) added[4] ^= key_q[1];
    if (addition_q.data_nonce) added[3] ^= block_q[0];
    if (addition_q.data_nonce) added[4] ^= block_q[1];
    if (addition_q.domain) added[4][63] = !added[4][63];
    if (addition_q.data_s0) added[0] ^= block_q[0];
    if (addition_q.data_s1) added[1] ^= block_q[1];
    // OPEN: bytes of ciphertext replace bytes of the rate.
    if (addition_q.replace) begin
      added[0] ^= linear[0] & keep_q[0];
      added[1] ^= linear[1] & keep_q[1];
    end

    added[2] ^= {56'd0, constant_q};
    for (int i = 0; i < 64; i++) begin
      {expected[0][i], expected[1][i], expected[2][i], expected[3][i], expected[4][i]} = SBox[{
          added[0][i], added[1][i], added[2][i], added[3][i], added[4][i]
      }];
    end
  end

  always_comb begin
    // The additions do not change within the four steps. The key is not added where ciphertext replaces.
    if (step_q != 3'd0) assume (step_q > 3'd4 || (addition_i == addition_q && algorithm_i == algorithm_q));
    assume (!(addition_i.replace && addition_i.key_start));

    if (step_q == 3'd4) begin
      for (int s = 0; s < 5; s++) assert (lanes[s] == expected[s]);
      assert (sum_q[0] == ((addition_q.tag ? added[3] : linear[0]) ^ block_q[0]));
      assert (sum_q[1] == ((addition_q.tag ? added[4] : linear[1]) ^ block_q[1]));
    end
  end

endmodule
