// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the last layer of the S-box circuit: 1/x = x^16 / norm, and the affine map.
//
// Bit j of the result is Tr(m_j x / norm) for one m_j: a sum of products of a form of x with a form of
// 1/norm. No bit needs more than four products.
//
// Schedule:   Combinational; one LUT4 level, 8 LUT4.
// Interfaces: products from roundel_aes_sbox_products; the byte to roundel_aes_sbox_back or
//             roundel_aes_sbox_cut.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_result (
  input  roundel_aes_pkg::sbox_products_t products_i,  // products of a form of x with a form of 1/norm
  output logic [7:0]                      data_o       // the S-box of the byte x
);

  import roundel_aes_pkg::*;

  // The products whose sum is each bit of the result.
  localparam sbox_products_t Masks[8] = '{
      16'h000f,
      16'h0012,
      16'h00e0,
      16'h0708,
      16'h0c09,
      16'h0059,
      16'h3000,
      16'he100
  };
  localparam byte_t Constant = 8'h63;

  for (genvar i = 0; i < 8; i++) begin : gen_bit
    assign data_o[i] = ^(products_i & Masks[i]) ^ Constant[i];
  end

endmodule
