// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_properties on the message stream of a core whose round takes several cycles, for a task that binds it
// to roundel_sponge_message. Its control registers are those of the input, the pace of the rounds, the
// schedule, the drain and the output. The drain's counter is one of them while the drain runs. Data, lengths
// and rates are not among them.

module still_sponge #(
  parameter int unsigned Span = 1  // of still_properties
) (
  input logic clk_i,
  input logic rst_ni,
  input logic s_axis_tready,
  input logic m_axis_tvalid,
  input logic [31:0] pace_i  // the cycle of the round, or constant
);

  logic [95:0] control;
  assign control = 96'({
    roundel_sponge_message.u_drain.gen_apart.cleared_q,
    roundel_sponge_message.u_output.gen_staged.staged_q,
    roundel_sponge_message.u_output.gen_staged.status_q,
    roundel_sponge_message.u_output.gen_staged.put_q,
    roundel_sponge_message.u_output.gen_staged.ended_q,
    roundel_sponge_message.u_input.in_state_bits,
    roundel_sponge_message.u_input.pending_q,
    roundel_sponge_message.u_input.position_q,
    roundel_sponge_message.u_input.full_q,
    roundel_sponge_message.u_input.discard_q,
    roundel_sponge_message.u_input.u_feed.valid_q,
    roundel_sponge_message.u_input.u_feed.lane_valid_q,
    roundel_sponge_message.u_input.u_feed.second_q,
    roundel_sponge_message.u_input.u_feed.suffixed_q,
    roundel_sponge_message.u_schedule.round_q,
    roundel_sponge_message.u_schedule.loaded_q,
    roundel_sponge_message.u_schedule.transfer_q,
    roundel_sponge_message.u_schedule.advance_q,
    roundel_sponge_message.u_schedule.capture_q,
    roundel_sponge_message.u_schedule.clear_q,
    roundel_sponge_message.u_schedule.squeeze_q,
    roundel_sponge_message.u_schedule.final_q,
    pace_i,
    roundel_sponge_message.u_drain.run_q,
    roundel_sponge_message.u_drain.run_q ? roundel_sponge_message.u_drain.count_q : 5'd0,
    roundel_sponge_message.u_drain.needed_q,
    roundel_sponge_message.u_drain.lane_valid_q,
    roundel_sponge_message.u_output.busy_q,
    roundel_sponge_message.u_output.second_q
  });

  still_properties #(
    .Width(96),
    .Span (Span)
  ) u_still (
    .clk_i,
    .rst_ni,
    .s_axis_tready,
    .m_axis_tvalid,
    .control_i(control)
  );

endmodule
