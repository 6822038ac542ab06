// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box's circuit and its table both equal figure 7 of FIPS 197, for every byte. Combinational.

module aes_sbox_check (
  input logic [7:0] data_i
);

  logic [7:0] circuit, from_table;

  roundel_aes_sbox #(
    .Table(1'b0)
  ) u_circuit (
    .data_i,
    .data_o(circuit)
  );

  roundel_aes_sbox #(
    .Table(1'b1)
  ) u_table (
    .data_i,
    .data_o(from_table)
  );

  always_comb begin
    assert (circuit == aes_spec_pkg::Figure7[data_i]);
    assert (from_table == aes_spec_pkg::Figure7[data_i]);
  end

endmodule
