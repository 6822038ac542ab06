// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// For any input, legal or illegal, with any pauses, any stalls of the sink and a reset at any time, the
// answers of a service core keep every rule of the stream (stream_properties). With a Patience it does not
// hang (patience_properties): Patience is more than its longest legal silence, in cycles.
//
// core_under_proof is the core, with the parameters of its catalog entry. A task binds modules to this one:
//
//   stream_*  lemmas: what holds of the registers between two beats, for this core. A lemma is an
//             assertion like the others: a wrong one fails the proof.
//   still_*   the control registers of this core, for still_properties.
//
// Stream = 0 leaves the rules of the stream out. The task leaves data free that the properties do not need;
// for Patience it may cut the results of ciphers and hashes, but not when they begin and end.

module core_ports_check #(
  parameter int unsigned DataWidth = 16,
  parameter bit          Stream    = 1'b1,
  parameter int unsigned Patience  = 0
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

  logic s_axis_tready;
  logic [DataWidth-1:0] m_axis_tdata;
  logic [DataWidth/8-1:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  core_under_proof u_dut (
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

  if (Stream) begin : gen_stream
    stream_properties #(
      .DataWidth(DataWidth)
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
  end

  if (Patience > 0) begin : gen_patience
    patience_properties #(
      .Patience(Patience)
    ) u_patience (
      .clk_i,
      .rst_ni,
      .s_axis_tready,
      .m_axis_tvalid
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
