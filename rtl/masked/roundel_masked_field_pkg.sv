// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The tower field of the masked S-box of AES, and its linear maps.
//
// Fields:     GF(2^2) is GF(2)[w] / (w^2 + w + 1); GF(2^4) is GF(2^2)[z] / (z^2 + z + w); GF(2^8) is
//             GF(2^4)[y] / (y^2 + y + w z). The upper half of an element is the coefficient of w, z or y.
//             An element of GF(2^2) is one of GF(2^4) with zero above.
// Reference:  FIPS 197 section 5.1.1.

package roundel_masked_field_pkg;

  function automatic logic [1:0] multiply4(logic [1:0] a, logic [1:0] b);
    logic high;
    high = a[1] & b[1];
    return {(a[1] & b[0]) ^ (a[0] & b[1]) ^ high, (a[0] & b[0]) ^ high};
  endfunction

  // w a^2
  function automatic logic [1:0] scaled_square4(logic [1:0] a);
    return {a[0], a[1]};
  endfunction

  // a^2, which is 1/a, and 0 for 0
  function automatic logic [1:0] inverse4(logic [1:0] a);
    return {a[1], a[1] ^ a[0]};
  endfunction

  // The product of two elements of GF(2^4) from the products of their halves: product 2k + l is of half k of
  // the first and half l of the second.
  function automatic logic [3:0] product_of_halves(logic [3:0][1:0] products);
    return {products[2] ^ products[1] ^ products[3], products[0] ^ multiply4(products[3], 2'd2)};
  endfunction

  function automatic logic [3:0] multiply16(logic [3:0] a, logic [3:0] b);
    return product_of_halves(
        {
          multiply4(a[3:2], b[3:2]),
          multiply4(a[3:2], b[1:0]),
          multiply4(a[1:0], b[3:2]),
          multiply4(a[1:0], b[1:0])
        }
    );
  endfunction

  // The part of an element's norm that is linear over each share: w z h^2 + l^2 of h y + l.
  function automatic logic [3:0] norm_squares(logic [3:0] high, logic [3:0] low);
    return multiply16(4'h8, multiply16(high, high)) ^ multiply16(low, low);
  endfunction

  // The part of a norm to GF(2^2) that is linear: w h^2 + l^2 of h z + l.
  function automatic logic [1:0] norm_squares4(logic [1:0] high, logic [1:0] low);
    return scaled_square4(high) ^ inverse4(low);
  endfunction

  // From the bits of a byte to the tower field: row i has the bits whose sum is bit i.
  localparam logic [7:0] ToTower[8] = '{8'h05, 8'hc2, 8'h24, 8'hca, 8'ha2, 8'h72, 8'h7e, 8'ha0};
  // From the tower field to the bits of a byte, and the linear part of the affine map.
  localparam logic [7:0] FromTower[8] = '{8'h35, 8'h07, 8'h03, 8'h75, 8'h39, 8'h3c, 8'hd0, 8'h54};
  localparam logic [7:0] AffineConstant = 8'h63;

  function automatic logic [7:0] to_tower(logic [7:0] x);
    for (int unsigned i = 0; i < 8; i++) to_tower[i] = ^(ToTower[i] & x);
  endfunction

  function automatic logic [7:0] from_tower(logic [7:0] x);
    for (int unsigned i = 0; i < 8; i++) from_tower[i] = ^(FromTower[i] & x);
  endfunction

endpackage
