// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks ShiftRows, MixColumns and AddRoundKey, connected as in the cores, for every state, key and addend:
// they equal FIPS 197 sections 5.1.2 to 5.1.4 for 4 columns, and the Rijndael specification's offsets for 8.
// The state is the output of the S-boxes, which are proved separately. Combinational.

module aes_round_check #(
  parameter int Columns = 4
) (
  input logic [32*Columns-1:0] state_i,
  input logic [32*Columns-1:0] key_i,
  input logic [32*Columns-1:0] addend_i
);

  import aes_spec_pkg::*;

  // Rijndael, section 4.2.2, table 2: shift offsets of rows 0 to 3.
  localparam int Offsets[4] = Columns == 8 ? '{0, 1, 3, 4} : '{0, 1, 2, 3};
  // FIPS 197, equation 5.6.
  localparam int Matrix[4][4] = '{'{2, 3, 1, 1}, '{1, 2, 3, 1}, '{1, 1, 2, 3}, '{3, 1, 1, 2}};

  logic [32*Columns-1:0] shifted, result;

  roundel_aes_shift_rows #(
    .Columns(Columns)
  ) u_shift_rows (
    .state_i,
    .state_o(shifted)
  );

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    roundel_aes_mix_column u_mix_column (
      .column_i(shifted[32*c+:32]),
      .key_i   (key_i[32*c+:32]),
      .addend_i(addend_i[32*c+:32]),
      .column_o(result[32*c+:32])
    );
  end

  spec_byte_t s[4][Columns], moved[4][Columns], mixed[4][Columns];

  always_comb begin
    for (int r = 0; r < 4; r++) begin
      for (int c = 0; c < Columns; c++) s[r][c] = state_i[8*(r+4*c)+:8];
    end
    for (int r = 0; r < 4; r++) begin
      for (int c = 0; c < Columns; c++) moved[r][c] = s[r][(c+Offsets[r])%Columns];
    end
    for (int r = 0; r < 4; r++) begin
      for (int c = 0; c < Columns; c++) begin
        mixed[r][c] = '0;
        for (int k = 0; k < 4; k++) mixed[r][c] = mixed[r][c] ^ times(Matrix[r][k], moved[k][c]);
        assert (result[8*(r+4*c)+:8] == (mixed[r][c] ^ key_i[8*(r+4*c)+:8] ^ addend_i[8*(r+4*c)+:8]));
      end
    end
  end

endmodule
