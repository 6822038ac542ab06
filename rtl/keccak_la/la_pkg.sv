// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the parts of a low-area duplex core tell each other.

package la_pkg;

  import roundel_stream_pkg::UserWidth;

  // Keyak (CAESAR document of Keyak v2, section 2): text in lanes 0 to 20, data beside it in 21 to 23,
  // data alone in 0 to 23. The four bytes of lane 24 say what a block is.
  localparam int unsigned TextLanes = 21;
  localparam int unsigned AbsorbLanes = 24;
  localparam int unsigned TagLanes = 2;
  localparam logic [7:0] TagBytes = 8'd16;
  localparam logic [7:0] TextEnd = 8'd168;
  // The key pack is 40 bytes: its length, the key, 01, zeros. Behind it the nonce, then the number of
  // pistons and of this one.
  localparam logic [7:0] PackBytes = 8'd40;
  localparam int unsigned NonceLane = 5;
  localparam int unsigned PistonLane = 7;
  localparam logic [7:0] StartBytes = 8'd58;

  localparam logic [4:0] MacLanes = 5'd17;
  localparam logic [7:0] MacBytes = 8'd136;

  typedef struct packed {
    logic [15:0]          data;
    logic [1:0]           keep;
    logic                 last;
    logic [UserWidth-1:0] kind;
  } beat_t;

  typedef struct packed {
    logic       hash;
    logic       mac;
    logic       prng;
    logic       open;      // otherwise, and if it is none of the three, SEAL
    logic       goes_on;   // with the session or the generator
    logic       stays;
    logic       ride;      // AD comes before the text it stands beside
    logic       forget;
    logic       rounds24;
    logic [4:0] rate;      // in lanes
    logic [7:0] suffix;
  } command_t;

endpackage
