// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_engine_control and roundel_engine_results around the smallest engine there is: a round that adds
// one. Every block comes out once, in order, Passes * Length higher; an offered result stays; what the
// engine promises of its passes holds (the round counts with `pass_o`); and there is always room for a
// result that comes.
//
// Late is an engine that ends a cycle behind its last round, as those of AES and Salsa20 do.

module block_control_check #(
  parameter int unsigned Passes  = 3,
  parameter int unsigned Length  = 1,
  parameter int unsigned Results = 1,
  parameter bit          Late    = 1'b0,
  parameter int unsigned Width   = 4
) (
  input logic clk_i,
  input logic rst_ni,
  input logic in_valid_i,
  input logic [Width-1:0] in_block_i,
  input logic out_ready_i,
  input logic track_i
);

  localparam int unsigned PassWidth = $clog2(Passes);
  // Blocks inside at most: in the ring and as results.
  localparam int unsigned Depth = Length + Results;

  logic in_ready, out_valid, move, begins, finish;
  logic [Width-1:0] out_block;
  logic [PassWidth-1:0] pass[Length];
  logic [Width-1:0] state_q[Length];
  logic [PassWidth-1:0] passed_q[Length];
  logic [Width-1:0] next[Length];
  logic busy_q[Length];

  roundel_engine_control #(
    .Passes (Passes),
    .Length (Length),
    .Results(Results)
  ) u_control (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o(in_ready),
    .move_o    (move),
    .begin_o   (begins),
    .finish_o  (finish),
    .pass_o    (pass),
    .taken_i   (out_valid && out_ready_i)
  );

  // The ring, and beside each block how often it has been round.
  for (genvar i = 0; i < Length; i++) begin : gen_position
    assign next[i] = state_q[i] + 1'b1;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        busy_q[i] <= 1'b0;
      end else if (move) begin
        if (i > 0) begin
          state_q[i] <= next[i-1];
          passed_q[i] <= passed_q[i-1];
          busy_q[i] <= busy_q[i-1];
        end else if (begins) begin
          state_q[i] <= in_block_i;
          passed_q[i] <= '0;
          busy_q[i] <= in_valid_i;
        end else begin
          state_q[i] <= next[Length-1];
          passed_q[i] <= passed_q[Length-1] + 1'b1;
          busy_q[i] <= busy_q[Length-1];
        end
      end
    end
  end

  logic result_valid;
  logic [Width-1:0] result;

  if (Late) begin : gen_late
    logic finished_q;
    logic [Width-1:0] last_q;
    always_ff @(posedge clk_i) begin
      finished_q <= rst_ni && finish;
      if (move) last_q <= next[Length-1];
    end
    assign result_valid = finished_q;
    assign result = last_q;
  end else begin : gen_straight
    assign result_valid = finish;
    assign result = next[Length-1];
  end

  roundel_engine_results #(
    .Width(Width),
    .Depth(Results)
  ) u_results (
    .clk_i,
    .rst_ni,
    .in_valid_i (result_valid),
    .in_block_i (result),
    .out_valid_o(out_valid),
    .out_ready_i,
    .out_block_o(out_block)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Properties
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  logic push, pop, tracking_q, waiting_q;
  logic [$clog2(Depth+1)-1:0] held_q, ahead_q;
  logic [Width-1:0] block_q, offered_q;

  assign push = in_valid_i && in_ready;
  assign pop = out_valid && out_ready_i;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    waiting_q <= rst_ni && out_valid && !out_ready_i;
    offered_q <= out_block;
    if (!rst_ni) begin
      held_q <= '0;
      tracking_q <= 1'b0;
    end else begin
      held_q <= held_q + $bits(held_q)'(push) - $bits(held_q)'(pop);
      // One block, chosen freely, is followed: `ahead_q` come out before it.
      if (!tracking_q) begin
        tracking_q <= push && track_i;
        ahead_q <= held_q - $bits(held_q)'(pop);
        block_q <= in_block_i;
      end else if (pop) begin
        tracking_q <= ahead_q != '0;
        ahead_q <= ahead_q - 1'b1;
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (!out_valid || held_q != '0);
      assert (held_q <= $bits(held_q)'(Depth));
      assert (!waiting_q || (out_valid && out_block == offered_q));
      assert (!tracking_q || !pop || ahead_q != '0 || out_block == block_q + Width'(Passes * Length));
      assert (!begins || move);
      // There is room: the first register of the row is empty or passes on.
      assert (!result_valid || u_results.ready[0]);
      for (int unsigned i = 0; i < Length; i++) begin
        assert (!busy_q[i] || pass[i] == passed_q[i]);
      end
      assert (!finish || (busy_q[Length-1] && passed_q[Length-1] == PassWidth'(Passes - 1)));
    end
  end

  // While the sink takes, a block that is inside comes out in time: nothing stands still.
  localparam int unsigned Patience = (Passes + 1) * Length + Results + 2;
  logic [$clog2(Patience+1)-1:0] mute_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || pop || held_q == '0 || !out_ready_i) mute_q <= '0;
    else mute_q <= mute_q + 1'b1;
  end

  always_comb begin
    if (started_q && rst_ni) assert (mute_q < $bits(mute_q)'(Patience));
  end

endmodule
