// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lake Keyak v2 (CAESAR document of Keyak, sections 2 and 3): where things stand in the state, and what
// goes with a block from the input to the state.

package keyak_pkg;

  localparam int unsigned TextLanes = 21;  // R_s, 168 bytes
  localparam int unsigned AbsorbLanes = 24;  // R_a, 192 bytes
  localparam int unsigned BookLane = 24;  // EOM, CryptEnd, InjectStart, InjectEnd: bytes 192 to 195

  // A block's positions are counted in pairs of lanes, 16 bytes.
  localparam logic [3:0] TextEndPair = 4'd11;  // 21 lanes: the last pair is one lane
  localparam logic [3:0] BesidePair = 4'd10;  // metadata beside text begins in its odd lane, 21
  localparam logic [3:0] AbsorbEndPair = 4'd12;

  localparam logic [7:0] TextBytes = 8'd168;
  localparam logic [7:0] AbsorbBytes = 8'd192;
  localparam logic [7:0] StartBytes = 8'd58;  // key pack 40, nonce 16, diversifier 2

  localparam logic [7:0] EomStart = 8'd255;  // no tag
  localparam logic [7:0] EomTag = 8'd16;  // a tag of 16 bytes

  typedef struct packed {
    logic       start;         // the session's unique value: key and nonce
    logic       crypt;         // it has text
    logic       last;          // the message's last: a tag follows
    logic       close;         // the answer's text ends with this block
    logic       open;          // OPEN: the text is ciphertext
    logic       stay;          // the session goes on after the message
    logic       later;         // the first block of a later message: text begins behind the tag, in pair 1
    logic [7:0] crypt_end;
    logic [7:0] inject_start;
    logic [7:0] inject_end;
  } block_t;

endpackage
