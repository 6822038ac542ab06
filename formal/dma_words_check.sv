// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_words stores every write to the input once, or sets its error; it marks the last word of a
// piece and no other. After a refused word, data before a header or a header inside a piece the error stays.
// For any writes.
//
// The specification counts the bytes of the piece that are still to come.

module dma_words_check
  import roundel_bus_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,
  input logic write_i,
  input logic header_i,
  input logic [LengthWidth-1:0] length_i,
  input logic can_push_i
);

  logic push, last, error;

  roundel_dma_words u_dut (
    .clk_i,
    .rst_ni,
    .write_i,
    .header_i,
    .length_i,
    .can_push_i,
    .push_o (push),
    .last_o (last),
    .error_o(error)
  );

  logic started_q = 1'b0;
  logic error_q = 1'b0;
  logic [LengthWidth-1:0] left_q = '0;  // bytes of the piece that are still to come

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      error_q <= 1'b0;
      left_q  <= '0;
    end else if (write_i) begin
      error_q <= error_q || !can_push_i || header_i != (left_q == '0);
      left_q  <= header_i ? length_i : left_q < 4 ? '0 : left_q - 10'd4;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (push == (write_i && can_push_i));
      assert (error == error_q);
      if (!error_q) begin
        if (left_q != '0) assert (last == (left_q <= 4));
        // Invariants.
        assert (u_dut.inside_q == (left_q != '0));
        if (left_q != '0) begin
          assert (u_dut.words_q == left_q[LengthWidth-1:2] && u_dut.partial_q == (left_q[1:0] != '0));
        end
      end
    end
  end

endmodule
