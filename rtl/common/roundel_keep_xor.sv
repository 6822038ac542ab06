// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The sum (XOR) of two to four words, one LUT4 a bit; a module of its own through synthesis, so that a
// tree of them is as small as it was drawn. Combinational.

(* keep_hierarchy *)
module roundel_keep_xor #(
  parameter int unsigned Width = 64,
  parameter int unsigned Terms = 4
) (
  input  logic [Width-1:0] data_i[Terms],
  output logic [Width-1:0] data_o
);

  if (Terms < 2 || Terms > 4) begin : gen_bad_terms
    $fatal(1, "%m: Terms is %0d, expected 2 to 4", Terms);
  end

  always_comb begin
    data_o = '0;
    for (int unsigned i = 0; i < Terms; i++) data_o ^= data_i[i];
  end

endmodule
