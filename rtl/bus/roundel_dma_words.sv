// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Judges the words that the CPU writes to IN_SEGMENT and IN_DATA, and finds the last one of each piece.
//
// A word that is refused, data before a header and a header inside a piece set error_o, until reset. No word
// passes to the core then. So no message with a hole is ever completed.
//
// Schedule:   combinational; error_o is set in the cycle after the write.
// Interfaces: accesses from the bus; roundel_dma_input stores the words.
// Reference:  docs/bus.md has the layout of the header.

module roundel_dma_words
  import roundel_bus_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic                   write_i,     // a write to IN_SEGMENT or IN_DATA
  input  logic                   header_i,    // it is to IN_SEGMENT
  input  logic [LengthWidth-1:0] length_i,    // bytes of the piece, in a header
  input  logic                   can_push_i,  // the word can be stored
  output logic                   push_o,      // it is stored
  output logic                   last_o,      // it is the last one of its piece, if it is data
  output logic                   error_o      // no word may pass
);

  // Of the piece: words_q whole words are still to come, then a partial one with partial_q.
  logic [LengthWidth-3:0] words_q;
  logic inside_q, partial_q, error_q;

  assign push_o  = write_i && can_push_i;
  // A partial word ends the piece, or the last whole word if there is none.
  assign last_o  = words_q[LengthWidth-3:1] == '0 && words_q[0] != partial_q;
  assign error_o = error_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      error_q  <= 1'b0;
    end else if (write_i) begin
      inside_q <= header_i ? length_i != '0 : !last_o;
      error_q  <= error_q || !can_push_i || header_i == inside_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      words_q <= header_i ? length_i[LengthWidth-1:2] : words_q - 1'b1;
      if (header_i) partial_q <= length_i[1:0] != '0;
    end
  end

endmodule
