// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies step p_L of Ascon to the five words, S_i ^ (S_i >>> a) ^ (S_i >>> b), and adds an addend.
// The addend takes the fourth LUT input, which p_L leaves free: the constant of the next round, and in the
// last round of a permutation the block, key and domain bit that are absorbed next.
//
// Schedule:   Combinational; 1 LUT4 level.
// Interfaces: words from roundel_ascon_substitution; addend from the ports of roundel_ascon_round; result to
//             the next round or to the state register of the caller
// Reference:  SP 800-232 section 3.4

(* keep_hierarchy *)
module roundel_ascon_diffusion
  import roundel_ascon_pkg::*;
(
  input  state_t state_i,   // the state after p_S
  input  state_t addend_i,  // added to the result of p_L
  output state_t state_o    // the state after the round
);

  for (genvar i = 0; i < NumWords; i++) begin : gen_word
    localparam int unsigned A = first_rotation(i);
    localparam int unsigned B = second_rotation(i);
    assign state_o[i] = state_i[i] ^ {state_i[i][A-1:0], state_i[i][WordWidth-1:A]} ^
        {state_i[i][B-1:0], state_i[i][WordWidth-1:B]} ^ addend_i[i];
  end

endmodule
