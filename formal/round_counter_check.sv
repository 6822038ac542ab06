// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks roundel_round_counter from any legal load: it stays in 0..Last, advances by one and only with
// advance_i, wraps from Last to 0, and last_o is high exactly in round Last.

module round_counter_check #(
  parameter int unsigned Last  = 23,
  parameter int unsigned Width = 5
) (
  input logic clk_i,
  input logic rst_ni,
  input logic load_i,
  input logic [Width-1:0] first_i,
  input logic advance_i
);

  logic [Width-1:0] round, expected_q;
  logic last;
  logic started_q = 1'b0;


  roundel_round_counter #(
    .Last (Last),
    .Width(Width)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .load_i,
    .first_i,
    .advance_i,
    .round_o(round),
    .last_o (last)
  );

  // What the next round has to be, from the specification alone.
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) expected_q <= '0;
    else if (load_i) expected_q <= first_i;
    else if (!advance_i) expected_q <= round;
    else if (round < Width'(Last)) expected_q <= round + 1'b1;
    else expected_q <= '0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (first_i <= Width'(Last));
    if (started_q) begin
      assert (round == expected_q);
      assert (round <= Width'(Last));
      assert (last == (round == Width'(Last)));
    end
  end

endmodule
