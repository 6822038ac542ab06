// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS of a low-area duplex core is ACCEPTED if and only if it is the verdict on a tag, two or more lanes
// were compared since the tag began, and every one of them matched. For any comparisons, answers and stalls
// of the sink, and a reset at any time; for all time, by induction.

module duplex_la_verdict_check
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input command_t command_i,
  input state_e   state_i,
  input logic     text_i,
  input logic     sum_check_i,
  input logic     sum_mismatch_i,

  input logic        valid_i,
  input logic [63:0] lane_i,
  input logic [ 7:0] bytes_i,
  input logic        last_i,
  input logic        single_beat_i,
  input logic        status_i,
  input logic        verdict_i,      // the STATUS is a verdict
  input logic        m_axis_tready
);

  logic accepted, refused, ready, tvalid;
  logic [UserWidth-1:0] kind, tuser;
  logic [15:0] tdata;

  roundel_duplex_la_answer u_answer (
    .clk_i,
    .command_i,
    .state_i,
    .text_i,
    .last_i,
    .sum_check_i,
    .sum_mismatch_i,
    .text_sent_o(),
    .closed_o   (),
    .accepted_o (accepted),
    .refused_o  (refused),
    .kind_o     (kind)
  );

  roundel_duplex_la_output u_output (
    .clk_i,
    .rst_ni,
    .valid_i,
    .ready_o      (ready),
    .lane_i,
    .bytes_i,
    .last_i,
    .kind_i       (kind),
    .single_beat_i,
    .status_i,
    .accepted_i   (verdict_i && accepted),
    .refused_i    (verdict_i && refused),
    .m_axis_tdata (tdata),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (tuser),
    .m_axis_tvalid(tvalid),
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic [1:0] compared_q = '0;  // lanes that were compared since the tag began, at most two
  logic different_q = 1'b0;  // one of them did not match
  logic sent_right_q;  // the STATUS on the bus is ACCEPTED
  logic right;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!(state_i inside {StTag, StCloseText, StVerdict})) begin
      compared_q  <= '0;
      different_q <= 1'b0;
    end else if (sum_check_i) begin
      if (!compared_q[1]) compared_q <= compared_q + 2'd1;
      different_q <= different_q || sum_mismatch_i;
    end
    if (valid_i && ready) sent_right_q <= verdict_i && right;
  end

  assign right = compared_q == 2'd2 && !different_q;

  always_comb begin
    assume (started_q || !rst_ni);
    // Before the first reset no tag is compared.
    assume (started_q || !(state_i inside {StTag, StCloseText, StVerdict}));
  end

  always_comb begin
    if (started_q && rst_ni && tvalid && tuser == KindStatus) begin
      assert ((tdata[7:0] == StatusAccepted) == sent_right_q);
      assert (tdata[7:0] inside {StatusAccepted, StatusRefused, StatusError});
    end
    if (started_q) begin
      assert (compared_q != 2'd3);
      assert (refused == different_q);
      assert ((accepted && !refused) == right);
      assert (different_q || u_answer.matched_q == (compared_q != '0));
      assert (!(different_q && compared_q == '0));
    end
    if (started_q && tvalid) begin
      assert (u_output.status_q == (tuser == KindStatus));
      assert ((u_output.accepted_q && !u_output.refused_q) == sent_right_q);
    end
  end

endmodule
