// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the signals between the parts of roundel_ascon_hs.
//
// Reference:  SP 800-232

package roundel_ascon_hs_pkg;

  // The state without a message, by the rounds of a pass: the last pass of a permutation makes it zero. So
  // the addend of that pass alone is the first state of a message. The constant of the pass's first round is
  // in S_2 already. (The task ascon-hs-rest of formal/ proves it.)
  function automatic roundel_ascon_pkg::state_t rest_state(int unsigned unroll);
    unique case (unroll)
      1:
      return {
        64'h0000_0000_0000_0000,
        64'h0000_0000_0000_0000,
        64'hffff_ffff_ffff_ffff,
        64'h0000_0000_0000_0000,
        64'hffff_ffff_ffff_ffff
      };
      2:
      return {
        64'h2d8e_86b9_ef81_5351,
        64'h2d8e_86b9_ef81_5351,
        64'h0000_0000_0000_0000,
        64'hd271_7946_107e_acae,
        64'hd271_7946_107e_acae
      };
      3:
      return {
        64'h1eeb_32ec_cec0_91f1,
        64'h5ffb_dc77_11e1_ab81,
        64'hf963_4a5e_e2b4_c2f9,
        64'he46e_1b09_2e12_9652,
        64'h3361_f9fb_5e74_da88
      };
      default:
      return {
        64'h8e72_32a3_2788_30b6,
        64'hfa57_db35_6460_63b5,
        64'h9b84_cc76_1652_2cb0,
        64'he217_4110_e135_3d03,
        64'hca36_1b5e_72f3_cc4f
      };
    endcase
  endfunction

  // What a transaction waits for, or does (roundel_ascon_hs_grammar).
  typedef enum logic [4:0] {
    StCommand,   // a command is expected
    StCheck,     // the command is decoded: is it legal?
    StKey,       // a key is expected; its first word is loaded
    StKeyUpper,  // its second word is loaded
    StNonce,     // a nonce is expected
    StAd,        // associated data, text or tag
    StText,      // text or tag
    StTag,       // the tag is expected
    StSendTag,   // SEAL: the tag is sent
    StCompare,   // OPEN: the tag is compared with the received one
    StStatus,    // a status is sent
    StHash,      // the state of a hash is initialized
    StCustom,    // the customization string is expected and stored
    StLength,    // its length is absorbed
    StReplay,    // it is absorbed
    StMessage,   // the message is expected and absorbed
    StSqueeze,   // the digest is squeezed
    StDrain,     // the last word of the digest is on its way
    StAbort,     // an error: the text so far is sent, and its segment is ended
    StClear      // everything is cleared
  } state_e;

  // The verdict on a beat (roundel_ascon_hs_verdict).
  typedef struct packed {
    logic judged;   // a beat is expected, and it is there
    logic legal;    // its segment may come, and it is well formed
    logic is_ad;
    logic is_text;
    logic is_tag;
  } verdict_t;

  // The functions of a HASH command: its byte 3.
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
