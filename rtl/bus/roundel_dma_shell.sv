// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The registers of a shell with DMA: roundel_bus_shell and roundel_dma on the same accesses, for any bus. An
// access is illegal if it is illegal for both.
//
// Schedule:   as roundel_bus_shell.
// Interfaces: roundel_bus_axi4_lite or roundel_bus_wishbone, memory, and a service core.
// Reference:  docs/bus.md

module roundel_dma_shell
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
  parameter int unsigned        BusWidth   = 64,
  parameter int unsigned        Burst      = 8,
  parameter bit          [ 6:0] Services   = '0,
  parameter bit          [31:0] Algorithms = '0,

  localparam int unsigned BeatsWidth = $clog2(Burst)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        access_valid_i,    // an access, in one cycle
  input  logic        access_write_i,    // it is a write
  input  logic        access_whole_i,    // it is a read, or it writes all four bytes
  input  logic [ 3:0] access_address_i,  // the number of the register
  input  logic [31:0] access_data_i,     // the word to write; zero in a cycle without a write
  output logic [31:0] access_data_o,     // the word that is read
  output logic        access_error_o,    // the access is illegal and has no effect on the core
  output logic        interrupt_o,       // the level of the interrupt

  output logic                   in_request_valid_o,     // the input engine requests a burst to read
  input  logic                   in_request_ready_i,     // memory accepts it
  output logic [           31:0] in_request_address_o,   // address of its first byte
  output logic [BeatsWidth-1:0] in_request_beats_o,     // its beats, minus one
  input  logic                   in_response_valid_i,    // a word arrives; it is accepted
  input  logic [   BusWidth-1:0] in_response_data_i,     // the word
  input  logic                   in_response_last_i,     // it is the last one of its burst
  input  logic                   in_response_error_i,    // the access has failed
  output logic                   out_request_valid_o,    // the output engine requests a burst
  input  logic                   out_request_ready_i,    // memory accepts it
  output logic                   out_request_write_o,    // it is a write
  output logic [           31:0] out_request_address_o,  // address of its first byte
  output logic [BeatsWidth-1:0] out_request_beats_o,    // its beats, minus one
  output logic                   out_write_valid_o,      // a word to write is on offer
  input  logic                   out_write_ready_i,      // it is accepted
  output logic [   BusWidth-1:0] out_write_data_o,       // the word
  output logic [ BusWidth/8-1:0] out_write_strobes_o,    // its bytes that are written
  output logic                   out_write_last_o,       // it is the last one of the burst
  input  logic                   out_written_i,          // the write is done
  input  logic                   out_written_error_i,    // it has failed
  input  logic                   out_response_valid_i,   // a word that was read arrives; it is accepted
  input  logic [   BusWidth-1:0] out_response_data_i,    // the word
  input  logic                   out_response_last_i,    // it is the last one of the burst
  input  logic                   out_response_error_i,   // the access has failed

  output logic core_rst_no,  // reset of the core

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

  logic [31:0] shell_data, dma_data;
  logic shell_error, dma_known, shell_interrupt, dma_interrupt;

  logic [DataWidth-1:0] shell_tdata;
  logic [DataWidth/8-1:0] shell_tkeep;
  logic shell_tlast, shell_tvalid, shell_tready, answer_tvalid, answer_tready;
  logic [UserWidth-1:0] shell_tuser;

  assign access_data_o  = shell_data | dma_data;
  assign access_error_o = shell_error && !dma_known;
  assign interrupt_o    = shell_interrupt || dma_interrupt;

  roundel_bus_shell #(
    .DataWidth (DataWidth),
    .Services  (Services),
    .Algorithms(Algorithms),
    .DmaBytes  (8'(BusWidth / 8))
  ) u_registers (
    .clk_i,
    .rst_ni,
    .access_valid_i,
    .access_write_i,
    .access_whole_i,
    .access_address_i,
    .access_data_i,
    .access_data_o (shell_data),
    .access_error_o(shell_error),
    .interrupt_o   (shell_interrupt),
    .core_rst_no,
    .m_axis_tdata  (shell_tdata),
    .m_axis_tkeep  (shell_tkeep),
    .m_axis_tlast  (shell_tlast),
    .m_axis_tuser  (shell_tuser),
    .m_axis_tvalid (shell_tvalid),
    .m_axis_tready (shell_tready),
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid (answer_tvalid),
    .s_axis_tready (answer_tready)
  );

  roundel_dma #(
    .DataWidth(DataWidth),
    .BusWidth (BusWidth),
    .Burst    (Burst)
  ) u_dma (
    .clk_i,
    .rst_ni,
    .core_rst_ni          (core_rst_no),
    .access_valid_i,
    .access_write_i,
    .access_whole_i,
    .access_address_i,
    .access_data_i,
    .access_data_o        (dma_data),
    .access_known_o       (dma_known),
    .interrupt_o          (dma_interrupt),
    .in_request_valid_o,
    .in_request_ready_i,
    .in_request_address_o,
    .in_request_beats_o,
    .in_response_valid_i,
    .in_response_data_i,
    .in_response_last_i,
    .in_response_error_i,
    .out_request_valid_o,
    .out_request_ready_i,
    .out_request_write_o,
    .out_request_address_o,
    .out_request_beats_o,
    .out_write_valid_o,
    .out_write_ready_i,
    .out_write_data_o,
    .out_write_strobes_o,
    .out_write_last_o,
    .out_written_i,
    .out_written_error_i,
    .out_response_valid_i,
    .out_response_data_i,
    .out_response_last_i,
    .out_response_error_i,
    .s_axis_shell_tdata   (shell_tdata),
    .s_axis_shell_tkeep   (shell_tkeep),
    .s_axis_shell_tlast   (shell_tlast),
    .s_axis_shell_tuser   (shell_tuser),
    .s_axis_shell_tvalid  (shell_tvalid),
    .s_axis_shell_tready  (shell_tready),
    .answer_shell_tvalid_o(answer_tvalid),
    .answer_shell_tready_i(answer_tready),
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
