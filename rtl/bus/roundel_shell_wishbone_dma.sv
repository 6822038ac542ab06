// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The register shell with DMA: a Wishbone B4 slave, and two pipelined Wishbone B4 masters for memory. The
// input engine reads segments and its descriptors; the output engine writes answers, and reads and writes its
// descriptors.
//
// Connect the streams to a service core of the same DataWidth, and core_rst_no to its reset. Services and
// Algorithms are what CAPABILITY and ALGORITHMS show. BusWidth is the width of the masters.
//
// Schedule:   a register access takes two cycles in pipelined mode (Pipelined = 1), three in standard. An
//             engine moves a word per cycle in a burst.
// Interfaces: Wishbone B4 from and to the system; AXI4-Stream to and from a service core
//             (docs/stream-protocol.md).
// Bytes:      the first byte of a word is in bits 7 to 0.
// Reference:  docs/bus.md

module roundel_shell_wishbone_dma
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
  parameter int unsigned        BusWidth   = 64,
  parameter int unsigned        Burst      = 8,
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

  output logic wbm_in_cyc_o,  // a bus cycle is under way
  output logic wbm_in_stb_o,  // a request is on offer
  output logic wbm_in_we_o,  // always 0
  output logic [31:0] wbm_in_adr_o,  // its address in bytes
  output logic [BusWidth/8-1:0] wbm_in_sel_o,  // its bytes
  input  logic [BusWidth-1:0] wbm_in_dat_i,  // data of a read
  input  logic wbm_in_stall_i,  // no request is accepted
  input  logic wbm_in_ack_i,  // a request is done
  input  logic wbm_in_err_i,  // a request has failed: the engine stops

  output logic wbm_out_cyc_o,  // a bus cycle is under way
  output logic wbm_out_stb_o,  // a request is on offer
  output logic wbm_out_we_o,  // it is a write
  output logic [31:0] wbm_out_adr_o,  // its address in bytes
  output logic [BusWidth/8-1:0] wbm_out_sel_o,  // its bytes
  output logic [BusWidth-1:0] wbm_out_dat_o,  // data of a write
  input  logic [BusWidth-1:0] wbm_out_dat_i,  // data of a read
  input  logic wbm_out_stall_i,  // no request is accepted
  input  logic wbm_out_ack_i,  // a request is done
  input  logic wbm_out_err_i,  // a request has failed: the engine stops

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

  logic access_valid, access_write, access_whole, access_error;
  logic [3:0] access_address;
  logic [31:0] write_data, read_data;

  logic in_request_valid, in_request_ready, in_response_valid, in_response_last, in_response_error;
  logic [31:0] in_request_address, out_request_address;
  logic [BeatsWidth-1:0] in_request_beats, out_request_beats;
  logic [BusWidth-1:0] in_response_data, out_response_data, out_write_data;
  logic out_request_valid, out_request_ready, out_request_write, out_write_valid, out_write_ready;
  logic [BusWidth/8-1:0] out_write_strobes;
  logic out_written, out_written_error, out_response_valid, out_response_last, out_response_error;
  logic unused_last, unused_ready, unused_written, unused_written_error;
  logic [BusWidth-1:0] unused_data;

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

  roundel_dma_shell #(
    .DataWidth (DataWidth),
    .BusWidth  (BusWidth),
    .Burst     (Burst),
    .OutBlock  (BusWidth != 32),
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
    .in_request_valid_o   (in_request_valid),
    .in_request_ready_i   (in_request_ready),
    .in_request_address_o (in_request_address),
    .in_request_beats_o   (in_request_beats),
    .in_response_valid_i  (in_response_valid),
    .in_response_data_i   (in_response_data),
    .in_response_last_i   (in_response_last),
    .in_response_error_i  (in_response_error),
    .out_request_valid_o  (out_request_valid),
    .out_request_ready_i  (out_request_ready),
    .out_request_write_o  (out_request_write),
    .out_request_address_o(out_request_address),
    .out_request_beats_o  (out_request_beats),
    .out_write_valid_o    (out_write_valid),
    .out_write_ready_i    (out_write_ready),
    .out_write_data_o     (out_write_data),
    .out_write_strobes_o  (out_write_strobes),
    .out_write_last_o     (unused_last),
    .out_written_i        (out_written),
    .out_written_error_i  (out_written_error),
    .out_response_valid_i (out_response_valid),
    .out_response_data_i  (out_response_data),
    .out_response_last_i  (out_response_last),
    .out_response_error_i (out_response_error),
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

  roundel_dma_wishbone #(
    .BusWidth(BusWidth),
    .Burst   (Burst)
  ) u_in (
    .clk_i,
    .rst_ni,
    .request_valid_i  (in_request_valid),
    .request_ready_o  (in_request_ready),
    .request_write_i  (1'b0),
    .request_address_i(in_request_address),
    .request_beats_i  (in_request_beats),
    .write_valid_i    (1'b0),
    .write_ready_o    (unused_ready),
    .write_data_i     ('0),
    .write_strobes_i  ('0),
    .written_o        (unused_written),
    .written_error_o  (unused_written_error),
    .response_valid_o (in_response_valid),
    .response_data_o  (in_response_data),
    .response_last_o  (in_response_last),
    .response_error_o (in_response_error),
    .wb_cyc_o         (wbm_in_cyc_o),
    .wb_stb_o         (wbm_in_stb_o),
    .wb_we_o          (wbm_in_we_o),
    .wb_adr_o         (wbm_in_adr_o),
    .wb_sel_o         (wbm_in_sel_o),
    .wb_dat_o         (unused_data),
    .wb_dat_i         (wbm_in_dat_i),
    .wb_stall_i       (wbm_in_stall_i),
    .wb_ack_i         (wbm_in_ack_i),
    .wb_err_i         (wbm_in_err_i)
  );

  // The output engine makes one access at a time.
  roundel_dma_wishbone #(
    .BusWidth(BusWidth),
    .Burst   (Burst),
    .Overlap (1'b0)
  ) u_out (
    .clk_i,
    .rst_ni,
    .request_valid_i  (out_request_valid),
    .request_ready_o  (out_request_ready),
    .request_write_i  (out_request_write),
    .request_address_i(out_request_address),
    .request_beats_i  (out_request_beats),
    .write_valid_i    (out_write_valid),
    .write_ready_o    (out_write_ready),
    .write_data_i     (out_write_data),
    .write_strobes_i  (out_write_strobes),
    .written_o        (out_written),
    .written_error_o  (out_written_error),
    .response_valid_o (out_response_valid),
    .response_data_o  (out_response_data),
    .response_last_o  (out_response_last),
    .response_error_o (out_response_error),
    .wb_cyc_o         (wbm_out_cyc_o),
    .wb_stb_o         (wbm_out_stb_o),
    .wb_we_o          (wbm_out_we_o),
    .wb_adr_o         (wbm_out_adr_o),
    .wb_sel_o         (wbm_out_sel_o),
    .wb_dat_o         (wbm_out_dat_o),
    .wb_dat_i         (wbm_out_dat_i),
    .wb_stall_i       (wbm_out_stall_i),
    .wb_ack_i         (wbm_out_ack_i),
    .wb_err_i         (wbm_out_err_i)
  );

endmodule
