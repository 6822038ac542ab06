// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A FIFO of the DMA: Depth words (a power of two) of Width bits, in order. The user never pushes into a full
// FIFO and never pops an empty one.
//
// The cycle after a pop overwrites the place with push_data_i, unless there is a push: the user drives zero
// then. With a push the word stays in its place until it is overwritten. clear_i for Depth cycles, on an
// empty FIFO, overwrites every place with push_data_i.
//
// Schedule:   one push and one pop per cycle. A word can be read two cycles after its push.
// Interfaces: roundel_dma_input has one for data from memory, roundel_dma_output one for data to memory.

module roundel_dma_fifo #(
  parameter int unsigned Width = 64,
  parameter int unsigned Flags = 1,
  parameter bit          Block = 1'b1,  // the words are in block RAM
  parameter int unsigned Depth = 16
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic             clear_i,      // overwrites one place after the other; the FIFO is empty
  input  logic             push_i,       // stores push_data_i
  input  logic [Width-1:0] push_data_i,  // the word to store; without push_i what to leave in the place
  input  logic [Flags-1:0] push_flags_i, // what goes with it
  input  logic             pop_i,        // removes the oldest word
  output logic [Width-1:0] data_o,       // the oldest word, unless empty_o
  output logic [Flags-1:0] flags_o,      // what goes with it
  output logic             empty_o,      // there is no word
  output logic             last_place_o  // clear_i overwrites the last place now
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "%m: Width is 0, expected at least 1");
  end
  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : gen_bad_depth
    $fatal(1, "%m: Depth is %0d, expected a power of two from 2", Depth);
  end

  // A pointer has one bit more than the address. The FIFO is empty when the pointers are equal.
  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth:0] pointer_t;

  (* ram_style = "distributed", no_rw_check *)
  logic [Flags-1:0] flag_mem_q[Depth];
  logic [Width-1:0] data_q;
  logic [Flags-1:0] flags_q;
  pointer_t read_d;
  pointer_t write_q, read_q;
  pointer_t after_q;  // read_q plus one
  logic empty_q;
  logic write, popped_q;  // popped_q: a word was popped in the cycle before, from left_q
  logic [AddressWidth-1:0] left_q, place;  // place: is written

  assign data_o       = data_q;
  assign flags_o      = flags_q;
  assign read_d       = pop_i || clear_i ? after_q : read_q;
  assign empty_o      = empty_q;
  assign write        = push_i || popped_q || clear_i;
  assign place        = push_i || clear_i ? write_q[AddressWidth-1:0] : left_q;
  assign last_place_o = write_q[AddressWidth-1:0] == '1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
      after_q <= pointer_t'(1);
      empty_q <= 1'b1;
    end else begin
      if (push_i || clear_i) write_q <= write_q + 1'b1;
      read_q <= read_d;
      if (pop_i || clear_i) after_q <= after_q + 1'b1;
      empty_q <= clear_i || (pop_i ? after_q == write_q : read_q == write_q);
    end
  end

  always_ff @(posedge clk_i) begin
    popped_q <= rst_ni && pop_i;
    left_q   <= read_q[AddressWidth-1:0];
  end

  // A place is not read and written in the same cycle, if its word is used.
  if (Block) begin : gen_block
    (* ram_style = "block", no_rw_check *)
    logic [Width-1:0] mem_q[Depth];

    always_ff @(posedge clk_i) begin
      if (write) mem_q[place] <= push_data_i;
      data_q <= mem_q[read_d[AddressWidth-1:0]];
    end
  end else begin : gen_distributed
    (* ram_style = "distributed", no_rw_check *)
    logic [Width-1:0] mem_q[Depth];

    always_ff @(posedge clk_i) begin
      if (write) mem_q[place] <= push_data_i;
      data_q <= mem_q[read_d[AddressWidth-1:0]];
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) flag_mem_q[write_q[AddressWidth-1:0]] <= push_flags_i;
    flags_q <= flag_mem_q[read_d[AddressWidth-1:0]];
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni === 1'b1) begin
      assert (!(clear_i && (push_i || pop_i)));
      assert (!push_i || (write_q ^ read_q) != pointer_t'(Depth));
      assert (!pop_i || !empty_o);
    end
  end
`endif

endmodule
