// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Counts the index of a seed for keccak-pq, its last two bytes, or that of SamplePolyCBD its last byte, from
// polynomial to polynomial. In a matrix of c columns the first byte goes from c - 1 to 0 and the second one
// counts the rows. In a vector both bytes are one little-endian number; of SamplePolyCBD the second one is
// the suffix, and does not count.
//
// A polynomial begins while the one before it is drained. If that has too few coefficients, repeat_i goes
// back to it.
//
// Schedule:   index_o is combinational, from registers. It changes after set_i, next_i and repeat_i.
// Interfaces: index of the seed from roundel_pq_input; next and repeat from roundel_pq_schedule; index_o to
//             roundel_pq_block.
// Bytes:      bits 7:0 are the first byte of the index, bits 15:8 the second one.
// Reference:  FIPS 203 algorithm 13, lines 3 to 16; FIPS 204 algorithms 32 to 34.

module roundel_pq_index (
  input logic clk_i,
  input logic clear_i,  // clear all registers

  input  logic        set_i,  // first_i is the index of the first polynomial
  input  logic [15:0] first_i,  // the index in the seed
  input  logic [ 3:0] columns_i,  // columns of the matrix; 0 for a vector
  input  logic        one_byte_i,  // the second byte does not count
  input  logic        next_i,  // a polynomial begins with index_o
  input  logic        repeat_i,  // the polynomial that is drained begins again
  input  logic        ahead_i,  // the latest polynomial is the one after it
  output logic [15:0] index_o  // index of the polynomial that begins next
);

  logic [15:0] latest_q, before_q;  // the index of the latest polynomial, and of the one before it
  logic as_is_q;  // latest_q is not used yet
  logic [15:0] following;
  logic wrap;

  assign wrap = columns_i != '0 && latest_q[7:0] == {4'd0, columns_i} - 8'd1;
  always_comb begin
    following[7:0] = wrap ? '0 : latest_q[7:0] + 8'd1;
    following[15:8] = latest_q[15:8];
    if (wrap || (columns_i == '0 && !one_byte_i && latest_q[7:0] == '1)) following[15:8] += 8'd1;
  end
  assign index_o = as_is_q ? latest_q : following;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      latest_q <= '0;
      before_q <= '0;
      as_is_q <= 1'b0;
    end else if (set_i) begin
      latest_q <= first_i;
      as_is_q <= 1'b1;
    end else if (repeat_i) begin
      if (ahead_i) latest_q <= before_q;
      as_is_q <= 1'b1;
    end else if (next_i) begin
      if (!as_is_q) before_q <= latest_q;
      latest_q <= index_o;
      as_is_q <= 1'b0;
    end
  end

endmodule
