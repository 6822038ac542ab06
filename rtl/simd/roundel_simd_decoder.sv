// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes the function code into the one-hot selects of the Keccak SIMD unit.
//
// Synthesis keeps the hierarchy: a select and its complement reach the datapath as separate signals. A
// choice there is AND-OR cells of two pairs instead of multiplexers, a third smaller in the usual libraries.
//
// Schedule:   Combinational.
// Interfaces: the function code from, and the selects to, roundel_simd_unit and its roundel_simd_rotator.
// Reference:  docs/isa.md

(* keep_hierarchy *)
module roundel_simd_decoder (
  input  logic [roundel_simd_pkg::FunctionWidth-1:0] function_i,  // the function code
  output roundel_simd_pkg::selects_t selects_o,  // the source of each operand
  output logic [4:0] rotate_lo_o,  // bit i: stage i of the low rotator rotates
  output logic [4:0] keep_lo_o,  // the complement of rotate_lo_o
  output logic [4:0] rotate_hi_o,  // bit i: stage i of the high rotator rotates
  output logic [4:0] keep_hi_o  // the complement of rotate_hi_o
);

  import roundel_simd_pkg::*;

  assign selects_o = selects_of(function_i);

  for (genvar i = 0; i < 5; i++) begin : gen_stage
    assign rotate_lo_o[i] = RotateLo[i][function_i[3:0]];
    assign rotate_hi_o[i] = RotateHi[i][function_i[3:0]];
  end
  assign keep_lo_o = ~rotate_lo_o;
  assign keep_hi_o = ~rotate_hi_o;

endmodule
