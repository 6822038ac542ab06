// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the first layer of the S-box circuit: the forms of the byte x.
//
// A form is a linear map from GF(2^8) to GF(2^2), T(d x) with the trace T, for one d. It has two bits; some
// of them are bits of x itself.
//
// Every layer of the circuit is a module that synthesis keeps. No output has more than four inputs, so each
// output is one LUT, and the circuit keeps its structure.
//
// Schedule:   Combinational; one LUT4 level, 10 LUT4.
// Interfaces: the byte from roundel_aes_sbox_front or roundel_aes_sbox_cut; forms to roundel_aes_sbox_terms
//             and roundel_aes_sbox_products.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_forms (
  input  logic [7:0]                   data_i,  // the byte x
  output roundel_aes_pkg::sbox_forms_t forms_o  // its forms, two bits each
);

  import roundel_aes_pkg::*;

  // The bits of x whose sum is each bit of the forms. The values of d are 0c, 49, 52, 5c, 67, 75
  // (hexadecimal).
  localparam logic [7:0] FormMasks[2*NumSboxForms] = '{
      8'h0c,
      8'h70,
      8'h4e,
      8'hb4,
      8'h80,
      8'h4d,
      8'h02,
      8'hac,
      8'hb0,
      8'h17,
      8'h98,
      8'h35
  };

  for (genvar i = 0; i < 2 * NumSboxForms; i++) begin : gen_bit
    assign forms_o[i/2][i%2] = ^(data_i & FormMasks[i]);
  end

endmodule
