// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box, as a circuit or as a table, equals figure 7 of FIPS 197, for every byte. Combinational.

module aes_sbox_check #(
  parameter bit Table = 1'b0
) (
  input logic [7:0] data_i
);

  logic [7:0] data;

  roundel_aes_sbox #(
    .Table(Table)
  ) u_dut (
    .data_i,
    .data_o(data)
  );

  always_comb begin
    assert (data == aes_spec_pkg::Figure7[data_i]);
  end

endmodule
