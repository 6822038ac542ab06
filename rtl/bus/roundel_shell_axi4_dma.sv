// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The register shell with DMA: an AXI4-Lite slave, and two AXI4 masters for memory. The input engine reads
// segments and its descriptors; the output engine writes answers, and reads and writes its descriptors.
//
// Connect the streams to a service core of the same DataWidth, and core_rst_no to its reset. Services and
// Algorithms are what CAPABILITY and ALGORITHMS show. BusWidth is the width of the masters.
//
// Schedule:   a register access takes three cycles if the master is ready. An engine moves a word per cycle.
// Interfaces: AXI4-Lite and AXI4 from the system; AXI4-Stream to and from a service core
//             (docs/stream-protocol.md).
// Bytes:      the first byte of a word is in bits 7 to 0.
// Reference:  docs/bus.md; AMBA AXI and ACE Protocol Specification (IHI 0022)

module roundel_shell_axi4_dma
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
  parameter int unsigned        BusWidth   = 64,
  parameter int unsigned        Burst      = 8,
  parameter bit          [ 6:0] Services   = '0,
  parameter bit          [31:0] Algorithms = '0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [AddressWidth-1:0] s_axil_awaddr,   // address of a write
  input  logic                    s_axil_awvalid,  // it is on offer
  output logic                    s_axil_awready,  // it is accepted, together with the data
  input  logic [            31:0] s_axil_wdata,    // data of a write
  input  logic [             3:0] s_axil_wstrb,    // bytes to write: all four, or the response is SLVERR
  input  logic                    s_axil_wvalid,   // it is on offer
  output logic                    s_axil_wready,   // it is accepted, together with the address
  output logic [             1:0] s_axil_bresp,    // OKAY or SLVERR
  output logic                    s_axil_bvalid,   // the response to a write is on offer
  input  logic                    s_axil_bready,   // the master accepts it
  input  logic [AddressWidth-1:0] s_axil_araddr,   // address of a read
  input  logic                    s_axil_arvalid,  // it is on offer
  output logic                    s_axil_arready,  // it is accepted
  output logic [            31:0] s_axil_rdata,    // data of a read; zero unless s_axil_rvalid
  output logic [             1:0] s_axil_rresp,    // OKAY or SLVERR
  output logic                    s_axil_rvalid,   // the response to a read is on offer
  input  logic                    s_axil_rready,   // the master accepts it

  output logic m_axi_in_arid,  // 0: all accesses are in order
  output logic [31:0] m_axi_in_araddr,  // address of a burst to read
  output logic [7:0] m_axi_in_arlen,  // its beats, minus one
  output logic [2:0] m_axi_in_arsize,  // the whole width of the data
  output logic [1:0] m_axi_in_arburst,  // INCR
  output logic m_axi_in_arvalid,  // the address is on offer
  input  logic m_axi_in_arready,  // it is accepted
  input  logic m_axi_in_rid,  // ignored
  input  logic [BusWidth-1:0] m_axi_in_rdata,  // a word that was read
  input  logic [1:0] m_axi_in_rresp,  // OKAY, or the engine stops
  input  logic m_axi_in_rlast,  // it is the last one of the burst
  input  logic m_axi_in_rvalid,  // the word is on offer
  output logic m_axi_in_rready,  // always 1

  output logic m_axi_out_awid,  // 0: all accesses are in order
  output logic [31:0] m_axi_out_awaddr,  // address of a burst to write
  output logic [7:0] m_axi_out_awlen,  // its beats, minus one
  output logic [2:0] m_axi_out_awsize,  // the whole width of the data
  output logic [1:0] m_axi_out_awburst,  // INCR
  output logic m_axi_out_awvalid,  // the address is on offer
  input  logic m_axi_out_awready,  // it is accepted
  output logic [BusWidth-1:0] m_axi_out_wdata,  // a word to write
  output logic [BusWidth/8-1:0] m_axi_out_wstrb,  // its bytes that are written
  output logic m_axi_out_wlast,  // it is the last one of the burst
  output logic m_axi_out_wvalid,  // the word is on offer
  input  logic m_axi_out_wready,  // it is accepted
  input  logic m_axi_out_bid,  // ignored
  input  logic [1:0] m_axi_out_bresp,  // OKAY, or the engine stops
  input  logic m_axi_out_bvalid,  // the answer to a write
  output logic m_axi_out_bready,  // always 1
  output logic m_axi_out_arid,  // 0: all accesses are in order
  output logic [31:0] m_axi_out_araddr,  // address of a burst to read
  output logic [7:0] m_axi_out_arlen,  // its beats, minus one
  output logic [2:0] m_axi_out_arsize,  // the whole width of the data
  output logic [1:0] m_axi_out_arburst,  // INCR
  output logic m_axi_out_arvalid,  // the address is on offer
  input  logic m_axi_out_arready,  // it is accepted
  input  logic m_axi_out_rid,  // ignored
  input  logic [BusWidth-1:0] m_axi_out_rdata,  // a word that was read
  input  logic [1:0] m_axi_out_rresp,  // OKAY, or the engine stops
  input  logic m_axi_out_rlast,  // it is the last one of the burst
  input  logic m_axi_out_rvalid,  // the word is on offer
  output logic m_axi_out_rready,  // always 1

  output logic interrupt_o,  // the level of the interrupt; CONTROL and DMA_CONTROL have the enables
  output logic core_rst_no,  // reset of the core, active low

  output logic [  DataWidth-1:0] m_axis_tdata,
  output logic [DataWidth/8-1:0] m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [  UserWidth-1:0] m_axis_tuser,
  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,

  input  logic [  DataWidth-1:0] s_axis_tdata,
  input  logic [DataWidth/8-1:0] s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [  UserWidth-1:0] s_axis_tuser,
  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready
);

  localparam int unsigned BeatsWidth = $clog2(Burst);
  localparam logic [2:0] Size = 3'($clog2(BusWidth / 8));
  localparam logic [1:0] Incr = 2'b01;

  logic access_valid, access_write, access_whole, access_error;
  logic [3:0] access_address;
  logic [31:0] write_data, read_data;

  logic [BeatsWidth-1:0] in_beats, out_beats;
  logic out_valid, out_write;
  logic [31:0] out_address;

  roundel_bus_axi4_lite u_bus (
    .clk_i,
    .rst_ni,
    .s_axil_awaddr,
    .s_axil_awvalid,
    .s_axil_awready,
    .s_axil_wdata,
    .s_axil_wstrb,
    .s_axil_wvalid,
    .s_axil_wready,
    .s_axil_bresp,
    .s_axil_bvalid,
    .s_axil_bready,
    .s_axil_araddr,
    .s_axil_arvalid,
    .s_axil_arready,
    .s_axil_rdata,
    .s_axil_rresp,
    .s_axil_rvalid,
    .s_axil_rready,
    .access_valid_o  (access_valid),
    .access_write_o  (access_write),
    .access_whole_o  (access_whole),
    .access_address_o(access_address),
    .access_data_o   (write_data),
    .access_data_i   (read_data),
    .access_error_i  (access_error)
  );

  roundel_dma_shell #(
    .DataWidth (DataWidth),
    .BusWidth  (BusWidth),
    .Burst     (Burst),
    // Block RAM makes the path to wdata the longest one; at 128 bits LUTs are scarcer.
    .OutBlock  (BusWidth == 128),
    .Services  (Services),
    .Algorithms(Algorithms)
  ) u_shell (
    .clk_i,
    .rst_ni,
    .access_valid_i       (access_valid),
    .access_write_i       (access_write),
    .access_whole_i       (access_whole),
    .access_address_i     (access_address),
    .access_data_i        (write_data),
    .access_data_o        (read_data),
    .access_error_o       (access_error),
    .interrupt_o,
    .in_request_valid_o   (m_axi_in_arvalid),
    .in_request_ready_i   (m_axi_in_arready),
    .in_request_address_o (m_axi_in_araddr),
    .in_request_beats_o   (in_beats),
    .in_response_valid_i  (m_axi_in_rvalid),
    .in_response_data_i   (m_axi_in_rdata),
    .in_response_last_i   (m_axi_in_rlast),
    .in_response_error_i  (m_axi_in_rresp != '0),
    .out_request_valid_o  (out_valid),
    .out_request_ready_i  (out_write ? m_axi_out_awready : m_axi_out_arready),
    .out_request_write_o  (out_write),
    .out_request_address_o(out_address),
    .out_request_beats_o  (out_beats),
    .out_write_valid_o    (m_axi_out_wvalid),
    .out_write_ready_i    (m_axi_out_wready),
    .out_write_data_o     (m_axi_out_wdata),
    .out_write_strobes_o  (m_axi_out_wstrb),
    .out_write_last_o     (m_axi_out_wlast),
    .out_written_i        (m_axi_out_bvalid),
    .out_written_error_i  (m_axi_out_bresp != '0),
    .out_response_valid_i (m_axi_out_rvalid),
    .out_response_data_i  (m_axi_out_rdata),
    .out_response_last_i  (m_axi_out_rlast),
    .out_response_error_i (m_axi_out_rresp != '0),
    .core_rst_no,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready
  );

  assign m_axi_in_arid    = 1'b0;
  assign m_axi_in_arlen   = 8'(in_beats);
  assign m_axi_in_arsize  = Size;
  assign m_axi_in_arburst = Incr;
  assign m_axi_in_rready  = 1'b1;

  assign m_axi_out_awid    = 1'b0;
  assign m_axi_out_awaddr  = out_address;
  assign m_axi_out_awlen   = 8'(out_beats);
  assign m_axi_out_awsize  = Size;
  assign m_axi_out_awburst = Incr;
  assign m_axi_out_awvalid = out_valid && out_write;
  assign m_axi_out_bready  = 1'b1;
  assign m_axi_out_arid    = 1'b0;
  assign m_axi_out_araddr  = out_address;
  assign m_axi_out_arlen   = 8'(out_beats);
  assign m_axi_out_arsize  = Size;
  assign m_axi_out_arburst = Incr;
  assign m_axi_out_arvalid = out_valid && !out_write;
  assign m_axi_out_rready  = 1'b1;

  logic unused_ids;
  assign unused_ids = ^{m_axi_in_rid, m_axi_out_rid, m_axi_out_bid};

endmodule
