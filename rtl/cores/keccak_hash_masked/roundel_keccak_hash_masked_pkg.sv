// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the parts of roundel_keccak_hash_masked.
//
// Reference:  docs/stream-protocol.md (command); docs/cores/keccak-hash-masked.md

package roundel_keccak_hash_masked_pkg;

  localparam int unsigned BlockLanes = 21;  // widest rate in lanes

  // What a command asks for.
  typedef struct packed {
    logic        legal;     // the core serves it
    logic        rounds12;  // permutations of 12 rounds, otherwise 24
    logic [4:0]  rate;      // lanes of a block
    logic [7:0]  suffix;    // domain suffix with the first bit of the padding
    logic [31:0] length;    // bytes of the digest
  } command_t;

  // What a share does with its beat, its block and its answer in a cycle. All of it is public.
  typedef struct packed {
    logic beat_clear;  // the beat becomes zero
    logic beat_load;  // a beat is accepted
    logic [15:0] beat_keep;  // its bytes that are text
    logic [15:0] beat_end;  // one-hot: the byte after the text, which gets the suffix; or zero
    logic beat_next;  // the beat moves down by a lane
    logic suffix_next;  // the lane that follows is the suffix alone
    logic block_clear;  // the block becomes zero
    logic block_enable;  // the block shifts by a lane, or loads
    logic block_load;  // it loads the outer lanes of the state
    logic lane_text;  // the lane that moves to the block is the first one of the beat, otherwise zero
    logic lane_final;  // it has the last bit of the padding
    logic answer_clear;  // the beat of the answer becomes zero
    logic answer_low;  // its lower half is loaded
    logic answer_high;  // its upper half is loaded
    logic [7:0] answer_keep;  // bytes of the first lane of the block that are loaded; others are zero
    logic answer_error;  // byte 0 is STATUS = ERROR
  } share_control_t;

endpackage
