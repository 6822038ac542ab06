// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Joins the two shares of a bit that becomes public. The shares enter registers first, so that no glitch of
// the logic before them gets to the sum. Synthesis keeps the hierarchy, so that `roundel leak` finds each
// place of this kind. The module that loads it must ensure that the bit may be public.
//
// Schedule:   load_i in cycle t; bit_o from t+1.
// Interfaces: each share is logic within that share; load_i and clear_i depend on no share.

(* keep_hierarchy *)
module roundel_revealed_bit (
  input  logic       clk_i,
  input  logic       clear_i,  // both shares become zero
  input  logic       load_i,   // load the shares
  input  logic [1:0] share_i,  // the shares of the bit
  output logic       bit_o     // their sum
);

  logic [1:0] share_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) share_q <= '0;
    else if (load_i) share_q <= share_i;
  end

  assign bit_o = ^share_q;

endmodule
