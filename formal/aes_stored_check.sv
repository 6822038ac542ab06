// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_stored_engine takes and gives blocks as aes_stored_contract says, whatever is asked of it.
// For all time; the task cuts what it computes.

module aes_stored_check (
  input logic clk_i,
  input logic rst_ni,

  input logic       load_i,
  input logic       expand_i,
  input logic       wipe_i,
  input logic       start_i,
  input logic [1:0] kind_i,
  input logic       zero_i,
  input logic       flush_i,
  input logic       room_i
);

  logic started, result_valid;
  logic [1:0] result_kind;

  roundel_aes_stored_engine u_dut (
    .clk_i,
    .rst_ni,
    .load_i,
    .key_i         ('0),
    .expand_i,
    .wipe_i,
    .busy_o        (),
    .start_i,
    .kind_i,
    .zero_i,
    .block_i       ('0),
    .started_o     (started),
    .flush_i,
    .room_i,
    .result_valid_o(result_valid),
    .result_kind_o (result_kind),
    .result_o      ()
  );

  logic [3:0] flying;

  aes_stored_contract u_contract (
    .clk_i,
    .rst_ni,
    .expand_i,
    .start_i,
    .kind_i,
    .started_i     (started),
    .flush_i,
    .room_i,
    .result_valid_i(result_valid),
    .result_kind_i (result_kind),
    .flying_o      (flying)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || !rst_ni);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: places along the way of a block, in cycles in which all move
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] run, last;
  logic [1:0] kind[4];
  logic [6:0] place[4];
  logic [3:0] rounds;

  // Behind C, behind A, behind B; the result.
  assign rounds = u_dut.rounds;
  assign run = {u_dut.result_q, u_dut.turn_b_q.run, u_dut.turn_a_q.run, u_dut.run_c_q};
  assign last = {1'b0, u_dut.turn_b_q.last, u_dut.turn_a_q.last, 1'b0};
  assign kind = '{u_dut.kind_c_q, u_dut.turn_a_q.kind, u_dut.turn_b_q.kind, u_dut.result_kind_q};
  assign place[0] = 7'd3 * 7'(u_dut.row_c_q);
  assign place[1] = 7'd3 * 7'(u_dut.turn_a_q.row) - 7'd2;
  assign place[2] = 7'd3 * 7'(u_dut.turn_b_q.row) - 7'd1;
  assign place[3] = 7'd3 * 7'(rounds);

  always_comb begin
    if (started_q && rst_ni) begin
      assert (!run[0] || u_dut.row_c_q < rounds);
      assert (!run[1] || (u_dut.turn_a_q.row != '0 && u_dut.turn_a_q.row <= rounds));
      assert (!run[2] || (u_dut.turn_b_q.row != '0 && u_dut.turn_b_q.row <= rounds));
      assert (!run[1] || last[1] == (u_dut.turn_a_q.row == rounds));
      assert (!run[2] || last[2] == (u_dut.turn_b_q.row == rounds));
      // How soon the next block may begin, and when the last one ended.
      for (int unsigned k = 0; k < 3; k++) begin
        assert (!u_contract.begun_q[k] || u_dut.pace_q >= 4'(8 - k));
        assert (!u_contract.begun_q[k] || (run[0] && place[0] <= 7'(k)) || (run[1] && place[1] <= 7'(k)) ||
            (run[2] && place[2] <= 7'(k)));
        assert (!u_contract.came_q[k] || !u_dut.result_q);
      end
      for (int unsigned k = 1; k < 4; k++) begin
        assert (!flying[k] || (run[0] && kind[0] == 2'(k)) || (run[1] && kind[1] == 2'(k)) ||
            (run[2] && kind[2] == 2'(k)) || (run[3] && kind[3] == 2'(k)));
      end
      for (int unsigned i = 0; i < 4; i++) begin
        assert (!run[i] || place[i] + 7'(u_dut.pace_q) + 7'd2 >= 7'(rounds));
        assert (!(run[i] && started) || place[i] + 7'd2 >= 7'(rounds));
        for (int unsigned k = 0; k < 3; k++) begin
          assert (!(run[i] && u_contract.came_q[k]) || place[i] + 7'(7 - k) <= place[3]);
        end
        assert (!run[i] || flying[kind[i]]);
        for (int unsigned j = 0; j < 4; j++) begin
          if (i != j) begin
            // Blocks are 8 places apart at least; the first is before all others.
            assert (!(run[i] && run[j]) || place[i] >= place[j] + 7'd8 || place[j] >= place[i] + 7'd8);
            assert (!(run[i] && run[j]) || kind[i] == '0 || kind[i] != kind[j]);
            assert (!(run[i] && run[j]) || kind[i] != 2'd1 || place[i] > place[j]);
          end
        end
      end
    end
  end

endmodule
