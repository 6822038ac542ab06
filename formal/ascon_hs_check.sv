// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The answers of roundel_ascon_hs obey the rules of the stream for any input: legal or illegal, with any
// pauses, any stalls of the sink, and a reset at any time. The state after a pass, the stored customization
// string and the verdict on a tag are free: the task cuts them, and the proof does not need them.

module ascon_hs_check #(
  parameter int unsigned Unroll = 1
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

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
