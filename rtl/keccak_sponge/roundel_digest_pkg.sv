// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines the pairs of rate and digest length of keccak-hash-digest: those of SHA3-224, -256, -384 and -512.
// The capacity is twice the digest: a rate of 25 lanes minus a lane for every 4 bytes of the digest. It also
// makes the round constants one after another.
//
// Reference:  FIPS 202 sections 3.2.5 and 6.1

package roundel_digest_pkg;

  // The two bits that distinguish the four rates: bit 4, and bit 2 or bit 1.
  typedef enum logic [1:0] {
    Bytes64 = 2'b00,  // 9 lanes
    Bytes48 = 2'b01,  // 13 lanes
    Bytes32 = 2'b10,  // 17 lanes
    Bytes28 = 2'b11   // 18 lanes
  } length_e;

  // The digest length of a rate that is served, from bits 4, 2 and 1 of the rate.
  function automatic length_e length_of(logic bit_4, logic bit_2, logic bit_1);
    return length_e'({bit_4, bit_4 ? bit_1 : bit_2});
  endfunction

  function automatic logic [4:0] rate_of(length_e length);
    unique case (length)
      Bytes64: rate_of = 5'd9;
      Bytes48: rate_of = 5'd13;
      Bytes32: rate_of = 5'd17;
      default: rate_of = 5'd18;
    endcase
  endfunction

  // A command with this rate in lanes and this digest length in bytes is served.
  function automatic logic serves(logic [7:0] rate, logic [31:0] bytes);
    return (rate == 8'd9 && bytes == 32'd64) || (rate == 8'd13 && bytes == 32'd48) ||
        (rate == 8'd17 && bytes == 32'd32) || (rate == 8'd18 && bytes == 32'd28);
  endfunction

  // The round constants without a table: bits 7*ir to 7*ir + 7 of the sequence rc(t), whose lower seven are
  // the constant of round ir. The next eight bits follow from the polynomial of rc(t).
  localparam int unsigned WindowWidth = roundel_keccak_pkg::NumRcBits + 1;
  typedef logic [WindowWidth-1:0] rc_window_t;

  function automatic rc_window_t rc_window(int unsigned ir);
    rc_window = {roundel_keccak_pkg::rc_bit(7 * ir + 7), roundel_keccak_pkg::RoundConstants[ir]};
  endfunction

  function automatic rc_window_t next_rc_window(rc_window_t window);
    logic [WindowWidth+roundel_keccak_pkg::NumRcBits-1:0] bits;
    bits = {7'd0, window};
    for (int unsigned t = WindowWidth; t < WindowWidth + roundel_keccak_pkg::NumRcBits; t++) begin
      bits[t] = bits[t-2] ^ bits[t-3] ^ bits[t-4] ^ bits[t-8];
    end
    return bits[WindowWidth+roundel_keccak_pkg::NumRcBits-1:roundel_keccak_pkg::NumRcBits];
  endfunction

endpackage
