// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Third quarter of the S-box's circuit: the forms of 1/norm that the last one wants, linear maps from GF(2^4)
// to GF(2^2), two bits each; 1/0 is 0. Combinational; one LUT4 level, every bit being a function of four.

module aes_sbox_scale (
  input  logic [3:0] norm_i,
  output aes_pkg::sbox_scales_t scales_o
);

  import aes_pkg::*;

  localparam logic [15:0] Tables[2*NumSboxScales] = '{16'hb9c4, 16'h32ae, 16'h6ee0, 16'h0db6};

  for (genvar i = 0; i < 2 * NumSboxScales; i++) begin : gen_bit
    aes_lut #(
      .Table(Tables[i])
    ) u_bit (
      .data_i(norm_i),
      .data_o(scales_o[i/2][i%2])
    );
  end

endmodule
