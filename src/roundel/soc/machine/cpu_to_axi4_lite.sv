// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A request of the demo SoC's processor as an access on AXI4-Lite.
//
// Schedule:   address and data are on offer in the cycle of the request; the response ends it. No wait cycle.
// Interfaces: io_* of demo_soc; an AXI4-Lite master with one access at a time.
// Reference:  AMBA AXI and ACE (IHI 0022), chapter B1.

module cpu_to_axi4_lite (
  input logic clk_i,
  input logic rst_ni,

  input  logic        io_valid_i,   // a request is on offer, and stable until io_ready_o
  input  logic        io_write_i,   // it is a write
  output logic        io_ready_o,   // it is done
  output logic        io_error_o,   // with io_ready_o: the slave refused it

  output logic       m_axil_awvalid,  // the address of a write is on offer
  input  logic       m_axil_awready,  // it is accepted
  output logic       m_axil_wvalid,   // the data of a write are on offer
  input  logic       m_axil_wready,   // they are accepted
  input  logic [1:0] m_axil_bresp,    // OKAY, or an error
  input  logic       m_axil_bvalid,   // a write is done
  output logic       m_axil_bready,   // always 1
  output logic       m_axil_arvalid,  // the address of a read is on offer
  input  logic       m_axil_arready,  // it is accepted
  input  logic [1:0] m_axil_rresp,    // OKAY, or an error
  input  logic       m_axil_rvalid,   // a read is done
  output logic       m_axil_rready    // always 1
);

  logic aw_done_q, w_done_q, ar_done_q;

  assign m_axil_awvalid = io_valid_i && io_write_i && !aw_done_q;
  assign m_axil_wvalid = io_valid_i && io_write_i && !w_done_q;
  assign m_axil_arvalid = io_valid_i && !io_write_i && !ar_done_q;
  assign m_axil_bready = 1'b1;
  assign m_axil_rready = 1'b1;
  assign io_ready_o = m_axil_bvalid || m_axil_rvalid;
  assign io_error_o = m_axil_bvalid ? m_axil_bresp != 2'b00 : m_axil_rresp != 2'b00;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || io_ready_o) begin
      aw_done_q <= 1'b0;
      w_done_q  <= 1'b0;
      ar_done_q <= 1'b0;
    end else begin
      if (m_axil_awvalid && m_axil_awready) aw_done_q <= 1'b1;
      if (m_axil_wvalid && m_axil_wready) w_done_q <= 1'b1;
      if (m_axil_arvalid && m_axil_arready) ar_done_q <= 1'b1;
    end
  end

endmodule
