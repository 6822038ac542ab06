// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// First half of the tower-field S-box: the byte x = aY + b over GF(16), a and b in bits [7:4] and [3:0]
// of tower_o, and its norm x^17 = nu a^2 + ab + b^2. GF(16) has the basis 1, w, w^2, w^3, w^4 = w + 1;
// w = 0x5d and Y = 0x1f in GF(2^8), Y^2 + Y = nu = w^3 + w^2 + w. Combinational.

(* keep_hierarchy *)
module aes_sbox_front (
  input  logic [7:0] data_i,
  output logic [7:0] tower_o,
  output logic [3:0] norm_o
);

  import aes_pkg::*;

  // Row i: the bits of x that add up to tower bit i.
  localparam byte_t Rows[8] = '{8'h43, 8'hcc, 8'h94, 8'hc6, 8'hae, 8'h72, 8'h0c, 8'ha0};
  localparam logic [3:0] Nu = 4'he;

  function automatic logic [3:0] times(logic [3:0] a, logic [3:0] b);
    logic [3:0] power;
    power = a;
    times = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (b[i]) times ^= power;
      power = {power[2], power[1], power[0] ^ power[3], power[3]};
    end
  endfunction

  logic [3:0] high, low;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) tower_o[i] = ^(data_i & Rows[i]);
  end
  assign low    = tower_o[3:0];
  assign high   = tower_o[7:4];
  assign norm_o = times(Nu, times(high, high)) ^ times(high, low) ^ times(low, low);

endmodule
