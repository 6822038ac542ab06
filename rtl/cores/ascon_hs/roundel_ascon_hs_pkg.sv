// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the signals between the parts of roundel_ascon_hs.
//
// Reference:  SP 800-232

package roundel_ascon_hs_pkg;

  // The functions of a HASH command: its variant.
  typedef enum logic [1:0] {
    FunctionHash256,
    FunctionXof128,
    FunctionCxof128
  } function_e;

  // A decoded command.
  typedef struct packed {
    logic      aead;      // SEAL or OPEN; else HASH
    logic      open;      // OPEN
    logic      resume;    // use the kept key
    logic      keep_key;  // keep the key for the next transaction
    function_e hash;      // the function of a HASH
  } command_t;

  // The permutation that follows an absorption.
  typedef enum logic [1:0] {
    NextP12,  // Ascon-p[12]
    NextP8,   // Ascon-p[8]
    NextNone  // none: the state is complete
  } next_e;

  // What the last round of a permutation adds to the state (roundel_ascon_hs_addend), and what is answered.
  typedef struct packed {
    logic  start;      // the initial state: IV; for AEAD also key, and nonce, which is the beat
    logic  block;      // a block: the beat for AEAD, a word of it for a hash
    logic  upper;      // with block of a hash: the second word
    logic  replay;     // with block: it is of the customization string, not of the beat
    logic  pad_only;   // the last block has no bytes, only the padding
    logic  length;     // the length of the customization string
    logic  key_init;   // the key to S_3 and S_4: after the initialization, and for the tag
    logic  key_final;  // the key to S_2 and S_3: before the finalization
    logic  exchange;   // exchange the words of the key, for the next addition
    logic  domain;     // domain separation between associated data and text
    logic  hold;       // there is no pass: the next absorption is added to this one; or it is a store
    logic  store;      // with hold: the beat goes to the customization string
    logic  pop;        // the beat is used up
    logic  answer;     // the result is answered
    logic  digest;     // with answer: it is a word of the digest, not text
    logic  replace;    // the state becomes the ciphertext, which is the beat (OPEN)
    logic  last;       // with answer: the segment ends
    next_e next;       // the permutation that follows
  } absorb_t;

  // A single beat of the answer: kind by the code of roundel_stream_pkg.
  typedef enum logic [1:0] {
    SingleTag,    // the tag, or its difference from the received tag
    SingleClose,  // an empty beat that ends the text
    SingleStatus  // a status
  } single_e;

endpackage
