// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Any function of four bits, bit n of Table for data_i = n: one LUT4, and a module of its own through
// synthesis, so that a circuit drawn in LUTs stays as it was drawn. Combinational.

(* keep_hierarchy *)
module aes_lut #(
  parameter logic [15:0] Table = 16'h0000
) (
  input  logic [3:0] data_i,
  output logic       data_o
);

  assign data_o = Table[data_i];

endmodule
