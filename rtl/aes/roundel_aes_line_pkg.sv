// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The size and the timing of roundel_aes_line, for the cores around it.
//
// Reference:  FIPS 197 section 5.1.

package roundel_aes_line_pkg;

  // Rounds that stand in the line. A block passes it block_cycles times.
  function automatic int unsigned rounds_in_line(int unsigned rounds, int unsigned block_cycles);
    return (rounds + block_cycles - 1) / block_cycles;
  endfunction

  // Cycles from one pass of a block to the next.
  function automatic int unsigned pass_cycles(int unsigned rounds, int unsigned phases,
                                              int unsigned block_cycles);
    return phases * rounds_in_line(rounds, block_cycles) + 1;
  endfunction

  // Cycles from a block to its result.
  function automatic int unsigned line_cycles(int unsigned rounds, int unsigned phases,
                                              int unsigned block_cycles);
    if (block_cycles == 1) return phases * rounds + 1;
    // Whole passes before the last one; the register at the entry of each pass; the register of the result.
    return phases * rounds + (rounds - 1) / rounds_in_line(rounds, block_cycles) + 2;
  endfunction

endpackage
