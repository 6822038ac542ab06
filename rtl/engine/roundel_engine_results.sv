// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Results of a block engine on their way out: registers in a row, each passed on when one further on is
// empty or the last is taken. No multiplexer, so they cost flip-flops only; a result is a cycle in each.
//
// There is always room for what comes in: roundel_engine_control, with Results = Depth, sees to that.

module roundel_engine_results #(
  parameter int unsigned Width = 128,
  parameter int unsigned Depth = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic             in_valid_i,
  input logic [Width-1:0] in_block_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_block_o
);

  logic valid[Depth+1], ready[Depth+1];
  logic [Width-1:0] block[Depth+1];

  assign valid[0] = in_valid_i;
  assign block[0] = in_block_i;
  assign ready[Depth] = out_ready_i;
  assign out_valid_o = valid[Depth];
  assign out_block_o = block[Depth];

  for (genvar i = 0; i < Depth; i++) begin : gen_register
    roundel_stream_register #(
      .Width(Width),
      .Skid (1'b0)
    ) u_register (
      .clk_i,
      .rst_ni,
      .in_valid_i (valid[i]),
      .in_ready_o (ready[i]),
      .in_data_i  (block[i]),
      .out_valid_o(valid[i+1]),
      .out_ready_i(ready[i+1]),
      .out_data_o (block[i+1])
    );
  end

  logic unused_ready;
  assign unused_ready = ready[0];

endmodule
