// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// For any input, the control of roundel_aes_masked_engine makes of each block all its rounds, and keeps the
// rules of its ports. The values of blocks and keys are free, and so is what the S-boxes return.
//
//   - each block that is accepted is at each position once in each round, in order; it leaves after the last
//     round as one result, and another one enters only then
//   - the round constant at the S-boxes of the key is that of the round of the block there (FIPS 197, 5.2)
//   - a result that waits keeps its valid and its shares
//   - blocks move only with a word of fresh bits that was accepted, and each word moves them once

module aes_masked_engine_check #(
  parameter int unsigned KeyBits = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input logic                    in_valid_i,
  input logic [1:0][127:0]       in_block_i,
  input logic [1:0][KeyBits-1:0] in_key_i,
  input logic                    fresh_valid_i,
  input logic [359:0]            fresh_i,
  input logic                    out_ready_i
);

  localparam int unsigned Length = 10;
  localparam int unsigned Last = 9;
  localparam logic [3:0] LastRound = KeyBits == 256 ? 4'd13 : 4'd9;

  // FIPS 197, table 5.
  localparam logic [7:0] Rcon[10] = '{8'h01, 8'h02, 8'h04, 8'h08, 8'h10, 8'h20, 8'h40, 8'h80, 8'h1b, 8'h36};

  logic in_ready, fresh_ready, out_valid;
  logic [1:0][127:0] out_block, out_block_q;

  roundel_aes_masked_engine #(
    .KeyBits(KeyBits)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o   (in_ready),
    .in_block_i,
    .in_key_i,
    .fresh_valid_i,
    .fresh_ready_o(fresh_ready),
    .fresh_i,
    .out_valid_o  (out_valid),
    .out_ready_i,
    .out_block_o  (out_block)
  );

  // The blocks at the positions and their rounds, the result, and the word of fresh bits.
  logic started_q = 1'b0;
  logic waiting_q = 1'b0;
  logic [Length-1:0] busy_q = '0;
  logic [3:0] round_q[Length];
  logic result_full_q = 1'b0;
  logic word_full_q = 1'b0;
  logic [359:0] word_q;
  logic accept, leave, finish, step, word;
  logic [7:0] expected;  // the round constant

  assign accept = in_valid_i && in_ready;
  assign leave = out_valid && out_ready_i;
  assign word = fresh_valid_i && fresh_ready;
  assign step = u_dut.step;
  assign finish = step && busy_q[Last] && round_q[Last] == LastRound;

  if (KeyBits == 256) begin : gen_aes256
    assign expected = round_q[Last-1][0] ? 8'h00 : Rcon[round_q[Last-1]>>1];
  end else begin : gen_aes128
    assign expected = Rcon[round_q[Last-1]];
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    waiting_q <= rst_ni && out_valid && !out_ready_i;
    out_block_q <= out_block;
    if (word) word_q <= fresh_i;
    if (step) begin
      for (int i = 1; i < int'(Length); i++) round_q[i] <= round_q[i-1];
      round_q[0] <= accept ? 4'd0 : round_q[Last] + 4'd1;
    end
    if (!rst_ni) begin
      busy_q <= '0;
      result_full_q <= 1'b0;
      word_full_q <= 1'b0;
    end else begin
      if (step) busy_q <= {busy_q[Length-2:0], accept || (busy_q[Last] && !finish)};
      result_full_q <= finish || (result_full_q && !leave);
      word_full_q <= word || (word_full_q && !step);
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      // The blocks, those that enter and leave.
      assert (!accept || step);
      assert (!accept || !busy_q[Last] || finish);
      assert (!finish || !result_full_q || leave);
      assert (u_dut.capture == finish);
      assert (out_valid == result_full_q);
      if (waiting_q) begin
        assert (out_valid);
        assert (out_block == out_block_q);
      end
      // The fresh bits.
      assert (!step || word_full_q);
      assert (!word || !word_full_q || step);
      assert (u_dut.fresh_full_q == word_full_q);
      assert (!word_full_q || u_dut.fresh_q == word_q);
      assert (u_dut.active_q == (busy_q != '0));
      // The blocks in the ring.
      for (int i = 0; i < int'(Length); i++) begin
        assert (u_dut.slot_q[i].busy == busy_q[i]);
        if (busy_q[i]) begin
          assert (u_dut.slot_q[i].round == round_q[i]);
          assert (round_q[i] <= LastRound);
        end
      end
      if (busy_q[Last-1]) assert (u_dut.constant == expected);
    end
  end

endmodule
