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

  // The four algorithms. The command's variant selects one of the last three.
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

  // What the permutation of a block is for. Each is a row of the table of passes in
  // roundel_ascon_la_passes.
  typedef enum logic [3:0] {
    PassStart,       // initialization of AEAD: key, nonce
    PassAd,          // a block of associated data
    PassText,        // a block of text that another follows
    PassTextLast,    // the last block of text
    PassTag,         // the tag
    PassHashStart,   // initialization of hash and XOF: no block
    PassAbsorb,      // a block of a message that another follows, or of a customization string
    PassAbsorbLast,  // the last block of a message
    PassSqueeze,     // a block of output that another follows
    PassSqueezeLast  // the last block of output
  } pass_e;

  // What a command asks for.
  typedef struct packed {
    algorithm_e algorithm;
    logic       open;       // OPEN; otherwise SEAL
    logic       resume;     // the kept key is used
    logic       keep;       // the key is kept after the transaction
  } command_t;

  // Where the next word of a block comes from.
  typedef enum logic [2:0] {
    FromBeat,    // a beat of the segment
    FromStore,   // a word of the stored customization string
    FromLength,  // the length of the customization string, then zeros
    FromTag,     // zeros, to which a tag is added
    FromDigest,  // zeros, to which a block of output is added
    FromZero,    // zeros
    FromNothing  // no words
  } source_e;

  // What remains of a block after the bytes of its segment.
  typedef enum logic [1:0] {
    TailNone,  // bytes come
    TailPad,   // the padding, in a word of its own
    TailZero   // zeros
  } tail_e;

  // The kind of the answer in the queue.
  typedef enum logic [1:0] {
    AnswerText,
    AnswerTag,
    AnswerDigest
  } answer_e;

endpackage
