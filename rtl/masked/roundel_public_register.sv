// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers bits that are public when they are loaded, from a port that has a share of a secret at other
// times. Its output is public: it may control both shares. The module that loads it must ensure that the
// value is public. Synthesis keeps the hierarchy, so that `roundel leak` finds each place of this kind.
//
// Schedule:   load_i in cycle t; q_o from t+1.
// Interfaces: data_i is logic of one share alone; load_i depends on no share.

(* keep_hierarchy *)
module roundel_public_register #(
  parameter int unsigned Width = 1  // number of bits
) (
  input  logic             clk_i,
  input  logic             load_i,  // data_i is public
  input  logic [Width-1:0] data_i,  // the bits to load
  output logic [Width-1:0] q_o      // the bits that were loaded last
);

  always_ff @(posedge clk_i) begin
    if (load_i) q_o <= data_i;
  end

endmodule
