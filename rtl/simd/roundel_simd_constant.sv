// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Selects the round constant of a function that has one, cut to its lane width and repeated over 64 bits;
// the constant is zero for all other functions. Bit 2^j - 1 of a lane, for j = 0 to 6, is bit 0, 1, 3 or 7
// of its byte, so only these four bits of each byte are output, byte 0 in the lowest. For an index above 23
// the constant of such a function is undefined.
//
// Schedule:   Combinational.
// Interfaces: function and index from, and the constant to, roundel_simd_unit.
// Bytes:      constant_o[4b+:4] is bits 7, 3, 1 and 0 of byte b of the slot.
// Reference:  FIPS 202 section 3.2.5 (iota); docs/isa.md

(* keep_hierarchy *)
module roundel_simd_constant (
  input  logic [roundel_simd_pkg::FunctionWidth-1:0] function_i,  // the function code
  input  logic [                                4:0] index_i,     // the index of the round constant
  output logic [                               31:0] constant_o   // four bits of each byte of the constant
);

  import roundel_keccak_pkg::*;

  localparam int unsigned Widths = 4;

  logic [Widths-1:0] chosen;
  rc_t rc;

  for (genvar i = 0; i < Widths; i++) begin : gen_width
    assign chosen[i] = roundel_simd_pkg::Constants[i][function_i];
  end

  assign rc = index_i < 5'(MaxRounds) ? RoundConstants[index_i] : 'x;

  // Bit j of the constant is bit 2^j - 1 of each lane that has as many bits.
  always_comb begin
    constant_o = '0;
    for (int unsigned i = 0; i < Widths; i++) begin
      for (int unsigned bit_ = 0; bit_ < 32; bit_++) begin
        for (int unsigned j = 0; j < NumRcBits; j++) begin
          if (roundel_simd_pkg::constant_place(bit_) % (8 << i) == (1 << j) - 1)
            constant_o[bit_] |= chosen[i] & rc[j];
        end
      end
    end
  end

endmodule
