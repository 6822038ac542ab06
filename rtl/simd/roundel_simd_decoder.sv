// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// From the function code to the one-hot selects of the Keccak SIMD unit. Combinational.
//
// Its hierarchy is kept: a select and its complement reach the datapath as signals of their own, and a choice
// there is AND-OR cells of two pairs instead of multiplexers, a third smaller in the usual libraries.

(* keep_hierarchy *)
module roundel_simd_decoder (
  input  logic                 [roundel_simd_pkg::FunctionWidth-1:0] function_i,
  output roundel_simd_pkg::selects_t                                 selects_o,
  output logic                 [                        4:0] turn_lo_o,
  output logic                 [                        4:0] stay_lo_o,
  output logic                 [                        4:0] turn_hi_o,
  output logic                 [                        4:0] stay_hi_o
);

  import roundel_simd_pkg::*;

  assign selects_o = selects_of(function_i);

  for (genvar i = 0; i < 5; i++) begin : gen_stage
    assign turn_lo_o[i] = TurnsLo[i][function_i[3:0]];
    assign turn_hi_o[i] = TurnsHi[i][function_i[3:0]];
  end
  assign stay_lo_o = ~turn_lo_o;
  assign stay_hi_o = ~turn_hi_o;

endmodule
