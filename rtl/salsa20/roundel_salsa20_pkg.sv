// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Geometry and constants of Salsa20. Words are in unpacked arrays, which every tool keeps as words.
//
// A double round is eight steps, four on the columns and four on the rows. Each step makes one word of each
// of the four quarter-rounds: word = word ^ ((sum of two other words) <<< distance).
//
// Bytes:      word i of a block is bytes 4i to 4i + 3, little-endian: bits [32i+:32] of a vector that has
//             byte 0 in bits [7:0].
// Reference:  D. J. Bernstein, "Salsa20 specification", 2005; the sections are cited at each constant.

package roundel_salsa20_pkg;

  localparam int unsigned NumWords = 16;
  localparam int unsigned NumDoubleRounds = 10;
  localparam int unsigned NumSteps = 8;
  localparam int unsigned NumQuarters = 4;

  typedef logic [31:0] word_t;

  // Section 3: step k makes z1, z2, z3, z0 for k = 0, 1, 2, 3.
  localparam int unsigned Distances[4] = '{7, 9, 13, 18};

  // Sections 4 and 5: the word of the matrix that is y(place) of a quarter-round. Quarter q of the columns
  // begins on the diagonal and goes down; quarter q of the rows begins there and goes right.
  function automatic int unsigned word_index(int unsigned step, int unsigned quarter, int unsigned place);
    return step < 4 ? (5 * quarter + 4 * place) % 16 : 4 * quarter + (quarter + place) % 4;
  endfunction

  // The place that a step writes. The step adds the words of the two places before it.
  function automatic int unsigned target_place(int unsigned step);
    return (step + 1) % 4;
  endfunction

  // Whether a word of an entering block is injected in roundel_salsa20_steps: z1 and z2 of the columns are.
  function automatic bit is_injected(int unsigned word);
    is_injected = 1'b0;
    for (int unsigned q = 0; q < NumQuarters; q++) begin
      for (int unsigned step = 0; step < 2; step++) begin
        if (word_index(step, q, target_place(step)) == word) is_injected = 1'b1;
      end
    end
  endfunction

endpackage
