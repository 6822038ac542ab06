// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_round equals the standard's round, for every state and addend. Combinational: one step.
// With Inject the state is the sum of two, and the parity of the second is an input.

module keccak_round_check #(
  parameter int unsigned LaneWidth = 64,
  parameter bit          Inject    = 1'b0
) (
  input logic [25*LaneWidth-1:0] state_i,
  input logic [25*LaneWidth-1:0] addend_i,
  input logic [25*LaneWidth-1:0] inject_i
);

  logic [LaneWidth-1:0] state_lanes[25];
  logic [LaneWidth-1:0] addend_lanes[25];
  logic [LaneWidth-1:0] inject_lanes[25];
  logic [LaneWidth-1:0] inject_parity[5];
  logic [LaneWidth-1:0] out_lanes[25];
  logic [25*LaneWidth-1:0] expected;

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    assign state_lanes[i] = state_i[i*LaneWidth+:LaneWidth];
    assign addend_lanes[i] = addend_i[i*LaneWidth+:LaneWidth];
    assign inject_lanes[i] = inject_i[i*LaneWidth+:LaneWidth];

    always_comb begin
      assert (out_lanes[i] == (expected[i*LaneWidth+:LaneWidth] ^ addend_lanes[i]));
    end
  end

  for (genvar x = 0; x < 5; x++) begin : gen_parity
    assign inject_parity[x] = inject_lanes[x] ^ inject_lanes[x+5] ^ inject_lanes[x+10] ^ inject_lanes[x+15] ^
        inject_lanes[x+20];
  end

  roundel_keccak_round #(
    .LaneWidth(LaneWidth),
    .Inject   (Inject)
  ) u_dut (
    .state_i        (state_lanes),
    .addend_i       (addend_lanes),
    .inject_i       (inject_lanes),
    .inject_parity_i(inject_parity),
    .state_o        (out_lanes)
  );

  keccak_round_spec #(
    .LaneWidth(LaneWidth)
  ) u_spec (
    .state_i(Inject ? state_i ^ inject_i : state_i),
    .state_o(expected)
  );

endmodule
