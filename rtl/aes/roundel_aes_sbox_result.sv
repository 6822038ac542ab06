// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the last layer of the S-box circuit: 1/x = x^16 / norm, and the affine map.
//
// Bit j of the result is Tr(m_j x / norm) for one m_j: a sum of products of a form of x with a form of
// 1/norm. No bit needs more than four products.
//
// Schedule:   Combinational; one LUT4 level, 8 LUT4 for each byte.
// Interfaces: products from roundel_aes_sbox_products; the bytes to roundel_aes_sbox_back or
//             roundel_aes_sbox_cut.
// Bytes:      byte i is data_o[8i+:8].
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_result
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [NumSboxProducts-1:0][Lanes-1:0] products_i,  // products of a form of x and a form of 1/norm
  output logic [Lanes-1:0][7:0]                 data_o       // the S-box of the bytes x
);

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

  // Bit i of all bytes.
  logic [7:0][Lanes-1:0] bits;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      bits[i] = {Lanes{Constant[i]}};
      for (int unsigned j = 0; j < NumSboxProducts; j++) begin
        if (Masks[i][j]) bits[i] ^= products_i[j];
      end
    end
  end

  roundel_aes_bit_planes #(
    .Lanes  (Lanes),
    .Inverse(1'b1)
  ) u_bytes (
    .data_i(bits),
    .data_o
  );

endmodule
