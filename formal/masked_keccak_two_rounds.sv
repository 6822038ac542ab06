// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Two rounds of the masked Keccak-f without iota, one after the other as in roundel_keccak_masked_engine: the
// logic after chi's registers drives theta of the next round. Each round has fresh bits of its own.

module masked_keccak_two_rounds #(
  parameter int unsigned LaneWidth = 8
) (
  input  logic                          clk_i,
  input  logic [1:0][25*LaneWidth-1:0]  state_i,
  input  logic [1:0][25*LaneWidth-1:0]  fresh_i,
  output logic [1:0][25*LaneWidth-1:0]  state_o
);

  logic [1:0][25*LaneWidth-1:0] between;

  roundel_masked_keccak_round #(
    .LaneWidth(LaneWidth)
  ) u_first (
    .clk_i,
    .mix_i  (1'b1),
    .apply_i(1'b1),
    .state_i,
    .fresh_i(fresh_i[0]),
    .state_o(between)
  );

  roundel_masked_keccak_round #(
    .LaneWidth(LaneWidth)
  ) u_second (
    .clk_i,
    .mix_i  (1'b1),
    .apply_i(1'b1),
    .state_i(between),
    .fresh_i(fresh_i[1]),
    .state_o
  );

endmodule
