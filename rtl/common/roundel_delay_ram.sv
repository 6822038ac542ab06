// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Delays a word of Width bits by Delay cycles, in block RAM. Every cycle has a word, and nothing stops it: a
// cell is overwritten Depth cycles later, Depth being the next power of two.
//
// Schedule:   data_o is data_i of Delay cycles before. It is not valid in the first Delay cycles after a
//             reset. clear_i sets data_o to zero in the next cycle.
// Interfaces: words that go beside a pipeline of fixed length; data_o to the logic after the pipeline. Used
//             by roundel_aes_gcm_xhs.

module roundel_delay_ram #(
  parameter int unsigned Width = 8,
  parameter int unsigned Delay = 16
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [Width-1:0] data_i,   // the word of this cycle
  input  logic             clear_i,  // in the next cycle data_o is zero
  output logic [Width-1:0] data_o    // the word of Delay cycles before
);

  if (Delay < 4) begin : gen_bad_delay
    $fatal(1, "%m: Delay is %0d, expected at least 4", Delay);
  end

  localparam int unsigned AddressWidth = $clog2(Delay);
  localparam int unsigned Depth = 1 << AddressWidth;
  typedef logic [AddressWidth-1:0] address_t;

  // A cell is never read in the cycle in which it is written.
  (* no_rw_check, ram_style = "block" *) logic [Width-1:0] mem_q[Depth];
  address_t write_q, read_q;
  logic [Width-1:0] word_q;
  logic [Width-1:0] near_q;  // can be placed beside the RAM, whose output comes late in the cycle

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= address_t'(Depth - (Delay - 3));
    end else begin
      write_q <= write_q + address_t'(1);
      read_q <= read_q + address_t'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    mem_q[write_q] <= data_i;
    word_q <= mem_q[read_q];
    near_q <= word_q;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) data_o <= '0;
    else data_o <= near_q;
  end

endmodule
