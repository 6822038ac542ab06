// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What a queue on a valid/ready stream owes: every word comes out once, in order, unchanged. Held by
// two arguments:
//
//   occupancy   as many words are inside as went in and did not come out: none is lost or made up,
//               and the queue offers a word exactly when it holds one (up to Depth)
//   tracking    one word, chosen freely, is followed: `ahead_q` words go out before it, then it comes
//
// Depth is the number of words the queue can hold. Assertions of the queue's own handshake rules are
// here as well: an offered word stays until it is accepted.

module queue_properties #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 2
) (
  input logic clk_i,
  input logic rst_ni,

  input logic in_valid_i,
  input logic in_ready_i,
  input logic [Width-1:0] in_data_i,

  input logic out_valid_i,
  input logic out_ready_i,
  input logic [Width-1:0] out_data_i,

  // Free: whether the word that goes in now is the one to follow.
  input logic track_i,

  // For a proof by induction, which has to tie these to the queue's registers.
  output logic [$clog2(Depth+1)-1:0] held_o,
  output logic tracking_o,
  output logic [$clog2(Depth+1)-1:0] ahead_o,
  output logic [Width-1:0] word_o
);

  typedef logic [$clog2(Depth+1)-1:0] count_t;

  logic push, pop;
  count_t held_q = '0;
  logic tracking_q = 1'b0;
  count_t ahead_q = '0;
  logic [Width-1:0] word_q;
  logic waiting_q = 1'b0;
  logic [Width-1:0] offered_q;

  assign push = in_valid_i && in_ready_i;
  assign pop = out_valid_i && out_ready_i;
  assign held_o = held_q;
  assign tracking_o = tracking_q;
  assign ahead_o = ahead_q;
  assign word_o = word_q;

  always_ff @(posedge clk_i) begin
    waiting_q <= rst_ni && out_valid_i && !out_ready_i;
    offered_q <= out_data_i;
    if (!rst_ni) begin
      held_q <= '0;
      tracking_q <= 1'b0;
    end else begin
      held_q <= held_q + count_t'(push) - count_t'(pop);
      if (!tracking_q) begin
        tracking_q <= push && track_i;
        ahead_q <= held_q - count_t'(pop);
        word_q <= in_data_i;
      end else if (pop) begin
        tracking_q <= ahead_q != '0;
        ahead_q <= ahead_q - 1'b1;
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      assert (out_valid_i == (held_q != '0));
      assert (!in_ready_i || pop || held_q < count_t'(Depth));
      assert (in_ready_i || held_q == count_t'(Depth));
      assert (held_q <= count_t'(Depth));
      assert (!tracking_q || ahead_q < held_q);
      assert (!tracking_q || ahead_q != '0 || out_data_i == word_q);
      assert (!waiting_q || (out_valid_i && out_data_i == offered_q));
    end
  end

endmodule
