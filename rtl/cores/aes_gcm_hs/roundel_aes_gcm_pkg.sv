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
