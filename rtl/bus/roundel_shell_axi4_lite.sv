// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The register shell with an AXI4-Lite slave: a service core as registers of a CPU.
//
// Connect the streams to a service core of the same DataWidth, and core_rst_no to its reset. Services and
// Algorithms are what CAPABILITY and ALGORITHMS show; `roundel soc` computes them from the catalog.
//
// Schedule:   a register access takes three cycles if the master is ready.
// Interfaces: AXI4-Lite from the system; AXI4-Stream to and from a service core (docs/stream-protocol.md).
// Bytes:      the first byte of a word is in bits 7 to 0.
// Reference:  docs/bus.md

module roundel_shell_axi4_lite
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
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

  output logic interrupt_o,  // the level of the interrupt; CONTROL has the enables
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

  logic access_valid, access_write, access_whole, access_error;
  logic [3:0] access_address;
  logic [31:0] write_data, read_data;

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

  roundel_bus_shell #(
    .DataWidth (DataWidth),
    .Services  (Services),
    .Algorithms(Algorithms)
  ) u_shell (
    .clk_i,
    .rst_ni,
    .access_valid_i  (access_valid),
    .access_write_i  (access_write),
    .access_whole_i  (access_whole),
    .access_address_i(access_address),
    .access_data_i   (write_data),
    .access_data_o   (read_data),
    .access_error_o  (access_error),
    .interrupt_o,
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

endmodule
