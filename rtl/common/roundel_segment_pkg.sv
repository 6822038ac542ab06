// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Type of the properties of a beat that roundel_segment_reader offers to the core.
//
// Reference:  docs/stream-protocol.md

package roundel_segment_pkg;

  import roundel_stream_pkg::UserWidth;

  // An empty beat is offered only where it is first or malformed, or as CMD: an empty beat that ends a
  // segment after full beats has set `last` of the beat before it.
  typedef struct packed {
    logic [UserWidth-1:0] kind;       // tuser; may be a value that kind_e does not have
    logic                 first;      // the beat begins its segment
    logic                 last;       // the beat is the last of its segment with data
    logic                 empty;      // no byte is kept
    logic                 full;       // all bytes are kept
    logic                 malformed;  // tkeep has a hole, or is partial before tlast; or the kind changed
  } segment_beat_t;

endpackage
