// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines the types between the parts of a duplex core: what the input sends to the permutation with every
// block, and what the permutation sends to the output with every capture. Positions in the state are those
// of Lake Keyak v2. The sponge services share its widest rate.
//
// Reference:  CAESAR document of Keyak, sections 2 and 3

package roundel_duplex_pkg;

  localparam int unsigned TextLanes = 21;  // R_s, 168 bytes; also the widest rate of a sponge
  localparam int unsigned AbsorbLanes = 24;  // R_a, 192 bytes
  localparam int unsigned BookLane = 24;  // EOM, CryptEnd, InjectStart, InjectEnd: bytes 192 to 195
  localparam int unsigned DiversifierLane = 7;  // after key pack and nonce: bytes 56 and 57
  localparam int unsigned PrgPadLane = 21;  // bits 1344 and 1345, the padding of a full block of the PRG

  // A block's positions are counted in pairs of lanes, 16 bytes.
  localparam logic [3:0] AdWithTextPair = 4'd10;  // metadata beside text begins in its odd lane, lane 21
  localparam logic [3:0] AbsorbLastPair = 4'd11;

  localparam logic [7:0] TextBytes = 8'd168;
  localparam logic [7:0] StartBytes = 8'd58;  // key pack 40, nonce 16, diversifier 2
  localparam logic [7:0] TagBytes = 8'd16;
  localparam logic [4:0] MacRate = 5'd17;  // rate of a MAC in lanes

  localparam logic [7:0] EomStart = 8'd255;  // EOM byte of the start block: no tag follows
  localparam logic [7:0] EomTag = TagBytes;  // EOM byte of the last block: a tag follows

  typedef enum logic [2:0] {
    AnswerText,
    AnswerUnverified,
    AnswerTag,
    AnswerDigest,
    AnswerRandom,
    AnswerStatus
  } answer_e;

  // The properties of a beat, decoded as it arrives. A set kind (is_key to is_seed) also means that tkeep is
  // well formed.
  typedef struct packed {
    logic last;             // tlast
    logic empty;            // no bytes
    logic full;             // 16 bytes
    logic lower_full;       // 8 bytes or more: its first lane is full
    logic upper_nonempty;   // more than 8 bytes: its second lane is not empty
    logic is_command;       // kind CMD, with any tkeep
    logic is_full_command;  // kind CMD, 16 bytes, the only beat of its segment
    logic is_key;           // kind KEY
    logic is_nonce;         // kind NONCE
    logic is_tag;           // kind TAG
    logic is_text;          // kind TEXT
    logic is_seed;          // kind SEED
    logic begins;           // the first beat of its segment
    logic text_begins;      // the first beat of a TEXT segment, with bytes
    logic ad_begins;        // the first beat of an AD segment, with bytes
    logic continues;        // TEXT or AD with bytes, of the same segment as the beat before
    logic empty_body;       // TEXT or AD without bytes
    logic empty_ad;         // an empty AD segment
  } beat_t;

  // The properties of a message, the same for all its blocks.
  typedef struct packed {
    logic        sponge;        // a sponge service: no Motorist, no book-keeping bytes
    logic        prg;           // PRNG: the duplex generator's padding
    logic        rounds24;      // 24 rounds, not 12
    logic        open;          // OPEN: the text is ciphertext
    logic        check;         // OPEN, VERIFY: the tag is compared, not sent
    logic        keep_session;  // the state is kept after the message
    logic [4:0]  rate;          // rate in lanes
    answer_e     answer;        // kind of the answer that follows the last block
    logic [31:0] length;        // length of that answer in bytes
  } message_t;

  // The rate, as the filling of blocks needs it.
  typedef struct packed {
    logic [3:0] before_last_pair;  // number of the pair before the last one of a full block
    logic       odd;               // the last pair is one lane
    logic       one_lane;          // the rate is one lane
    logic       one_pair;          // the rate is at most one pair
    logic       two_pairs;         // the rate is more than one pair, at most two
  } shape_t;

  // A decoded command.
  typedef struct packed {
    message_t   message;
    shape_t     shape;
    logic       mac;        // MAC: key and initial value come first
    logic       overwrite;  // PRNG: the generator's rate is overwritten
    logic       no_output;  // the requested length is 0
    logic       ad_first;   // the AD segment comes first and belongs beside the text that follows
    logic       resume;     // resume the session or generator of the previous message
    logic [7:0] suffix;     // the suffix byte of a sponge
  } command_t;

  // The properties of one block.
  typedef struct packed {
    logic first;  // needs the zero state; with the Motorist it has the session's key and nonce
    logic capture_only;  // only the sum is captured: the same block is issued again
    logic capture;  // the sum is captured for the output
    logic replace;  // the text replaces its lanes of the state; it is not added
    logic last;  // the message's last block: the answer (message_t.answer) follows
    logic close;  // the answer's text ends with this block
    logic after_tag;  // the first block of a later message: text begins after the tag, in pair 1
    logic full;  // PRNG: the block is full
    logic empty;  // PRNG: no bytes; the first bit of the padding comes in with round 0
    logic [7:0] crypt_end;  // CryptEnd, book-keeping byte of the Motorist
    logic [7:0] inject_start;  // InjectStart
    logic [7:0] inject_end;  // InjectEnd
  } block_t;

  // The lanes that a step writes, and their sources: an even lane, the odd lane after it, or both. The upper
  // half of a beat that does not fit in the pair waits in the carry register.
  typedef struct packed {
    logic       write_even;  // write the even lane
    logic       write_odd;   // write the odd lane
    logic [3:0] pair;        // number of the pair
    logic       key;         // write the first two lanes of the key pack
    logic       carry_even;  // the even lane is the carry register
    logic       lower_odd;   // the odd lane is the first lane of the beat
    logic       zero_odd;    // the odd lane is zero
    logic       odd_empty;   // the odd lane has no bytes
    logic       load_carry;  // the upper half of the beat goes to the carry register
    logic       is_text;     // the pair is text
    logic       is_ad;       // the pair is AD
  } lanes_t;

  // A decision of roundel_duplex_input, which roundel_duplex_move executes a cycle later.
  typedef struct packed {
    lanes_t lanes;         // the lanes to write
    logic   pop;           // the beat is used up: its bytes leave the memory
    logic   suffix;        // the suffix goes after the beat's last byte
    logic   suffix_only;   // the beat's bytes are already written: only the suffix is
    logic   load_tag;      // the beat is the tag of an OPEN or VERIFY
    logic   issue;         // the block written before this step is complete
    logic   capture_only;  // with issue: block_t.capture_only, text to decipher does not fill the block
    logic   wait_start;    // with issue: the block waits for start_ready_i
    logic   wait_capture;  // with issue: the block waits for capture_ready_i
    logic   wait_absorb;   // with issue: the block waits for absorb_ready_i
    logic   first;         // with issue: block_t.first
    logic   capture;       // with issue: block_t.capture
    logic   replace;       // with issue: block_t.replace
    logic   last;          // with issue: block_t.last
    logic   close;         // with issue: block_t.close
    logic   after_tag;     // with issue: block_t.after_tag
    logic   full;          // with issue: block_t.full
    logic   empty;         // with issue: block_t.empty
    logic   has_text;      // with issue: the block has text
    logic   has_ad;        // with issue: the block has AD, or space was reserved for it
    logic   has_ad_bytes;  // with issue: AD bytes were written to the block
  } step_t;

  // What has been written to the block (roundel_duplex_place).
  typedef struct packed {
    logic segment_text;  // text was written last
    logic segment_ad;    // AD was written last
    logic full;          // the block, or the text in it, is full
    logic single_lane;   // the next lane is the single lane at the end of the block
    logic carry;         // a lane waits in the carry register
    logic after_tag;     // text begins after the tag
    logic has_text;      // the block has text
    logic text_full;     // text fills its space in the block
    logic has_ad;        // the block has AD, or space was reserved for it
    logic ad_full;       // AD fills its space in the block
    logic has_ad_bytes;  // AD bytes were written, not only space reserved
  } contents_t;

  // State of a transaction: what roundel_duplex_grammar expects.
  typedef enum logic [3:0] {
    InCommand,     // a command is expected
    InKey,         // the beat of the key is expected
    InKeyTail,     // the last byte of the key is written to the block
    InKeyClose,    // the segment is still open: an empty beat is expected
    InNonce,       // the beat of the nonce is expected
    InNonceTail,   // the last lane of the nonce is written to the block
    InNonceClose,  // the segment is still open: an empty beat is expected
    InStart,       // the block of key and nonce is complete
    InBody,        // AD, TEXT and TAG are expected
    InTagClose,    // the segment is still open: an empty beat is expected
    InAbsorb,      // the bytes of a sponge are expected
    InTag,         // the tag of a VERIFY is expected
    InForget,      // the generator's rate is overwritten
    InLast,        // the message's last block is complete
    InAbort,       // the sequence was illegal: waits for aborted_i
    InFlush        // input is dropped up to the next command
  } state_e;

  // What is done with the offered beat and the block in one cycle. The block is issued before the write.
  typedef struct packed {
    logic write;        // write the beat
    logic write_carry;  // write the carry register, without the beat
    logic issue;        // the block is complete
    logic next_block;   // the beat belongs to the next block
    logic start_text;   // the beat begins a segment of text
    logic start_ad;     // the beat begins a segment of AD
    logic load_tag;     // the beat is the tag of an OPEN or VERIFY
    logic fail;         // the sequence is illegal
  } action_t;

  // The properties of a capture.
  typedef struct packed {
    answer_e    kind;       // kind of the segment
    logic       check;      // a tag to compare, not to send
    logic       close;      // the segment ends with this capture
    logic       after_tag;  // the bytes begin in pair 1
    logic [7:0] last;       // position after the last byte
  } capture_t;

endpackage
