// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_stream_fifo keeps the queue's promises, at every depth of time: the invariants below tie the
// properties' own counters to the pointers and the memory, so that induction closes in one step.

module stream_fifo_check #(
  parameter int unsigned Width = 4,
  parameter int unsigned Depth = 4
) (
  input logic clk_i,
  input logic rst_ni,
  input logic in_valid_i,
  input logic [Width-1:0] in_data_i,
  input logic out_ready_i,
  input logic track_i
);

  localparam int unsigned AddressWidth = $clog2(Depth);

  logic in_ready, out_valid, tracking;
  logic [Width-1:0] out_data, word;
  logic [$clog2(Depth+1)-1:0] held, ahead;

  roundel_stream_fifo #(
    .Width(Width),
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o (in_ready),
    .in_data_i,
    .out_valid_o(out_valid),
    .out_ready_i,
    .out_data_o (out_data)
  );

  queue_properties #(
    .Width(Width),
    .Depth(Depth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_i (in_ready),
    .in_data_i,
    .out_valid_i(out_valid),
    .out_ready_i,
    .out_data_i (out_data),
    .track_i,
    .held_o     (held),
    .tracking_o (tracking),
    .ahead_o    (ahead),
    .word_o     (word)
  );

  logic started_q = 1'b0;
  logic [AddressWidth-1:0] place;
  assign place = u_dut.read_q[AddressWidth-1:0] + AddressWidth'(ahead);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (u_dut.write_q - u_dut.read_q == (AddressWidth + 1)'(held));
      assert (!tracking || u_dut.mem_q[place] == word);
    end
  end

endmodule
