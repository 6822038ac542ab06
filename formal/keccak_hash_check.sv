// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A core of the roundel_keccak_hash family whose round takes one cycle answers by the rules of the stream for
// every input: legal or not, with any pauses, any stalls of the sink, a reset at any time. For all time, by
// induction. The invariants are in sponge_schedule_lemmas. The lanes that come out of the state are left free
// (the task cuts them), so nothing rests on what the permutation computes.
//
// A task may add sponge_progress, which is bound to the same module: no silence lasts.

module keccak_hash_check #(
  parameter bit Dsp        = 1'b0,
  parameter bit Resume     = 1'b0,  // of the core without DSP slices
  parameter bit SaveLoad   = 1'b0,  // of the core without DSP slices
  parameter bit AsyncReset = 1'b0   // of the core without DSP slices
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

  // Both cores under one name.
  if (Dsp) begin : gen_core
    roundel_keccak_hash_dsp u_dut (.*);
  end else begin : gen_core
    roundel_keccak_hash #(
      .Resume    (Resume),
      .SaveLoad  (SaveLoad),
      .AsyncReset(AsyncReset)
    ) u_dut (
      .*
    );
  end

  stream_properties #(
    .DataWidth(128)
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

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // What the lemmas say of the segment that is open holds here too.
    if (started_q && rst_ni) begin
      assert (u_output.inside_q == gen_core.u_dut.u_message.u_schedule_lemmas.inside_q);
      assert (!u_output.inside_q || u_output.kind_q == gen_core.u_dut.u_message.u_schedule_lemmas.kind_q);
    end
  end

endmodule
