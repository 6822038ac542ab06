// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Splits a piece of memory into bursts. Memory is divided into blocks of Burst beats. The first burst ends
// with the block of the first byte, the last one with the last byte, and each other one is a whole block.
// So no burst crosses a multiple of 4 KiB.
//
// With b the place of the first byte in its block, the last byte is byte b + length - 1 from the start of
// that block. Its upper bits are the number of the last block, its lower bits are the place in that block.
//
// Schedule:   the first burst two cycles after start_i, the next one in the cycle after next_i.
// Interfaces: roundel_dma_input has the piece and requests the bursts.

module roundel_dma_bursts #(
  parameter int unsigned BusWidth = 64,
  parameter int unsigned Burst    = 8,

  localparam int unsigned BeatsWidth = $clog2(Burst)
) (
  input logic clk_i,

  input  logic [           31:4] base_i,     // the piece begins here, in units of 16 bytes
  input  logic [           23:0] length_i,   // bytes of the piece, not zero
  input  logic                   start_i,    // a piece begins: base_i and length_i are valid after it
  input  logic                   next_i,     // the burst is requested: show the next one
  output logic [           31:0] address_o,  // address of the first byte of the burst
  output logic [BeatsWidth-1:0] beats_o,    // beats of the burst, minus one
  output logic                   last_o      // it ends the piece
);

  if (BusWidth != 32 && BusWidth != 64 && BusWidth != 128) begin : gen_bad_width
    $fatal(1, "%m: BusWidth is %0d, expected 32, 64 or 128", BusWidth);
  end
  if (Burst < 4 || Burst > 16 || (Burst & (Burst - 1)) != 0) begin : gen_bad_burst
    $fatal(1, "%m: Burst is %0d, expected 4, 8 or 16", Burst);
  end

  localparam int unsigned ByteBits = $clog2(BusWidth / 8);
  localparam int unsigned BlockBits = ByteBits + BeatsWidth;  // of the address of a byte in a block
  localparam int unsigned CountWidth = 25 - BlockBits;

  logic [CountWidth-1:0] block_q;  // number of the block, from that of the first byte
  logic first;  // it is the block of the first byte
  logic [31:0] base;
  logic [BlockBits:0] offset_m1;  // the place of the first byte in its block, minus one, as a signed number
  logic [24:0] end_place, end_place_q;  // the place of the last byte, from the start of the first block
  logic [BeatsWidth-1:0] low, high;  // the first and the last beat of the burst in its block

  assign base      = {base_i, 4'h0};
  assign offset_m1 = {1'b0, base[BlockBits-1:0]} - 1'b1;
  assign end_place = {1'b0, length_i} + 25'(signed'(offset_m1));

  assign first     = block_q == '0;
  assign last_o    = block_q == end_place_q[24:BlockBits];
  assign low       = first ? base[BlockBits-1:ByteBits] : '0;
  assign high      = last_o ? end_place_q[BlockBits-1:ByteBits] : '1;
  assign beats_o   = high - low;
  assign address_o = {base[31:BlockBits] + (32 - BlockBits)'(block_q), low, ByteBits'(0)};

  always_ff @(posedge clk_i) begin
    if (start_i) block_q <= '0;
    else if (next_i) block_q <= block_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    end_place_q <= end_place;
  end

  logic unused_bits;
  assign unused_bits = ^end_place_q[ByteBits-1:0];

endmodule
