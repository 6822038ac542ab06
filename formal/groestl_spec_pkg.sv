// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The steps of Grøstl as its specification prints them (version 2.0 with the tweak of the final round), to be
// read beside it, apart from rtl/groestl on purpose: a byte is one element a[row][column] of the state,
// MixBytes the matrix of section 3.4.5. The S-box is that of AES (aes_spec_pkg).

package groestl_spec_pkg;

  import aes_spec_pkg::*;

  // Section 3.4.4, figures 5 to 8: positions that a row moves to the left.
  localparam int ShiftP8[8] = '{0, 1, 2, 3, 4, 5, 6, 7};
  localparam int ShiftQ8[8] = '{1, 3, 5, 7, 0, 2, 4, 6};
  localparam int ShiftP16[8] = '{0, 1, 2, 3, 4, 5, 6, 11};
  localparam int ShiftQ16[8] = '{1, 3, 5, 11, 0, 2, 4, 6};

  function automatic int shift_of(bit q, int columns, int row);
    if (columns == 8) return q ? ShiftQ8[row] : ShiftP8[row];
    return q ? ShiftQ16[row] : ShiftP16[row];
  endfunction

  // Section 3.4.5: B = circ(02, 02, 03, 04, 05, 03, 05, 07).
  localparam int FirstRow[8] = '{2, 2, 3, 4, 5, 3, 5, 7};

  // The bytes of a column whose factor in this row has the power `bit_number` of x, added.
  function automatic spec_byte_t sum_of(int row, int bit_number, logic [63:0] column);
    sum_of = '0;
    for (int k = 0; k < 8; k++) begin
      if ((FirstRow[(k+8-row)%8] >> bit_number) % 2 == 1) sum_of = sum_of ^ column[8*k+:8];
    end
  endfunction

  // A byte of a column after MixBytes: a factor is the sum of its powers of x, and x is {02}.
  function automatic spec_byte_t mixed_byte(int row, logic [63:0] column);
    return sum_of(row, 0, column) ^ by02(sum_of(row, 1, column) ^ by02(sum_of(row, 2, column)));
  endfunction

  // Section 3.4.2: what AddRoundConstant adds to a byte in the round `number`.
  function automatic spec_byte_t constant_of(bit q, int row, int column, logic [3:0] number);
    if (q) return row == 7 ? 8'hff ^ 8'(16 * column) ^ 8'(number) : 8'hff;
    return row == 0 ? 8'(16 * column) ^ 8'(number) : 8'h00;
  endfunction

  // The first bit of the element s[r][c] of an AES block beside Grøstl. A state of `columns` columns has
  // columns / 2 blocks. A block has every second row, and four columns at equal distances.
  function automatic int aes_place(int columns, int block, int r, int c);
    return 64 * (columns / 4 * c + block % (columns / 4)) + 8 * (2 * r + block / (columns / 4));
  endfunction

endpackage
