// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes one round of Ascon-p: p_S, p_L, then the addend. Step p_C is not here: state_i must have the
// constant of this round in S_2 already, and the addend has the constant of the next one. So a constant
// costs no LUT: p_L has a free input, p_S has none. Outputs of Ascon never contain S_2.
//
// A mode adds what it absorbs in the addend of the last round, together with the first constant of the next
// permutation. With Inject, words are added to S_0 and S_1 before p_S as well. NoInject is a constant that is
// added to these: their registers need not be zero when they add nothing.
//
// Schedule:   Combinational; 3 LUT4 levels: two for p_S, one for p_L with the addend. 11 LUT4 per column of
//             five bits, 704 in all; with Inject 14, 896 in all.
// Interfaces: state and addend from a permutation, result to its state register. Uses
//             roundel_ascon_substitution and roundel_ascon_diffusion
// Reference:  SP 800-232 section 3

module roundel_ascon_round
  import roundel_ascon_pkg::*;
#(
  parameter bit          Inject   = 1'b0,  // add inject_i to S_0 and S_1
  parameter word_t [1:0] NoInject = '0     // the value of inject_i that adds nothing
) (
  input  state_t      state_i,   // the state before the round, with its constant
  input  state_t      addend_i,  // added after p_L; with the constant of the next round in S_2
  input  word_t [1:0] inject_i,  // with Inject, inject_i ^ NoInject is added to S_0 and S_1 before p_S
  output state_t      state_o    // the state after the round
);

  state_t substituted;

  roundel_ascon_substitution #(
    .Columns (WordWidth),
    .Inject  (Inject),
    .NoInject(NoInject)
  ) u_substitution (
    .state_i,
    .inject_i,
    .state_o(substituted)
  );

  roundel_ascon_diffusion u_diffusion (
    .state_i(substituted),
    .addend_i,
    .state_o
  );

endmodule
