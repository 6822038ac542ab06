// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The first round of roundel_keccak_la_state, step by step, equals the standard's round of the state that a
// pass before it has left, for every state. The pass replaces all 25 lanes by free ones, and then 24 or 12
// rounds follow. When the round is written, lane (X, Y) is in the place (X + 3Y, X), which is where
// roundel_keccak_la_pkg says that it is after one round.
//
// The control has no input but those that the check drives, so the cycles of the pass and of the round are
// fixed.

module keccak_la_round_check
  import roundel_keccak_la_pkg::*;
#(
  parameter bit Rounds24 = 1'b1
) (
  input logic  clk_i,
  input lane_t lane_i
);

  localparam int unsigned FirstLane = 1;  // the cycle of lane 0
  // Lane 24 comes 24 cycles later, the round begins 11 cycles after it and has 25 steps, each of which is
  // written 6 cycles after it is read, and can be read a cycle later. The next round writes its first lane 30
  // cycles after this one.
  localparam int unsigned Written = FirstLane + 24 + 11 + 25 + 7;

  logic [6:0] cycle_q = '0;
  logic rst_n, lane_valid;
  logic [NumLanes*64-1:0] state_q, expected;
  lane_t constant;

  assign rst_n = cycle_q != '0;
  assign lane_valid = cycle_q >= 7'(FirstLane) && cycle_q < 7'(FirstLane + NumLanes);
  assign constant = roundel_keccak_pkg::spread_constant(
      roundel_keccak_pkg::RoundConstants[Rounds24 ? 0 : 12]
  );

  always_ff @(posedge clk_i) begin
    cycle_q <= cycle_q + 7'd1;
    if (lane_valid) state_q <= {lane_i, state_q[NumLanes*64-1:64]};
  end

  roundel_keccak_la_state u_dut (
    .clk_i,
    .rst_ni           (rst_n),
    .lane_valid_i     (lane_valid),
    .lane_ready_o     (),
    .lane_free_o      (),
    .lane_i,
    .lane_number_o    (),
    .lane_replace_i   (8'hff),
    .lane_check_i     (1'b0),
    .lane_send_i      (1'b0),
    .lane_bytes_i     ('0),
    .lane_last_i      (1'b0),
    .lane_store_i     (1'b0),
    .store_number_i   ('0),
    .lane_from_store_i(1'b0),
    .lane_upper_i     (1'b0),
    .permute_i        (1'b1),
    .rounds24_i       (Rounds24),
    .sum_valid_o      (),
    .sum_ready_i      (1'b1),
    .sum_o            (),
    .sum_bytes_o      (),
    .sum_last_o       (),
    .sum_check_o      (),
    .sum_mismatch_o   (),
    .sending_o        ()
  );

  keccak_round_spec u_spec (
    .state_i(state_q),
    .state_o(expected)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_lane
    localparam place_t Place = '{x: mod5_t'((i % 5 + 3 * (i / 5)) % 5), y: mod5_t'(i % 5)};
    lane_t lane;
    assign lane = u_dut.u_datapath.u_lanes.mem_q[address_of(Place)];
    always_comb begin
      if (cycle_q == 7'(Written)) assert (lane == (expected[64*i+:64] ^ (i == 0 ? constant : '0)));
    end
  end

endmodule
