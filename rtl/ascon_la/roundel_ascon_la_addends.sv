// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers the words that the next step adds to the state. Each has a register for each place where it can
// be added, which is zero when it is not: by the clear input of the flip-flops, at no LUT.
//
// Schedule:   the words that are offered in cycle t, if next_i asks for them, are added by the step in t + 1.
// Interfaces: block from roundel_ascon_la_queue, key from roundel_ascon_la_key, next_i from
//             roundel_ascon_la_passes; to roundel_ascon_la_state.

module roundel_ascon_la_addends
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,

  input  addition_t   next_i,      // what the next step adds
  input  queue_word_t block_i[2],  // its words of the two halves of the block
  input  word_t       key_i[2],    // its words of the two halves of the key
  output addends_t    addends_o    // the words that the current step adds
);

  always_ff @(posedge clk_i) begin
    addends_o.block0 <= next_i.data_s0 ? block_i[0] : '0;
    addends_o.block1 <= next_i.data_s1 ? block_i[1] : '0;
    addends_o.nonce0 <= next_i.data_nonce ? block_i[0].data : '0;
    addends_o.nonce1 <= next_i.data_nonce ? block_i[1].data : '0;
    addends_o.start0 <= next_i.key_start ? key_i[0] : '0;
    addends_o.start1 <= next_i.key_start ? key_i[1] : '0;
    addends_o.end0   <= next_i.key_end ? key_i[0] : '0;
    addends_o.end1   <= next_i.key_end ? key_i[1] : '0;
    addends_o.last0  <= next_i.key_last ? key_i[0] : '0;
    addends_o.last1  <= next_i.key_last ? key_i[1] : '0;
  end

  logic unused;
  assign unused = ^next_i;

endmodule
