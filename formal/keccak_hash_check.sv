// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// keccak_hash answers by the rules of the stream, whatever is sent: legal or not, with any pauses, any
// stalls of the sink, a reset at any time. For all time, by induction: the invariants below say how
// the output stage stands between two beats. The lanes that come out of the state are left free (the
// task cuts them), so nothing rests on what the permutation computes.

module keccak_hash_check (
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
  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  keccak_hash u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  stream_properties #(
    .DataWidth(128)
  ) u_output (
    .clk_i,
    .rst_ni,
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  logic started_q = 1'b0;
  logic open, kind_open, busy, second, last_waits, error, text;

  assign open = u_output.inside_q;
  assign kind_open = u_output.kind_q == roundel_stream_pkg::KindDigest;
  assign busy = u_dut.u_message.u_output.busy_q;
  assign second = u_dut.u_message.u_output.second_q;
  assign error = u_dut.u_message.u_output.error_q;
  // InText, InHandOver: yosys-slang does not see another module's enum names.
  assign text = 3'(u_dut.u_message.u_input.in_state_q) == 3'd1 || 3'(u_dut.u_message.u_input.in_state_q) == 3'd2;
  assign last_waits = m_axis_tvalid && m_axis_tlast;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      // A rate is 1 to 21 wherever one is in use, and the drain stops asking before it stops.
      assert (!text || (u_dut.u_message.u_input.rate_q != '0 && u_dut.u_message.u_input.rate_q <= 5'(u_dut.u_message.RateLanes)));
      assert (!u_dut.u_message.u_input.pending_q ||
              (u_dut.u_message.u_input.rate_o != '0 && u_dut.u_message.u_input.rate_o <= 5'(u_dut.u_message.RateLanes)));
      assert (!busy || (u_dut.u_message.out_rate_q != '0 && u_dut.u_message.out_rate_q <= 5'(u_dut.u_message.RateLanes)));
      assert (!u_dut.u_message.u_drain.wanted_q || u_dut.u_message.u_drain.count_q <= u_dut.u_message.out_rate_q);
      // The drain's lane is one-hot while it runs, and its number runs with it.
      assert (u_dut.u_message.u_drain.next_q == (u_dut.u_message.u_drain.run_q ? 22'd1 << u_dut.u_message.u_drain.count_q : 22'd0));
      assert (!u_dut.u_message.u_drain.run_q || u_dut.u_message.u_drain.count_q <= 5'(u_dut.u_message.RateLanes));
      // Lanes are on offer only while a digest is due; a capture finds one due and the drain at rest.
      assert (!(u_dut.u_message.u_drain.offer_q || u_dut.u_message.u_drain.wanted_q) || (busy && u_dut.u_message.u_drain.run_q));
      assert (!u_dut.u_message.u_schedule.capture_ready_q || busy);
      assert (!u_dut.u_message.u_schedule.capture_o || !u_dut.u_message.u_drain.run_q);
      assert (!u_dut.u_message.u_schedule.squeeze_q || u_dut.u_message.u_schedule.round_q == '0);
      assert (u_dut.u_message.u_schedule.last_q == (u_dut.u_message.u_schedule.round_q == u_dut.u_message.u_schedule.LastRound));
      assert (u_dut.u_message.u_schedule.before_last_q == (u_dut.u_message.u_schedule.round_q == u_dut.u_message.u_schedule.LastRound - 5'd1));
      assert (u_dut.u_message.u_schedule.round_q <= u_dut.u_message.u_schedule.LastRound);
      // Half a beat is there: a whole lane, and the digest goes on.
      assert (!second || (busy && !m_axis_tvalid && (&u_dut.u_message.u_output.low_keep_q)));
      // An open digest has its last beat before it or waiting, and nothing comes between.
      assert (!open || (kind_open && (busy || last_waits) && !(m_axis_tvalid && error)));
      assert (!m_axis_tvalid || m_axis_tlast || (busy && !error));
    end
  end

endmodule
