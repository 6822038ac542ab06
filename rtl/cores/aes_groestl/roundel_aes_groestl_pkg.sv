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

  // State of a transaction.
  typedef enum logic [4:0] {
    StCommand,     // a command is expected
    StKey,         // a beat of the key is expected: AES's first, then HMAC's
    StKeyClose,    // the key is complete, its segment is open
    StKeyFill,     // fills the rest of the ring with zeros
    StInner,       // the inner key block is filled
    StLoad,        // loads a kept chaining value
    StNonce,       // the nonce is expected
    StNonceClose,  // the nonce is complete, its segment is open
    StBody,        // associated data and text are expected
    StPad,         // the block is padded
    StLast,        // waits for the block, then requests the final P
    StFinal,       // waits for the hash
    StOuter,       // the outer key block is filled
    StDigest,      // the inner hash is the text of the next block
    StTag,         // the tag is expected
    StTagClose,    // the tag is complete, its segment is open
    StCompare1,    // the last word of the tag is compared
    StCompare2,    // the verdict is known in the next cycle
    StAnswer,      // the digest, the tag or the verdict is sent
    StAbort,       // an illegal beat: a full block is completed
    StClose,       // an empty beat closes the text that was sent
    StError,       // STATUS = ERROR is sent
    StFlush        // input is dropped up to the next command
  } state_e;

  // The word that enters the ring.
  typedef enum logic [1:0] {
    RingZero,
    RingBeat,    // the beat
    RingRotate,  // the first word of the ring
    RingHash     // a word of the hash
  } ring_source_e;

  // The sources of a word of the block; the word is their sum.
  typedef struct packed {
    logic beat;       // the beat
    logic last_key;   // the last round key, in the valid bytes of the beat
    logic ring;       // the first word of the ring
    logic hash;       // a word of the hash
    logic ipad;       // the constant of the inner key block
    logic opad;       // the constant of the outer key block
    logic pad_end;    // the padding bit after the bytes of the beat
    logic pad_first;  // the padding bit in the first byte
    logic pad_count;  // the block count of the padding
  } word_sources_t;

  // What a transaction has done so far.
  typedef struct packed {
    logic cipher_key;   // the next KEY beat is a word of the AES key
    logic second_key;   // it is not the last word
    logic ad;           // associated data may come
    logic data;         // associated data has begun
    logic text;         // text has begun
    logic bit_pending;  // the padding bit is not written yet
    logic outer;        // the outer hash has begun
    logic set_up;       // the key blocks are hashed, to be kept
  } progress_t;

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
