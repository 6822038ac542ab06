// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The write channels of an AXI4 slave in front of a port of the demo SoC's RAM.
//
// Schedule:   one word per cycle from the cycle after its address is accepted. The response is on offer one cycle
//             after the last word; the next address is accepted together with that word.
// Interfaces: AXI4 with bursts of type INCR and words of the whole width.
// Reference:  AMBA AXI and ACE (IHI 0022), chapter A3.

module axi4_write_slave #(
  parameter int unsigned DataWidth = 64
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [           31:0] s_axi_awaddr,   // address of the first word of a burst
  input  logic                   s_axi_awvalid,  // it is on offer
  output logic                   s_axi_awready,  // it is accepted
  input  logic [  DataWidth-1:0] s_axi_wdata,    // a word
  input  logic [DataWidth/8-1:0] s_axi_wstrb,    // its bytes that are written
  input  logic                   s_axi_wlast,    // it is the last one of the burst
  input  logic                   s_axi_wvalid,   // it is on offer
  output logic                   s_axi_wready,   // it is accepted
  output logic [            1:0] s_axi_bresp,    // OKAY, or SLVERR if a word has no memory at its address
  output logic                   s_axi_bvalid,   // it is on offer
  input  logic                   s_axi_bready,   // it is accepted

  output logic [DataWidth/8-1:0] write_o,    // bytes to write in this cycle
  output logic [           31:0] address_o,  // their address
  output logic [  DataWidth-1:0] data_o,     // the word
  input  logic                   error_i     // there is no memory at address_o
);

  logic active_q, failed_q, response_q, fire, accept, ends;
  logic [31:0] address_q;

  assign s_axi_wready = active_q && (!response_q || s_axi_bready);
  assign fire = s_axi_wvalid && s_axi_wready;
  assign ends = fire && s_axi_wlast;
  assign s_axi_awready = !active_q || ends;
  assign accept = s_axi_awvalid && s_axi_awready;
  assign s_axi_bvalid = response_q;
  assign s_axi_bresp = failed_q ? 2'b10 : 2'b00;
  assign write_o = fire && !error_i ? s_axi_wstrb : '0;
  assign address_o = address_q;
  assign data_o = s_axi_wdata;

  always_ff @(posedge clk_i) begin
    active_q <= rst_ni && (accept || (active_q && !ends));
    response_q <= rst_ni && (ends || (response_q && !s_axi_bready));
    if (accept) address_q <= s_axi_awaddr;
    else if (fire) address_q <= address_q + DataWidth / 8;
    if (!rst_ni || (s_axi_bvalid && s_axi_bready)) failed_q <= fire && error_i;
    else if (fire && error_i) failed_q <= 1'b1;
  end

endmodule
