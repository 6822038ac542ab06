// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The round in DSP slices equals the specification, with the addend of the same cycle: for every state, or
// with Pipelined from the 18th cycle on that the state stands.

module keccak_round_dsp_check #(
  parameter bit Pipelined = 1'b0
) (
  input logic clk_i,

  input logic [1599:0] state_i,
  input logic [1599:0] addend_i
);

  localparam int unsigned Latency = Pipelined ? 18 : 0;

  logic [1599:0] state, expected;
  logic [63:0] state_lanes[25], addend_lanes[25], out_lanes[25];
  logic settled;

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    assign state_lanes[i]  = state[i*64+:64];
    assign addend_lanes[i] = addend_i[i*64+:64];

    always_comb begin
      if (settled) assert (out_lanes[i] == (expected[i*64+:64] ^ addend_lanes[i]));
    end
  end

  if (Pipelined) begin : gen_held
    logic [1599:0] state_q;
    logic [Latency-1:0] held_q = '0;

    // The state of the first cycle stays.
    always_ff @(posedge clk_i) begin
      state_q <= state;
      held_q <= {held_q[Latency-2:0], 1'b1};
    end

    assign state = held_q[0] ? state_q : state_i;
    assign settled = held_q[Latency-1];
  end else begin : gen_straight
    assign state = state_i;
    assign settled = 1'b1;
  end

  keccak_round_dsp #(
    .Pipelined(Pipelined)
  ) u_dut (
    .clk_i,
    .state_i (state_lanes),
    .addend_i(addend_lanes),
    .state_o (out_lanes)
  );

  keccak_round_spec u_spec (
    .state_i(state),
    .state_o(expected)
  );

endmodule
