// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The answers of roundel_ascon_hs obey the rules of the stream for any input: legal or illegal, with any
// pauses, any stalls of the sink, and a reset at any time. The state after a pass, the stored customization
// string and the verdict on a tag are free: the task cuts them, and the proof does not need them.
//
// Verdict = 1: instead, a STATUS is ACCEPTED if and only if the tags were equal in all 128 bits when they
// were judged, whatever they are.

module ascon_hs_check #(
  parameter int unsigned Unroll  = 1,
  parameter bit          Verdict = 1'b0
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

  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_ascon_hs #(
    .Unroll(Unroll)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic status;
  logic [7:0] code;
  assign status = started_q && rst_ni && m_axis_tvalid && m_axis_tuser == roundel_stream_pkg::KindStatus;
  assign code = m_axis_tdata[7:0];

  if (!Verdict) begin : gen_stream
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

    always_comb begin
      if (status) begin
        assert (code inside {roundel_stream_pkg::StatusAccepted, roundel_stream_pkg::StatusRefused,
                             roundel_stream_pkg::StatusError});
      end
    end
  end else begin : gen_verdict
    // The judged tags are those of three cycles ago.
    logic [2:0][127:0] difference_q;
    logic equal_q = 1'b0;  // the tags of this transaction were judged, and were equal
    logic [2:0] age_q = '0;  // cycles from the start: one, two, three or more
    logic sent_equal_q = 1'b0;  // equal_q when the beat on offer was loaded

    always_ff @(posedge clk_i) begin
      age_q <= {age_q[1:0], 1'b1};
      difference_q <= {difference_q[1:0], u_dut.capacity ^ u_dut.beat_words};
      if (!rst_ni || u_dut.clear || u_dut.drop) equal_q <= 1'b0;
      else if (u_dut.judge) equal_q <= difference_q[2] == '0;
      if (u_dut.single) sent_equal_q <= equal_q;
    end

    always_comb begin
      if (status) assert ((code == roundel_stream_pkg::StatusAccepted) == sent_equal_q);
      if (started_q && rst_ni) begin
        assert (u_dut.u_output.verdict_q.accepted == equal_q);
        assert (!equal_q || !u_dut.u_output.verdict_q.refused);
      end
    end

    // For induction: the comparison, group by group.
    for (genvar i = 0; i < 64; i++) begin : gen_pair
      always_comb begin
        if (age_q[0]) assert (u_dut.u_output.mismatch_64_q[i] == |difference_q[0][2*i+:2]);
      end
    end
    for (genvar i = 0; i < 16; i++) begin : gen_byte
      always_comb begin
        if (age_q[1]) assert (u_dut.u_output.mismatch_16_q[i] == |difference_q[1][8*i+:8]);
      end
    end
    for (genvar i = 0; i < 4; i++) begin : gen_word
      always_comb begin
        if (age_q[2]) assert (u_dut.u_output.mismatch_4_q[i] == |difference_q[2][32*i+:32]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
