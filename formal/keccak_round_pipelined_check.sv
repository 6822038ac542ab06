// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The pipelined round equals roundel_keccak_round of the state one cycle before, with the addend of the same
// cycle. keccak_round_check compares that one with the specification.

module keccak_round_pipelined_check (
  input logic clk_i,

  input logic [1599:0] state_i,
  input logic [1599:0] addend_i
);

  logic [1599:0] state_q;
  logic [63:0] state_lanes[25], before_lanes[25], addend_lanes[25], out_lanes[25], expected[25];
  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    state_q <= state_i;
    started_q <= 1'b1;
  end

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    assign state_lanes[i]  = state_i[i*64+:64];
    assign before_lanes[i] = state_q[i*64+:64];
    assign addend_lanes[i] = addend_i[i*64+:64];

    always_comb begin
      if (started_q) assert (out_lanes[i] == expected[i]);
    end
  end

  roundel_keccak_round_pipelined u_dut (
    .clk_i,
    .state_i (state_lanes),
    .addend_i(addend_lanes),
    .state_o (out_lanes)
  );

  roundel_keccak_round u_expected (
    .state_i        (before_lanes),
    .addend_i       (addend_lanes),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (expected)
  );

endmodule
