// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The round made of DSP slices without registers equals roundel_keccak_round. keccak_round_check compares
// roundel_keccak_round with the specification, dsp_logic_unit_check the model of a slice with the cell.

module keccak_round_dsp_check (
  input logic clk_i,

  input logic [1599:0] state_i,
  input logic [1599:0] addend_i
);

  logic [63:0] state_lanes[25], addend_lanes[25], out_lanes[25], expected[25];

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    assign state_lanes[i]  = state_i[i*64+:64];
    assign addend_lanes[i] = addend_i[i*64+:64];

    always_comb begin
      assert (out_lanes[i] == expected[i]);
    end
  end

  roundel_keccak_round_dsp u_dut (
    .clk_i,
    .state_i (state_lanes),
    .addend_i(addend_lanes),
    .state_o (out_lanes)
  );

  roundel_keccak_round u_expected (
    .state_i        (state_lanes),
    .addend_i       (addend_lanes),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (expected)
  );

endmodule
