// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A unit's result is a & ~b with AndNot, else a ^ b: at once, or with Pipelined of a three cycles and b two
// cycles before.

module dsp_logic_unit_check #(
  parameter bit AndNot    = 1'b0,
  parameter bit Pipelined = 1'b0
) (
  input logic clk_i,

  input logic [47:0] a_i,
  input logic [47:0] b_i
);

  localparam int unsigned Levels = 3;

  logic [47:0] data, a, b;
  logic [47:0] a_q[Levels];
  logic [47:0] b_q[Levels-1];
  logic [Levels-1:0] seen_q = '0;

  roundel_dsp_logic_unit #(
    .AndNot   (AndNot),
    .Pipelined(Pipelined)
  ) u_dut (
    .clk_i,
    .a_i,
    .b_i,
    .data_o(data)
  );

  always_ff @(posedge clk_i) begin
    seen_q <= {seen_q[Levels-2:0], 1'b1};
    a_q[0] <= a_i;
    b_q[0] <= b_i;
    for (int unsigned i = 1; i < Levels; i++) a_q[i] <= a_q[i-1];
    for (int unsigned i = 1; i < Levels - 1; i++) b_q[i] <= b_q[i-1];
  end

  assign a = Pipelined ? a_q[Levels-1] : a_i;
  assign b = Pipelined ? b_q[Levels-2] : b_i;

  always_comb begin
    if (!Pipelined || seen_q[Levels-1]) assert (data == (AndNot ? a & ~b : a ^ b));
  end

endmodule
