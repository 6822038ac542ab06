// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A masked hash core with ports of one share: masked_ends makes and joins the shares.
// For tests alone.

module masked_top (
  input logic clk_i,
  input logic rst_ni,

  input  logic [127:0] s_axis_tdata,
  input  logic [ 15:0] s_axis_tkeep,
  input  logic         s_axis_tlast,
  input  logic [  3:0] s_axis_tuser,
  input  logic         s_axis_tvalid,
  output logic         s_axis_tready,

  output logic [127:0] m_axis_tdata,
  output logic [ 15:0] m_axis_tkeep,
  output logic         m_axis_tlast,
  output logic [  3:0] m_axis_tuser,
  output logic         m_axis_tvalid,
  input  logic         m_axis_tready
);

  logic [127:0] entry0, entry1, answer0, answer1;
  logic fresh_valid, fresh_ready;
  logic [799:0] fresh;

  masked_ends #(
    .FreshWidth(800)
  ) u_ends (
    .clk_i,
    .rst_ni,
    .entry_i      (s_axis_tdata),
    .kind_i       (s_axis_tuser),
    .valid_i      (s_axis_tvalid),
    .ready_i      (s_axis_tready),
    .entry0_o     (entry0),
    .entry1_o     (entry1),
    .answer0_i    (answer0),
    .answer1_i    (answer1),
    .answer_o     (m_axis_tdata),
    .fresh_valid_o(fresh_valid),
    .fresh_ready_i(fresh_ready),
    .fresh_o      (fresh)
  );

  roundel_keccak_hash_masked u_core (
    .clk_i,
    .rst_ni,
    .s_axis_tdata (entry0),
    .s_axis_tdata1(entry1),
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .fresh_valid_i(fresh_valid),
    .fresh_ready_o(fresh_ready),
    .fresh_i      (fresh),
    .m_axis_tdata (answer0),
    .m_axis_tdata1(answer1),
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
