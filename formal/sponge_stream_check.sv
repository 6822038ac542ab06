// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A core that is made of roundel_sponge_message answers by the rules of the stream for every input: legal or
// not, with any pauses, any stalls of the sink, a reset at any time. With Streams = 2 beats of two streams
// alternate, and `tid` says of which stream a beat is. Then each stream obeys the rules, and a beat that
// waits keeps its place: no beat of the other stream comes instead.
//
// core_under_proof is the core, with the parameters of its catalog entry. The task leaves free what the rules
// do not rest on: the lanes out of the state, the cycles in which a round ends, and which round is the last.
// The lemmas are in sponge_message_lemmas.

module sponge_stream_check #(
  parameter int unsigned DataWidth = 128,
  parameter int unsigned Streams   = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tid,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic s_axis_tready;
  logic [DataWidth-1:0] m_axis_tdata;
  logic [DataWidth/8-1:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tid;
  logic m_axis_tvalid;

  // A core of one stream has no tid.
  core_under_proof u_dut (.*);

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

  for (genvar i = 0; i < Streams; i++) begin : gen_stream
    logic own;
    assign own = Streams == 1 || m_axis_tid == 1'(i);

    stream_properties #(
      .DataWidth(DataWidth)
    ) u_output (
      .clk_i,
      .rst_ni,
      .tdata_i (m_axis_tdata),
      .tkeep_i (m_axis_tkeep),
      .tlast_i (m_axis_tlast),
      .tuser_i (m_axis_tuser),
      .tvalid_i(m_axis_tvalid && own),
      .tready_i(m_axis_tready)
    );

    // What the lemmas say of the segment that is open holds here too.
    logic opened, held, valid;
    logic [roundel_stream_pkg::UserWidth-1:0] kind;
    if (Streams == 1) begin : gen_one
      assign opened = u_dut.u_core.u_message.u_lemmas.u_stream.inside_q;
      assign kind = u_dut.u_core.u_message.u_lemmas.u_stream.kind_q;
      assign held = u_output.waiting_q;
      assign valid = m_axis_tvalid;
    end else begin : gen_both
      assign opened = u_dut.u_core.gen_stream[i].u_message.u_lemmas.u_stream.inside_q;
      assign kind = u_dut.u_core.gen_stream[i].u_message.u_lemmas.u_stream.kind_q;
      assign held = u_dut.u_core.held_q && u_dut.u_core.choice_q == 1'(i);
      assign valid = u_dut.u_core.out_valid[i];
    end
    always_comb begin
      if (started_q && rst_ni) begin
        assert (u_output.inside_q == opened);
        assert (!opened || u_output.kind_q == kind);
        assert (!u_output.waiting_q || held);
        assert (!held || valid);
      end
    end
  end

endmodule
