// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A request of the demo SoC's processor as a cycle on pipelined Wishbone.
//
// Schedule:   the cycle begins with the request and ends with its answer. No wait cycle.
// Interfaces: io_* of demo_soc; a Wishbone B4 master in pipelined mode with one request at a time.
// Reference:  Wishbone B4, section 3.1.3.

module cpu_to_wishbone (
  input logic clk_i,
  input logic rst_ni,

  input  logic io_valid_i,  // a request is on offer, and stable until io_ready_o
  output logic io_ready_o,  // it is done
  output logic io_error_o,  // with io_ready_o: the slave refused it

  output logic wb_cyc_o,    // a bus cycle is under way
  output logic wb_stb_o,    // the request is on offer
  input  logic wb_stall_i,  // it is not accepted
  input  logic wb_ack_i,    // it is done
  input  logic wb_err_i     // it was illegal
);

  logic accepted_q;

  assign wb_cyc_o = io_valid_i;
  assign wb_stb_o = io_valid_i && !accepted_q;
  assign io_ready_o = wb_ack_i || wb_err_i;
  assign io_error_o = wb_err_i;

  always_ff @(posedge clk_i) begin
    accepted_q <= rst_ni && !io_ready_o && (accepted_q || (wb_stb_o && !wb_stall_i));
  end

endmodule
