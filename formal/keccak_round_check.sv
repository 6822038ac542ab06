// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// keccak_round equals the standard's round, for every state and addend. Combinational: one step.

module keccak_round_check #(
  parameter int unsigned LaneWidth = 64
) (
  input logic [25*LaneWidth-1:0] state_i,
  input logic [25*LaneWidth-1:0] addend_i
);

  logic [LaneWidth-1:0] state_lanes[25];
  logic [LaneWidth-1:0] addend_lanes[25];
  logic [LaneWidth-1:0] out_lanes[25];
  logic [25*LaneWidth-1:0] expected;

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    assign state_lanes[i] = state_i[i*LaneWidth+:LaneWidth];
    assign addend_lanes[i] = addend_i[i*LaneWidth+:LaneWidth];

    always_comb begin
      assert (out_lanes[i] == (expected[i*LaneWidth+:LaneWidth] ^ addend_lanes[i]));
    end
  end

  keccak_round #(
    .LaneWidth(LaneWidth)
  ) u_dut (
    .state_i        (state_lanes),
    .addend_i       (addend_lanes),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (out_lanes)
  );

  keccak_round_spec #(
    .LaneWidth(LaneWidth)
  ) u_spec (
    .state_i,
    .state_o(expected)
  );

endmodule
