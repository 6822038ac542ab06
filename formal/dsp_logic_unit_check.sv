// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A unit's result is a & ~b with AndNot, else a ^ b: of a Levels cycles before, and of b at most two cycles
// before.

module dsp_logic_unit_check #(
  parameter bit          AndNot = 1'b0,
  parameter int unsigned Levels = 0
) (
  input logic clk_i,

  input logic [47:0] a_i,
  input logic [47:0] b_i
);

  localparam int unsigned Longest = 3;
  localparam int unsigned LevelsB = Levels > 2 ? 2 : Levels;

  logic [47:0] data, a, b;
  logic [47:0] a_q[Longest+1];  // entry i: of i cycles before
  logic [47:0] b_q[Longest+1];
  logic [Longest:0] seen_q = '0;

  roundel_dsp_logic_unit #(
    .AndNot(AndNot),
    .Levels(Levels)
  ) u_dut (
    .clk_i,
    .a_i,
    .b_i,
    .data_o(data)
  );

  assign a_q[0] = a_i;
  assign b_q[0] = b_i;
  assign seen_q[0] = 1'b1;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 1; i <= Longest; i++) begin
      seen_q[i] <= seen_q[i-1];
      a_q[i] <= a_q[i-1];
      b_q[i] <= b_q[i-1];
    end
  end

  assign a = a_q[Levels];
  assign b = b_q[LevelsB];

  always_comb begin
    if (seen_q[Levels]) assert (data == (AndNot ? a & ~b : a ^ b));
  end

endmodule
