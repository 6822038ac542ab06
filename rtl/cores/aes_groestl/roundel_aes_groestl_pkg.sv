// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the parts of the core say to each other.

package roundel_aes_groestl_pkg;

  import roundel_stream_pkg::*;

  // A beat of the input: bytes that are not kept are zero; what it may be is decided before it is shown.
  // Legal is one that is kept from byte 0 on, all of it unless it is the last.
  typedef struct packed {
    kind_e        kind;
    logic         last;
    logic         command;        // a legal one, of an operation and a variant below 8
    logic         digest_length;  // its output length is the digest's
    logic         key;            // legal, of this kind
    logic         nonce;
    logic         nonce_whole;    // has the 12 or 16 bytes of a nonce
    logic         ad;             // legal, whole words or none
    logic         text;
    logic         tag;
    logic         whole;          // all bytes
    logic [15:0]  keep;
    logic [127:0] data;
  } beat_t;

  // What goes with a word of the block: whether it is a beat of text, to be given out, and how.
  typedef struct packed {
    logic        given;
    logic        last;
    logic [15:0] keep;
  } word_tag_t;

  // An answer's beat but for its data.
  typedef struct packed {
    kind_e       kind;
    logic        last;
    logic [15:0] keep;
  } answer_t;

  // The operation of a transaction.
  typedef struct packed {
    logic hash;     // Grøstl of the text: everything but CTR
    logic mac;      // with a key, inner and outer
    logic cipher;   // AES
    logic open;     // deciphers what is hashed
    logic seal;     // enciphers: AES, and not open
    logic goes_on;  // with the keys that were kept
    logic stays;    // keeps them
  } operation_t;

endpackage
