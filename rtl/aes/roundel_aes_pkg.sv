// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Geometry, constants and pure functions of AES and of Rijndael with 256-bit blocks.
//
// Bytes:      byte i of a block string is bits [8i+:8] of the vector. Column c is bytes 4c to 4c + 3; row r
//             of it is byte 4c + r (FIPS 197 section 3.4). Word i of a key is bytes 4i to 4i + 3, in the same
//             order.
// Reference:  FIPS 197; Rijndael specification.

package roundel_aes_pkg;

  typedef logic [7:0] byte_t;
  typedef logic [31:0] column_t;

  // Values between the layers of the S-box circuit: forms of the byte (forms), products of them whose sums
  // are its norm (terms), forms of the norm's inverse (scales), products of a form and a scale (products).
  // Form and scale i have the bits 2i and 2i + 1.
  localparam int unsigned NumSboxForms = 6;
  localparam int unsigned NumSboxTerms = 8;
  localparam int unsigned NumSboxScales = 2;
  localparam int unsigned NumSboxProducts = 16;
  typedef logic [NumSboxTerms-1:0] sbox_terms_t;
  typedef logic [NumSboxProducts-1:0] sbox_products_t;

  // Algebraic normal form of a table of four inputs: bit m is the coefficient of the product of the inputs
  // whose bits are set in m.
  function automatic logic [15:0] normal_form(logic [15:0] table_bits);
    normal_form = table_bits;
    for (int unsigned i = 0; i < 4; i++) begin
      for (int unsigned m = 0; m < 16; m++) begin
        if (m[i]) normal_form[m] ^= normal_form[m-(1<<i)];
      end
    end
  endfunction

  // GF(2^8) is GF(2)[x] / (x^8 + x^4 + x^3 + x + 1) (section 4.2).
  function automatic byte_t xtime(byte_t a);
    return {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
  endfunction

  function automatic byte_t multiply(byte_t a, byte_t b);
    byte_t power;
    power = a;
    multiply = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      if (b[i]) multiply ^= power;
      power = xtime(power);
    end
  endfunction

  // a^254 = a^2 a^4 .. a^128: the inverse, and 0 for 0.
  function automatic byte_t inverse(byte_t a);
    byte_t power;
    power = a;
    inverse = 8'h01;
    for (int unsigned i = 1; i < 8; i++) begin
      power = multiply(power, power);
      inverse = multiply(inverse, power);
    end
  endfunction

  // SubBytes of one byte by the formula of section 5.1.1; for constants.
  function automatic byte_t sub_byte(byte_t a);
    byte_t b;
    b = inverse(a);
    for (int unsigned i = 0; i < 8; i++) begin
      sub_byte[i] = b[i] ^ b[(i+4)%8] ^ b[(i+5)%8] ^ b[(i+6)%8] ^ b[(i+7)%8];
    end
    return sub_byte ^ 8'h63;
  endfunction

  typedef byte_t byte_table_t[256];
  function automatic byte_table_t sub_bytes();
    for (int unsigned i = 0; i < 256; i++) sub_bytes[i] = sub_byte(8'(i));
  endfunction

  // ShiftRows rotates row r to the left by this many columns (Rijndael specification, section 4.2.2;
  // FIPS 197 section 5.1.2 for four columns).
  function automatic int unsigned row_offset(int unsigned row, int unsigned columns);
    return (columns == 8 && row >= 2) ? row + 1 : row;
  endfunction

  // The next four words of the key expansion, in the parts that need the fewest LUTs to keep and to join.
  typedef struct packed {
    column_t sub;
    column_t word0;
    column_t word1;
    column_t next2;
    column_t word3;
  } next_words_t;

  function automatic logic [127:0] next_words(next_words_t parts);
    return {
      parts.word3 ^ parts.next2, parts.next2, parts.word1 ^ parts.word0 ^ parts.sub, parts.word0 ^ parts.sub
    };
  endfunction

  // RotWord: the first byte goes to the end.
  function automatic column_t rotate_word(column_t word);
    return {word[7:0], word[31:8]};
  endfunction

endpackage
