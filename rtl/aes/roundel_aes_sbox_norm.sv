// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the third layer of the S-box circuit: the norm of the byte, in some basis of GF(2^4).
//
// Each bit of the norm is the sum of three or four products of the second layer.
//
// Schedule:   Combinational; one LUT4 level, 4 LUT4.
// Interfaces: products from roundel_aes_sbox_terms; the norm to roundel_aes_sbox_scale.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_norm (
  input  roundel_aes_pkg::sbox_terms_t terms_i,  // products of forms of the byte
  output logic [3:0]                   norm_o    // the norm of the byte
);

  import roundel_aes_pkg::*;

  // The products whose sum is each bit.
  localparam sbox_terms_t Masks[4] = '{8'h07, 8'h0b, 8'hb4, 8'he8};

  for (genvar i = 0; i < 4; i++) begin : gen_bit
    assign norm_o[i] = ^(terms_i & Masks[i]);
  end

endmodule
