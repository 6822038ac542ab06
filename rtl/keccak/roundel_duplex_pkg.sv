// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What goes between the parts of a duplex core: from the input to the permutation with every block, from
// the permutation to the output with everything captured. Positions in the state are those of Lake
// Keyak v2 (CAESAR document of Keyak, sections 2 and 3); the sponge services share its widest rate.

package roundel_duplex_pkg;

  localparam int unsigned TextLanes = 21;  // R_s, 168 bytes; the widest rate of a sponge
  localparam int unsigned AbsorbLanes = 24;  // R_a, 192 bytes
  localparam int unsigned BookLane = 24;  // EOM, CryptEnd, InjectStart, InjectEnd: bytes 192 to 195
  localparam int unsigned DiversifierLane = 7;  // behind key pack and nonce: bytes 56 and 57
  localparam int unsigned PrgPadLane = 21;  // bits 1344 and 1345, the padding of a full block of the PRG

  // A block's positions are counted in pairs of lanes, 16 bytes.
  localparam logic [3:0] BesidePair = 4'd10;  // metadata beside text begins in its odd lane, 21
  localparam logic [3:0] AbsorbLastPair = 4'd11;

  localparam logic [7:0] TextBytes = 8'd168;
  localparam logic [7:0] StartBytes = 8'd58;  // key pack 40, nonce 16, diversifier 2
  localparam logic [7:0] TagBytes = 8'd16;
  localparam logic [4:0] MacRate = 5'd17;  // lanes

  localparam logic [7:0] EomStart = 8'd255;  // no tag
  localparam logic [7:0] EomTag = TagBytes;

  typedef enum logic [2:0] {
    GiveText,
    GiveUnverified,
    GiveTag,
    GiveDigest,
    GiveRandom,
    GiveStatus
  } give_e;

  // What a beat is, found out as it comes in. The kinds mean that keep is as it must be.
  typedef struct packed {
    logic last;
    logic none;              // no bytes
    logic whole;             // 16 bytes
    logic lower;             // 8 or more: its first lane is full
    logic upper;             // more than 8
    logic is_command;
    logic is_whole_command;
    logic is_key;
    logic is_nonce;
    logic is_tag;
    logic is_text;
    logic is_seed;
    logic begins;            // the first beat of its segment
    logic text_begins;       // of text, with bytes
    logic ad_begins;
    logic goes_on;           // text or data of the segment of the beat before, with bytes
    logic empty;             // text or data without bytes
    logic no_ad;             // an empty segment of data
  } beat_t;

  // The same for all blocks of a message.
  typedef struct packed {
    logic        sponge;    // no Motorist: no book-keeping bytes
    logic        prg;       // the duplex generator's padding
    logic        rounds24;  // not 12
    logic        open;      // the text is ciphertext; a tag is compared, not given out
    logic        stay;      // the state is kept after the message
    logic [4:0]  rate;      // in lanes
    give_e       give;      // what it is answered with
    logic [31:0] length;    // bytes of that
  } message_t;

  // Of the rate, as blocks are filled.
  typedef struct packed {
    logic [3:0] before_last_pair;  // of a full block
    logic       odd;               // the last pair is one lane
    logic       one_lane;
    logic       one_pair;          // at most
    logic       two_pairs;
  } shape_t;

  // A command.
  typedef struct packed {
    message_t   message;
    shape_t     shape;
    logic       mac;      // key and initial value come first
    logic       forget;   // the generator's rate is overwritten
    logic       mute;     // nothing is asked for
    logic       ride;     // data first, beside the text that follows
    logic       goes_on;  // with the session or generator of the message before
    logic [7:0] suffix;
  } command_t;

  // Of one block.
  typedef struct packed {
    logic first;  // needs the zero state; of the Motorist: the session's key and nonce
    logic peek;  // that is all: the same block comes again
    logic capture;  // the sum goes to the output
    logic replace;  // the text's lanes are taken for the state, not added
    logic last;  // the message's last: what it is answered with follows
    logic close;  // the answer's text ends with this block
    logic later;  // the first block of a later message: text begins behind the tag, in pair 1
    logic whole;  // of the generator: the block is full
    logic empty;  // of the generator: it has no bytes, and the padding's first bit is not among them
    logic [7:0] crypt_end;
    logic [7:0] inject_start;
    logic [7:0] inject_end;
  } block_t;

  // What a step writes, and from where: an even lane, the odd one after it, or both. `upper` is what a
  // beat brings beyond its place; it waits in the carry.
  typedef struct packed {
    logic       write_even;
    logic       write_odd;
    logic [3:0] pair;
    logic       key;         // the key pack's two lanes
    logic       carry_even;  // the even lane is the carry
    logic       lower_odd;   // the odd lane is the first of the beat
    logic       zero_odd;
    logic       alone;       // nothing comes with the even lane
    logic       load_carry;
    logic       of_text;     // it is text
    logic       of_ad;
  } lanes_t;

  // What the input has decided, a cycle after that.
  typedef struct packed {
    lanes_t lanes;
    logic   pop;           // the beat has been looked at
    logic   suffix;        // the suffix goes behind the beat's last byte
    logic   blank;         // the beat's bytes are in already
    logic   load_tag;
    logic   issue;         // the block before is complete
    logic   peek;          // with it: text to decipher does not fill it
    logic   wait_start;    // with it: what it waits for
    logic   wait_capture;
    logic   wait_absorb;
    logic   first;         // with it: what it is (block_t)
    logic   capture;
    logic   replace;
    logic   last;
    logic   close;
    logic   later;
    logic   whole;
    logic   empty;
    logic   has_text;      // with it: what is in it
    logic   has_ad;        // or had room made for it
    logic   has_ad_bytes;
  } step_t;

  // What a capture is.
  typedef struct packed {
    give_e      kind;
    logic       check;  // a tag to compare
    logic       close;  // the segment ends with it
    logic       later;  // it begins in pair 1
    logic [7:0] last;   // position after the last byte
  } capture_t;

endpackage
