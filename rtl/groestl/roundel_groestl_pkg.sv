// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines the state geometry, types and shift distances of Grøstl (P. Gauravaram et al., version 2.0 of 2011,
// with the tweak of the final round), and the places of AES blocks in a Grøstl state.
//
// Bytes:      A state has 8 rows and Columns columns of bytes. Byte i is in row i mod 8 of column i div 8; it
//             is bits [8i+:8] of the vector.
// Reference:  Grøstl 2.0 sections 3.4.2 to 3.4.5; FIPS 197 sections 5.1.2 and 5.1.3.

package roundel_groestl_pkg;

  localparam int unsigned Rows = 8;
  localparam int unsigned ColumnBits = 64;

  // The value that is added at the end of a round in addition to the constants.
  typedef enum logic [1:0] {
    AddendZero,
    AddendOnes,       // AddRoundConstant of Q
    AddendBlock,      // AddRoundConstant of Q, and the message block
    AddendBlockChain  // the message block and the chaining value
  } addend_e;

  // The result of MixBytes, or of two MixColumns, for one column: twice times_two, plus times_one.
  typedef struct packed {
    logic [ColumnBits-1:0] times_two;
    logic [ColumnBits-1:0] times_one;
  } mixed_t;

  function automatic logic [ColumnBits-1:0] sum(mixed_t mixed);
    for (int unsigned i = 0; i < Rows; i++) begin
      sum[8*i+:8] = roundel_aes_pkg::xtime(mixed.times_two[8*i+:8]) ^ mixed.times_one[8*i+:8];
    end
  endfunction

  // Section 3.4.4: the distance in bytes by which a row is shifted to the left.
  function automatic int unsigned shift_p(int unsigned row, int unsigned columns);
    return row == 7 && columns == 16 ? 11 : row;
  endfunction
  function automatic int unsigned shift_q(int unsigned row, int unsigned columns);
    if (row == 3 && columns == 16) return 11;
    return row < 4 ? 2 * row + 1 : 2 * row - 8;
  endfunction
  // ShiftRows of the AES blocks.
  function automatic int unsigned shift_aes(int unsigned row, int unsigned columns);
    return (row / 2) * (columns / 4);
  endfunction

  // An AES block uses every second row and every (Columns / 4)-th column. Each of its columns is therefore
  // mixed within one Grøstl column. With Columns = 8, the blocks in even rows are shifted as P is. The
  // function returns the number of the state byte that holds byte i of block `index`.
  function automatic int unsigned aes_byte_index(int unsigned index, int unsigned i, int unsigned columns);
    int unsigned spacing;
    spacing = columns / 4;
    return Rows * (spacing * (i / 4) + index % spacing) + 2 * (i % 4) + index / spacing;
  endfunction

endpackage
