// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines what keccak-pq computes: the function of a SAMPLE command (byte 3), and the modes of its datapath.
//
// Reference:  FIPS 203 sections 4.1 and 4.2.2; docs/cores/keccak-pq.md

package roundel_pq_pkg;

  // The operation of a SAMPLE command. No other core has it, so it is not in roundel_stream_pkg: a new number
  // there would make the results of all cores stale.
  localparam logic [7:0] OpSample = 8'h07;

  typedef enum logic [7:0] {
    SampleNtt  = 8'h01,  // SampleNTT of FIPS 203
    SampleCbd2 = 8'h02,  // SamplePolyCBD with eta = 2
    SampleCbd3 = 8'h03   // SamplePolyCBD with eta = 3
  } sampler_e;

  typedef enum logic [1:0] {
    ModeHash = 2'b00,
    ModeNtt  = 2'b01,
    ModeCbd2 = 2'b10,
    ModeCbd3 = 2'b11
  } mode_e;

  // The function of a HASH command that is a chain of F of SLH-DSA. Its suffix is the number of links.
  localparam logic [7:0] FunctionChain = 8'h80;

  // Rates in lanes.
  localparam logic [4:0] Rate128 = 5'd21;  // SHAKE128
  localparam logic [4:0] Rate256 = 5'd17;  // SHAKE256, SHA3-256
  localparam logic [4:0] Rate512 = 5'd9;  // SHA3-512

  // A legal command.
  typedef struct packed {
    mode_e mode;
    logic [4:0] rate;  // in lanes
    logic shake;  // the suffix is 1f, not 06
    logic [3:0] columns;  // of a matrix; 0: the polynomials are a vector
    logic chain;  // a chain of F; the mode is ModeHash
    logic [6:0] links;  // of the chain
    logic [15:0] length;  // bytes of the answer
  } request_t;

  // Coefficients of a candidate of SampleNTT.
  localparam int unsigned NumCandidates = 6;
  localparam int unsigned CandidateWidth = 12;
  typedef logic [CandidateWidth-1:0] candidate_t;

  // Coefficients of a beat, of 16 bits each.
  localparam int unsigned NumSlots = 8;

  // Blocks that a polynomial needs; of SampleNTT those that are enough for 99 of 100 polynomials.
  function automatic logic [2:0] planned_blocks(mode_e mode);
    unique case (mode)
      ModeNtt:  planned_blocks = 3'd3;
      ModeCbd3: planned_blocks = 3'd2;
      default:  planned_blocks = 3'd1;
    endcase
  endfunction

endpackage
