// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the parts of the core say to each other.

package aes_grostl_pkg;

  import roundel_stream_pkg::*;

  // A beat of the input: bytes that are not kept are zero.
  typedef struct packed {
    kind_e        kind;
    logic         last;
    logic         legal;  // kept from byte 0 on, all of them unless it is the last
    logic         text;   // legal text
    logic         ad;     // legal associated data: whole words or none
    logic         whole;  // all bytes
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
