// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines what keccak-pq computes: the function of a SAMPLE command (byte 3), and the modes of its datapath.
//
// Reference:  FIPS 203 sections 4.1 and 4.2.2; FIPS 204 section 7.3; docs/cores/keccak-pq.md

package roundel_pq_pkg;

  // The operation of a SAMPLE command. No other core has it, so it is not in roundel_stream_pkg: a new number
  // there would make the results of all cores stale.
  localparam logic [7:0] OpSample = 8'h07;

  // The mode of the datapath: that of a sampler is its function.
  typedef enum logic [3:0] {
    ModeHash     = 4'h0,
    ModeNtt      = 4'h1,  // SampleNTT of FIPS 203
    ModeCbd2     = 4'h2,  // SamplePolyCBD with eta = 2
    ModeCbd3     = 4'h3,  // SamplePolyCBD with eta = 3
    ModeRejNtt   = 4'h4,  // RejNTTPoly of FIPS 204
    ModeBounded2 = 4'h5,  // RejBoundedPoly with eta = 2
    ModeBounded4 = 4'h6,  // RejBoundedPoly with eta = 4
    ModeMask17   = 4'h7,  // a polynomial of ExpandMask with gamma1 = 2^17
    ModeMask19   = 4'h8,  // the same with gamma1 = 2^19
    ModeBall39   = 4'h9,  // SampleInBall with tau = 39
    ModeBall49   = 4'ha,  // with tau = 49
    ModeBall60   = 4'hb   // with tau = 60
  } mode_e;

  // The samplers of ML-DSA, whose coefficients are of 32 bits.
  function automatic logic is_wide(mode_e mode);
    return (mode inside {ModeRejNtt, ModeBounded2, ModeBounded4, ModeMask17, ModeMask19}) || is_ball(mode);
  endfunction

  // The samplers with a seed of 32 bytes and an index.
  function automatic logic has_short_seed(mode_e mode);
    return mode inside {ModeNtt, ModeCbd2, ModeCbd3, ModeRejNtt};
  endfunction

  // The samplers with a seed of 64 bytes and an index.
  function automatic logic has_long_seed(mode_e mode);
    return mode inside {ModeBounded2, ModeBounded4, ModeMask17, ModeMask19};
  endfunction

  function automatic logic is_bounded(mode_e mode);
    return mode == ModeBounded2 || mode == ModeBounded4;
  endfunction

  // SampleInBall: its seed is 32, 48 or 64 bytes without an index.
  function automatic logic is_ball(mode_e mode);
    return mode inside {ModeBall39, ModeBall49, ModeBall60};
  endfunction

  // The samplers whose polynomials may be a matrix.
  function automatic logic is_matrix(mode_e mode);
    return mode == ModeNtt || mode == ModeRejNtt;
  endfunction

  // The samplers by rejection, whose time depends on the seed.
  function automatic logic is_rejection(mode_e mode);
    return is_matrix(mode) || is_bounded(mode) || is_ball(mode);
  endfunction

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

  // Coefficients of a beat: of ML-KEM 16 bits each, of ML-DSA 32 bits each.
  localparam int unsigned NumSlots = 8;
  localparam int unsigned NumWideSlots = 4;

  // Coefficients of SampleNTT, and of the samplers of ML-DSA in two's complement.
  typedef logic [11:0] coefficient_t;
  typedef logic [23:0] wide_coefficient_t;

  // 256 - tau, the first place to which SampleInBall moves a coefficient.
  function automatic logic [7:0] first_place(mode_e mode);
    unique case (mode)
      ModeBall39: first_place = 8'd217;
      ModeBall49: first_place = 8'd207;
      default:    first_place = 8'd196;
    endcase
  endfunction

  // Blocks that a polynomial needs. With rejection, those that are almost always enough: of SampleNTT for 99
  // of 100 polynomials, of RejBoundedPoly with eta = 4 for all but 1 of 100 000, of SampleInBall for all but
  // 1 of 2^87.
  function automatic logic [2:0] planned_blocks(mode_e mode);
    unique case (mode)
      ModeNtt:                              planned_blocks = 3'd3;
      ModeCbd3, ModeBounded2, ModeBounded4: planned_blocks = 3'd2;
      ModeRejNtt, ModeMask17, ModeMask19:   planned_blocks = 3'd5;
      default:                              planned_blocks = 3'd1;
    endcase
  endfunction

endpackage
