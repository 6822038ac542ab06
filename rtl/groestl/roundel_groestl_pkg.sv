// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Grøstl (P. Gauravaram et al., version 2.0 of 2011, with the tweak of the final round), and where blocks
// of AES stand in its state.
//
// A state has 8 rows and Columns columns of bytes: byte i stands in row i mod 8 of column i div 8, as bits
// [8i+:8] of the vector.

package roundel_groestl_pkg;

  localparam int unsigned Rows = 8;
  localparam int unsigned ColumnBits = 64;

  // What comes in at the end of a round besides the constants.
  typedef enum logic [1:0] {
    TakeNothing,
    TakeOnes,     // AddRoundConstant of Q
    TakeBlock,    // and the message block
    TakeChain     // the message block and the chaining value
  } take_e;

  // The result of MixBytes, or of MixColumns twice, of one column: twice `two` and `one`.
  typedef struct packed {
    logic [ColumnBits-1:0] two;
    logic [ColumnBits-1:0] one;
  } mixed_t;

  function automatic logic [ColumnBits-1:0] sum(mixed_t mixed);
    for (int unsigned i = 0; i < Rows; i++) begin
      sum[8*i+:8] = roundel_aes_pkg::xtime(mixed.two[8*i+:8]) ^ mixed.one[8*i+:8];
    end
  endfunction

  // Section 3.4.4: how far a row goes to the left.
  function automatic int unsigned shift_p(int unsigned row, int unsigned columns);
    return row == 7 && columns == 16 ? 11 : row;
  endfunction
  function automatic int unsigned shift_q(int unsigned row, int unsigned columns);
    if (row == 3 && columns == 16) return 11;
    return row < 4 ? 2 * row + 1 : 2 * row - 8;
  endfunction
  // ShiftRows of the blocks of AES.
  function automatic int unsigned shift_aes(int unsigned row, int unsigned columns);
    return (row / 2) * (columns / 4);
  endfunction

  // A block of AES has every second row, and every column of Columns / 4: so its columns are mixed within
  // one of Grøstl's, and with Columns = 8 those in even rows are shifted as P is. Byte i of block `lane`
  // stands in this byte of the state.
  function automatic int unsigned place(int unsigned lane, int unsigned i, int unsigned columns);
    int unsigned apart;
    apart = columns / 4;
    return Rows * (apart * (i / 4) + lane % apart) + 2 * (i % 4) + lane / apart;
  endfunction

endpackage
