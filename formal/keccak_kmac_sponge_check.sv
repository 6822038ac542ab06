// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_kmac_sponge answers by the rules of the stream for every input: legal or not, with any
// pauses, any stalls of the sink, a reset at any time. A STATUS is ERROR. So it may take the place of
// roundel_keccak_hash in roundel_keccak_kmac.
//
// The task leaves free what the rules do not rest on: the lanes out of the state, and which round is the
// last.
// The lemmas are in sponge_message_lemmas.

module keccak_kmac_sponge_check
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic forget_i,
  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic s_axis_tready;
  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_keccak_kmac_sponge u_dut (.*);

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

  logic opened, valid;
  logic [UserWidth-1:0] kind;
  assign opened = u_dut.u_message.u_lemmas.u_stream.inside_q;
  assign kind   = u_dut.u_message.u_lemmas.u_stream.kind_q;
  assign valid  = started_q && rst_ni && m_axis_tvalid;

  always_comb begin
    assume (started_q || !rst_ni);
    if (valid) assert (m_axis_tuser inside {KindDigest, KindStatus});
    if (valid && m_axis_tuser == KindStatus) begin
      assert (m_axis_tdata == 128'(StatusError) && m_axis_tkeep == 16'd1 && m_axis_tlast);
    end
    // What the lemmas say of the segment that is open holds here too.
    if (started_q && rst_ni) begin
      assert (u_output.inside_q == opened);
      assert (!opened || u_output.kind_q == kind);
      assert (u_output.waiting_q == u_dut.u_message.u_lemmas.u_stream.waiting_q);
    end
  end

endmodule
