// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keeps results of a block engine until the sink accepts them: Depth registers in a row. Each passes its
// result on when a later one is empty or the sink accepts the last. There is no multiplexer, so a result
// costs only flip-flops.
//
// Space for an incoming result is guaranteed by roundel_engine_control with Results = Depth.
//
// Schedule:   Depth cycles from in_valid_i to out_valid_o, one in each register, if the sink does not stall.
//             Full throughput. out_valid_o is a register.
// Interfaces: results from the last round or the end of a block engine; results to the engine's output. The
//             registers are roundel_stream_register with Skid = 0.

module roundel_engine_results #(
  parameter int unsigned Width = 128,
  parameter int unsigned Depth = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic             in_valid_i,  // in_block_i is a result; always accepted
  input logic [Width-1:0] in_block_i,  // the result of a block

  output logic             out_valid_o,  // out_block_o is valid
  input  logic             out_ready_i,  // the sink accepts the result
  output logic [Width-1:0] out_block_o   // the oldest result
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

`ifndef SYNTHESIS
  // The contract of the ports.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(in_valid_i && !ready[0]))
      else $error("%m: in_valid_i without space for the result");
    end
  end
`endif

endmodule
