// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the signals between the parts of roundel_multi_aes_hs.
//
// Reference:  SP 800-38B, SP 800-38D

package roundel_multi_aes_pkg;

  // The service of a command; one-hot, zero when there is none.
  typedef struct packed {
    logic hash;
    logic mac;
    logic gcm;
    logic prng;
  } service_t;

  // Properties of the held beat. A set kind other than is_command also means that tkeep is well formed.
  typedef struct packed {
    logic     is_command;
    logic     is_key;
    logic     is_nonce;
    logic     is_ad;
    logic     is_text;
    logic     is_tag;
    logic     is_seed;
    logic     last;          // tlast
    logic     empty;         // no byte
    logic     full;          // 16 bytes
    logic     is_96bit;      // 12 bytes
    logic     is_tag_size;   // as many bytes as the tag of the command
    service_t service;       // service of a legal command, otherwise zero
    logic     resume;        // of a command, otherwise zero: flag RESUME
    logic     open;          // of a command, otherwise zero: OPEN or VERIFY
    logic     keep_session;  // of a command, otherwise zero: flag KEEP
  } beat_t;

  // State of the input: the segment that is expected.
  typedef enum logic [3:0] {
    InCommand,
    InKey,
    InKeyMore,    // the second half of a long key, or an empty beat
    InKeyClose,
    InNonce,
    InNonceMore,
    InNonceEnd,
    InBody,
    InTagClose,   // waits for the empty beat that ends the tag's segment
    InLengths,
    InHashLow,
    InHashHigh,
    InMac,
    InMacNext,    // waits for the beat that decides whether the held block is the last one
    InComplete,
    InAbort
  } state_e;

  // State of the input in the body of SEAL and OPEN.
  typedef enum logic [2:0] {
    BeforeAd,
    InAd,
    BeforeText,
    InText,
    AfterText
  } body_e;

  // Purpose of the operand (an input block); one-hot, zero without operand.
  typedef struct packed {
    logic key;      // a row of a key or seed
    logic mac;      // a block to authenticate; the input knows whether it is the last one
    logic low;      // first half of a block to hash; the second half follows for one cycle when it is done
    logic nonce;    // 12 bytes and the number 1: the block is J0
    logic hash;     // a block of a longer nonce, or of associated data
    logic text;
    logic empty;    // the text segment ends with an empty beat; the operand is zero
    logic tag;
    logic lengths;  // the block of lengths
  } operand_t;

  // Phase of a transaction.
  typedef enum logic [4:0] {
    Idle,
    Key,         // accepts the rows of the key
    Expand,
    Subkey,      // starts the encryption of a block of zeros
    SubkeyWait,
    Double,
    Mac,
    Hash,
    HashKey,     // the last chaining value becomes a key
    HashEnd,
    Prng,
    Rekey,       // loads the rows of the next key from the lanes
    Gcm,
    TagBlock,    // waits for the block of the tag, which is sent or compared
    Compare1,
    Compare2,
    Verdict,
    Close,       // an error after text was sent: an empty beat closes its segment
    Error,
    Finish,
    Clear,
    Wipe
  } phase_e;

  // Result of a batch.
  typedef enum logic [2:0] {
    BatchSubkey,
    BatchText,
    BatchTag,
    BatchRandom,
    BatchChain,     // chaining value of a hash; a MAC sends none
    BatchChainKey,  // the last chaining value, which is the key of the next batch
    BatchDigest,
    BatchMac
  } batch_e;

  // Description that accompanies a batch.
  typedef struct packed {
    batch_e      kind;
    logic [1:0]  lanes;  // lanes whose result is sent
    logic [1:0]  keys;   // lanes whose result becomes a key
    logic [1:0]  last;   // lanes that end the answer's segment, with bytes `keep`
    logic [15:0] keep;
  } batch_t;

  // State that the input, the lanes, the output and GHASH report to control.
  typedef struct packed {
    operand_t    operand;
    logic        operand_idle;
    logic [15:0] keep;
    logic        last;
    logic        low_ready;
    logic        low_last;
    logic        accept;
    service_t    service;
    logic        resume;
    logic        open;
    logic        keep_session;
    logic [31:0] size;
    logic        expand;
    logic        text_seen;
    logic        text_open;
    logic        complete;
    logic        aborting;
  } input_t;

  typedef struct packed {
    logic key_busy;
    logic wide_can_accept;
    logic begin_early;
    logic begun;
    logic last_round;
    logic result;
    logic retire;
    logic idle;
  } lanes_t;

  typedef struct packed {
    logic   idle;
    logic   pair_done;
    logic   used;
    batch_e kind;
    logic   high;
    logic   hash_valid;
  } output_t;

  typedef struct packed {
    logic busy;
    logic ready;
  } ghash_t;

  // Text on the way to the lanes: the held blocks, and the block of a MAC after them.
  typedef struct packed {
    logic [1:0]  hold_valid;    // lanes that have a block
    logic [1:0]  hold_ends;     // that block is the last of the text
    logic [15:0] hold_keep;     // bytes of the block held last
    logic        hold_high;     // the next block is for lane B
    logic        hold_full;     // no other block is to be held
    logic        hold_tag;      // the held block is that of the tag
    logic        text_valid;    // a block of a MAC is ready
    logic        text_last;     // it is the last one
    logic        text_partial;  // it is padded
    logic        doubled;       // the subkey is doubled for it
  } text_t;

  // Control of all parts, by destination.
  typedef struct packed {
    logic       can_accept;      // to the input
    logic       done;
    logic       done_low;
    logic       finished;
    logic       aborted;
    logic       j0_settles;      // J0 is known
    logic [1:0] hold_load;       // text on the way to the lanes
    logic       hold_clear;
    logic       text_load;
    logic       text_clear;
    logic       word_clear;      // result of the lanes
    logic       bus_out;         // keys
    logic       key_load;
    logic       key_restart;
    logic       key_expand;
    logic       wide;
    logic       wide_load;
    logic       start;           // the lanes
    logic       feedback;
    logic       release_result;
    logic       text_at_begin;
    logic       text_at_end;
    logic       xor_at_begin;
    batch_t     batch;           // batch of the result
    logic [1:0] xor_load;
    logic       xor_double;
    logic       xor_ones;
    logic       xor_clear;
    logic       counter_load;
    logic       counter_zero;
    logic       count;
    logic       counter_odd;
    logic       hash_key;        // GHASH
    logic       hash_clear_key;
    logic       hash_clear;
    logic       hash_valid;
    logic       hash_data;
    logic       hash_out;
    logic       hash_accepted;
    logic       sum_load;
    logic       sum_clear;
    logic       tag_ready;       // the output
    logic       keys_ready;
    logic       load_hash;
    logic       send;
    logic [3:0] send_kind;
    logic       send_status;
    logic       compare;
  } control_t;

endpackage
