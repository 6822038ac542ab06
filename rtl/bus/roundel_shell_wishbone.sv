// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The register shell with a Wishbone B4 slave: a service core as registers of a CPU.
//
// Connect the streams to a service core of the same DataWidth, and core_rst_no to its reset. Services and
// Algorithms are what CAPABILITY and ALGORITHMS show; `roundel soc` computes them from the catalog.
//
// Schedule:   a register access takes two cycles in pipelined mode (Pipelined = 1), three in standard.
// Interfaces: Wishbone B4 from the system; AXI4-Stream to and from a service core (docs/stream-protocol.md).
// Bytes:      the first byte of a word is in bits 7 to 0.
// Reference:  docs/bus.md

module roundel_shell_wishbone
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
  parameter bit          [ 6:0] Services   = '0,
  parameter bit          [31:0] Algorithms = '0,
  parameter bit                 Pipelined  = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                    wb_cyc_i,    // a bus cycle is under way
  input  logic                    wb_stb_i,    // a request is on offer
  input  logic                    wb_we_i,     // it is a write
  input  logic [AddressWidth-1:0] wb_adr_i,    // its address in bytes
  input  logic [             3:0] wb_sel_i,    // its bytes; wb_err_o answers a write of fewer than four
  input  logic [            31:0] wb_dat_i,    // data of a write
  output logic [            31:0] wb_dat_o,    // data of a read; zero unless wb_ack_o
  output logic                    wb_stall_o,  // no request is accepted; always 0 in standard mode
  output logic                    wb_ack_o,    // the request is done
  output logic                    wb_err_o,    // the request was illegal

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

  roundel_bus_wishbone #(
    .Pipelined(Pipelined)
  ) u_bus (
    .clk_i,
    .rst_ni,
    .wb_cyc_i,
    .wb_stb_i,
    .wb_we_i,
    .wb_adr_i,
    .wb_sel_i,
    .wb_dat_i,
    .wb_dat_o,
    .wb_stall_o,
    .wb_ack_o,
    .wb_err_o,
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
