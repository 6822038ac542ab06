// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// For any input that keeps its contract, roundel_keccak_hash_masked_rounds makes the permutation out of its
// round:
//
//   - a state that is started passes 24 rounds, or the last 12 of them, in turn, each once, with the constant
//     of that round; then the core is idle, and the state waits
//   - a state that is cleared passes chi of zeros, and has no constant
//   - each chi takes two words of fresh bits, each of them accepted since the chi before took its own
//
// The sum of the shares after chi is chi of the sum before (masked-chi).

module keccak_hash_masked_rounds_check (
  input logic clk_i,
  input logic rst_ni,

  input logic start_early_i,
  input logic clear_early_i,
  input logic rounds12_i,
  input logic fresh_valid_i,
  input logic [799:0] fresh_i,
  input logic [1:0][1599:0] sum_i
);

  import roundel_keccak_pkg::*;

  logic idle, fresh_ready;
  logic [1:0][1599:0] state;

  roundel_keccak_hash_masked_rounds u_dut (
    .clk_i,
    .rst_ni,
    .start_early_i,
    .clear_early_i,
    .rounds12_i,
    .idle_o       (idle),
    .fresh_valid_i,
    .fresh_ready_o(fresh_ready),
    .fresh_i,
    .sum_i,
    .state_o      (state)
  );

  // What is inside: a permutation with its rounds begun and ended, or a clearing. And the words of fresh bits
  // that wait.
  logic started_q = 1'b0;
  logic inside_q = 1'b0;
  logic clearing_q = 1'b0;
  logic done_q = 1'b0;  // a permutation has ended, and its state waits
  logic cleared_q = 1'b0;  // a clearing has ended, and its state waits
  logic zero_q = 1'b0;  // the state before chi is zero
  logic [4:0] begun_q, ended_q;
  logic [1:0] words_q = '0;
  logic [799:0] word_q;
  logic word, start, clear;
  logic [1:0] phase;

  assign start = u_dut.start_q;
  assign clear = u_dut.clear_q;

  assign word = fresh_valid_i && fresh_ready;
  assign phase = 2'(u_dut.phase_q);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      inside_q <= 1'b0;
      clearing_q <= 1'b0;
      done_q <= 1'b0;
      cleared_q <= 1'b0;
      zero_q <= 1'b0;
      words_q <= '0;
    end else begin
      inside_q <= start || (inside_q && !(u_dut.apply && ended_q == 5'd23));
      clearing_q <= clear || (clearing_q && !u_dut.apply);
      done_q <= (inside_q && u_dut.apply && ended_q == 5'd23) || (done_q && !start && !clear);
      cleared_q <= (clearing_q && u_dut.apply) || (cleared_q && !start && !clear);
      zero_q <= clear || (zero_q && !u_dut.mix_q);
      words_q <= words_q + 2'(word) - (u_dut.apply ? 2'd2 : 2'd0);
    end
    // Rounds are counted up to 24; 12 of them begin with the 13th.
    if (start) begun_q <= rounds12_i ? 5'd13 : 5'd1;
    else if (u_dut.mix_q) begun_q <= begun_q + 5'd1;
    if (start) ended_q <= rounds12_i ? 5'd12 : 5'd0;
    else if (u_dut.apply) ended_q <= ended_q + 5'd1;
    if (word) word_q <= fresh_i;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!(start || clear) || idle);
    assume (!(start && clear));
    if (started_q && rst_ni) begin
      // The state.
      assert (u_dut.mix_q == (start || phase == 2'd1));
      assert (idle == (phase == 2'd0));
      assert (idle == !(inside_q || clearing_q));
      assert (!(inside_q && clearing_q));
      assert (clearing_q == (phase == 2'd3));
      assert (!u_dut.mix_q || start || (inside_q && begun_q == ended_q && begun_q < 5'd24));
      assert (!u_dut.apply || clearing_q || (inside_q && begun_q == ended_q + 5'd1));
      assert (!(done_q || cleared_q) || idle);
      assert (!done_q || u_dut.constant_q == RoundConstants[23]);
      assert (!cleared_q || u_dut.constant_q == '0);
      assert (!clearing_q || (zero_q && u_dut.mixed_q == '0));
      assert (!zero_q || u_dut.mixed_q == '0);
      if (inside_q) begin
        assert (begun_q == 5'(u_dut.round_q) + 5'd1);
        assert (begun_q inside {[5'd1 : 5'd24]});
        assert ((phase == 2'd2) == (ended_q != begun_q));
        assert (ended_q == begun_q || ended_q + 5'd1 == begun_q);
        assert (phase != 2'd1 || ended_q < 5'd24);
        assert (phase != 2'd1 || u_dut.constant_q == RoundConstants[round_t'(ended_q-5'd1)]);
      end
      // The fresh bits.
      assert (words_q == 2'(u_dut.half_full_q));
      assert (!u_dut.half_full_q || u_dut.half_q == word_q);
      assert (!u_dut.apply || (word && words_q == 2'd1));
    end
  end

endmodule
