// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lengths of the segments of AES-GCM: complete blocks, and the bytes of the partial block after them. A
// length in bytes has 36 bits, enough for the longest message of GCM (SP 800-38D section 5.2.1.1). Lengths of
// a tag.
//
// Bytes:      big_endian_bits() returns the most significant byte in bits [7:0].
// Reference:  SP 800-38D sections 5.2.1 and 7.1.

package roundel_gcm_length_pkg;

  typedef struct packed {
    logic [31:0] blocks;
    logic [3:0]  bytes;
  } length_t;

  // The most blocks of a text: the counter of GCM does not meet J0 again (section 5.2.1.1).
  localparam logic [31:0] MaxTextBlocks = 32'hffff_fffe;
  // The most blocks of associated data, or of a nonce, that a length_t can count.
  localparam logic [31:0] MaxBlocks = 32'hffff_ffff;

  // A tag may have that many bytes (section 5.2.1.2). A tag of 4 bytes needs `short_tags`.
  function automatic logic is_tag_size(logic [31:0] size, logic short_tags);
    return size inside {32'd8, [32'd12 : 32'd16]} || (short_tags && size == 32'd4);
  endfunction

  // The bytes of a tag of legal length, by the length modulo 16. Below 12 it is a multiple of 4.
  function automatic logic [15:0] tag_keep(logic [3:0] size);
    for (int unsigned k = 0; k < 16; k++) begin
      tag_keep[k] = size[3:2] == '0 || size[3:2] > 2'(k / 4) || (k >= 12 && size > 4'(k));
    end
  endfunction

  // Number of bytes in a partial block; 0 for a full block.
  function automatic logic [3:0] bytes_of(logic [15:0] keep);
    bytes_of = '0;
    for (int unsigned k = 0; k < 15; k++) if (keep[k] && !keep[15]) bytes_of = 4'(k + 1);
  endfunction

  // A length in bits, most significant byte first, as in the last block of GHASH (section 7.1, step 5).
  function automatic logic [63:0] big_endian_bits(length_t length);
    logic [63:0] bits;
    bits = {25'd0, length, 3'd0};
    for (int unsigned i = 0; i < 8; i++) big_endian_bits[8*i+:8] = bits[8*(7-i)+:8];
  endfunction

endpackage
