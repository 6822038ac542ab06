// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box of Lanes bytes, as a circuit or as a table, equals figure 7 of FIPS 197, for all bytes.

module aes_sbox_check #(
  parameter int unsigned Lanes = 1,
  parameter bit          Table = 1'b0
) (
  input logic clk_i,

  input logic [Lanes-1:0][7:0] data_i
);

  logic [Lanes-1:0][7:0] data_q, data;

  // The engine of the proof expects a register.
  always_ff @(posedge clk_i) data_q <= data_i;

  roundel_aes_sbox #(
    .Lanes(Lanes),
    .Table(Table)
  ) u_dut (
    .data_i(data_q),
    .data_o(data)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    always_comb assert (data[i] == aes_spec_pkg::Figure7[data_q[i]]);
  end

endmodule
