// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Second half of the S-box's circuit, in four-input LUTs: 1/x = x^16 / norm, and the affine map of FIPS 197
// section 5.1.1. Combinational; three levels.
//
// Bit j of the result is Tr(m_j x / norm) for one m_j: a sum of products of a form of x with a form of
// 1/norm, which are linear maps from GF(2^4) to GF(2^2) and so LUTs of the norm. No bit wants more than 4.

(* keep_hierarchy *)
module aes_sbox_back (
  input  aes_pkg::sbox_forms_t forms_i,
  input  logic [3:0] norm_i,
  output logic [7:0] data_o
);

  import aes_pkg::*;

  // The forms of 1/norm, two bits each, as tables over the norm; 1/0 is 0.
  localparam int unsigned NumScales = 2;
  localparam logic [15:0] ScaleTables[2*NumScales] = '{16'hb9c4, 16'h32ae, 16'h6ee0, 16'h0db6};

  // Products of form Form with scale Scale, as tables over {scale, form}.
  localparam int unsigned NumProducts = 16;
  localparam int unsigned Form[NumProducts] = '{2, 4, 3, 5, 3, 3, 4, 4, 5, 2, 4, 3, 1, 0, 2, 2};
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
      16'ha6c0,
      16'hac60,
      16'h6ca0,
      16'hca60
  };
  // The products that add up to each bit of the result.
  localparam logic [NumProducts-1:0] ResultMasks[8] = '{
      16'h000f,
      16'h0012,
      16'h00e0,
      16'h0708,
      16'h0c09,
      16'h0059,
      16'h3100,
      16'he100
  };
  localparam byte_t Constant = 8'h63;

  logic [1:0] scale[NumScales];
  logic [NumProducts-1:0] product;

  for (genvar i = 0; i < 2 * NumScales; i++) begin : gen_scale
    aes_lut #(
      .Table(ScaleTables[i])
    ) u_scale (
      .data_i(norm_i),
      .data_o(scale[i/2][i%2])
    );
  end

  for (genvar i = 0; i < NumProducts; i++) begin : gen_product
    aes_lut #(
      .Table(Tables[i])
    ) u_product (
      .data_i({scale[Scale[i]], forms_i[Form[i]]}),
      .data_o(product[i])
    );
  end

  for (genvar i = 0; i < 8; i++) begin : gen_result
    aes_parity #(
      .Width (NumProducts),
      .Mask  (ResultMasks[i]),
      .Invert(Constant[i])
    ) u_result (
      .data_i(product),
      .data_o(data_o[i])
    );
  end

endmodule
