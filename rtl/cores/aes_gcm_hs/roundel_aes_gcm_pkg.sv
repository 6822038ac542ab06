// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the signals between the parts of roundel_aes_gcm_hs.
//
// Reference:  SP 800-38D

package roundel_aes_gcm_pkg;

  // Purpose of the operand (an input block); one-hot, zero without operand.
  typedef struct packed {
    logic key;
    logic nonce;      // 12 bytes and the number 1: the block is J0
    logic hash;       // a block of a longer nonce, or of associated data
    logic nonce_end;  // the block of the nonce's length is next; the operand is zero
    logic text;
    logic empty;      // the text segment ends with an empty beat; the operand is zero
    logic tag;
  } operand_t;

  // The bytes of a command are as expected, in parts; zero for another beat.
  typedef struct packed {
    logic shape;      // one beat of 16 bytes
    logic operation;  // bytes 0 to 3: SEAL or OPEN with flags that exist, no suffix, no function
    logic length;     // bytes 4 to 7: the length of a tag
    logic zero_low;   // bytes 8 to 11
    logic zero_high;  // bytes 12 to 15
  } command_ok_t;

  // Properties of the held beat.
  typedef struct packed {
    logic        malformed;    // tkeep has a hole, or is partial before tlast
    logic        is_command;
    logic        is_key;
    logic        is_nonce;
    logic        is_ad;
    logic        is_text;
    logic        is_tag;
    logic        last;         // tlast
    logic        empty;        // no byte
    logic        full;         // 16 bytes
    logic        is_96bit;     // 12 bytes
    logic        is_tag_size;  // as many bytes as the tag of the command
    command_ok_t cmd_ok;
    logic        resume;       // of a command, otherwise zero: resume the kept key
    logic        open;         // of a command, otherwise zero: OPEN
  } beat_t;

  // Purpose of a block in the cipher.
  typedef enum logic [1:0] {
    BlockText,
    BlockSubkey,  // a block of zeros, whose result is H
    BlockTag      // J0
  } block_e;

  // What a beat of the answer carries.
  typedef enum logic [1:0] {
    AnswerText,
    AnswerTag,
    AnswerStatus
  } answer_e;

endpackage
