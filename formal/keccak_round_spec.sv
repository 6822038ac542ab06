// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keccak-p's round without iota as FIPS 202 writes it: bit by bit over A[x, y, z] of a flat string,
// S[w(5y + x) + z] = A[x, y, z] (section 3.1.2). Written to be read beside the standard, apart from
// rtl/keccak on purpose: no lanes, no rotation of vectors, the offsets of rho as the table prints them.

module keccak_round_spec #(
  parameter int unsigned LaneWidth = 64
) (
  input logic [25*LaneWidth-1:0] state_i,
  output logic [25*LaneWidth-1:0] state_o
);

  localparam int W = int'(LaneWidth);

  // Section 3.2.2, table 2: offsets of rho, by y then x, both from 0.
  localparam int Offsets[5][5] = '{
      '{0, 1, 190, 28, 91},
      '{36, 300, 6, 55, 276},
      '{3, 10, 171, 153, 231},
      '{105, 45, 15, 21, 136},
      '{210, 66, 253, 120, 78}
  };

  // Non-negative residue: the standard's "mod".
  function automatic int mod(int a, int m);
    return ((a % m) + m) % m;
  endfunction

  function automatic int index(int x, int y, int z);
    return W * (5 * mod(y, 5) + mod(x, 5)) + mod(z, W);
  endfunction

  function automatic logic [25*LaneWidth-1:0] theta(logic [25*LaneWidth-1:0] a);
    for (int x = 0; x < 5; x++) begin
      for (int z = 0; z < W; z++) begin
        logic d;
        d = 1'b0;
        for (int k = 4; k >= 0; k--) d ^= a[index(x-1, k, z)] ^ a[index(x+1, k, z-1)];
        for (int y = 0; y < 5; y++) theta[index(x, y, z)] = a[index(x, y, z)] ^ d;
      end
    end
  endfunction

  function automatic logic [25*LaneWidth-1:0] rho(logic [25*LaneWidth-1:0] a);
    for (int x = 0; x < 5; x++) begin
      for (int y = 0; y < 5; y++) begin
        for (int z = 0; z < W; z++) rho[index(x, y, z)] = a[index(x, y, z-Offsets[y][x])];
      end
    end
  endfunction

  function automatic logic [25*LaneWidth-1:0] pi(logic [25*LaneWidth-1:0] a);
    for (int x = 0; x < 5; x++) begin
      for (int y = 0; y < 5; y++) begin
        for (int z = 0; z < W; z++) pi[index(x, y, z)] = a[index(x+3*y, x, z)];
      end
    end
  endfunction

  function automatic logic [25*LaneWidth-1:0] chi(logic [25*LaneWidth-1:0] a);
    for (int x = 0; x < 5; x++) begin
      for (int y = 0; y < 5; y++) begin
        for (int z = 0; z < W; z++) begin
          chi[index(x, y, z)] = a[index(x, y, z)] ^ ((a[index(x+1, y, z)] ^ 1'b1) & a[index(x+2, y, z)]);
        end
      end
    end
  endfunction

  assign state_o = chi(pi(rho(theta(state_i))));

endmodule
