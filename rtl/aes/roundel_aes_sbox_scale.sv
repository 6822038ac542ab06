// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Fourth layer of the S-box's circuit: forms of 1/norm, linear maps from GF(2^4) to GF(2^2), two bits
// each; 1/0 is 0. Combinational; one LUT4 level, 4 LUT4, every bit being a function of four.

(* keep_hierarchy *)
module roundel_aes_sbox_scale (
  input  logic [3:0] norm_i,
  output roundel_aes_pkg::sbox_scales_t scales_o
);

  import roundel_aes_pkg::*;

  localparam logic [15:0] Tables[2*NumSboxScales] = '{16'hb9c4, 16'h32ae, 16'h6ee0, 16'h0db6};

  for (genvar i = 0; i < 2 * NumSboxScales; i++) begin : gen_bit
    assign scales_o[i/2][i%2] = Tables[i][norm_i];
  end

endmodule
