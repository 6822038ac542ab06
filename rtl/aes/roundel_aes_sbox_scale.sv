// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the fourth layer of the S-box circuit: forms of 1/norm. A form is a linear map from GF(2^4) to
// GF(2^2) and has two bits. 1/0 is 0. Every bit is a function of the four bits of the norm.
//
// Schedule:   Combinational; one LUT4 level, 4 LUT4 for each byte.
// Interfaces: the norms from roundel_aes_sbox_norm; forms of 1/norm to roundel_aes_sbox_products.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_scale
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [3:0][Lanes-1:0]                 norm_i,   // the norms of the bytes
  output logic [2*NumSboxScales-1:0][Lanes-1:0] scales_o  // forms of 1/norm
);

  localparam logic [15:0] Tables[2*NumSboxScales] = '{16'hb9c4, 16'h32ae, 16'h6ee0, 16'h0db6};

  for (genvar i = 0; i < 2 * NumSboxScales; i++) begin : gen_bit
    roundel_aes_sbox_gate #(
      .Lanes(Lanes),
      .Table(Tables[i])
    ) u_gate (
      .data_i(norm_i),
      .data_o(scales_o[i])
    );
  end

endmodule
