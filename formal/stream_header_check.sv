// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_stream_header_insert and roundel_stream_header_remove, one after the other, give the segments that
// came in: every beat with bytes and every segment without bytes leaves once, in order, with its data, tkeep,
// kind and end. Only an empty beat after others is gone, and the beat before it ends the segment. For any
// segments, and any stalls between the two and after them. Between them no beat is empty.

module stream_header_check
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 16
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready,
  input logic stall_i,
  input logic track_i
);

  localparam int unsigned Bytes = DataWidth / 8;
  // Beats inside at most: one waits for the next one, two are in each register.
  localparam int unsigned Depth = 5;

  logic s_axis_tready, valid, ready, last, m_axis_tlast, m_axis_tvalid;
  logic [DataWidth-1:0] data, m_axis_tdata;
  logic [Bytes-1:0] keep, m_axis_tkeep;
  logic [UserWidth-1:0] m_axis_tuser;

  roundel_stream_header_insert #(
    .DataWidth(DataWidth)
  ) u_insert (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata (data),
    .m_axis_tkeep (keep),
    .m_axis_tlast (last),
    .m_axis_tvalid(valid),
    .m_axis_tready(ready && !stall_i)
  );

  roundel_stream_header_remove #(
    .DataWidth(DataWidth)
  ) u_remove (
    .clk_i,
    .rst_ni,
    .s_axis_tdata (data),
    .s_axis_tkeep (keep),
    .s_axis_tlast (last),
    .s_axis_tvalid(valid && !stall_i),
    .s_axis_tready(ready),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  stream_properties #(
    .DataWidth(DataWidth),
    .Assume   (1'b1)
  ) u_input (
    .clk_i,
    .rst_ni,
    .tdata_i (s_axis_tdata),
    .tkeep_i (s_axis_tkeep),
    .tlast_i (s_axis_tlast),
    .tuser_i (s_axis_tuser),
    .tvalid_i(s_axis_tvalid),
    .tready_i(s_axis_tready)
  );

  stream_properties #(
    .DataWidth(DataWidth),
    .Segments (1'b0)
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

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Properties
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  logic inside_q, accepted, closing, push, pop, tracking_q, newest_q, last_q;
  logic [2:0] held_q, ahead_q;
  logic [DataWidth-1:0] data_q;
  logic [Bytes-1:0] keep_q;
  logic [UserWidth-1:0] kind_q;

  assign accepted = s_axis_tvalid && s_axis_tready;
  // An empty beat after others: the beat before it ends the segment.
  assign closing = accepted && inside_q && s_axis_tkeep == '0;
  assign push = accepted && !closing;
  assign pop = m_axis_tvalid && m_axis_tready;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      inside_q <= 1'b0;
      held_q <= '0;
      tracking_q <= 1'b0;
    end else begin
      if (accepted) inside_q <= !s_axis_tlast;
      held_q <= held_q + 3'(push) - 3'(pop);
      // One beat, chosen freely, is followed: `ahead_q` leave before it.
      if (!tracking_q) begin
        tracking_q <= push && track_i;
        ahead_q <= held_q - 3'(pop);
        data_q <= s_axis_tdata;
        keep_q <= s_axis_tkeep;
        kind_q <= s_axis_tuser;
        last_q <= s_axis_tlast;
        newest_q <= 1'b1;
      end else begin
        if (pop) tracking_q <= ahead_q != '0;
        if (pop) ahead_q <= ahead_q - 1'b1;
        if (push) newest_q <= 1'b0;
        if (closing && newest_q) last_q <= 1'b1;
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (!valid || keep != '0);
      assert (held_q <= 3'(Depth));
      assert (!m_axis_tvalid || held_q != '0);
      if (tracking_q && pop && ahead_q == '0) begin
        assert (m_axis_tkeep == keep_q);
        assert (m_axis_tuser == kind_q);
        assert (m_axis_tlast == last_q);
        for (int unsigned i = 0; i < Bytes; i++) begin
          assert (!keep_q[i] || m_axis_tdata[8*i+:8] == data_q[8*i+:8]);
          assert (keep_q[i] || m_axis_tdata[8*i+:8] == '0);
        end
      end
    end
  end

endmodule
