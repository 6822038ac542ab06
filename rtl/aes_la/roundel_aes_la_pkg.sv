// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Types and word addresses that the modules of a low-area AES core share.

package roundel_aes_la_pkg;

  import roundel_stream_pkg::UserWidth;

  typedef logic [4:0] address_t;

  // The 16 words of AES-GCM; zero after a clear. An input key, or a block of AES-Hash, occupies the first
  // eight.
  localparam address_t AddrJ0 = 5'd4;  // J0
  localparam address_t AddrCounter = 5'd8;  // the next counter block: its last word
  localparam address_t AddrZero = 5'd9;  // always zero
  localparam address_t AddrPrngCounter = 5'd10;  // 64-bit counter of the generator
  localparam address_t AddrOne = 5'd10;  // AES-GCM: one
  localparam address_t AddrTextBlocks = 5'd11;  // AES-GCM: two, plus the number of blocks of text
  localparam address_t AddrLengths = 5'd12;  // lengths in bits: of AD, then of text
  // The words of the other services; all ones after a clear.
  localparam address_t AddrChain = 5'd16;  // chaining value of AES-Hash; next key of the generator
  localparam address_t AddrRemaining = 5'd24;  // number of bytes still requested, inverted
  localparam address_t AddrSubkey = 5'd28;  // subkey of CMAC

  typedef struct packed {
    logic [15:0]          data;
    logic [1:0]           keep;
    logic                 last;
    logic [UserWidth-1:0] kind;
  } beat_t;

  typedef enum logic [1:0] {
    ServiceGcm,
    ServiceMac,
    ServiceHash,
    ServicePrng
  } service_e;

  typedef enum logic [5:0] {
    StReset,           // one cycle: pending writes to registers and memories complete
    StClear,           // everything that is not kept is cleared
    StCommand,         // the eight beats of a command
    StCheckCommand,    // the command is checked, the first segment selected
    StInput,           // beats of a segment into the block
    StLoadKey,         // words of the key into the cipher
    StCipherStart,     // the first group of the cipher: reads its input block
    StCipherFinal,     // the last group of the cipher: writes its result
    StLengthLow,       // the length of the segment grows: low word
    StLengthHigh,      // high word
    StPad,             // a partial block is padded
    StGhashSubkey,     // the subkey H to GHASH
    StGhash,           // a block to GHASH
    StGhashLengths,    // the block of lengths to GHASH
    StGhashZero,       // a block of zeros to GHASH: completes the product
    StJ0,              // J0 from a nonce of 12 bytes
    StJ0Ghash,         // J0 from GHASH of a nonce of another length
    StClearGhash,      // GHASH and lengths are cleared
    StNextSegment,     // the kind of the next segment is selected
    StSendEmpty,       // an empty beat is sent: a segment without bytes
    StTag,             // the tag of GCM is sent
    StVerdict,         // STATUS of OPEN is sent: ACCEPTED or REFUSED
    StAbort,           // an error: an open text segment is closed
    StError,           // STATUS = ERROR is sent
    StDrop,            // beats are discarded up to the next command
    // States of the other services.
    StCheckRemaining,  // checks whether any byte is requested
    StOutput,          // sends the requested bytes
    StDoubleSubkey,    // the subkey of CMAC is doubled
    StCheckLast,       // checks whether the previous block was the last one
    StAddSubkey,       // the subkey is added to the last block
    StLoadBlock,       // block of AES-Hash to the key memory, chaining value to the state
    StAppendLength,    // the length is written after the message
    StCopyChain        // the chaining value is copied to the block, to become the key
  } state_e;

  // The kind of the segment, or the purpose of the block in the cipher.
  typedef enum logic [2:0] {
    PhaseKey,
    PhaseNonce,
    PhaseAd,
    PhaseText,
    PhaseTag,
    PhaseMessage,
    PhaseSeed,
    PhaseRandom
  } phase_e;

  typedef struct packed {
    service_e   service;
    logic       check;         // OPEN or VERIFY: a tag is received, not sent
    logic       resume;        // bit RESUME: use the kept key or generator
    logic       keep_session;  // bit KEEP: keep the key or generator
    logic       cmd_ok;        // the command is served, as far as its beats have arrived
    logic [3:0] tag_last;      // number of the last byte of the tag of SEAL, OPEN or VERIFY
  } command_t;

  typedef struct packed {
    state_e state;
    phase_e phase;
    logic [1:0] final_step;  // step after the last message block (AES-Hash) or the last output (generator)
    logic [4:0] count;  // cycles counted in a state
    logic [4:0] beats;  // full beats of 2 bytes in the block
    logic odd;  // the block ends with a single byte
    logic empty;  // the block has no bytes
    logic short_block;  // the last block is partial
    logic begun;  // a block was processed before this one
    logic started;  // the cipher was started before this cycle of StCipherStart
    logic ended;  // the last beat of the segment was accepted
    logic ad_allowed;  // a segment of AD may come
    logic text_allowed;  // a segment of text may come
    logic text_open;  // an output segment of text is not closed yet
    logic text_full;  // the message of AES-GCM has the most blocks of text that are allowed
    logic carry;  // carry of the sum of the word that was read two cycles before
    logic accepted_beat;  // a beat was accepted one cycle before
    logic tag_beat;  // a beat of the tag was accepted one cycle before
    logic tag_equal;  // all beats of the tag that were compared match, and at least one was compared
    logic tag_mismatch;  // a beat of the tag does not match
    logic last_remaining;  // at most two bytes are still requested
    logic key_256;  // the key has 256 bits
    logic session_valid;  // a key or generator is kept
    logic session_prng;  // it is that of the generator
    logic keep_session;  // the kept key or generator is not cleared in StClear
    logic command_pending;  // a command waits for the end of StClear
    logic failed;  // an error was found; STATUS = ERROR follows the clear
  } status_t;

  // From roundel_aes_la_steps to roundel_aes_la_words.
  typedef struct packed {
    address_t   read;           // address of the word to read
    address_t   write;          // address of the word to write
    logic [1:0] halves;         // halves of the word to write
    logic       beat;           // write the beat, not the word that was read
    logic       cipher;         // with beat at 0: add the column and key word of the cipher
    logic       little_endian;  // numbers to the cipher and from beats have the least significant byte first
    logic       carry;          // add 1 to the word
    logic       add_2;          // add 2 to the word
    logic [4:0] add_bytes;      // add 8 times this to the word: a number of bytes, in bits
    logic       upper;          // the beat is combined with the upper half
    logic [1:0] keep;           // bytes of the beat, or of the half, that are used
    logic       add_half;       // add the kept bytes of the half to the written beat
    logic       half_only;      // output the half without the beat
    logic       ones;           // write ones
    logic [1:0] pad_bits;       // write the first bit of these bytes
    logic       doubled;        // write the half, doubled
    logic       reduce;         // with doubled: the half is the last one of a block
  } words_t;

  // From roundel_aes_la_steps to roundel_aes_la_ghash; its header describes them.
  typedef struct packed {
    logic stop;    // end any operation in progress
    logic load;    // add a block and begin its product
    logic clear;   // with load: discard the previous value
    logic send;    // output the hash
    logic subkey;  // store a word of H
  } ghash_t;

  // From roundel_aes_la_steps to roundel_aes_la_cipher; its header describes them.
  typedef struct packed {
    logic       stop;         // end any operation in progress
    logic       start;        // the first group begins in the next cycle
    logic       key_256;      // the key has 256 bits
    logic       wide;         // the key and the block have 256 bits (Rijndael)
    logic       go;           // the last group may begin
    logic       clear;        // overwrite the column of the state at key_address
    logic       key_add;      // first cycle of a key word: add the old word to the running sum
    logic       key_write;    // second cycle of a key word: add the old word again, write the sum
    logic       key_in;       // word_i is added to the running sum one cycle later
    logic       key_hold;     // keep the input word for a second cycle
    logic       key_last;     // the input word is the last one of a block of AES-Hash
    logic       key_plain;    // cancel the S-box output of zero, so that sub_o + key_o is the running sum
    logic       addend;       // add word_i to the column of the state
    logic [3:0] key_address;  // word of the key memory, or column of the state
  } cipher_t;

  // From roundel_aes_la_cipher: its position in the schedule.
  typedef struct packed {
    logic [2:0] index;      // cycle in the group
    logic       first;      // the first group is running
    logic       accepted;   // last cycle of the first group: the input block has been read
    logic       last;       // the last group is running
    logic       out_valid;  // sub_o + key_o is a column of the result
    logic [2:0] column;     // number of that column
    logic       done;       // last cycle of the last group
  } slot_t;

  // From roundel_aes_la_steps to roundel_aes_la_output.
  typedef struct packed {
    logic                 valid;  // a beat is sent
    logic [1:0]           keep;   // its tkeep
    logic                 last;   // its tlast
    logic [UserWidth-1:0] kind;   // its tuser
    logic [7:0]           code;   // code of a STATUS beat, otherwise zero
  } out_beat_t;

endpackage
