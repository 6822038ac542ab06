// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_pq for every input: legal or not, with any pauses, any stalls of the sink, a reset at any
// time. The task leaves free the result of the round, the lanes of the drain and the words of SampleInBall.
// So nothing rests on what they are. Check selects what is asserted:
//
//   0  the rules of the stream, for all time by induction
//   1  patience: no answer on offer and not ready for input, for fewer than Patience cycles on end; in any
//      mode but those of rejection, which may drop any number of free candidates

module keccak_pq_check #(
  parameter int unsigned Check    = 0,
  parameter int unsigned Patience = 70,
  parameter bit          MlDsa    = 1'b1,
  parameter bit          SlhDsa   = 1'b1
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
  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_keccak_pq #(
    .MlDsa (MlDsa),
    .SlhDsa(SlhDsa)
  ) u_dut (
    .*
  );

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

  if (Check == 0) begin : gen_stream
    stream_properties u_output (
      .clk_i,
      .rst_ni,
      .tdata_i (m_axis_tdata),
      .tkeep_i (m_axis_tkeep),
      .tlast_i (m_axis_tlast),
      .tuser_i (m_axis_tuser),
      .tvalid_i(m_axis_tvalid),
      .tready_i(m_axis_tready)
    );
  end else begin : gen_patience
    always_comb begin
      assume (!roundel_pq_pkg::is_rejection(u_dut.request.mode));
    end
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
