// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Adds the first digit of an operand, which arrives late, to the next digit. The late digit passes through
// one LUT only; synthesis keeps the module for that.
//
// Schedule:   Combinational; one LUT4 level from first_i.
// Interfaces: digits from the operand and the digit selection of roundel_ghash; the sum to its digit
//             registers.

(* keep_hierarchy *)
module roundel_ghash_first_digit #(
  parameter int unsigned Width = 13
) (
  input  logic             first_valid_i,  // first_i is the first digit of a new operand
  input  logic [Width-1:0] first_i,        // first digit of the operand, late in the cycle
  input  logic [Width-1:0] next_i,         // the next digit of the operand that is at work
  output logic [Width-1:0] digit_o         // next_i, plus first_i where first_valid_i is set
);

  assign digit_o = next_i ^ (first_valid_i ? first_i : '0);

endmodule
