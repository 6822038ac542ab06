// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the third layer of the S-box circuit: the norm of each byte, in some basis of GF(2^4).
//
// Each bit of the norm is the sum of three or four products of the second layer.
//
// Schedule:   Combinational; one LUT4 level, 4 LUT4 for each byte.
// Interfaces: products from roundel_aes_sbox_terms; the norms to roundel_aes_sbox_scale.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_norm
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [NumSboxTerms-1:0][Lanes-1:0] terms_i,  // products of forms of the bytes
  output logic [3:0][Lanes-1:0]              norm_o    // the norms of the bytes
);

  // The products whose sum is each bit.
  localparam sbox_terms_t Masks[4] = '{8'h07, 8'h0b, 8'hb4, 8'he8};

  always_comb begin
    norm_o = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      for (int unsigned j = 0; j < NumSboxTerms; j++) begin
        if (Masks[i][j]) norm_o[i] ^= terms_i[j];
      end
    end
  end

endmodule
