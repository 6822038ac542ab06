// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The round made of DSP slices without registers equals roundel_keccak_round. With registers in the slices,
// whatever they contain, it equals the round without registers once the state has been the same for the
// cycles that the core holds it. keccak_round_check compares roundel_keccak_round with the specification,
// dsp_logic_unit_check the model of a slice with the cell.

module keccak_round_dsp_check #(
  parameter int unsigned Levels = 0
) (
  input logic clk_i,

  input logic [1599:0] state_i,
  input logic [1599:0] addend_i
);

  // The cycles of the slices: the core takes one more for a round, into its state register.
  localparam int unsigned Cycles = 4 * Levels + 3 * (Levels > 2 ? 2 : Levels);

  logic loaded_q = 1'b0;
  logic [1599:0] state_q;  // the input of the first cycle, then held
  logic [4:0] held_q = '0;  // cycles for which the slices have had it

  always_ff @(posedge clk_i) begin
    loaded_q <= 1'b1;
    if (!loaded_q) state_q <= state_i;
    if (loaded_q && held_q != 5'(Cycles)) held_q <= held_q + 5'd1;
  end

  logic [63:0] state_lanes[25], addend_lanes[25], out_lanes[25], expected[25];

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    assign state_lanes[i]  = state_q[i*64+:64];
    assign addend_lanes[i] = addend_i[i*64+:64];

    always_comb begin
      if (loaded_q && held_q == 5'(Cycles)) assert (out_lanes[i] == expected[i]);
    end
  end

  roundel_keccak_round_dsp #(
    .Levels(Levels)
  ) u_dut (
    .clk_i,
    .state_i (state_lanes),
    .addend_i(addend_lanes),
    .state_o (out_lanes)
  );

  if (Levels == 0) begin : gen_luts
    roundel_keccak_round u_expected (
      .state_i        (state_lanes),
      .addend_i       (addend_lanes),
      .inject_i       ('{default: '0}),
      .inject_parity_i('{default: '0}),
      .state_o        (expected)
    );
  end else begin : gen_slices
    roundel_keccak_round_dsp u_expected (
      .clk_i,
      .state_i (state_lanes),
      .addend_i(addend_lanes),
      .state_o (expected)
    );
  end

endmodule
