// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// For any input, any shares and fresh bits, roundel_aes_masked_engine with keys of 128 bits makes of each block
// the rounds of FIPS 197, and keeps the rules of its ports:
//
//   - each block that is accepted leaves once, in order, after ten rounds of section 5.1 with the round keys
//     of section 5.2
//   - a result that waits keeps its valid and its shares
//   - blocks move only with a word of fresh bits that was accepted, and each word moves them once
//
// The results of the S-boxes are free: SubBytes is what they return for the bytes that entered them eight
// enabled cycles before. That this is figure 7 is the task masked-aes-sbox.
//
// A ring of blocks without shares moves beside the engine. The sums of the engine's shares are its values.

module aes_masked_engine_check
  import aes_spec_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic              in_valid_i,
  input logic [1:0][127:0] in_block_i,
  input logic [1:0][127:0] in_key_i,
  input logic              fresh_valid_i,
  input logic [359:0]      fresh_i,
  input logic              out_ready_i
);

  localparam int unsigned Length = 10;
  localparam int unsigned Last = 9;

  // FIPS 197, equation 5.6 and table 5.
  localparam int Matrix[4][4] = '{'{2, 3, 1, 1}, '{1, 2, 3, 1}, '{1, 1, 2, 3}, '{3, 1, 1, 2}};
  localparam logic [7:0] Rcon[10] = '{8'h01, 8'h02, 8'h04, 8'h08, 8'h10, 8'h20, 8'h40, 8'h80, 8'h1b, 8'h36};

  function automatic logic [127:0] shift_rows(logic [127:0] s);
    for (int r = 0; r < 4; r++) begin
      for (int c = 0; c < 4; c++) shift_rows[8*(r+4*c)+:8] = s[8*(r+4*((c+r)%4))+:8];
    end
  endfunction

  function automatic logic [127:0] mix_columns(logic [127:0] s);
    mix_columns = '0;
    for (int r = 0; r < 4; r++) begin
      for (int c = 0; c < 4; c++) begin
        for (int k = 0; k < 4; k++) mix_columns[8*(r+4*c)+:8] ^= times(Matrix[r][k], s[8*(k+4*c)+:8]);
      end
    end
  endfunction

  function automatic logic [127:0] next_key(logic [127:0] w, logic [31:0] sub, logic [7:0] rcon);
    logic [31:0] temp;
    temp = sub ^ 32'(rcon);
    for (int i = 0; i < 4; i++) begin
      temp = temp ^ w[32*i+:32];
      next_key[32*i+:32] = temp;
    end
  endfunction

  logic in_ready, fresh_ready, out_valid;
  logic [1:0][127:0] out_block, out_block_q;

  roundel_aes_masked_engine u_dut (
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

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The S-boxes: the bytes that entered them i enabled cycles before, and what they return
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] entered_q[9];
  logic [31:0] word_entered_q[9];
  logic [127:0] block_sub;
  logic [31:0] sub_word, sub_word_q;  // of the key at position 8, at position 9

  assign entered_q[0] = u_dut.to_sbox[0] ^ u_dut.to_sbox[1];
  assign word_entered_q[0] = u_dut.word[0] ^ u_dut.word[1];
  assign block_sub = u_dut.subbed[0] ^ u_dut.subbed[1];
  assign sub_word = u_dut.word_sub[0] ^ u_dut.word_sub[1];

  always_ff @(posedge clk_i) begin
    if (u_dut.step) begin
      for (int i = 1; i < 9; i++) begin
        entered_q[i] <= entered_q[i-1];
        word_entered_q[i] <= word_entered_q[i-1];
      end
      sub_word_q <= sub_word;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring without shares: a block with its round key added, that key, and its number
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  logic waiting_q = 1'b0;
  logic [Length-1:0] busy_q = '0;
  logic [3:0] round_q[Length];
  logic [127:0] block_q[Length], key_q[Length];
  logic [127:0] result_q;
  logic result_full_q = 1'b0;
  logic word_full_q = 1'b0;
  logic [359:0] word_q;
  logic accept, leave, finish, step, word;
  logic [127:0] key_next, entering;

  assign accept = in_valid_i && in_ready;
  assign leave = out_valid && out_ready_i;
  assign word = fresh_valid_i && fresh_ready;
  assign step = u_dut.step;
  assign finish = step && busy_q[Last] && round_q[Last] == 4'd9;

  assign key_next = next_key(key_q[Last], sub_word_q, Rcon[round_q[Last]]);
  assign entering = mix_columns(shift_rows(block_sub)) ^ key_next;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    waiting_q <= rst_ni && out_valid && !out_ready_i;
    out_block_q <= out_block;
    if (word) word_q <= fresh_i;
    if (step) begin
      for (int i = 1; i < Length; i++) begin
        round_q[i] <= round_q[i-1];
        block_q[i] <= block_q[i-1];
        key_q[i] <= key_q[i-1];
      end
      round_q[0] <= accept ? 4'd0 : round_q[Last] + 4'd1;
      block_q[0] <= accept ? in_block_i[0] ^ in_block_i[1] ^ in_key_i[0] ^ in_key_i[1] : entering;
      key_q[0] <= accept ? in_key_i[0] ^ in_key_i[1] : key_next;
    end
    if (finish) result_q <= shift_rows(block_sub) ^ key_next;
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

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The engine beside it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] added, added_key, sums[9], result;
  logic [31:0] key_sub;

  assign key_sub = u_dut.gen_share[0].u_share.key_sub_q ^ u_dut.gen_share[1].u_share.key_sub_q;

  assign added = u_dut.gen_share[0].u_share.added ^ u_dut.gen_share[1].u_share.added;
  assign added_key = u_dut.gen_share[0].u_share.key_q ^ u_dut.gen_share[1].u_share.key_q;
  assign result = out_block[0] ^ out_block[1];

  for (genvar i = 0; i < 9; i++) begin : gen_sums
    assign sums[i] = u_dut.gen_share[0].u_share.sums_q[i] ^ u_dut.gen_share[1].u_share.sums_q[i];
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      // The blocks, those that enter and leave.
      assert (!accept || step);
      assert (!accept || !busy_q[Last] || finish);
      assert (!finish || !result_full_q || leave);
      assert (out_valid == result_full_q);
      assert (!out_valid || result == result_q);
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
      for (int i = 0; i < Length; i++) begin
        assert (u_dut.slot_q[i].busy == busy_q[i]);
        if (busy_q[i]) begin
          assert (u_dut.slot_q[i].round == round_q[i]);
          assert (round_q[i] <= 4'd9);
        end
      end
      if (busy_q[0]) assert (added == block_q[0]);
      if (busy_q[0]) assert (added_key == key_q[0]);
      for (int i = 1; i < Length; i++) begin
        if (busy_q[i]) begin
          assert (entered_q[i-1] == block_q[i]);
          assert (sums[i-1] == next_key(key_q[i], '0, '0));
        end
      end
      for (int i = 0; i < Length - 1; i++) begin
        if (busy_q[i]) assert (word_entered_q[i] == {key_q[i][103:96], key_q[i][127:104]});
      end
      if (busy_q[Last]) assert (key_sub == (sub_word_q ^ 32'(Rcon[round_q[Last]])));
    end
  end

endmodule
