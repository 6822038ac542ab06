// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_fifo keeps the queue's promises for every user that keeps its rules: a push only below Depth
// words, a pop only above none, and clear_i only without words. clear_i for Depth cycles after a reset of the
// pointers leaves no place as it was. The invariants tie the properties' own counters to the pointers.

module dma_fifo_check #(
  parameter int unsigned Width = 4,
  parameter int unsigned Depth = 16
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic push_i,
  input logic [Width-1:0] push_data_i,
  input logic pop_i,
  input logic track_i
);

  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth-1:0] address_t;
  typedef logic [AddressWidth:0] level_t;

  logic [Width-1:0] data, word;
  level_t level, held, ahead;
  logic tracking, last_place, empty, push, pop, clear;

  assign level = u_dut.write_q - u_dut.read_q;
  assign clear = clear_i && empty;
  assign pop   = pop_i && !clear && !empty;
  assign push  = push_i && !clear && level < level_t'(Depth);

  roundel_dma_fifo #(
    .Width(Width),
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .clear_i     (clear),
    .push_i      (push),
    .push_data_i (push ? push_data_i : '0),
    .pop_i       (pop),
    .data_o      (data),
    .empty_o     (empty),
    .last_place_o(last_place)
  );

  queue_properties #(
    .Width(Width),
    .Depth(Depth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .in_valid_i (push),
    .in_ready_i (level < level_t'(Depth)),
    .in_data_i  (push_data_i),
    .out_valid_i(!empty),
    .out_ready_i(pop),
    .out_data_i (data),
    .track_i,
    .held_o     (held),
    .tracking_o (tracking),
    .ahead_o    (ahead),
    .word_o     (word)
  );

  // Places that were cleared in a row since the reset of the pointers, and whether no word came meanwhile.
  logic started_q = 1'b0;
  logic only_q = 1'b0;
  level_t cleared_q = '0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    only_q    <= !rst_ni || (only_q && clear && cleared_q < level_t'(Depth));
    cleared_q <= !rst_ni ? '0 : cleared_q + level_t'(clear);
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (level == held);
      assert (u_dut.after_q == level_t'(u_dut.read_q + 1'b1));
      assert (empty == (level == '0));
      assert (!tracking || u_dut.mem_q[address_t'(u_dut.read_q+ahead)] == word);
      if (only_q) begin
        assert (u_dut.write_q == cleared_q && u_dut.read_q == cleared_q && cleared_q <= level_t'(Depth));
        assert (last_place == (cleared_q == level_t'(Depth - 1)));
        for (int i = 0; i < int'(Depth); i++) begin
          assert (level_t'(i) >= cleared_q || u_dut.mem_q[i] == '0);
        end
      end
    end
  end

endmodule
