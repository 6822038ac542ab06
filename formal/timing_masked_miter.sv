// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The timing of a masked service core does not depend on data, on shares or on fresh bits. Two copies of the
// core have the same handshakes, tkeep, tlast, tuser and reset, and the same bytes in both shares of beats of
// kind CMD. All other bytes of both shares and all fresh bits are free, and differ. In every cycle both
// copies have the same tready, tvalid and fresh_ready_o, and while tvalid is set the same tlast, tkeep and
// tuser. Input is free: legal or not, with any pauses, any stalls of the sink and of the source of fresh
// bits, and a reset at any time.
//
// A task binds a module of lemmas to this one: what holds between the copies on the way, for this core. A
// lemma is an assertion like the others. core_under_proof is the core; its tdata has both shares.

module timing_masked_miter #(
  parameter int unsigned DataWidth  = 128,
  parameter int unsigned FreshWidth = 800
) (
  input logic clk_i,
  input logic reset_i,

  input logic [1:0][1:0][DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready,

  input logic fresh_valid_i,
  input logic [1:0][FreshWidth-1:0] fresh_i
);

  import roundel_stream_pkg::*;

  logic started_q = 1'b0;
  logic rst_n;
  logic [1:0][DataWidth-1:0] other_tdata;
  logic [1:0] tready, tlast, tvalid, fresh_ready;
  logic [1:0][DataWidth/8-1:0] tkeep;
  logic [1:0][UserWidth-1:0] tuser;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  assign rst_n = started_q && !reset_i;
  assign other_tdata = s_axis_tuser == KindCmd ? s_axis_tdata[0] : s_axis_tdata[1];

  core_under_proof u_a (
    .clk_i,
    .rst_ni       (rst_n),
    .s_axis_tdata (s_axis_tdata[0]),
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(tready[0]),
    .fresh_valid_i,
    .fresh_ready_o(fresh_ready[0]),
    .fresh_i      (fresh_i[0]),
    .m_axis_tdata (),
    .m_axis_tkeep (tkeep[0]),
    .m_axis_tlast (tlast[0]),
    .m_axis_tuser (tuser[0]),
    .m_axis_tvalid(tvalid[0]),
    .m_axis_tready
  );

  core_under_proof u_b (
    .clk_i,
    .rst_ni       (rst_n),
    .s_axis_tdata (other_tdata),
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(tready[1]),
    .fresh_valid_i,
    .fresh_ready_o(fresh_ready[1]),
    .fresh_i      (fresh_i[1]),
    .m_axis_tdata (),
    .m_axis_tkeep (tkeep[1]),
    .m_axis_tlast (tlast[1]),
    .m_axis_tuser (tuser[1]),
    .m_axis_tvalid(tvalid[1]),
    .m_axis_tready
  );

  always_comb begin
    if (rst_n) begin
      assert (tready[0] == tready[1]);
      assert (tvalid[0] == tvalid[1]);
      assert (fresh_ready[0] == fresh_ready[1]);
      if (tvalid[0]) assert ({tlast[0], tkeep[0], tuser[0]} == {tlast[1], tkeep[1], tuser[1]});
    end
  end

endmodule
