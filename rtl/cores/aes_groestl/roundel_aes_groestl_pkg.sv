// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines the types that the modules of roundel_aes_groestl exchange.

package roundel_aes_groestl_pkg;

  import roundel_stream_pkg::*;

  // A decoded input beat. Bytes without tkeep are zero. A beat is well formed if tkeep is contiguous from
  // byte 0, and full unless the beat is the last.
  typedef struct packed {
    kind_e kind;
    logic last;
    logic command;  // well-formed CMD beat of 16 bytes, operation below 8, flags that exist
    logic length;  // its length is that of the digest, zero with CTR; the rest is zero
    logic key;  // well-formed KEY beat
    logic nonce;  // well-formed NONCE beat
    logic nonce_length_valid;  // has 12 or 16 bytes
    logic ad;  // well-formed AD beat, full or empty
    logic text;  // well-formed TEXT beat
    logic tag;  // well-formed TAG beat
    logic full;  // all 16 bytes are valid
    logic [15:0] keep;
    logic [127:0] data;
  } aes_groestl_beat_t;

  // Output attributes of a word of the block: whether it is a beat of text to send, its tlast and tkeep.
  typedef struct packed {
    logic        send;
    logic        last;
    logic [15:0] keep;
  } word_attr_t;

  // An output beat without its data.
  typedef struct packed {
    kind_e       kind;
    logic        last;
    logic [15:0] keep;
  } answer_t;

  // The operation of a transaction.
  typedef struct packed {
    logic hash;       // Grøstl of the text: everything but CTR
    logic mac;        // with a key, inner and outer
    logic cipher;     // AES
    logic open;       // OPEN: deciphers the hashed text
    logic check;      // OPEN, VERIFY: compares the tag
    logic seal;       // enciphers: AES, and not open
    logic resume;     // resumes with the kept keys
    logic keep_keys;  // keeps the keys
  } operation_t;

endpackage
