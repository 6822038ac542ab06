// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Takes 21 lanes in one cycle and gives them out two a cycle, an even one and the odd one after it,
// while the permutation goes on. As keccak_lane_drain: the lanes taken are cleared one after another
// and the difference of two sums is the lane just cleared. Even and odd lanes are summed apart.
//
// It does not stop: who captures has room for all pairs.
//
// Schedule: `capture_i` in cycle t; t+1 sums; pair i is given out in t+2+i, i = 0 to 10 (the last one
// has no odd lane: zero). The next capture may come in t+12. After reset a run clears what the
// registers held. Which pairs mean something the caller knows.

module keccak_pair_drain (
  input logic clk_i,
  input logic rst_ni,

  input  logic        capture_i,
  input  logic [63:0] state_i[21],
  output logic [63:0] even_o,
  output logic [63:0] odd_o
);

  localparam int unsigned NumPairs = 11;

  logic [63:0] lanes_q[21];
  logic [63:0] even_q, odd_q;  // sums of the cycle before
  logic [NumPairs-1:0] clear_q;  // one-hot: pair that is being cleared

  always_ff @(posedge clk_i) begin
    if (!rst_ni) clear_q <= NumPairs'(1);
    else clear_q <= {clear_q[NumPairs-2:0], capture_i};
  end
  for (genvar i = 0; i < 21; i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (clear_q[i/2]) lanes_q[i] <= '0;
      else if (capture_i) lanes_q[i] <= state_i[i];
    end
  end

  // Trees of four-input sums; those of the last level have the sum kept and all but it in common.
  for (genvar p = 0; p < 2; p++) begin : gen_parity
    logic [63:0] group[3];
    logic [63:0] sum, difference;
    kept_xor u_group_0 (
      .data_i('{lanes_q[p], lanes_q[p+2], lanes_q[p+4], lanes_q[p+6]}),
      .data_o(group[0])
    );
    kept_xor u_group_1 (
      .data_i('{lanes_q[p+8], lanes_q[p+10], lanes_q[p+12], lanes_q[p+14]}),
      .data_o(group[1])
    );
    if (p == 0) begin : gen_even
      kept_xor #(
        .Terms(3)
      ) u_group_2 (
        .data_i('{lanes_q[16], lanes_q[18], lanes_q[20]}),
        .data_o(group[2])
      );
    end else begin : gen_odd
      kept_xor #(
        .Terms(2)
      ) u_group_2 (
        .data_i('{lanes_q[17], lanes_q[19]}),
        .data_o(group[2])
      );
    end
    kept_xor #(
      .Terms(3)
    ) u_sum (
      .data_i(group),
      .data_o(sum)
    );
    if (p == 0) begin : gen_even_difference
      kept_xor u_difference (
        .data_i('{group[0], group[1], group[2], even_q}),
        .data_o(difference)
      );
      always_ff @(posedge clk_i) begin
        even_q <= sum;
      end
      assign even_o = difference;
    end else begin : gen_odd_difference
      kept_xor u_difference (
        .data_i('{group[0], group[1], group[2], odd_q}),
        .data_o(difference)
      );
      always_ff @(posedge clk_i) begin
        odd_q <= sum;
      end
      assign odd_o = difference;
    end
  end

endmodule
