// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Last quarter of the S-box's circuit: 1/x = x^16 / norm, and the affine map of FIPS 197 section 5.1.1.
// Combinational; two LUT4 levels.
//
// Bit j of the result is Tr(m_j x / norm) for one m_j: a sum of products of a form of x with a form of
// 1/norm. Each product is one LUT, and no bit wants more than four.

module aes_sbox_result (
  input  aes_pkg::sbox_forms_t forms_i,
  input  aes_pkg::sbox_scales_t scales_i,
  output logic [7:0] data_o
);

  import aes_pkg::*;

  // Products of form Form with scale Scale, as tables over {scale, form}.
  localparam int unsigned NumProducts = 16;
  localparam int unsigned Form[NumProducts] = '{1, 4, 2, 5, 2, 2, 4, 4, 5, 1, 4, 2, 3, 0, 1, 1};
  localparam int unsigned Scale[NumProducts] = '{0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1};
  localparam logic [15:0] Tables[NumProducts] = '{
      16'hca60,
      16'hc6a0,
      16'hc6a0,
      16'hca60,
      16'h6ac0,
      16'hac60,
      16'hac60,
      16'h6ac0,
      16'h6ca0,
      16'h6ca0,
      16'hc6a0,
      16'h6ac0,
      16'hc6a0,
      16'hac60,
      16'h6ca0,
      16'hca60
  };
  // The products that add up to each bit of the result.
  localparam logic [NumProducts-1:0] Masks[8] = '{
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

  logic [NumProducts-1:0] product;

  for (genvar i = 0; i < NumProducts; i++) begin : gen_product
    aes_lut #(
      .Table(Tables[i])
    ) u_product (
      .data_i({scales_i[Scale[i]], forms_i[Form[i]]}),
      .data_o(product[i])
    );
  end

  for (genvar i = 0; i < 8; i++) begin : gen_bit
    aes_parity #(
      .Width (NumProducts),
      .Mask  (Masks[i]),
      .Invert(Constant[i])
    ) u_bit (
      .data_i(product),
      .data_o(data_o[i])
    );
  end

endmodule
