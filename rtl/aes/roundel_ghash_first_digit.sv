// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The digit that comes next, and to it the first one of an operand, which comes late: one LUT on its way,
// so a module of its own through synthesis. Combinational.

(* keep_hierarchy *)
module roundel_ghash_first_digit #(
  parameter int unsigned Width = 13
) (
  input  logic             take_i,
  input  logic [Width-1:0] first_i,
  input  logic [Width-1:0] next_i,
  output logic [Width-1:0] digit_o
);

  assign digit_o = next_i ^ (take_i ? first_i : '0);

endmodule
