// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the fifth layer of the S-box circuit: products of a form of each byte x with a form of 1/norm.
//
// Schedule:   Combinational; one LUT4 level, 16 LUT4 for each byte.
// Interfaces: forms of x from roundel_aes_sbox_forms, forms of 1/norm from roundel_aes_sbox_scale; products
//             to roundel_aes_sbox_result.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_products
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [2*NumSboxForms-1:0][Lanes-1:0]  forms_i,    // forms of the bytes x
  input  logic [2*NumSboxScales-1:0][Lanes-1:0] scales_i,   // forms of 1/norm
  output logic [NumSboxProducts-1:0][Lanes-1:0] products_o  // products of a form of x and a form of 1/norm
);

  // Products of form Form with scale Scale, as tables over {scale, form}.
  localparam int unsigned Form[NumSboxProducts] = '{1, 4, 2, 5, 2, 2, 4, 4, 5, 1, 4, 2, 3, 0, 1, 1};
  localparam int unsigned Scale[NumSboxProducts] = '{0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1};
  localparam logic [15:0] Tables[NumSboxProducts] = '{
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

  for (genvar i = 0; i < NumSboxProducts; i++) begin : gen_product
    roundel_aes_sbox_gate #(
      .Lanes(Lanes),
      .Table(Tables[i])
    ) u_gate (
      .data_i({scales_i[2*Scale[i]+:2], forms_i[2*Form[i]+:2]}),
      .data_o(products_o[i])
    );
  end

endmodule
