// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Adds (XOR) two to four words, at one LUT4 a bit. Synthesis keeps the module, so that a tree of these sums
// is as small as it was drawn.
//
// Schedule:   Combinational; 1 LUT4 level.
// Interfaces: any words of one width; output to the logic that uses the sum. Used by roundel_aes_key_step,
//             roundel_ghash, roundel_sponge_lane_drain and roundel_multi_aes_datapath.

(* keep_hierarchy *)
module roundel_keep_xor #(
  parameter int unsigned Width = 64,
  parameter int unsigned Terms = 4
) (
  input  logic [Width-1:0] data_i[Terms],  // the words to add
  output logic [Width-1:0] data_o          // their sum (XOR)
);

  if (Terms < 2 || Terms > 4) begin : gen_bad_terms
    $fatal(1, "%m: Terms is %0d, expected 2 to 4", Terms);
  end

  always_comb begin
    data_o = '0;
    for (int unsigned i = 0; i < Terms; i++) data_o ^= data_i[i];
  end

endmodule
