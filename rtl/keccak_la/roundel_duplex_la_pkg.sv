// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the parts of a low-area duplex core tell each other.

package roundel_duplex_la_pkg;

  import roundel_stream_pkg::*;

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

  // What kind a beat is of is told before it is kept: many paths begin with it. Of all but a command the
  // bytes that it keeps may be kept, too.
  typedef struct packed {
    logic [15:0] data;
    logic [1:0]  keep;
    logic        last;
    logic        command;
    logic        key;
    logic        nonce;
    logic        ad;
    logic        text;
    logic        tag;
    logic        seed;
  } beat_t;

  function automatic beat_t beat_of(logic [15:0] data, logic [1:0] keep, logic last,
                                    logic [UserWidth-1:0] kind);
    logic good;
    good = keep[0] >= keep[1] && (last || keep[1]);
    beat_of.data = data;
    beat_of.keep = keep;
    beat_of.last = last;
    beat_of.command = kind == KindCmd;
    beat_of.key = good && kind == KindKey;
    beat_of.nonce = good && kind == KindNonce;
    beat_of.ad = good && kind == KindAd;
    beat_of.text = good && kind == KindText;
    beat_of.tag = good && kind == KindTag;
    beat_of.seed = good && kind == KindSeed;
  endfunction

  typedef struct packed {
    logic       hash;
    logic       mac;
    logic       prng;
    logic       aead;
    logic       open;      // otherwise SEAL
    logic       goes_on;   // with the session or the generator
    logic       stays;
    logic       ride;      // AD comes before the text it stands beside
    logic       forget;
    logic       rounds24;
    logic [4:0] rate;      // in lanes
    logic [7:0] suffix;
  } command_t;

  // What is done with beats and lanes.
  typedef enum logic [4:0] {
    StClear,      // the state is overwritten by zero
    StClearRest,  // what a pass has left, then all of it
    StCommand,
    StDecide,
    StKey,
    StKeyTail,    // the key's last byte
    StNonce,
    StStart,      // what else is in the block of key and nonce
    StAbsorb,     // bytes and suffix of a sponge
    StForget,
    StOut,
    StEmpty,      // an answer of no bytes
    StBegin,      // a block of AD and TEXT
    StRide,       // AD before its text
    StText,
    StSide,       // AD, if any, beside it
    StAd,
    StEnd,        // lane 24: is it the last block?
    StClose,      // the answer's text
    StTag,
    StVerdict,
    StAbort,      // text that was taken goes out
    StError,
    StDrop
  } state_e;

  // How far a transaction is.
  typedef struct packed {
    logic ended;       // the message; AD before text; the tag
    logic suffix;      // it is due
    logic forget;
    logic open;        // a segment goes on,
    logic open_text;   // of text
    logic text_ended;
    logic ad_ended;
    logic has_text;    // the block
    logic has_ad;
    logic ride;        // AD_FIRST, in the first block
    logic ridden;      // AD was put aside
    logic later;       // lanes 0 and 1 have been given out as a tag
  } progress_t;

  // What a beat is, and whether it may come.
  typedef struct packed {
    logic none;   // of its bytes
    logic whole;
    logic last;
    logic text;
    logic ad;
    logic data;   // text or AD, with bytes
    logic skip;   // of text or AD, without
    logic tag;    // in a message's body
    logic fixed;  // of a key, a nonce or a tag
    logic bytes;  // of a sponge
  } due_t;

  // Where in a pass the lane is that is due: many paths begin with it.
  typedef struct packed {
    logic first;     // lane 0
    logic second;
    logic tag;       // one of those that a tag takes
    logic start;     // of the key's, before the nonce's
    logic piston;
    logic text;      // of a block's text,
    logic text_end;  // the last of them
    logic behind;    // the lane behind them
    logic ad_end;    // the last of AD alone
    logic last;      // lane 24
  } place_t;

  function automatic place_t place_of(logic [4:0] number);
    place_of.first = number == 5'd0;
    place_of.second = number == 5'd1;
    place_of.tag = number < 5'(TagLanes);
    place_of.start = number < 5'(NonceLane);
    place_of.piston = number == 5'(PistonLane);
    place_of.text = number < 5'(TextLanes);
    place_of.text_end = number == 5'(TextLanes - 1);
    place_of.behind = number == 5'(TextLanes);
    place_of.ad_end = number == 5'(AbsorbLanes - 1);
    place_of.last = number == 5'(AbsorbLanes);
  endfunction

endpackage
