// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The sum (XOR) of the bits of data_i that Mask has, or its complement: one LUT4 for up to four, and a
// module of its own through synthesis, so that a circuit drawn in LUTs stays as it was drawn.
// Combinational.

(* keep_hierarchy *)
module aes_parity #(
  parameter int unsigned             Width  = 8,
  // Not '1: Verilator 5.048 takes an instance's value of 1 for that default.
  parameter logic        [Width-1:0] Mask   = {Width{1'b1}},
  parameter bit                      Invert = 1'b0
) (
  input  logic [Width-1:0] data_i,
  output logic             data_o
);

  assign data_o = ^(data_i & Mask) ^ Invert;

endmodule
