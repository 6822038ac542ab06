// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A core that neither offers an answer nor is ready for a beat is mute: nothing from outside can move it. In
// such a cycle some of its control registers changes, so it does not stand still.

module still_properties #(
  parameter int unsigned Width = 8
) (
  input logic clk_i,
  input logic rst_ni,
  input logic s_axis_tready,
  input logic m_axis_tvalid,
  input logic [Width-1:0] control_i
);

  logic mute, mute_q = 1'b0;
  logic [Width-1:0] control_q;

  assign mute = !s_axis_tready && !m_axis_tvalid;

  always_ff @(posedge clk_i) begin
    mute_q <= rst_ni && mute;
    control_q <= control_i;
  end

  always_comb begin
    assert (!mute_q || !rst_ni || !mute || control_i != control_q);
  end

endmodule
