// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the fourth layer of the S-box circuit: forms of 1/norm. A form is a linear map from GF(2^4) to
// GF(2^2) and has two bits. 1/0 is 0. Every bit is a function of the four bits of the norm.
//
// Schedule:   Combinational; one LUT4 level, 4 LUT4.
// Interfaces: the norm from roundel_aes_sbox_norm; forms of 1/norm to roundel_aes_sbox_products.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_scale (
  input  logic [3:0]                    norm_i,   // the norm of the byte
  output roundel_aes_pkg::sbox_scales_t scales_o  // forms of 1/norm, two bits each
);

  import roundel_aes_pkg::*;

  localparam logic [15:0] Tables[2*NumSboxScales] = '{16'hb9c4, 16'h32ae, 16'h6ee0, 16'h0db6};

  for (genvar i = 0; i < 2 * NumSboxScales; i++) begin : gen_bit
    assign scales_o[i/2][i%2] = Tables[i][norm_i];
  end

endmodule
