// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS of roundel_ascon_la is ACCEPTED if and only if the word that was compared last ended a tag, and it
// and every word that was compared since the verdict was cleared were equal. It is REFUSED if and only if one
// of them differed. For any input: legal or illegal, with any pauses, any stalls of the sink, and a reset at
// any time. The words are free. For all time, by induction.

module ascon_la_verdict_check
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic [15:0] s_axis_tdata,
  input logic [1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic [15:0] tdata;
  logic [UserWidth-1:0] tuser;
  logic tvalid;

  roundel_ascon_la u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata (tdata),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (tuser),
    .m_axis_tvalid(tvalid),
    .m_axis_tready
  );

  typedef struct packed {
    logic compared;
    logic different;
    logic ended;  // the word that was compared last ended the tag
  } found_t;

  logic started_q = 1'b0;
  found_t found_q = '0;  // since the verdict was cleared
  found_t sent_q = '0;  // that, when the beat on the bus was loaded

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni || u_dut.u_output.clear_i) begin
      found_q <= '0;
    end else if (u_dut.u_output.checked) begin
      found_q.compared <= 1'b1;
      found_q.different <= found_q.different || u_dut.u_output.word_i.data != '0;
      found_q.ended <= u_dut.u_output.word_i.last;
    end
    if (u_dut.u_output.single_ready_o) sent_q <= found_q;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

  always_comb begin
    if (started_q && rst_ni && tvalid && tuser == KindStatus) begin
      assert (tdata[7:0] inside {StatusAccepted, StatusRefused, StatusError});
      assert ((tdata[7:0] == StatusAccepted) == (sent_q.compared && sent_q.ended && !sent_q.different));
      assert ((tdata[7:0] == StatusRefused) == sent_q.different);
    end
    // For induction.
    if (started_q) begin
      assert (found_q.compared || found_q == '0);
      assert (u_dut.u_output.equal_q == !found_q.different);
      assert (u_dut.u_output.verdict_q.refused == found_q.different);
      assert (u_dut.u_output.verdict_q.accepted == (found_q.compared && found_q.ended && !found_q.different));
    end
  end

  // No other answer has the kind of a STATUS, once the register of the kind has been loaded.
  logic loaded_q = 1'b0;
  always_ff @(posedge clk_i) begin
    loaded_q <= loaded_q || (started_q && u_dut.u_passes.start && u_dut.u_passes.row_q.add.answer);
  end
  always_comb begin
    if (loaded_q) assert (u_dut.answer_kind != KindStatus);
  end

endmodule
