// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_hash does not hang, whatever is sent, with any pauses, stalls and resets. It is mute in a
// cycle in which it neither offers an answer nor is ready for a beat; nothing from outside can then
// move it, so:
//
//   still     mute, it never stands still: some control register changes in every cycle
//   patience  it is not mute for Patience cycles on end. The longest honest silence is at a rate of one
//             lane, when a beat of text makes three blocks of 24 rounds
//
// Still = 1 asserts the first, 0 the second. The lanes out of the state are left free, as in
// keccak_hash_check.

module keccak_hash_progress_check #(
  parameter bit          Still    = 1'b1,
  parameter bit          Resume   = 1'b0,
  parameter int unsigned Patience = 100
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

  logic s_axis_tready, m_axis_tvalid;

  roundel_keccak_hash #(
    .Resume(Resume)
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

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

  if (Still) begin : gen_still
    logic mute, mute_q = 1'b0;
    logic [49:0] control, control_q;

    assign mute = !s_axis_tready && !m_axis_tvalid;
    assign control = {
      3'(u_dut.u_message.u_input.in_state_q),
      u_dut.u_message.u_input.position_q,
      u_dut.u_message.u_input.full_q,
      u_dut.u_message.u_schedule.loaded_q,
      u_dut.u_message.u_schedule.final_q,
      u_dut.u_message.u_schedule.squeeze_q,
      u_dut.u_message.u_schedule.capture_q,
      u_dut.u_message.u_schedule.transfer_q,
      u_dut.u_message.u_input.pending_q,
      u_dut.u_message.u_schedule.round_q,
      u_dut.u_message.u_input.u_feed.valid_q,
      u_dut.u_message.u_input.u_feed.second_q,
      u_dut.u_message.u_input.u_feed.suffixed_q,
      u_dut.u_message.u_drain.run_q,
      u_dut.u_message.u_drain.next_q,
      u_dut.u_message.u_drain.needed_q,
      u_dut.u_message.u_drain.lane_valid_q,
      u_dut.u_message.u_output.busy_q,
      u_dut.u_message.u_output.second_q
    };

    always_ff @(posedge clk_i) begin
      mute_q <= rst_ni && mute;
      control_q <= control;
    end

    always_comb begin
      assert (!mute_q || !rst_ni || !mute || control != control_q);
    end
  end else begin : gen_patience
    patience_properties #(
      .Patience(Patience)
    ) u_patience (
      .clk_i,
      .rst_ni,
      .s_axis_tready,
      .m_axis_tvalid
    );
  end

endmodule
