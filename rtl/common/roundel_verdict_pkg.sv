// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The verdict on a tag, kept in two complementary registers up to the output. A core that has compared
// nothing has neither; a flipped bit leaves both or neither. Only one of two distinct registers says ACCEPTED
// or REFUSED, so no flipped bit turns one into the other.
//
// Bytes:      the code is byte 0 of a STATUS.
// Reference:  docs/stream-protocol.md

package roundel_verdict_pkg;

  import roundel_stream_pkg::*;

  // The two registers of a verdict. Both are zero while there is no verdict.
  typedef struct packed {
    logic accepted;  // a complete comparison found the tags equal
    logic refused;   // a complete comparison found them different
  } verdict_t;

  // The code of a STATUS: without a verdict, or with a damaged one, it is ERROR.
  function automatic status_e status_of(verdict_t verdict);
    unique case (verdict)
      2'b10:   return StatusAccepted;
      2'b01:   return StatusRefused;
      default: return StatusError;
    endcase
  endfunction

endpackage
