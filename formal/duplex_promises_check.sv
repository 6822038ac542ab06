// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Input and permutation of a duplex core keep the contract of roundel_duplex_output (duplex_output_contract)
// for every input, legal or not, with any pauses, a reset at any time, and for every answer of the output.
// The task cuts the output and the lanes that come out of the state.

module duplex_promises_check #(
  parameter bit Sponge   = 1'b0,
  parameter bit Schedule = 1'b1,  // the contract's rules of that name
  parameter bit Segments = 1'b1
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

  roundel_duplex_core #(
    .Sponge(Sponge)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata (),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (),
    .m_axis_tvalid(),
    .m_axis_tready
  );

  logic [3:0] gap;

  duplex_output_contract #(
    .Schedule(Schedule),
    .Segments(Segments)
  ) u_contract (
    .clk_i,
    .rst_ni,
    .can_reserve_i(u_dut.can_reserve),
    .idle_i       (u_dut.idle),
    .reserve_i    (u_dut.reserve),
    .capture_i    (u_dut.capture),
    .info_i       (u_dut.capture_info),
    .error_i      (u_dut.aborted),
    .close_i      (u_dut.text_open),
    .open_o       (),
    .kind_o       (),
    .gap_o        (gap),
    .error_o      ()
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || !rst_ni);
    // From the first block on: no need to wait for the second.
    if (started_q && rst_ni && Schedule) assert (u_dut.u_permutation.u_issue.drain_count_q >= gap);
  end

endmodule
