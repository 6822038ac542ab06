// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Constants of the stream protocol of every service core: the kind of a segment (tuser), the operation of a
// command (byte 0 of CMD), the bits of its flags (byte 1) and the code of a status (byte 0 of STATUS). Any
// two codes of a status differ in four bits at least. src/roundel/protocol/stream.py has the same numbers,
// and a test checks that both are equal.
//
// Bytes:      byte 0 of a segment is tdata[7:0] of its first beat.
// Reference:  docs/stream-protocol.md

package roundel_stream_pkg;

  localparam int unsigned UserWidth = 4;

  typedef enum logic [UserWidth-1:0] {
    KindCmd        = 4'd0,
    KindKey        = 4'd1,
    KindNonce      = 4'd2,
    KindAd         = 4'd3,
    KindText       = 4'd4,
    KindTag        = 4'd5,
    KindDigest     = 4'd6,
    KindSeed       = 4'd7,
    KindRandom     = 4'd8,
    KindStatus     = 4'd9,
    KindUnverified = 4'd10
  } kind_e;

  typedef enum logic [7:0] {
    OpHash   = 8'h01,
    OpMac    = 8'h02,
    OpSeal   = 8'h03,
    OpOpen   = 8'h04,
    OpPrng   = 8'h05,
    OpVerify = 8'h06
  } operation_e;

  // Numbers of the bits of byte 1 of a command.
  localparam int unsigned FlagResume = 0;
  localparam int unsigned FlagAdFirst = 1;
  localparam int unsigned FlagKeep = 2;
  localparam int unsigned FlagCtr = 3;
  localparam int unsigned FlagOverwrite = 4;
  localparam int unsigned FlagRounds12 = 5;

  typedef enum logic [7:0] {
    StatusAccepted = 8'h3c,
    StatusRefused  = 8'hc3,
    StatusError    = 8'h55,
    StatusOverflow = 8'haa
  } status_e;

endpackage
