// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies MixColumns to one column and adds two addends: the round key and another word. A column of zeros
// passes the addends through unchanged.
//
// Schedule:   Combinational; two LUT4 levels, 76 LUT4.
// Interfaces: one of four in a round of roundel_aes_engine, roundel_aes_stored_engine,
//             roundel_aes_rounds_engine, roundel_aes_la_cipher and roundel_multi_aes_datapath.
// Bytes:      row r of the column is bits [8r+:8].
// Reference:  FIPS 197 section 5.1.3 (MixColumns) and section 5.1.4 (AddRoundKey).

(* keep_hierarchy *)
module roundel_aes_mix_column (
  input  logic [31:0] column_i,  // the column before MixColumns
  input  logic [31:0] key_i,     // the round key of this column
  input  logic [31:0] addend_i,  // the other addend, for example a column of the next block
  output logic [31:0] column_o   // MixColumns(column_i) ^ key_i ^ addend_i
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
