// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A pipelined Wishbone slave in front of the ports of the demo SoC's RAM.
//
// Schedule:   a request is accepted in each cycle, and answered in the next one.
// Interfaces: Wishbone B4 in pipelined mode; a memory with one cycle of latency to read.
// Reference:  Wishbone B4, section 3.1.3.

module wishbone_slave #(
  parameter int unsigned DataWidth = 64
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                   wb_cyc_i,    // a bus cycle is under way
  input  logic                   wb_stb_i,    // a request is on offer
  input  logic                   wb_we_i,     // it is a write
  input  logic [           31:0] wb_adr_i,    // its address in bytes, a multiple of the words
  input  logic [DataWidth/8-1:0] wb_sel_i,    // its bytes; a read is of the whole word
  input  logic [  DataWidth-1:0] wb_dat_i,    // data of a write
  output logic [  DataWidth-1:0] wb_dat_o,    // data of a read
  output logic                   wb_stall_o,  // always 0
  output logic                   wb_ack_o,    // the request is done
  output logic                   wb_err_o,    // there is no memory at its address

  output logic                   read_o,           // read in this cycle
  output logic [           31:0] read_address_o,   // the address to read
  input  logic [  DataWidth-1:0] read_data_i,      // the data, from the next cycle on
  input  logic                   read_error_i,     // with read_data_i: there is no memory at the address
  output logic [DataWidth/8-1:0] write_o,          // bytes to write in this cycle
  output logic [           31:0] write_address_o,  // their address
  output logic [  DataWidth-1:0] write_data_o,     // the word
  input  logic                   write_error_i     // there is no memory at write_address_o
);

  logic request, answer_q, write_q, failed_q, failed;

  assign request = wb_cyc_i && wb_stb_i;
  assign read_o = request && !wb_we_i;
  assign read_address_o = wb_adr_i;
  assign write_o = request && wb_we_i && !write_error_i ? wb_sel_i : '0;
  assign write_address_o = wb_adr_i;
  assign write_data_o = wb_dat_i;

  always_ff @(posedge clk_i) begin
    answer_q <= rst_ni && request;
    write_q  <= wb_we_i;
    failed_q <= write_error_i;
  end

  assign failed = write_q ? failed_q : read_error_i;
  assign wb_stall_o = 1'b0;
  assign wb_ack_o = answer_q && !failed;
  assign wb_err_o = answer_q && failed;
  assign wb_dat_o = read_data_i;

endmodule
