// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines the state, the constants and the initial values of Ascon (SP 800-232, the final version).
//
// Bytes:      a word takes 8 bytes, least significant byte first (SP 800-232 section 2.1): byte i of a block
//             is bits [8*(i%8)+:8] of word i/8. Bit 0 of a word is its first bit.
// Reference:  SP 800-232 sections 3 (permutations), 4 (Ascon-AEAD128) and 5 (hash and XOF)

package roundel_ascon_pkg;

  localparam int unsigned WordWidth = 64;
  localparam int unsigned NumWords = 5;

  typedef logic [WordWidth-1:0] word_t;
  typedef word_t [NumWords-1:0] state_t;  // state_t[i] is S_i

  // Rounds of Ascon-p[12], and of Ascon-p[8] between the blocks of Ascon-AEAD128.
  localparam int unsigned MaxRounds = 12;
  localparam int unsigned BlockRounds = 8;
  typedef logic [3:0] round_t;
  localparam round_t FirstRound12 = 4'd0;  // the round that Ascon-p[12] starts with
  localparam round_t FirstRound8 = 4'd4;  // the round that Ascon-p[8] starts with
  localparam round_t LastRound = 4'd11;

  // The constant that step p_C adds to the lowest byte of S_2, for round 0 to 11 of Ascon-p[12]: f0, e1 .. 4b
  // (table 5 from its entry 4). Ascon-p[8] uses the last eight. The low half of the byte counts up, the high
  // half is its complement.
  typedef logic [7:0] round_constant_t;
  function automatic round_constant_t round_constant(round_t round);
    return {~round, round};
  endfunction

  // The two rotations to the right of step p_L: S_i ^ (S_i >>> first) ^ (S_i >>> second).
  function automatic int unsigned first_rotation(int unsigned word);
    unique case (word)
      0: return 19;
      1: return 61;
      2: return 1;
      3: return 10;
      default: return 7;
    endcase
  endfunction

  function automatic int unsigned second_rotation(int unsigned word);
    unique case (word)
      0: return 28;
      1: return 39;
      2: return 6;
      3: return 17;
      default: return 41;
    endcase
  endfunction

  // Initial values (S_0 of the first permutation).
  localparam word_t IvAead128 = 64'h0000_1000_808c_0001;
  localparam word_t IvHash256 = 64'h0000_0801_00cc_0002;
  localparam word_t IvXof128 = 64'h0000_0800_00cc_0003;
  localparam word_t IvCxof128 = 64'h0000_0800_00cc_0004;

  // Domain separation of Ascon-AEAD128 between associated data and text: the last bit of S_4.
  localparam word_t DomainSeparation = 64'h8000_0000_0000_0000;

  // The byte after the last byte of a message (padding).
  localparam logic [7:0] PadByte = 8'h01;

  // Bytes of a block, of a key and nonce, of a Hash256 digest, of a tag, and of the longest customization
  // string.
  localparam int unsigned AeadRateBytes = 16;
  localparam int unsigned HashRateBytes = 8;
  localparam int unsigned KeyBytes = 16;
  localparam int unsigned HashBytes = 32;
  localparam int unsigned TagBytes = 16;
  localparam int unsigned MaxCustomizationBytes = 256;

endpackage
