// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The read channels of an AXI4 slave in front of a port of the demo SoC's RAM.
//
// Schedule:   the first word is on offer one cycle after its address is accepted, then one word per cycle. The
//             next address is accepted together with the last word.
// Interfaces: AXI4 with bursts of type INCR and words of the whole width; a memory with one cycle of latency.
// Reference:  AMBA AXI and ACE (IHI 0022), chapter A3.

module axi4_read_slave #(
  parameter int unsigned DataWidth = 64
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [         31:0] s_axi_araddr,   // address of the first word of a burst
  input  logic [          7:0] s_axi_arlen,    // its words, minus one
  input  logic                 s_axi_arvalid,  // it is on offer
  output logic                 s_axi_arready,  // it is accepted
  output logic [DataWidth-1:0] s_axi_rdata,    // a word
  output logic [          1:0] s_axi_rresp,    // OKAY, or SLVERR if there is no memory at its address
  output logic                 s_axi_rlast,    // it is the last one of the burst
  output logic                 s_axi_rvalid,   // it is on offer
  input  logic                 s_axi_rready,   // it is accepted

  output logic                 read_o,     // read in this cycle
  output logic [         31:0] address_o,  // the address to read
  input  logic [DataWidth-1:0] data_i,     // the data, from the next cycle on
  input  logic                 error_i     // with data_i: there is no memory at the address
);

  logic active_q, fire, more, accept;
  logic [7:0] left_q;
  logic [31:0] next_q;

  assign fire = s_axi_rvalid && s_axi_rready;
  assign more = fire && left_q != '0;
  assign s_axi_arready = !active_q || (fire && left_q == '0);
  assign accept = s_axi_arvalid && s_axi_arready;
  assign s_axi_rvalid = active_q;
  assign s_axi_rlast = left_q == '0;
  assign s_axi_rdata = data_i;
  assign s_axi_rresp = error_i ? 2'b10 : 2'b00;
  assign read_o = accept || more;
  assign address_o = accept ? s_axi_araddr : next_q;

  always_ff @(posedge clk_i) begin
    if (read_o) next_q <= address_o + DataWidth / 8;
    if (accept) left_q <= s_axi_arlen;
    else if (more) left_q <= left_q - 1;
    active_q <= rst_ni && (accept || more || (active_q && !fire));
  end

endmodule
