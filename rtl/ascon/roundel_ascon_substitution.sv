// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies step p_S of Ascon: the 5-bit S-box on every column, bit i of the words S_0 to S_4.
//
// A column takes six LUT4s in two levels: sums and two outputs in roundel_ascon_substitution_front, the other
// outputs in roundel_ascon_substitution_back. With Inject the words S_0 and S_1 are sums of two registers
// each. A column then takes nine LUT4s, still in two levels. So a core can replace the rate of the state in
// the cycle in which it permutes it.
//
// Schedule:   Combinational; 2 LUT4 levels.
// Interfaces: words from the state register; result to roundel_ascon_diffusion. Used by roundel_ascon_round
// Reference:  SP 800-232 section 3.3

module roundel_ascon_substitution #(
  parameter int unsigned                    Columns  = 64,    // width of the words
  parameter bit                             Inject   = 1'b0,  // add inject_i to S_0 and S_1
  parameter logic        [1:0][Columns-1:0] NoInject = '0     // the value of inject_i that adds nothing
) (
  input  logic [4:0][Columns-1:0] state_i,   // S_0 to S_4, with the round constant
  input  logic [1:0][Columns-1:0] inject_i,  // with Inject, inject_i ^ NoInject is added to S_0 and S_1
  output logic [4:0][Columns-1:0] state_o    // S_0 to S_4 after the S-boxes
);

  logic [3:0][Columns-1:0] front;

  roundel_ascon_substitution_front #(
    .Columns (Columns),
    .Inject  (Inject),
    .NoInject(NoInject)
  ) u_front (
    .state_i,
    .inject_i,
    .front_o(front)
  );

  roundel_ascon_substitution_back #(
    .Columns(Columns),
    .Inject (Inject)
  ) u_back (
    .state_i,
    .front_i(front),
    .state_o
  );

endmodule
