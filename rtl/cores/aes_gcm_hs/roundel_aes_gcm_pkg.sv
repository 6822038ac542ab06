// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the parts of the AES-GCM core say to each other.

package roundel_aes_gcm_pkg;

  // What the operand, a block that came in, is for; one-hot, zero when there is none.
  typedef struct packed {
    logic key;
    logic nonce;      // 12 bytes and the number 1: J0 as it is
    logic hash;       // a block of a longer nonce, or of associated data
    logic nonce_end;  // the nonce's length is due; the operand is zero
    logic text;
    logic empty;      // the end of the text segment, without bytes; the operand is zero
    logic tag;
  } operand_t;

  // What a block in the cipher is.
  typedef enum logic [1:0] {
    BlockText,
    BlockSubkey,  // of zeros: H
    BlockTag      // J0
  } block_e;

  // What an answer carries.
  typedef enum logic [1:0] {
    AnswerText,
    AnswerTag,
    AnswerStatus
  } answer_e;

endpackage
