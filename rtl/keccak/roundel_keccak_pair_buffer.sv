// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Collects the next block of a duplex two lanes a cycle while the permutation works. Then shows the block
// to chi as its addend for exactly one cycle. The counterpart of roundel_sponge_block_buffer for 128-bit
// streams, with the same two ranks. A pair is an even lane and the odd lane after it; each has its own write.
//
// Schedule:   a lane written in cycle t is in the block register in t+2. `transfer_i` comes in cycle t, at
//             least one cycle after the last lane's write: the addend takes the block at the end of t+1 and
//             shows it in t+2. The next block's first pair may be written in cycle t already: a lane of it
//             that is written is not cleared. Another pair must not be written in that cycle. All other
//             lanes share one clear, because registers with separate clears are kept apart in placement.
// Interfaces: lanes from roundel_duplex_move; transfer_i and round constants from roundel_duplex_permutation;
//             addend_o and text_o to roundel_duplex_permutation
// Bytes:      byte 0 of a lane is bits 7:0 (FIPS 202, B.1).

module roundel_keccak_pair_buffer #(
  parameter int unsigned Lanes     = 24,  // lanes of a block, an even number, at most 24
  parameter int unsigned TextLanes = 21   // lanes of text, at most Lanes
) (
  input logic clk_i,
  input logic clear_i,  // clear the block

  input logic        write_even_i,  // write the even lane of the pair
  input logic        write_odd_i,  // write the odd lane of the pair
  input logic [ 3:0] pair_i,  // number of the pair
  input logic [63:0] even_i,  // data of the even lane
  input logic [63:0] odd_i,  // data of the odd lane
  input logic [ 7:0] even_mark_i,   // zero bytes of even_i that take suffix_i of the next cycle
  input logic [ 7:0] odd_mark_i,  // zero bytes of odd_i that take suffix_i of the next cycle
  input logic [ 7:0] suffix_i,  // the suffix byte, for the marks of the cycle before

  input  logic            transfer_i,  // the block is complete: it becomes the addend
  input  logic            keep_non_text_i,  // with transfer_i: keep the lanes that are not text
  input  roundel_keccak_pkg::rc_t transfer_constant_i,  // in t+1: constant of the round that adds the block
  input  logic            step_i,  // the permutation advances by a round
  input  roundel_keccak_pkg::rc_t step_constant_i,  // constant of the round after this one
  output logic [63:0]     addend_o[Lanes],  // block and round constant
  output logic [63:0]     text_o[TextLanes]  // lanes of text without the round constant, in t+2
);

  localparam int unsigned Pairs = Lanes / 2;
  if (Lanes % 2 != 0 || Lanes > 24 || TextLanes > Lanes) begin : gen_bad_lanes
    $fatal(1, "%m: Lanes is %0d and TextLanes %0d, expected an even number and no more", Lanes, TextLanes);
  end

  logic [63:0] block_q[Lanes]  /*verilator split_var*/;
  logic [Lanes-1:0] write_d, write_q;
  logic [1:0] clear_first_q;
  logic clear_text_q, clear_rest_q;
  logic [63:0] even_q, odd_q;
  logic [7:0] even_mark_q, odd_mark_q;
  logic [63:0] even, odd;
  logic [63:0] text[Lanes];

  always_comb begin
    for (int unsigned i = 0; i < Pairs; i++) begin
      write_d[2*i] = write_even_i && pair_i == 4'(i);
      write_d[2*i+1] = write_odd_i && pair_i == 4'(i);
    end
  end

  for (genvar k = 0; k < 8; k++) begin : gen_byte
    assign even[8*k+:8] = even_q[8*k+:8] | ({8{even_mark_q[k]}} & suffix_i);
    assign odd[8*k+:8]  = odd_q[8*k+:8] | ({8{odd_mark_q[k]}} & suffix_i);
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (i < 2 ? clear_first_q[i%2] : i < TextLanes ? clear_text_q : clear_rest_q) block_q[i] <= '0;
      else if (write_q[i]) block_q[i] <= (i % 2 == 0) ? even : odd;
    end
  end

  for (genvar i = 0; i < TextLanes; i++) begin : gen_text
    assign text_o[i] = text[i];
  end

  always_ff @(posedge clk_i) begin
    write_q <= write_d;
    clear_first_q <= {2{clear_i}} | ({2{transfer_i}} & ~write_d[1:0]);
    clear_text_q <= clear_i || transfer_i;
    clear_rest_q <= clear_i || (transfer_i && !keep_non_text_i);
    even_q <= even_i;
    odd_q <= odd_i;
    even_mark_q <= even_mark_i;
    odd_mark_q <= odd_mark_i;
  end

  // The first pair may already belong to the next block. Lanes that are not text may be kept.
  roundel_sponge_addend #(
    .Lanes    (Lanes),
    .LoadTwice({{Lanes - TextLanes{1'b0}}, {TextLanes - 2{1'b1}}, 2'b00})
  ) u_addend (
    .clk_i,
    .rst_ni  (1'b1),
    .block_i (block_q),
    .transfer_i,
    .reload_i(clear_text_q),
    .transfer_constant_i,
    .step_i,
    .step_constant_i,
    .addend_o,
    .block_o (text)
  );

endmodule
