// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Second half of the tower-field S-box: the inverse of aY + b is (aY + a + b) / norm; then the affine
// map of FIPS 197 section 5.1.1, joined with the way back to the standard basis. Combinational.

(* keep_hierarchy *)
module aes_sbox_back (
  input  logic [7:0] tower_i,
  input  logic [3:0] norm_i,
  output logic [7:0] data_o
);

  import aes_pkg::*;

  // Row i: the bits of the inverse's tower form that add up to bit i.
  localparam byte_t Rows[8] = '{8'h63, 8'h81, 8'h37, 8'h03, 8'h9d, 8'h8e, 8'hb0, 8'h86};

  function automatic logic [3:0] times(logic [3:0] a, logic [3:0] b);
    logic [3:0] power;
    power = a;
    times = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (b[i]) times ^= power;
      power = {power[2], power[1], power[0] ^ power[3], power[3]};
    end
  endfunction

  // a^14 = 1/a, 0 for 0.
  function automatic logic [3:0] invert(logic [3:0] a);
    logic [3:0] a2, a4, a8;
    a2 = times(a, a);
    a4 = times(a2, a2);
    a8 = times(a4, a4);
    return times(times(a2, a4), a8);
  endfunction

  typedef logic [3:0] inverses_t[16];
  function automatic inverses_t inverses();
    for (int unsigned i = 0; i < 16; i++) inverses[i] = invert(4'(i));
  endfunction
  localparam inverses_t Inverses = inverses();

  logic [3:0] scale;
  byte_t inverted;
  assign scale    = Inverses[norm_i];
  assign inverted = {times(tower_i[7:4], scale), times(tower_i[7:4] ^ tower_i[3:0], scale)};
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) data_o[i] = ^(inverted & Rows[i]);
    data_o ^= 8'h63;
  end

endmodule
