// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// For any input, roundel_keccak_masked_engine makes the permutation out of its round, and keeps the rules of
// its ports:
//
//   - each state that is accepted passes all rounds in turn, each once, with the constant of that round, and
//     leaves as one result
//   - a result that waits keeps its valid and its shares
//   - a round takes two words of fresh bits, each of them accepted since the round before took its own
//
// The sum of the shares after chi is chi of the sum before (masked-chi).

module keccak_masked_engine_check #(
  parameter int unsigned LaneWidth = 8
) (
  input logic clk_i,
  input logic rst_ni,

  input logic in_valid_i,
  input logic [1:0][25*LaneWidth-1:0] in_block_i,
  input logic fresh_valid_i,
  input logic [25*LaneWidth/2-1:0] fresh_i,
  input logic out_ready_i
);

  import roundel_keccak_pkg::*;

  localparam int unsigned Rounds = nominal_rounds(LaneWidth);

  logic in_ready, fresh_ready, out_valid;
  logic [1:0][25*LaneWidth-1:0] out_block, out_block_q;

  roundel_keccak_masked_engine #(
    .LaneWidth(LaneWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o   (in_ready),
    .in_block_i,
    .fresh_valid_i,
    .fresh_ready_o(fresh_ready),
    .fresh_i,
    .out_valid_o  (out_valid),
    .out_ready_i,
    .out_block_o  (out_block)
  );

  // A state is inside, its rounds that have begun and ended, and the words of fresh bits that wait.
  logic started_q = 1'b0;
  logic inside_q = 1'b0;
  logic waiting_q = 1'b0;
  logic [5:0] begun_q, ended_q;
  logic [1:0] words_q = '0;
  logic [25*LaneWidth/2-1:0] word_q;
  logic accept, leave, word;

  assign accept = in_valid_i && in_ready;
  assign leave = out_valid && out_ready_i;
  assign word = fresh_valid_i && fresh_ready;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    waiting_q <= rst_ni && out_valid && !out_ready_i;
    out_block_q <= out_block;
    if (!rst_ni) inside_q <= 1'b0;
    else if (accept) inside_q <= 1'b1;
    else if (leave) inside_q <= 1'b0;
    if (accept) begun_q <= 6'd1;
    else if (u_dut.mix) begun_q <= begun_q + 6'd1;
    if (accept) ended_q <= '0;
    else if (u_dut.apply) ended_q <= ended_q + 6'd1;
    if (!rst_ni) words_q <= '0;
    else words_q <= words_q + 2'(word) - (u_dut.apply ? 2'd2 : 2'd0);
    if (word) word_q <= fresh_i;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      // The state.
      assert (inside_q || !out_valid);
      assert (!accept || !inside_q || leave);
      assert (!u_dut.mix || accept || (inside_q && begun_q == ended_q && begun_q < 6'(Rounds)));
      assert (!u_dut.apply || (inside_q && begun_q == ended_q + 6'd1));
      assert (u_dut.entering == (accept ? in_block_i : out_block) || !u_dut.mix);
      assert (!out_valid || ended_q == 6'(Rounds));
      assert (out_valid == (u_dut.phase_q == 2'd3));
      assert (inside_q == (u_dut.phase_q != 2'd0));
      if (inside_q) begin
        assert (begun_q == 6'(u_dut.round_q) + 6'd1);
        assert (ended_q == begun_q || (ended_q + 6'd1 == begun_q && u_dut.phase_q == 2'd2));
        assert ((u_dut.phase_q == 2'd2) == (ended_q != begun_q));
        assert (ended_q <= 6'(Rounds) && begun_q <= 6'(Rounds));
        assert (u_dut.phase_q != 2'd1 || ended_q < 6'(Rounds));
        assert (ended_q == '0 || u_dut.phase_q == 2'd2 ||
            u_dut.constant_q == RoundConstants[round_t'(ended_q-6'd1)]);
      end
      // The result.
      if (waiting_q) begin
        assert (out_valid);
        assert (out_block == out_block_q);
      end
      // The fresh bits.
      assert (words_q == 2'(u_dut.half_full_q));
      assert (!u_dut.half_full_q || u_dut.half_q == word_q);
      assert (!u_dut.apply || (word && words_q == 2'd1));
    end
  end

endmodule
