// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The demo SoC for an FPGA: soc_top with a UART as its console. Three pins.
//
// Schedule:   a byte for the console waits until the UART has sent the one before, and the processor with it.

module soc_board #(
  parameter int unsigned ClocksPerBit = 434  // 115 200 bits per second at 50 MHz
) (
  input  logic clk_i,
  input  logic rst_ni,
  output logic tx_o,     // the wire of the UART
  output logic stopped_o // the firmware ended or failed, until a reset
);

  logic console_valid, console_ready, exit_valid, trap, fault_valid;
  logic [7:0] console;

  soc_top u_top (
    .clk_i,
    .rst_ni,
    .console_valid_o(console_valid),
    .console_o(console),
    .console_ready_i(console_ready),
    .exit_valid_o(exit_valid),
    .exit_o(),
    .trap_o(trap),
    .fault_valid_o(fault_valid),
    .address_o()
  );

  uart_transmitter #(
    .ClocksPerBit(ClocksPerBit)
  ) u_uart (
    .clk_i,
    .rst_ni,
    .valid_i(console_valid),
    .data_i (console),
    .ready_o(console_ready),
    .tx_o
  );

  always_ff @(posedge clk_i) begin
    stopped_o <= rst_ni && (stopped_o || exit_valid || trap || fault_valid);
  end

endmodule
