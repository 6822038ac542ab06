// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Passes a word or holds it at zero; a module of its own through synthesis. Logic optimisation would
// otherwise draw the enable into every place the word is used, a LUT each. Combinational.

(* keep_hierarchy *)
module roundel_keep_and #(
  parameter int unsigned Width = 8
) (
  input  logic             enable_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  assign data_o = enable_i ? data_i : '0;

endmodule
