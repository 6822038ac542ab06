// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Third layer of the S-box's circuit: the norm of the byte, in some basis of GF(2^4). Combinational;
// one LUT4 level, 4 LUT4.

(* keep_hierarchy *)
module roundel_aes_sbox_norm (
  input  roundel_aes_pkg::sbox_terms_t terms_i,
  output logic [3:0] norm_o
);

  import roundel_aes_pkg::*;

  // The products that add up to each bit.
  localparam sbox_terms_t Masks[4] = '{8'h07, 8'h0b, 8'hb4, 8'he8};

  for (genvar i = 0; i < 4; i++) begin : gen_bit
    assign norm_o[i] = ^(terms_i & Masks[i]);
  end

endmodule
