// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The timing of roundel_ghash_line, for the cores around it.
//
// Reference:  SP 800-38D section 6.4.

package roundel_ghash_line_pkg;

  // Slots around the ring. A slot is as many cycles as a block.
  function automatic int unsigned ring_slots(int unsigned block_cycles);
    return block_cycles == 1 ? 5 : block_cycles == 2 ? 3 : 2;
  endfunction

endpackage
