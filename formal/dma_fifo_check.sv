// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_fifo keeps the queue's promises for every user that keeps its rules: a push only below Depth
// words, a pop only above none, and clear_i only without words. A word can be read in the second cycle after
// its push. A place that is popped is zero two cycles later, unless a push follows the pop. clear_i for
// Depth cycles after a reset of the pointers leaves no place as it was. The invariants tie the properties'
// own counters to the pointers.

module dma_fifo_check #(
  parameter int unsigned Width = 4,
  parameter int unsigned Depth = 16,
  parameter bit          Block = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic push_i,
  input logic [Width-1:0] push_data_i,
  input logic push_flag_i,
  input logic pop_i,
  input logic track_i
);

  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth-1:0] address_t;
  typedef logic [AddressWidth:0] level_t;

  logic [Width-1:0] data;
  logic [Width:0] word, pushed_word_q;
  level_t level, held, ahead;
  logic tracking, last_place, empty, flag, push, pop, clear;
  logic pushed_q = 1'b0;  // a push in the cycle before
  logic [Width-1:0] places[Depth];

  assign level = u_dut.write_q - u_dut.read_q;
  assign clear = clear_i && level == '0;
  assign pop   = pop_i && !clear && !empty;
  assign push  = push_i && !clear && level < level_t'(Depth);

  roundel_dma_fifo #(
    .Width(Width),
    .Flags(1),
    .Block(Block),
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .clear_i     (clear),
    .push_i      (push),
    .push_data_i (push ? push_data_i : '0),
    .push_flags_i(push_flag_i),
    .pop_i       (pop),
    .data_o      (data),
    .flags_o     (flag),
    .empty_o     (empty),
    .last_place_o(last_place)
  );

  if (Block) begin : gen_block
    always_comb for (int i = 0; i < int'(Depth); i++) places[i] = u_dut.gen_block.mem_q[i];
  end else begin : gen_distributed
    always_comb for (int i = 0; i < int'(Depth); i++) places[i] = u_dut.gen_distributed.mem_q[i];
  end

  queue_properties #(
    .Width(Width + 1),
    .Depth(Depth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .in_valid_i (pushed_q),
    .in_ready_i (held < level_t'(Depth)),
    .in_data_i  (pushed_word_q),
    .out_valid_i(!empty),
    .out_ready_i(pop),
    .out_data_i ({flag, data}),
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
  // A pop in the cycle before, and one in the cycle before that without a push after it; their places.
  logic popped_q = 1'b0, zero_q = 1'b0;
  address_t popped_place_q, zero_place_q;

  always_ff @(posedge clk_i) begin
    started_q      <= 1'b1;
    only_q         <= !rst_ni || (only_q && clear && cleared_q < level_t'(Depth));
    cleared_q      <= !rst_ni ? '0 : cleared_q + level_t'(clear);
    pushed_q       <= rst_ni && push;
    pushed_word_q  <= {push_flag_i, push_data_i};
    popped_q       <= rst_ni && pop;
    popped_place_q <= address_t'(u_dut.read_q);
    zero_q         <= popped_q && !push && !clear;
    zero_place_q   <= popped_place_q;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (level == held + level_t'(pushed_q));
      assert (u_dut.after_q == level_t'(u_dut.read_q + 1'b1));
      assert (empty == (held == '0));
      assert (!zero_q || places[zero_place_q] == '0);
      // Invariants.
      assert (!tracking || places[address_t'(u_dut.read_q+ahead)] == word[Width-1:0]);
      assert (!tracking || u_dut.flag_mem_q[address_t'(u_dut.read_q+ahead)] == word[Width]);
      assert (!pushed_q || {u_dut.flag_mem_q[address_t'(u_dut.write_q-1'b1)],
                            places[address_t'(u_dut.write_q-1'b1)]} == pushed_word_q);
      assert (empty || (data == places[address_t'(u_dut.read_q)] &&
          flag == u_dut.flag_mem_q[address_t'(u_dut.read_q)]));
      assert (u_dut.popped_q == popped_q && (!popped_q || u_dut.left_q == popped_place_q));
      assert (!popped_q || (popped_place_q == address_t'(u_dut.read_q - 1'b1) && level < level_t'(Depth)));
      if (only_q) begin
        assert (u_dut.write_q == cleared_q && u_dut.read_q == cleared_q && cleared_q <= level_t'(Depth));
        assert (last_place == (cleared_q == level_t'(Depth - 1)));
        for (int i = 0; i < int'(Depth); i++) begin
          assert (level_t'(i) >= cleared_q || places[i] == '0);
        end
      end
    end
  end

endmodule
