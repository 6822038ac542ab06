// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// MixColumns of one column (FIPS 197 section 5.1.3) and two addends, the round key and what else is to
// be added there: a column of zeros passes the addends. Combinational; two LUT4 levels, 76 LUT4.

(* keep_hierarchy *)
module roundel_aes_mix_column (
  input  logic [31:0] column_i,
  input  logic [31:0] key_i,
  input  logic [31:0] addend_i,
  output logic [31:0] column_o
);

  import roundel_aes_pkg::*;

  for (genvar r = 0; r < 4; r++) begin : gen_row
    byte_t a0, a1, a2, a3;
    assign a0 = column_i[8*r+:8];
    assign a1 = column_i[8*((r+1)%4)+:8];
    assign a2 = column_i[8*((r+2)%4)+:8];
    assign a3 = column_i[8*((r+3)%4)+:8];
    assign column_o[8*r+:8] = xtime(a0 ^ a1) ^ a1 ^ a2 ^ a3 ^ key_i[8*r+:8] ^ addend_i[8*r+:8];
  end

endmodule
