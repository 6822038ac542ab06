// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_bus_fifo keeps the queue's promises for every user that keeps its rules: a push only below Depth
// words, a pop only above none, and not both in one cycle. A free place has what the user left there: here
// zeros. The invariants tie the properties' own counters to the pointers and the memory.

module bus_fifo_check #(
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
  logic tracking, last_place, push, pop;

  roundel_bus_fifo #(
    .Width(Width),
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .push_i      (push),
    .push_data_i (push ? push_data_i : '0),
    .pop_i       (pop),
    .data_o      (data),
    .level_o     (level),
    .last_place_o(last_place)
  );

  // Each word in a cycle of its own: a push, or else a pop.
  assign push = push_i && !clear_i && level < level_t'(Depth);
  assign pop  = pop_i && !clear_i && !push && level != '0;

  queue_properties #(
    .Width(Width),
    .Depth(Depth)
  ) u_queue (
    .clk_i,
    .rst_ni     (rst_ni && !clear_i),
    .in_valid_i (push),
    .in_ready_i (level < level_t'(Depth)),
    .in_data_i  (push_data_i),
    .out_valid_i(level != '0),
    .out_ready_i(pop),
    .out_data_i (data),
    .track_i,
    .held_o     (held),
    .tracking_o (tracking),
    .ahead_o    (ahead),
    .word_o     (word)
  );

  // Places that are cleared in a row since the reset; all Depth of them before the first word.
  logic started_q = 1'b0;
  logic used_q = 1'b0;
  level_t cleared_q = '0;
  logic clean;
  assign clean = cleared_q == level_t'(Depth);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      cleared_q <= '0;
      used_q <= 1'b0;
    end else begin
      if (clear_i) cleared_q <= cleared_q + 1'b1;
      used_q <= used_q || !clear_i;
    end
  end

  address_t place;
  assign place = u_dut.read_q + ahead[AddressWidth-1:0];

  // Place i has no word: it is not one of the `level` places from read_q, or it was cleared after the reset.
  logic [Depth-1:0] free;
  address_t [Depth-1:0] distance;  // of place i from read_q
  always_comb begin
    for (int i = 0; i < int'(Depth); i++) begin
      distance[i] = address_t'(i) - u_dut.read_q;
      free[i]     = clean ? {1'b0, distance[i]} >= level : level_t'(i) < cleared_q;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) assume (clear_i == !clean);
    if (started_q && rst_ni) begin
      assert (level == held && level <= level_t'(Depth));
      assert (address_t'(level) == u_dut.write_q - u_dut.read_q || !clean);
      assert (clean || (u_dut.read_q == address_t'(cleared_q) && u_dut.write_q == '0 && level == '0));
      assert (cleared_q <= level_t'(Depth) && last_place == (u_dut.read_q == '1));
      assert (used_q == 1'b0 || clean);
      assert (!tracking || u_dut.mem_q[place] == word);
      for (int i = 0; i < int'(Depth); i++) assert (!free[i] || u_dut.mem_q[i] == '0);
    end
  end

endmodule
