// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A small memory of words: one write and one read a cycle, the word read in a register. LUT RAM where
// there is one, otherwise a block RAM: the same two statements are both.
//
// A word written in cycle t can be read from t+1 on. Who reads the address that is being written may
// get either word. Nothing is reset.

module roundel_lane_ram #(
  parameter int unsigned Depth = 32,  // a power of two
  parameter int unsigned Width = 64
) (
  input logic clk_i,

  input logic                     write_i,
  input logic [$clog2(Depth)-1:0] write_address_i,
  input logic [        Width-1:0] data_i,

  input  logic                     read_i,
  input  logic [$clog2(Depth)-1:0] read_address_i,
  output logic [        Width-1:0] data_o
);

  logic [Width-1:0] mem_q[Depth];

  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[write_address_i] <= data_i;
  end

  always_ff @(posedge clk_i) begin
    if (read_i) data_o <= mem_q[read_address_i];
  end

endmodule
