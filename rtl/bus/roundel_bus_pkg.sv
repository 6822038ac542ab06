// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Constants of the registers of the bus shell: addresses, fields, constant values. Rendered from
// registers.toml by `python -m roundel.soc.registers`: change that file, not this one.
//
// Bytes:      the first byte of a word is in bits 7 to 0.
// Reference:  docs/bus.md

package roundel_bus_pkg;

  localparam int unsigned AddressWidth = 6;  // of byte addresses
  localparam int unsigned FifoWords = 16;  // words of 32 bits in each FIFO

  // Numbers of the registers: the byte offset divided by four.
  localparam logic [3:0] AddressId = 4'd0;
  localparam logic [3:0] AddressVersion = 4'd1;
  localparam logic [3:0] AddressCapability = 4'd2;
  localparam logic [3:0] AddressAlgorithms = 4'd3;
  localparam logic [3:0] AddressControl = 4'd4;
  localparam logic [3:0] AddressStatus = 4'd5;
  localparam logic [3:0] AddressInSegment = 4'd6;
  localparam logic [3:0] AddressInData = 4'd7;
  localparam logic [3:0] AddressOutData = 4'd8;
  localparam logic [3:0] AddressDmaControl = 4'd9;
  localparam logic [3:0] AddressDmaStatus = 4'd10;
  localparam logic [3:0] AddressDmaInHead = 4'd11;
  localparam logic [3:0] AddressDmaOutHead = 4'd12;
  localparam logic [3:0] AddressDmaInFault = 4'd13;
  localparam logic [3:0] AddressDmaOutFault = 4'd14;

  localparam logic [31:0] ValueId = 32'h524e444c;
  localparam logic [31:0] ValueVersion = 32'h01000100;

  // CAPABILITY
  localparam int unsigned CapabilityServicesHigh = 5;
  localparam int unsigned CapabilityServicesLow = 0;
  localparam int unsigned CapabilityBeatBytesHigh = 15;
  localparam int unsigned CapabilityBeatBytesLow = 8;
  localparam int unsigned CapabilityFifoWordsHigh = 23;
  localparam int unsigned CapabilityFifoWordsLow = 16;
  localparam int unsigned CapabilityDmaBytesHigh = 31;
  localparam int unsigned CapabilityDmaBytesLow = 24;

  // CONTROL
  localparam int unsigned ControlReset = 0;
  localparam int unsigned ControlEnableOut = 8;
  localparam int unsigned ControlEnableIn = 9;
  localparam int unsigned ControlEnableError = 10;

  // STATUS
  localparam int unsigned StatusInWordsHigh = 4;
  localparam int unsigned StatusInWordsLow = 0;
  localparam int unsigned StatusOutWordsHigh = 12;
  localparam int unsigned StatusOutWordsLow = 8;
  localparam int unsigned StatusOutKindHigh = 19;
  localparam int unsigned StatusOutKindLow = 16;
  localparam int unsigned StatusOutBytesHigh = 22;
  localparam int unsigned StatusOutBytesLow = 20;
  localparam int unsigned StatusOutLast = 23;
  localparam int unsigned StatusOutEnded = 24;
  localparam int unsigned StatusInError = 25;
  localparam int unsigned StatusBusy = 26;

  // IN_SEGMENT
  localparam int unsigned InSegmentLengthHigh = 9;
  localparam int unsigned InSegmentLengthLow = 0;
  localparam int unsigned InSegmentKindHigh = 19;
  localparam int unsigned InSegmentKindLow = 16;
  localparam int unsigned InSegmentLast = 20;

  // DMA_CONTROL
  localparam int unsigned DmaControlDma = 0;
  localparam int unsigned DmaControlEnableIn = 8;
  localparam int unsigned DmaControlEnableOut = 9;
  localparam int unsigned DmaControlEnableError = 10;

  // DMA_STATUS
  localparam int unsigned DmaStatusInBusy = 0;
  localparam int unsigned DmaStatusOutBusy = 1;
  localparam int unsigned DmaStatusInDone = 8;
  localparam int unsigned DmaStatusOutDone = 9;
  localparam int unsigned DmaStatusInError = 16;
  localparam int unsigned DmaStatusOutError = 17;

  // IN_CONTROL
  localparam int unsigned InControlLengthHigh = 23;
  localparam int unsigned InControlLengthLow = 0;
  localparam int unsigned InControlKindHigh = 27;
  localparam int unsigned InControlKindLow = 24;
  localparam int unsigned InControlLast = 28;
  localparam int unsigned InControlInline = 29;
  localparam int unsigned InControlEnd = 31;

  // OUT_CONTROL
  localparam int unsigned OutControlCapacityHigh = 23;
  localparam int unsigned OutControlCapacityLow = 0;
  localparam int unsigned OutControlEnd = 31;

  // OUT_RESULT
  localparam int unsigned OutResultBytesHigh = 23;
  localparam int unsigned OutResultBytesLow = 0;
  localparam int unsigned OutResultKindHigh = 27;
  localparam int unsigned OutResultKindLow = 24;
  localparam int unsigned OutResultLast = 28;
  localparam int unsigned OutResultDone = 31;

  // OUT_STATUS
  localparam int unsigned OutStatusCodeHigh = 7;
  localparam int unsigned OutStatusCodeLow = 0;

  localparam int unsigned LengthWidth = 10;

  // A word of an answer in its FIFO.
  typedef struct packed {
    logic last;  // it ends its segment
    logic [2:0] bytes;  // so many of its bytes are part of the segment
    logic [roundel_stream_pkg::UserWidth-1:0] kind;  // of its segment
    logic [31:0] data;
  } out_word_t;

endpackage
