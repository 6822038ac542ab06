// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_gcm_hs that gives out the text of an OPEN only when its tag was right: see roundel_aead_hold.
// HoldDepth: the longest such text, in beats of 16 bytes.

module roundel_aes_gcm_hs_hold
  import roundel_stream_pkg::*;
#(
  parameter int unsigned HoldDepth = 1024
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic [127:0] tdata;
  logic [15:0] tkeep;
  logic tlast, tvalid, tready;
  logic [UserWidth-1:0] tuser;

  roundel_aes_gcm_hs u_core (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata (tdata),
    .m_axis_tkeep (tkeep),
    .m_axis_tlast (tlast),
    .m_axis_tuser (tuser),
    .m_axis_tvalid(tvalid),
    .m_axis_tready(tready)
  );

  roundel_aead_hold #(
    .DataWidth(128),
    .Depth    (HoldDepth)
  ) u_hold (
    .clk_i,
    .rst_ni,
    .s_axis_tdata (tdata),
    .s_axis_tkeep (tkeep),
    .s_axis_tlast (tlast),
    .s_axis_tuser (tuser),
    .s_axis_tvalid(tvalid),
    .s_axis_tready(tready),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
