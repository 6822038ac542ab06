// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A core that neither offers an answer nor is ready for a beat is mute: nothing from outside can move it. In
// such a cycle some of its control registers changes, so it does not stand still.
//
// With Span = 2 one changes in one of two mute cycles in a row, for a stream that has its turn in every
// second cycle.

module still_properties #(
  parameter int unsigned Width = 8,
  parameter int unsigned Span  = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic s_axis_tready,
  input logic m_axis_tvalid,
  input logic [Width-1:0] control_i
);

  logic mute, mute_q = 1'b0;
  logic [Width-1:0] control_q;
  logic [Span:0] still;  // this cycle, and those before it
  logic [Span:0] still_q = '0;

  assign mute = !s_axis_tready && !m_axis_tvalid;
  assign still = {still_q[Span-1:0], mute_q && rst_ni && mute && control_i == control_q};

  always_ff @(posedge clk_i) begin
    mute_q <= rst_ni && mute;
    control_q <= control_i;
    still_q <= still;
  end

  always_comb begin
    assert (!(&still[Span-1:0]));
  end

endmodule
