// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A Wishbone B4 slave of 32 bits that makes single accesses of its cycles. Pipelined = 1: pipelined mode,
// with wb_stall_o. Pipelined = 0: standard (classic) mode: the master holds wb_stb_i until the answer.
//
// Schedule:   an accepted request is an access in the next cycle, and its answer follows in the cycle after
//             that. A request takes two cycles in pipelined mode and three in standard mode.
// Interfaces: Wishbone from the system; accesses to roundel_bus_shell.
// Reference:  Wishbone B4, chapters 3 and 4

module roundel_bus_wishbone
  import roundel_bus_pkg::*;
#(
  parameter bit Pipelined = 1'b1
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

  output logic        access_valid_o,    // an access, in one cycle
  output logic        access_write_o,    // it is a write
  output logic        access_whole_o,    // it is a read, or it writes all four bytes
  output logic [ 3:0] access_address_o,  // the number of the register
  output logic [31:0] access_data_o,     // the word to write; zero in a cycle without a write
  input  logic [31:0] access_data_i,     // the word that is read
  input  logic        access_error_i     // the access is illegal
);

  logic take, busy;
  logic access_q, write_q, whole_q;
  logic [3:0] address_q;
  logic [31:0] data_q, answer_q;
  logic ack_q, err_q;

  // In standard mode the request is still on offer while it is answered.
  assign busy       = access_q || (!Pipelined && (ack_q || err_q));
  assign take       = wb_cyc_i && wb_stb_i && !busy;
  assign wb_stall_o = Pipelined && access_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) access_q <= 1'b0;
    else access_q <= take;
  end

  always_ff @(posedge clk_i) begin
    write_q   <= wb_we_i;
    whole_q   <= !wb_we_i || wb_sel_i == '1;
    address_q <= wb_adr_i[5:2];
  end

  // A word waits here for one cycle only.
  always_ff @(posedge clk_i) begin
    if (!(take && wb_we_i)) data_q <= '0;
    else data_q <= wb_dat_i;
  end

  assign access_valid_o   = access_q;
  assign access_write_o   = write_q;
  assign access_whole_o   = whole_q;
  assign access_address_o = address_q;
  assign access_data_o    = data_q;

  // A master that ends the cycle before the answer gets none.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !access_q || !wb_cyc_i) begin
      ack_q <= 1'b0;
      err_q <= 1'b0;
    end else begin
      ack_q <= !access_error_i;
      err_q <= access_error_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !access_q || write_q || !wb_cyc_i) answer_q <= '0;
    else answer_q <= access_data_i;
  end

  assign wb_dat_o = answer_q;
  assign wb_ack_o = ack_q;
  assign wb_err_o = err_q;

  logic unused_bits;
  assign unused_bits = ^wb_adr_i[1:0];

endmodule
