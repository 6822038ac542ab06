// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A transmitter of bytes on one wire: a start bit, eight data bits, a stop bit (8N1).
//
// Schedule:   ready_o is 1 while nothing is sent. A byte takes 10 * ClocksPerBit cycles.
// Bytes:      bit 0 is sent first.

module uart_transmitter #(
  parameter int unsigned ClocksPerBit = 434  // 115 200 bits per second at 50 MHz
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic       valid_i,  // a byte is on offer
  input  logic [7:0] data_i,   // that byte
  output logic       ready_o,  // it is accepted
  output logic       tx_o      // the wire; 1 at rest
);

  localparam int unsigned CountWidth = $clog2(ClocksPerBit);

  logic [           9:0] shift_q;  // bits to send, the next one in bit 0, and ones above
  logic [           3:0] bits_q;  // bits that are left
  logic [CountWidth-1:0] count_q;  // cycles that are left of the current bit

  assign ready_o = bits_q == '0;
  assign tx_o = shift_q[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      shift_q <= '1;
      bits_q  <= '0;
      count_q <= '0;
    end else if (ready_o) begin
      if (valid_i) begin
        shift_q <= {1'b1, data_i, 1'b0};
        bits_q  <= 4'd10;
        count_q <= CountWidth'(ClocksPerBit - 1);
      end
    end else if (count_q != '0) begin
      count_q <= count_q - 1'b1;
    end else begin
      shift_q <= {1'b1, shift_q[9:1]};
      bits_q  <= bits_q - 1'b1;
      count_q <= CountWidth'(ClocksPerBit - 1);
    end
  end

endmodule
