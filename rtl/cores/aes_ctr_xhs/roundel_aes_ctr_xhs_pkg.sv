// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the signals between the parts of roundel_aes_ctr_xhs.
//
// Reference:  RFC 3686; docs/stream-protocol.md

package roundel_aes_ctr_xhs_pkg;

  // An offered beat, decoded.
  typedef struct packed {
    logic        command;  // CMD, not judged
    logic        key;      // KEY, full
    logic        nonce;    // NONCE of 12 or 16 bytes, the only beat of its segment
    logic        text;     // TEXT, well formed
    logic        last;     // the last beat of its segment with data
    logic        whole;    // full, the only beat of its segment: as a command must be
    logic        resume;   // a command that resumes a key
    logic [15:0] keep;     // tkeep
  } offered_t;

  // What a step of the pipeline does. All zero: nothing.
  typedef struct packed {
    logic text;   // sends a beat of text, also an empty one
    logic last;   // with text: the last beat of its segment
    logic error;  // sends STATUS = ERROR
  } step_t;

  localparam step_t NoStep = '0;

endpackage
