// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A service core with a bus of 128 bits does not hang, for any input: legal or not, with any pauses, any
// stalls of the sink, and a reset at any time (patience_properties). Patience is more than the longest legal
// silence of the core. core_under_proof is the core, with the parameters of its catalog entry. A task may cut
// the results of ciphers and hashes, but not when they begin and end.

module core_patience_check #(
  parameter int unsigned DataWidth = 128,
  parameter int unsigned Patience  = 100
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic s_axis_tready, m_axis_tvalid;

  core_under_proof u_dut (
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

  patience_properties #(
    .Patience(Patience)
  ) u_patience (
    .clk_i,
    .rst_ni,
    .s_axis_tready,
    .m_axis_tvalid
  );

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
