// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A FIFO in block RAM that can drop words again: Depth words (a power of two) of Width bits. A written word
// can be read only after commit_i; drop_i drops the words that are written and not committed.
//
// Only pointers change on drop_i and on reset: a dropped word remains in its cell until another word
// overwrites it. No cell is read before it has been written and committed again (proved in formal/).
//
// Schedule:   full throughput. A word that commit_i covers in cycle t can be read in cycle t + 2. full_o and
//             uncommitted_full_o are registers: space that is freed in cycle t is reported in cycle
//             t + 1.
// Interfaces: write side from, and read side to, roundel_aead_hold. The read side is a valid/ready stream.

module roundel_rollback_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 1024
) (
  input logic clk_i,
  input logic rst_ni,

  input logic             write_i,   // write data_i; only while full_o is low, and not with drop_i
  input logic [Width-1:0] data_i,    // the word to write
  input logic             commit_i,  // commit all written words, that of this cycle included
  input logic             drop_i,    // drop all words that are not committed; only if there are any

  output logic full_o,              // all Depth cells are in use
  output logic uncommitted_full_o,  // all Depth words wait for commit_i or drop_i: no read can free a cell
  output logic empty_o,             // no committed word is left to read

  output logic             out_valid_o,  // out_data_o is a committed word
  input  logic             out_ready_i,  // the reader accepts the word
  output logic [Width-1:0] out_data_o    // the oldest committed word
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "%m: Width is 0, expected at least 1");
  end
  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : gen_bad_depth
    $fatal(1, "%m: Depth is %0d, expected a power of two from 2", Depth);
  end

  // A pointer has one bit more than the address. Their order is read, commit, write.
  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth:0] pointer_t;

  // A cell is never read in the cycle in which it is written.
  (* no_rw_check, ram_style = "block" *) logic [Width-1:0] mem_q[Depth];
  logic [Width-1:0] word_q;
  logic valid_d, valid_q;
  pointer_t write_d, write_q, write_next;
  pointer_t commit_q;
  pointer_t read_q;
  logic full_d, uncommitted_full_d;
  logic waiting, fetch;

  assign waiting     = read_q != commit_q;
  assign empty_o     = !waiting && !valid_q;
  assign out_valid_o = valid_q;
  assign out_data_o  = word_q;

  assign fetch       = waiting && (!valid_q || out_ready_i);
  assign valid_d     = fetch || (valid_q && !out_ready_i);
  assign write_next  = write_q + pointer_t'(1);
  assign write_d     = drop_i ? commit_q : write_i ? write_next : write_q;

  // Both are registers, because the write side waits for them. After a drop neither is set.
  assign full_d =
      !drop_i && !fetch && (full_o || (write_i && (write_next ^ read_q) == pointer_t'(Depth)));
  assign uncommitted_full_d =
      !drop_i && !commit_i &&
      (uncommitted_full_o || (write_i && (write_next ^ commit_q) == pointer_t'(Depth)));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q            <= '0;
      commit_q           <= '0;
      read_q             <= '0;
      full_o             <= 1'b0;
      uncommitted_full_o <= 1'b0;
      valid_q            <= 1'b0;
    end else begin
      write_q <= write_d;
      if (commit_i) commit_q <= write_d;
      if (fetch) read_q <= read_q + pointer_t'(1);
      full_o             <= full_d;
      uncommitted_full_o <= uncommitted_full_d;
      valid_q            <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[write_q[AddressWidth-1:0]] <= data_i;
    if (fetch) word_q <= mem_q[read_q[AddressWidth-1:0]];
  end

`ifndef SYNTHESIS
  // The contract of the ports.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(write_i && full_o))
      else $error("%m: write_i while full_o is high");
      assert (!(write_i && drop_i))
      else $error("%m: write_i together with drop_i");
    end
  end
`endif

endmodule
