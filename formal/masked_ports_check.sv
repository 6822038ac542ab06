// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// For any input, legal or illegal, with any pauses, any stalls of the sink and of the source of fresh bits,
// and a reset at any time, the answers of a masked service core keep every rule of the stream in each share
// (stream_properties).
//
// core_under_proof is the core, with the parameters of its catalog entry; its tdata has both shares. A task
// binds lemmas to this module: what holds of the registers between two beats, for this core. A lemma is an
// assertion like the others. The task leaves data free that the properties do not need.

module masked_ports_check #(
  parameter int unsigned DataWidth  = 128,
  parameter int unsigned FreshWidth = 800
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [1:0][DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready,

  input logic fresh_valid_i,
  input logic [FreshWidth-1:0] fresh_i
);

  logic s_axis_tready, fresh_ready_o;
  logic [1:0][DataWidth-1:0] m_axis_tdata;
  logic [DataWidth/8-1:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  core_under_proof u_dut (.*);

  for (genvar share = 0; share < 2; share++) begin : gen_share
    stream_properties #(
      .DataWidth(DataWidth)
    ) u_output (
      .clk_i,
      .rst_ni,
      .tdata_i (m_axis_tdata[share]),
      .tkeep_i (m_axis_tkeep),
      .tlast_i (m_axis_tlast),
      .tuser_i (m_axis_tuser),
      .tvalid_i(m_axis_tvalid),
      .tready_i(m_axis_tready)
    );
  end

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
