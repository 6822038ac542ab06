// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A core that neither offers an answer nor is ready for a beat is mute: nothing from outside can move it. It
// is never mute for Patience cycles in a row. A reset restarts the count.

module patience_properties #(
  parameter int unsigned Patience = 100
) (
  input logic clk_i,
  input logic rst_ni,
  input logic s_axis_tready,
  input logic m_axis_tvalid
);

  logic [7:0] mute_q = 8'd0;  // cycles so far

  always_ff @(posedge clk_i) begin
    mute_q <= rst_ni && !s_axis_tready && !m_axis_tvalid ? mute_q + 8'd1 : 8'd0;
  end

  always_comb begin
    assert (mute_q < 8'(Patience));
  end

endmodule
