// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_gcm_hs (MultiService = 0) and roundel_multi_aes_hs (MultiService = 1) do not hang for any
// input, with any pauses, stalls and resets (patience_properties). The longest legal silence is the expansion
// of a key: 60 cycles in roundel_aes_gcm_hs, and the nonce waits for it. The results of the ciphers and of
// GHASH are free (the task cuts them); when they begin and end is not.

module aes_progress_check #(
  parameter bit          MultiService = 1'b0,
  parameter int unsigned Patience     = 100
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

  // Both cores under one name, so that the task cuts either.
  if (MultiService) begin : gen_core
    roundel_multi_aes_hs u_dut (
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
  end else begin : gen_core
    roundel_aes_gcm_hs u_dut (
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
  end

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
