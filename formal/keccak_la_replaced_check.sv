// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// by_16_q of roundel_keccak_la_datapath is that of keccak_la_replaced, from the fifth cycle on: a step that
// replaces bytes does not rotate. For any lanes, steps and stalls of the output, and a reset at any time; for
// all time, by induction.

module keccak_la_replaced_check
  import roundel_keccak_la_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic       lane_valid_i,
  input lane_t      lane_i,
  input logic [7:0] lane_replace_i,
  input logic       lane_check_i,
  input logic       lane_send_i,
  input logic [7:0] lane_bytes_i,
  input logic       lane_last_i,
  input logic       lane_store_i,
  input logic [2:0] store_number_i,
  input logic       lane_from_store_i,
  input logic       lane_upper_i,
  input logic       permute_i,
  input logic       rounds24_i,
  input logic       sum_ready_i
);

  roundel_keccak_la_state u_dut (
    .clk_i,
    .rst_ni,
    .lane_valid_i,
    .lane_ready_o  (),
    .lane_free_o   (),
    .lane_i,
    .lane_number_o (),
    .lane_replace_i,
    .lane_check_i,
    .lane_send_i,
    .lane_bytes_i,
    .lane_last_i,
    .lane_store_i,
    .store_number_i,
    .lane_from_store_i,
    .lane_upper_i,
    .permute_i,
    .rounds24_i,
    .sum_valid_o   (),
    .sum_ready_i,
    .sum_o         (),
    .sum_bytes_o   (),
    .sum_last_o    (),
    .sum_check_o   (),
    .sum_mismatch_o(),
    .sending_o     ()
  );

  keccak_la_replaced u_replaced (
    .clk_i,
    .old_lane_i (u_dut.u_datapath.old_lane),
    .operand_i  (u_dut.u_datapath.operand),
    .sum_step_i (u_dut.u_datapath.step_q[1]),
    .next_step_i(u_dut.u_datapath.step_q[2])
  );

  // The registers of the steps have no reset: they have arbitrary values until a step is in them.
  logic [5:0] started_q = '0;
  always_ff @(posedge clk_i) started_q <= {started_q[4:0], 1'b1};

  step_t step, sum_step, next_step;
  assign step = u_dut.u_datapath.step_i;
  assign sum_step = u_dut.u_datapath.step_q[1];
  assign next_step = u_dut.u_datapath.step_q[2];

  always_comb assume (started_q[0] || !rst_ni);

  always_comb begin
    assert (started_q inside {6'h00, 6'h01, 6'h03, 6'h07, 6'h0f, 6'h1f, 6'h3f});
    // The first steps after the reset do not wait.
    if (started_q == 6'h01) assert (!step.send && !sum_step.send);
    if (started_q == 6'h03) assert (!sum_step.send);
    if (started_q[1]) assert (step.replace == '0 || step.amount == '0);
    if (started_q[2]) assert (sum_step.replace == '0 || sum_step.amount == '0);
    if (started_q[3]) begin
      assert (u_dut.u_datapath.replaced_q == '0 || next_step.amount == '0);
      assert (u_dut.u_datapath.by_4_q == (u_replaced.by_4_q ^ u_dut.u_datapath.replaced_q));
    end
    if (started_q[4]) assert (u_dut.u_datapath.by_16_q == u_replaced.by_16_q);
  end

endmodule
