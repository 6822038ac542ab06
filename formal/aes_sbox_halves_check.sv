// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks that the two halves of the S-box's circuit in series equal figure 7 of FIPS 197 for all bytes.
// Cores that use them separately have a register between them.

module aes_sbox_halves_check
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1
) (
  input logic clk_i,

  input logic [Lanes-1:0][7:0] data_i
);

  logic [2*NumSboxForms-1:0][Lanes-1:0] forms;
  logic [3:0][Lanes-1:0] norm;
  logic [Lanes-1:0][7:0] data_q, data;

  // The engine of the proof expects a register.
  always_ff @(posedge clk_i) data_q <= data_i;

  roundel_aes_sbox_front #(
    .Lanes(Lanes)
  ) u_front (
    .data_i (data_q),
    .forms_o(forms),
    .norm_o (norm)
  );

  roundel_aes_sbox_back #(
    .Lanes(Lanes)
  ) u_back (
    .forms_i(forms),
    .norm_i (norm),
    .data_o (data)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    always_comb assert (data[i] == aes_spec_pkg::Figure7[data_q[i]]);
  end

endmodule
