// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_duplex_core does not stand still while it is mute, for every input: legal or not, with any pauses,
// any stalls of the sink, a reset at any time. In a cycle in which it neither offers an answer nor is ready
// for a beat, nothing from outside can move it, so some control register changes. The lanes that come out of
// the state are left free (the task cuts them), so nothing rests on what the permutation computes.

module duplex_progress_check #(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic s_axis_tready;
  logic m_axis_tvalid;

  roundel_duplex_core #(
    .Sponge(Sponge)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata(),
    .m_axis_tkeep(),
    .m_axis_tlast(),
    .m_axis_tuser(),
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic mute, mute_q = 1'b0;
  logic [71:0] control, control_q;

  assign mute = !s_axis_tready && !m_axis_tvalid;
  assign control = 72'({
    4'(u_dut.u_input.u_grammar.state_q),
    u_dut.u_input.u_command.read_q,
    u_dut.u_input.decoded,
    u_dut.u_input.suffix_pending,
    u_dut.u_input.absorb_ended,
    u_dut.u_input.u_grammar.tag_ready_q,
    u_dut.u_input.abort_o,
    u_dut.u_input.u_move.step_q.issue,
    u_dut.u_input.u_move.step_q.pop,
    u_dut.u_input.u_move.next_empty_q,
    u_dut.u_input.u_move.echo_active_q,
    {4{u_dut.u_input.u_move.echo_active_q}} & u_dut.u_input.u_move.echo_pair_q,
    u_dut.u_input.u_place.pair_q,
    u_dut.u_input.u_place.full_q,
    u_dut.u_input.u_place.carry_q,
    u_dut.u_permutation.round_q,
    u_dut.u_permutation.state_zero_q,
    u_dut.u_permutation.clear_q1,
    u_dut.u_permutation.clear_q2,
    u_dut.u_permutation.u_issue.drain_count_q,
    u_dut.u_permutation.u_issue.issue_ready_q,
    u_dut.u_permutation.u_issue.can_capture_q,
    u_dut.u_permutation.u_issue.answer_pending_q,
    u_dut.u_permutation.u_issue.answer_ready_q,
    u_dut.u_permutation.start_ready_o,
    u_dut.u_permutation.tag_busy_o,
    u_dut.u_permutation.issue_block_q1,
    u_dut.u_permutation.issue_more_q1,
    u_dut.u_permutation.u_issue.issue_final_q1,
    u_dut.u_permutation.step_q2,
    u_dut.u_permutation.u_issue.capture_q1,
    u_dut.u_permutation.capture_o,
    u_dut.u_output.run_q,
    {4{u_dut.u_output.run_q}} & u_dut.u_output.slot_q,
    u_dut.u_output.space_q,
    u_dut.u_output.idle_o,
    u_dut.u_output.error_q,
    u_dut.u_output.status_q
  });

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    mute_q <= rst_ni && mute;
    control_q <= control;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assert (!mute_q || !rst_ni || !mute || control != control_q);
  end

endmodule
