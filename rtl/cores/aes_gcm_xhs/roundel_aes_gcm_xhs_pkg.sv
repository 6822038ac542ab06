// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the signals between the parts of roundel_aes_gcm_xhs.
//
// Reference:  SP 800-38D

package roundel_aes_gcm_xhs_pkg;

  // An offered beat, decoded.
  typedef struct packed {
    logic        command;   // CMD, not judged
    logic        tag_kind;  // TAG, not judged
    logic        key;       // KEY, full
    logic        nonce;     // NONCE, with data
    logic        ad;        // AD, well formed
    logic        text;      // TEXT, well formed
    logic        tag;       // TAG, the only beat of its segment
    logic        counts;    // a full beat of a segment whose blocks are counted
    logic        last;      // the last beat of its segment with data
    logic        empty;     // no byte is kept
    logic        whole;     // full, the only beat of its segment: as a command must be
    logic        twelve;    // the last beat of its segment, with 12 bytes
    logic        resume;    // a command that resumes a key
    logic [15:0] keep;      // tkeep
  } offered_t;

  // What a step of the pipeline does. All zero: nothing.
  typedef struct packed {
    logic text;       // sends a beat of text, also an empty one
    logic last;       // with text: the last beat of its segment
    logic open;       // of an OPEN: the text is UNVERIFIED, the answer to the tag a STATUS
    logic tag;        // ends a message: sends its tag, or a STATUS
    logic error;      // sends STATUS = ERROR
    logic hash;       // GHASH gets a block
    logic ends_hash;  // the last block of a hash; without `hash`: the hash is discarded
    logic direct;     // with hash: the block is the data, not the sum of data and cipher
    logic lengths;    // with hash: the block is that of the lengths
    logic ad;         // the data count as associated data; otherwise as text, if they count
    logic subkey;     // the result of the cipher is H
  } step_t;

  localparam step_t NoStep = '0;

endpackage
