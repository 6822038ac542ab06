// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the parts of roundel_keccak_kmac.
//
// Reference:  SP 800-185 sections 2.3, 3.3 and 4.3; docs/cores/keccak-kmac.md

package roundel_keccak_kmac_pkg;

  // What the core sends for an answer of the hash.
  typedef enum logic [1:0] {
    AnswerDigest,  // HASH: the same
    AnswerTag,     // MAC: a TAG
    AnswerVerdict  // VERIFY: a STATUS
  } answer_e;

  // What a command asks for.
  typedef struct packed {
    logic        legal;         // the core serves it
    logic        framed;        // the text has a frame: cSHAKE or KMAC
    logic        keyed;         // KMAC
    logic        verify;        // the tag is compared
    logic        resume;        // the key is the one that is kept; only with `keyed`
    logic        keep;          // the key is kept; only with `keyed`
    logic        extendable;    // KMACXOF
    logic        wide;          // the rate is 21 lanes, otherwise 17; only with `framed`
    logic [7:0]  key_bytes;
    logic [7:0]  custom_bytes;
    logic [15:0] tag_bytes;     // only with `keyed`
  } command_t;

  // A part of the message of the hash: up to eight bytes, or an order.
  typedef enum logic [2:0] {
    WordText,     // bytes of the text
    WordPad,      // zeros up to the next block
    WordCommand,  // eight bytes of the command
    WordReject,   // a beat in place of a command, which the hash answers with an error
    WordAbort     // a beat that ends the transaction of the hash with an error
  } word_e;

  typedef struct packed {
    word_e           kind;
    logic            wide;   // a block has 21 lanes, otherwise 17
    logic            last;   // the segment ends
    logic [3:0]      count;  // bytes, 0 to 8; only with WordText and WordCommand
    logic [7:0][7:0] bytes;  // bytes from `count` on are zero
  } word_t;

  localparam int unsigned WideLanes = 21;  // of KMAC128 and cSHAKE128
  localparam int unsigned NarrowLanes = 17;  // of KMAC256 and cSHAKE256

endpackage
