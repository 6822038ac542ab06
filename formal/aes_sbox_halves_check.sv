// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks that the two halves of the S-box's circuit in series equal figure 7 of FIPS 197 for every byte.
// Combinational: cores that use them separately have a register between them.

module aes_sbox_halves_check (
  input logic [7:0] data_i
);

  roundel_aes_pkg::sbox_forms_t forms;
  logic [3:0] norm;
  logic [7:0] data;

  roundel_aes_sbox_front u_front (
    .data_i,
    .forms_o(forms),
    .norm_o (norm)
  );

  roundel_aes_sbox_back u_back (
    .forms_i(forms),
    .norm_i (norm),
    .data_o (data)
  );

  always_comb assert (data == aes_spec_pkg::Figure7[data_i]);

endmodule
