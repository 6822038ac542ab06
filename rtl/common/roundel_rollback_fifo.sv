// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A FIFO in block RAM whose words can be taken back: Depth words (a power of two) of Width bits. What is
// written can be read only after commit_i; drop_i forgets what is written and not committed. Full
// throughput; a word can come out two cycles after it was committed.
//
// Only pointers are moved by drop_i and by reset: a forgotten word stays in its cell until another is
// written over it. No cell is read before it has been written and committed anew (formal/).

module roundel_rollback_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 1024
) (
  input logic clk_i,
  input logic rst_ni,

  input logic             write_i,   // only while not full_o, and not with drop_i
  input logic [Width-1:0] data_i,
  input logic             commit_i,  // all that is written, now too, will be read
  input logic             drop_i,    // all that is not committed is forgotten; only when something is

  output logic full_o,   // no room
  output logic whole_o,  // nor will there be any: all Depth words wait for commit_i or drop_i
  output logic empty_o,  // nothing committed is left to come out

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "%m: Width is 0, expected at least 1");
  end
  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : gen_bad_depth
    $fatal(1, "%m: Depth is %0d, expected a power of two from 2", Depth);
  end

  // A pointer has one bit more than the address. In order: read, commit, write.
  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth:0] pointer_t;

  // A cell is never read in the cycle in which it is written.
  (* no_rw_check, ram_style = "block" *) logic [Width-1:0] mem_q[Depth];
  logic [Width-1:0] word_q;
  logic valid_d, valid_q;
  pointer_t write_d, write_q, behind;
  pointer_t commit_q;
  pointer_t read_q;
  logic full_d, whole_d;
  logic waiting, fetch;

  assign waiting     = read_q != commit_q;
  assign empty_o     = !waiting && !valid_q;
  assign out_valid_o = valid_q;
  assign out_data_o  = word_q;

  assign fetch       = waiting && (!valid_q || out_ready_i);
  assign valid_d     = fetch || (valid_q && !out_ready_i);
  assign behind      = write_q + pointer_t'(1);
  assign write_d     = drop_i ? commit_q : write_i ? behind : write_q;

  // In registers: what comes in waits for them. Nothing is full when something has been dropped.
  assign full_d      = !drop_i && !fetch && (full_o || (write_i && (behind ^ read_q) == pointer_t'(Depth)));
  assign whole_d =
      !drop_i && !commit_i && (whole_o || (write_i && (behind ^ commit_q) == pointer_t'(Depth)));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q  <= '0;
      commit_q <= '0;
      read_q   <= '0;
      full_o   <= 1'b0;
      whole_o  <= 1'b0;
      valid_q  <= 1'b0;
    end else begin
      write_q <= write_d;
      if (commit_i) commit_q <= write_d;
      if (fetch) read_q <= read_q + pointer_t'(1);
      full_o  <= full_d;
      whole_o <= whole_d;
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[write_q[AddressWidth-1:0]] <= data_i;
    if (fetch) word_q <= mem_q[read_q[AddressWidth-1:0]];
  end

endmodule
