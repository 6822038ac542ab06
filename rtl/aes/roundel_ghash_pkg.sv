// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The field of GHASH: polynomials over GF(2) mod x^128 + x^7 + x^2 + x + 1.
//
// Bytes:      bit i of a poly_t is the coefficient of x^i. In a block, byte k is bits [8k+:8]; the
//             coefficient is in byte i / 8, at bit i mod 8 counted from the most significant bit.
// Reference:  SP 800-38D section 6.3.

package roundel_ghash_pkg;

  typedef logic [127:0] poly_t;

  // Converts a block to a polynomial and back: reverses the bits of each byte.
  function automatic poly_t swap(poly_t a);
    for (int unsigned i = 0; i < 128; i += 64) begin
      logic [63:0] part;
      part = a[i+:64];
      part = ((part & {8{8'h0f}}) << 4) | ((part >> 4) & {8{8'h0f}});
      part = ((part & {8{8'h33}}) << 2) | ((part >> 2) & {8{8'h33}});
      part = ((part & {8{8'h55}}) << 1) | ((part >> 1) & {8{8'h55}});
      swap[i+:64] = part;
    end
  endfunction

  // a * x^n.
  function automatic poly_t times(poly_t a, int unsigned n);
    times = a;
    for (int unsigned k = 0; k < n; k++) begin
      times = {times[126:0], times[127]} ^ (times[127] ? poly_t'(8'h86) : '0);
    end
  endfunction

  // a / x^n.
  function automatic poly_t over(poly_t a, int unsigned n);
    over = a;
    for (int unsigned k = 0; k < n; k++) begin
      over = {over[0], over[127:1]} ^ (over[0] ? poly_t'(8'h43) : '0);
    end
  endfunction

endpackage
