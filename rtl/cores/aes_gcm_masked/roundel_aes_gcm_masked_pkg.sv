// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types of the signals between the parts of roundel_aes_gcm_masked.
//
// Reference:  docs/stream-protocol.md (command); docs/cores/aes-gcm-masked.md

package roundel_aes_gcm_masked_pkg;

  localparam int unsigned Digit = 4;  // bits of a factor that GHASH takes in a cycle
  localparam int unsigned Lanes = 8;  // bits of a tag that are compared in a cycle

  // What a command asks for.
  typedef struct packed {
    logic       legal;   // the core serves it
    logic       open;    // OPEN, otherwise SEAL
    logic       resume;  // use the kept key
    logic       keep;    // keep the key for the next message
    logic [3:0] size;    // bytes of the tag, modulo 16
  } command_t;

  // What GHASH adds before a product; one-hot.
  typedef struct packed {
    logic beat;     // the offered beat: data, or ciphertext of an OPEN
    logic text;     // the sum of the offered beat and the keystream: ciphertext of a SEAL
    logic lengths;  // the block of the lengths
  } addend_t;

  // What a share does in a cycle. All of it is public.
  typedef struct packed {
    logic        clear;        // the nonce and the mask of the tag become zero
    logic        load_nonce;   // the offered beat is the nonce
    logic        load_mask;    // the result of the cipher masks the tag
    addend_t     addend;       // what GHASH adds
    logic [15:0] keep;         // bytes of the offered beat, or of the tag; others are zero
    logic        send_clear;   // the beat of the answer becomes zero
    logic        send_text;    // it is loaded with the sum of the offered beat and the keystream
    logic        send_tag;     // it is loaded with the tag
    logic        send_status;  // byte 0 is loaded with a status code
    logic [7:0]  status;       // the status code
  } share_control_t;

endpackage
