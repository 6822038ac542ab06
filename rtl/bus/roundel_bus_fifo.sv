// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A FIFO that clears what it has given away: Depth words (a power of two) of Width bits, in order. A word
// that leaves is overwritten with push_data_i in the same cycle: the user drives zeros into the bits that
// must not stay in a free place.
//
// The storage has one write port and is read without a clock, as LUT RAM does it. A push and a pop never
// share a cycle: the user sees to that. After reset, clear_i for Depth cycles overwrites every
// place, in order.
//
// Schedule:   one push or one pop per cycle. A word can be read in the cycle after it was written.
// Interfaces: roundel_bus_shell has two, one to the core and one from the core.

module roundel_bus_fifo #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 16
) (
  input logic clk_i,
  input logic rst_ni,

  // Overwrites one place after the other; the FIFO is empty.
  input  logic                       clear_i,
  // Stores push_data_i; only if level_o is below Depth.
  input  logic                       push_i,
  // The word to store; with pop_i or clear_i what to leave in the place.
  input  logic [          Width-1:0] push_data_i,
  // Removes the oldest word; only if level_o is not zero.
  input  logic                       pop_i,
  // The oldest word, if level_o is not zero.
  output logic [          Width-1:0] data_o,
  // The number of words in the FIFO.
  output logic [$clog2(Depth+1)-1:0] level_o,
  // clear_i overwrites the last place now.
  output logic                       last_place_o
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "%m: Width is 0, expected at least 1");
  end
  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : gen_bad_depth
    $fatal(1, "%m: Depth is %0d, expected a power of two from 2", Depth);
  end

  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth-1:0] address_t;
  typedef logic [AddressWidth:0] level_t;

  logic [Width-1:0] mem_q[Depth];
  address_t write_d, write_q;
  address_t read_d, read_q;
  level_t level_d, level_q;

  assign data_o  = mem_q[read_q];
  assign level_o = level_q;
  assign last_place_o = read_q == '1;

  assign write_d = write_q + address_t'(push_i);
  assign read_d  = read_q + address_t'(pop_i || clear_i);
  // Plus one, minus one or plus zero: all ones is minus one.
  assign level_d = level_q + {{AddressWidth{pop_i}}, push_i || pop_i};

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
    if (!rst_ni || clear_i) level_q <= '0;
    else level_q <= level_d;
  end

  always_ff @(posedge clk_i) begin
    if (push_i || pop_i || clear_i) mem_q[push_i?write_q : read_q] <= push_data_i;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni === 1'b1) begin
      assert (!(push_i && (pop_i || clear_i)));
    end
  end
`endif

endmodule
