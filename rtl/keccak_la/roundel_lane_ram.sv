// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A small memory of words with one write port and one read port. The same two statements describe a LUT
// RAM, and a block RAM on devices without LUT RAM. Nothing is reset.
//
// Schedule:   One write and one read per cycle. A word written in cycle t can be read from cycle t+1 on.
//             The word at the address of cycle t is in the output register data_o from t+1 on, until the
//             next read. A read of the address that is written in the same cycle returns either word.
// Interfaces: both ports from and to roundel_keccak_la_datapath

module roundel_lane_ram #(
  parameter int unsigned Depth = 32,  // number of words, a power of two
  parameter int unsigned Width = 64   // bits of a word
) (
  input logic clk_i,

  input logic                     write_i,          // data_i is written
  input logic [$clog2(Depth)-1:0] write_address_i,  // address that is written
  input logic [        Width-1:0] data_i,           // word that is written

  input  logic                     read_i,          // a word is read; otherwise data_o keeps its value
  input  logic [$clog2(Depth)-1:0] read_address_i,  // address that is read
  output logic [        Width-1:0] data_o           // word that was read, from a register
);

  logic [Width-1:0] mem_q[Depth];

  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[write_address_i] <= data_i;
  end

  always_ff @(posedge clk_i) begin
    if (read_i) data_o <= mem_q[read_address_i];
  end

endmodule
