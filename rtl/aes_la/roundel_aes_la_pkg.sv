// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the parts of a low-area AES core tell each other, and where its words are.

package roundel_aes_la_pkg;

  import roundel_stream_pkg::UserWidth;

  typedef logic [4:0] address_t;

  // Words of AES-GCM, 16 of them; zeros behind a wipe. A key that comes in, and a block to hash, take the
  // first eight.
  localparam address_t AtFirst = 5'd4;  // J0
  localparam address_t AtCounter = 5'd8;  // the next one
  localparam address_t AtZero = 5'd9;
  localparam address_t AtRequest = 5'd10;  // the generator's counter, 64 bits
  localparam address_t AtLengths = 5'd12;  // of data, then of text, in bits
  // Those of the other services; ones behind a wipe.
  localparam address_t AtChain = 5'd16;  // of AES-Hash; the generator's next key
  localparam address_t AtRest = 5'd24;  // the bytes that are still asked for, inverted
  localparam address_t AtSubkey = 5'd28;  // of CMAC

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
    StReset,        // what was on its way to a register has gone with the next edge
    StWipe,
    StCommand,
    StDecide,
    StTake,         // beats into the block
    StKey,          // its words into the cipher
    StStart,        // the cipher takes a block in
    StFinal,        // and gives it out
    StLengthLow,
    StLengthHigh,
    StPad,
    StSubkey,       // to GHASH
    StHash,
    StHashLengths,
    StHashEnd,      // zeros: the product is complete
    StFirst,        // J0 from a nonce of 12 bytes,
    StFirstHash,    // or from the hash
    StRestart,      // GHASH and lengths from zero
    StBody,
    StEmpty,        // a segment without bytes
    StTag,
    StVerdict,
    StAbort,
    StError,
    StDrop,
    // With more services.
    StRest,         // is anything asked for?
    StGive,         // as many bytes as are asked for
    StDouble,       // the subkey of CMAC
    StPeek,         // was that the last block?
    StMask,         // the subkey to the last block
    StLoad,         // a block to hash is the key, the chaining value the state
    StLength,       // behind the message
    StSelf          // the chaining value becomes the key
  } state_e;

  // The segment, or what a block of the cipher is for.
  typedef enum logic [2:0] {
    OfKey,
    OfNonce,
    OfAd,
    OfText,
    OfTag,
    OfMessage,
    OfSeed,
    OfRandom
  } phase_e;

  typedef struct packed {
    service_e service;
    logic     open;
    logic     goes_on;
    logic     stays;
    logic     good;
  } command_t;

  typedef struct packed {
    state_e     state;
    phase_e     phase;
    logic [1:0] stage;
    logic [4:0] count;        // cycles in a state
    logic [4:0] beats;        // of 2 bytes in the block,
    logic       odd;          // and a byte
    logic       empty;        // or nothing
    logic       short_block;
    logic       begun;        // there is a block behind this one
    logic       started;      // the cipher, as the state began
    logic       ended;        // the segment
    logic       ad_fits;
    logic       text_fits;
    logic       text_open;    // its segment has been given out in part
    logic       carry;        // of the sum of the word that was read two cycles before
    logic       tag;          // a beat of it came a cycle before
    logic       differs;      // the tag
    logic       rest_end;     // no more than two bytes are asked for still
    logic       long_key;
    logic       live;         // a key stays
    logic       live_prng;    // of the generator
    logic       keep;         // it, when everything else is wiped
    logic       held;         // a command waits for that
    logic       failed;
  } status_t;

  // To the memory of words.
  typedef struct packed {
    address_t   read;
    address_t   write;
    logic [1:0] halves;  // that are written,
    logic       beat;    // with the beat, otherwise the word that was read, or
    logic       cipher;  // that and the cipher's
    logic       little;  // the first byte of what comes or goes is the least significant
    logic       carry;   // added to the word as a number
    logic       two;     // so is this,
    logic [4:0] bytes;   // and these as bits
    logic       upper;   // half that meets the beat
    logic [1:0] keep;    // bytes of the beat
    logic       mix;     // what is kept of the half is added to the beat that is written
    logic       show;    // the half is given out without the beat
    logic       ones;    // are written,
    logic [1:0] marks;   // or the first bit of these bytes
    logic       shift;   // or twice the half,
    logic       reduce;  // the last one of a block
  } words_t;

  // To GHASH.
  typedef struct packed {
    logic stop;
    logic load;
    logic clear;
    logic give;
    logic key;
  } hash_t;

  // To the cipher.
  typedef struct packed {
    logic       stop;
    logic       start;
    logic       long_key;     // of 256 bits,
    logic       wide;         // as the block is
    logic       go;
    logic       clear;
    logic       key_take;
    logic       key_put;
    logic       key_in;
    logic       key_hold;
    logic       key_last;
    logic       key_plain;
    logic       addend;
    logic [3:0] key_address;
  } cipher_t;

  // From the cipher.
  typedef struct packed {
    logic [2:0] slot;
    logic       first;
    logic       taken;   // the last cycle of first
    logic       last;
    logic       gives;   // a column of the result,
    logic [2:0] column;  // this one
    logic       done;    // the last cycle
  } turn_t;

  // To the output.
  typedef struct packed {
    logic                 give;
    logic [1:0]           keep;
    logic                 last;
    logic [UserWidth-1:0] kind;
    logic [1:0]           code;
  } give_t;

endpackage
