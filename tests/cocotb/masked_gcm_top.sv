// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A masked core of AES-GCM with ports of one share: it splits each beat but those of kind CMD, joins the
// shares of an answer, and has a source of fresh bits that waits at random. For tests alone.

module masked_gcm_top #(
  parameter int unsigned KeyBytes   = 16,
  parameter int unsigned NonceBytes = 12
) (
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

  localparam int unsigned FreshWidth = 496 + 8 * KeyBytes;

  logic [127:0] random_q, mask, share0, share1;
  logic fresh_valid_q, fresh_ready;
  logic [FreshWidth-1:0] fresh_q;

  assign mask = s_axis_tuser == 4'd0 ? '0 : random_q;
  assign m_axis_tdata = share0 ^ share1;

  always_ff @(posedge clk_i) begin
    if (!s_axis_tvalid || s_axis_tready) for (int i = 0; i < 128; i += 32) random_q[i+:32] <= $urandom;
    if (!rst_ni || !fresh_valid_q || fresh_ready) begin
      fresh_valid_q <= rst_ni && $urandom_range(7) != 0;
      for (int i = 0; i < FreshWidth; i += 8) fresh_q[i+:8] <= 8'($urandom);
    end
  end

  roundel_aes_gcm_masked #(
    .KeyBytes  (KeyBytes),
    .NonceBytes(NonceBytes)
  ) u_core (
    .clk_i,
    .rst_ni,
    .s_axis_tdata (s_axis_tdata ^ mask),
    .s_axis_tdata1(mask),
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .fresh_valid_i(fresh_valid_q),
    .fresh_ready_o(fresh_ready),
    .fresh_i      (fresh_q),
    .m_axis_tdata (share0),
    .m_axis_tdata1(share1),
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
