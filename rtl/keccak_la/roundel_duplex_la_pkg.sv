// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types, constants and lane positions that the modules of a low-area duplex core share.
//
// Reference:  CAESAR document of Keyak, version 2, section 2; docs/stream-protocol.md

package roundel_duplex_la_pkg;

  import roundel_stream_pkg::*;

  // Keyak (CAESAR document of Keyak v2, section 2): text is in lanes 0 to 20 and AD with text in lanes 21 to
  // 23; AD without text is in lanes 0 to 23. The four bytes of lane 24 describe the block.
  localparam int unsigned TextLanes = 21;
  localparam int unsigned AbsorbLanes = 24;
  localparam int unsigned TagLanes = 2;
  localparam logic [7:0] TagBytes = 8'd16;
  localparam logic [7:0] TextEnd = 8'd168;
  // The key pack is 40 bytes: its length, the key, 01, zeros. The nonce follows it, then the number of
  // pistons and the number of this piston.
  localparam logic [7:0] PackBytes = 8'd40;
  localparam int unsigned NonceLane = 5;
  localparam int unsigned PistonLane = 7;
  localparam logic [7:0] StartBytes = 8'd58;

  localparam logic [4:0] MacLanes = 5'd17;

  // The kind of a beat is decoded before the beat is registered, because many paths begin with it. The kinds
  // other than a command also require a well-formed tkeep: contiguous, and partial only with tlast.
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
    logic well_formed;
    well_formed = keep[0] >= keep[1] && (last || keep[1]);
    beat_of.data = data;
    beat_of.keep = keep;
    beat_of.last = last;
    beat_of.command = kind == KindCmd;
    beat_of.key = well_formed && kind == KindKey;
    beat_of.nonce = well_formed && kind == KindNonce;
    beat_of.ad = well_formed && kind == KindAd;
    beat_of.text = well_formed && kind == KindText;
    beat_of.tag = well_formed && kind == KindTag;
    beat_of.seed = well_formed && kind == KindSeed;
  endfunction

  typedef struct packed {
    logic       hash;          // the operation is HASH
    logic       mac;           // the operation is MAC or VERIFY
    logic       prng;          // the operation is PRNG
    logic       aead;          // the operation is SEAL or OPEN
    logic       check;         // OPEN or VERIFY: a tag is received, not sent
    logic       resume;        // the kept session or generator is used
    logic       keep_session;  // the session or generator is kept after the transaction
    logic       ad_first;      // AD of the first block comes before its text
    logic       forget;        // PRNG: the rate is cleared after the seed
    logic       rounds24;      // 24 rounds; otherwise 12
    logic [4:0] rate;          // rate in lanes
    logic [7:0] suffix;        // suffix byte after the message
    logic [3:0] tag_last;      // number of the last byte of a received tag
  } command_t;

  // States of the state machine: what is done with beats and lanes.
  typedef enum logic [4:0] {
    StClear,             // the state is overwritten by zero
    StClearRemaining,    // the remaining lanes of a pass are overwritten by zero, then StClear
    StCommand,           // beats of a command are stored
    StDecide,            // the command is checked
    StLoadKey,           // beats of the key
    StPadKey,            // the last byte of the key, without a beat
    StLoadNonce,         // zero lanes of the key pack, then beats of the nonce
    StStart,             // the rest of the block of key and nonce: piston numbers and lane 24
    StAbsorb,            // bytes and suffix of a sponge are absorbed
    StForget,            // the rate is overwritten by zero, then rounds
    StSqueeze,           // lanes of the rate are output
    StSendEmpty,         // an empty output segment is sent
    StWaitBlock,         // a block of AD and TEXT waits for its first beat
    StStoreAd,           // AD that comes before its text is stored
    StAbsorbText,        // TEXT in lanes 0 to 20
    StAbsorbTrailingAd,  // AD, if any, in the lanes 21 to 23 after the text
    StAbsorbAd,          // AD without text in lanes 0 to 23
    StEndBlock,          // remaining lanes, and lane 24 when it is known whether the block is the last
    StCloseText,         // the output segment of the text is closed
    StTag,               // SEAL: the tag is output. OPEN, VERIFY: the received tag is compared
    StVerdict,           // STATUS reports whether the tag is accepted
    StAbort,             // text that was accepted is sent, then its segment is closed
    StError,             // STATUS = error is sent
    StDrop               // beats are dropped until the next command
  } state_e;

  // Progress of a transaction.
  typedef struct packed {
    logic ended;       // the message, the AD before text, or the tag has ended
    logic suffix;      // the suffix is expected next
    logic forget;      // the rate is still to be cleared
    logic open;        // a segment of TEXT or AD has not ended
    logic open_text;   // the segment that has not ended is TEXT; otherwise AD
    logic text_ended;  // no more TEXT with bytes may come
    logic ad_ended;    // no more AD with bytes may come
    logic has_text;    // the block has TEXT
    logic has_ad;      // the block has AD
    logic ad_first;    // AD comes before text, in the first block
    logic ad_stored;   // AD of the block was stored before its text
    logic resumed;     // resumed session, first block: lanes 0 and 1 were output as a tag
  } progress_t;

  // What a beat is, and whether it is expected.
  typedef struct packed {
    logic empty;  // the beat has no bytes
    logic full;   // the beat has both bytes
    logic last;   // tlast is set
    logic text;   // the beat is of TEXT and well formed
    logic ad;     // the beat is of AD and well formed
    logic data;   // TEXT or AD with bytes is expected, and the beat is one
    logic skip;   // TEXT or AD without bytes may come, and the beat is one
    logic tag;    // a TAG may end the body of the message, and the beat is one
    logic fixed;  // the beat is the expected one of a key, a nonce or a tag
    logic ends;   // the expected beat of a key, a nonce or a tag has its last byte
    logic bytes;  // the beat is one that a sponge absorbs: SEED for PRNG, otherwise TEXT
  } beat_class_t;

  // Position in the pass of the next lane. It is decoded because many paths begin with it.
  typedef struct packed {
    logic first;       // lane 0
    logic second;      // lane 1
    logic tag;         // lanes 0 and 1, which hold a tag
    logic start;       // lanes 0 to 4: the key pack, before the nonce
    logic piston;      // lane 7: the piston numbers
    logic text;        // lanes 0 to 20: the text of a block
    logic text_end;    // lane 20, the last lane of text
    logic after_text;  // lane 21, the lane after the text
    logic ad_end;      // lane 23, the last lane of AD without text
    logic last;        // lane 24
  } place_t;

  function automatic place_t place_of(logic [4:0] number);
    place_of.first = number == 5'd0;
    place_of.second = number == 5'd1;
    place_of.tag = number < 5'(TagLanes);
    place_of.start = number < 5'(NonceLane);
    place_of.piston = number == 5'(PistonLane);
    place_of.text = number < 5'(TextLanes);
    place_of.text_end = number == 5'(TextLanes - 1);
    place_of.after_text = number == 5'(TextLanes);
    place_of.ad_end = number == 5'(AbsorbLanes - 1);
    place_of.last = number == 5'(AbsorbLanes);
  endfunction

  // The position after a lane, lane 0 after lane 24: decoded, because that needs less logic than a sum.
  function automatic place_t next_place_of(logic [4:0] number);
    next_place_of = '0;
    for (int unsigned i = 0; i <= AbsorbLanes; i++) begin
      if (number == 5'(i)) next_place_of |= place_of(i == AbsorbLanes ? '0 : 5'(i + 1));
    end
  endfunction

endpackage
