// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types and constants that the modules of the low-area Ascon core share. A word has 16 bits: word k of the
// 64-bit words S0 to S4 of the state is bits [16k+15:16k] of them.
//
// Reference:  SP 800-232, sections 3 to 5; docs/stream-protocol.md; docs/cores/ascon-la.md

package roundel_ascon_la_pkg;

  localparam int unsigned WordWidth = 16;
  localparam int unsigned LaneWords = 4;

  typedef logic [WordWidth-1:0] word_t;

  localparam word_t TagBytes = 16'd16;
  localparam word_t Hash256Bytes = 16'd32;

  // The four algorithms. The command's function selects one of the last three.
  typedef enum logic [1:0] {
    AlgAead128 = 2'd0,
    AlgHash256 = 2'd1,
    AlgXof128  = 2'd2,
    AlgCxof128 = 2'd3
  } algorithm_e;

  // A word of a block on its way in, or of an answer on its way out.
  typedef struct packed {
    logic       answer;  // a word to send; otherwise one to absorb
    logic       last;    // the last word of its segment
    logic [1:0] keep;    // bytes that belong to the segment
    word_t      data;
  } queue_word_t;

  // The word of each lane that a step processes. after[k] is high from word k on.
  typedef struct packed {
    logic       first;  // word 0
    logic [3:1] after;
  } place_t;

  // What is added to the state between the linear layer and the constant of the first round, and what is
  // done with the block and the key. Registered for the four steps of that round.
  typedef struct packed {
    logic data_s0;     // the block to S0
    logic data_s1;     // its second half to S1
    logic replace;     // OPEN: bytes of ciphertext replace bytes of the rate
    logic data_nonce;  // the block to S3 and S4: the nonce
    logic iv;          // the initial value to S0
    logic key_start;   // the key to S1 and S2: initialization
    logic key_end;     // the key to S2 and S3: before the last permutation
    logic key_last;    // the key to S3 and S4: after initialization, and for the tag
    logic domain;      // the domain separation bit to S4
    logic wide;        // the block has 8 words; otherwise 4
    logic answer;      // the sum of rate and block replaces the block; otherwise the block is consumed
    logic tag;         // that is the sum of S3, S4 and block instead
  } addition_t;

  // The words of these in one step; zero where nothing is added.
  typedef struct packed {
    queue_word_t block0;  // to S0
    queue_word_t block1;  // to S1
    word_t       nonce0;  // to S3
    word_t       nonce1;  // to S4
    word_t       start0;  // key to S1
    word_t       start1;  // key to S2
    word_t       end0;    // key to S2
    word_t       end1;    // key to S3
    word_t       last0;   // key to S3
    word_t       last1;   // key to S4
  } addends_t;

  // States of a transaction. The table of passes (roundel_ascon_la_passes) and that of segments
  // (roundel_ascon_la_beat) have a row for each.
  typedef enum logic [3:0] {
    StCommand,     // beats of a command
    StKey,         // beats of the key
    StNonce,       // a block with the nonce: initialization
    StAd,          // blocks of associated data
    StText,        // blocks of text; the last one leads to the finalization
    StTagRequest,  // SEAL: the empty TAG segment
    StTag,         // a block with the received tag or zeros: the tag is added to it
    StHashStart,   // initialization of a hash, without a block
    StCustom,      // beats of the customization string are stored
    StLength,      // a block with its length
    StReplay,      // blocks of the customization string
    StMessage,     // blocks of the message
    StDigest,      // blocks of zeros, to which the output is added
    StFlush,       // after an error in text: the words of the last block are processed
    StFinish,      // the answer is sent; after an error other words are dropped
    StClear        // all is cleared
  } state_e;

  // What a command asks for.
  typedef struct packed {
    algorithm_e algorithm;
    logic       open;       // OPEN; otherwise SEAL
    logic       resume;     // the kept key is used
    logic       keep;       // the key is kept after the transaction
  } command_t;

  // What remains of a block after the bytes of its segment.
  typedef enum logic [1:0] {
    TailNone,  // bytes come
    TailPad,   // the padding, in a word of its own
    TailZero   // zeros
  } tail_e;

endpackage
