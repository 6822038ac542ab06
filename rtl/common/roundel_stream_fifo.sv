// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A small FIFO on a valid/ready stream: Depth words (a power of two) of Width bits, in order.
//
// The storage is written at the clock edge and read without a clock, as LUT RAM or registers do it. Reset
// clears only the pointers.
//
// Schedule:   full throughput. A word can be read in the cycle after it was written. in_ready_o and
//             out_valid_o depend only on the pointers: no path leads from one side to the other.
// Interfaces: valid/ready streams on both sides. Used by roundel_duplex_output.

module roundel_stream_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic             in_valid_i,  // the source offers in_data_i
  output logic             in_ready_o,  // there is space for a word
  input  logic [Width-1:0] in_data_i,   // the word to store

  output logic             out_valid_o,  // out_data_o is valid
  input  logic             out_ready_i,  // the sink accepts the word
  output logic [Width-1:0] out_data_o    // the oldest word
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "%m: Width is 0, expected at least 1");
  end
  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : gen_bad_depth
    $fatal(1, "%m: Depth is %0d, expected a power of two from 2", Depth);
  end

  // A pointer has one bit more than the address. The FIFO is empty when the pointers are equal, and full
  // when they are Depth apart.
  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth:0] pointer_t;

  logic [Width-1:0] mem_q[Depth];
  pointer_t write_d, write_q;
  pointer_t read_d, read_q;
  logic push, pop;

  assign in_ready_o  = (write_q ^ read_q) != pointer_t'(Depth);
  assign out_valid_o = write_q != read_q;
  assign out_data_o  = mem_q[read_q[AddressWidth-1:0]];

  assign push        = in_valid_i && in_ready_o;
  assign pop         = out_valid_o && out_ready_i;
  assign write_d     = write_q + pointer_t'(push);
  assign read_d      = read_q + pointer_t'(pop);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
    end else begin
      write_q <= write_d;
      read_q  <= read_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) mem_q[write_q[AddressWidth-1:0]] <= in_data_i;
  end

endmodule
