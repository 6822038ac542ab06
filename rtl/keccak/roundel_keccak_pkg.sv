// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines the geometry and the constants of Keccak-p[b, nr], computed from their definitions in FIPS 202.
//
// Bytes:      byte i of the state string is byte i mod (w/8) of lane i / (w/8), least significant byte first.
//             Bit z of a lane is bit z of the vector. Lane (x, y) is element x + 5y of a state array.
//             A state is an unpacked array of 25 lanes, which every tool keeps as lanes.
// Reference:  FIPS 202 section 3.2

package roundel_keccak_pkg;

  localparam int unsigned NumLanes = 25;
  localparam int unsigned RoundWidth = 5;
  typedef logic [RoundWidth-1:0] round_t;

  // Bits of a round constant that are ever set: 2^j - 1 for j = 0..6.
  localparam int unsigned NumRcBits = 7;

  function automatic int unsigned lane_index(int unsigned x, int unsigned y);
    return (x % 5) + 5 * (y % 5);
  endfunction

  // 12 + 2l rounds for lanes of w = 2^l bits.
  function automatic int unsigned nominal_rounds(int unsigned lane_width);
    return 12 + 2 * $clog2(lane_width);
  endfunction

  // Step rho (section 3.2.2): (x, y) starts at (1, 0) and walks (y, 2x + 3y); step t rotates by
  // (t + 1)(t + 2)/2. Lane (0, 0) does not move.
  function automatic int unsigned rho_offset(int unsigned x, int unsigned y, int unsigned lane_width);
    int unsigned px, py, nx;
    rho_offset = 0;
    px = 1;
    py = 0;
    for (int unsigned t = 0; t < 24; t++) begin
      if (px == x && py == y) rho_offset = ((t + 1) * (t + 2) / 2) % lane_width;
      nx = py;
      py = (2 * px + 3 * py) % 5;
      px = nx;
    end
  endfunction

  // rc(t) (section 3.2.5, algorithm 5): bit 0 of x^t mod x^8 + x^6 + x^5 + x^4 + 1.
  function automatic logic rc_bit(int unsigned t);
    logic [8:0] r;
    r = 9'h001;
    for (int unsigned i = 0; i < t % 255; i++) begin
      r = {r[7:0], 1'b0};
      if (r[8]) r ^= 9'h171;
    end
    return r[0];
  endfunction

  // The 64-bit round constant of round index ir (section 3.2.5, algorithm 6); shorter lanes take its
  // low bits.
  function automatic logic [63:0] round_constant(int unsigned ir);
    round_constant = '0;
    for (int unsigned j = 0; j < NumRcBits; j++) begin
      round_constant[(1<<j)-1] = rc_bit(j + 7 * ir);
    end
  endfunction

  // A round constant without the bits that are never set: bit j is bit 2^j - 1 of the lane.
  typedef logic [NumRcBits-1:0] rc_t;

  function automatic logic [63:0] spread_constant(rc_t rc);
    spread_constant = '0;
    for (int unsigned j = 0; j < NumRcBits; j++) spread_constant[(1<<j)-1] = rc[j];
  endfunction

  // All round constants in that form, computed once at elaboration: RoundConstants[ir].
  localparam int unsigned MaxRounds = 24;
  typedef rc_t round_constants_t[MaxRounds];
  function automatic round_constants_t round_constants();
    rc_t rc;
    for (int unsigned ir = 0; ir < MaxRounds; ir++) begin
      for (int unsigned j = 0; j < NumRcBits; j++) rc[j] = rc_bit(j + 7 * ir);
      round_constants[ir] = rc;
    end
  endfunction
  localparam round_constants_t RoundConstants = round_constants();

endpackage
