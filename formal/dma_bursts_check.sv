// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_bursts covers a piece exactly: each burst begins where the previous one has ended, the first
// one with the first byte, and the one that is marked as the last has the last byte. No burst crosses a
// multiple of Burst beats, so none crosses 4 KiB. For any base and length.
//
// The specification is the address of the next byte, and the address after the last one, both of 33 bits.

module dma_bursts_check #(
  parameter int unsigned BusWidth = 64,
  parameter int unsigned Burst    = 8
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [31:4] base_i,
  input logic [23:0] length_i,
  input logic start_i,
  input logic next_i
);

  localparam int unsigned BeatsWidth = $clog2(Burst);
  localparam int unsigned WordBytes = BusWidth / 8;
  localparam int unsigned BlockBytes = WordBytes * Burst;

  logic [31:0] address;
  logic [BeatsWidth-1:0] beats;
  logic last, next;

  logic started_q = 1'b0;
  logic begun_q = 1'b0;  // a piece began in the cycle before
  logic running_q = 1'b0;  // a burst of the piece is on offer
  logic [31:4] base_q;
  logic [23:0] length_q;
  logic [32:0] begin_address, end_address, place_q, after;

  assign next = next_i && running_q;

  roundel_dma_bursts #(
    .BusWidth(BusWidth),
    .Burst   (Burst)
  ) u_dut (
    .clk_i,
    .base_i   (base_q),
    .length_i (length_q),
    .start_i  (start_i),
    .next_i   (next),
    .address_o(address),
    .beats_o  (beats),
    .last_o   (last)
  );

  assign begin_address = {1'b0, base_q, 4'h0};
  assign end_address   = begin_address + 33'(length_q);
  assign after         = 33'(address) + (33'(beats) + 1'b1) * WordBytes;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (start_i) begin
      base_q   <= base_i;
      length_q <= length_i;
      place_q  <= {1'b0, base_i, 4'h0};
    end else if (next) begin
      place_q <= after;
    end
    begun_q   <= rst_ni && start_i;
    running_q <= rst_ni && !start_i && (begun_q || (running_q && !(next && last)));
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!start_i || length_i != '0);
    if (started_q && rst_ni && running_q) begin
      // A piece that goes beyond the end of the address space is no piece.
      assume (end_address <= 33'h1_0000_0000);
      assert (33'(address) == place_q);
      assert (address % BlockBytes + (32'(beats) + 1) * WordBytes <= BlockBytes);
      assert (place_q < end_address);
      assert (last == (after >= end_address));
      // Only the last word may have bytes beyond the end.
      assert (!last || after < end_address + WordBytes);
    end
  end

  // Invariant: all bursts but the first one begin with a block.
  always_comb begin
    if (started_q && rst_ni && running_q) begin
      if (u_dut.block_q == '0)
        assert (place_q == begin_address / WordBytes * WordBytes);
        else assert (place_q == (begin_address / BlockBytes + 33'(u_dut.block_q)) * BlockBytes);
    end
  end

endmodule
