// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_pkg::round_constant, and the table made from it, equal FIPS 202 algorithms 5 and 6 for the
// 24 rounds of the widest permutation; shorter lanes take their low bits. The register R of algorithm 5 is
// stepped here as the standard writes it, seven steps a cycle; the cycle is the round index.

module keccak_round_constant_check (
  input logic clk_i
);

  localparam int unsigned Rounds = 24;

  // r[i] is the standard's R[i], the leftmost bit of its strings R[0].
  logic [7:0] r_q = 8'h01;
  logic [7:0] r_d;
  logic [4:0] round_q = 5'd0;
  logic [63:0] expected;
  logic [63:0] actual[Rounds];

  // Algorithm 5, step 3: R = 0 || R, feedback from R[8], truncated to 8 bits.
  function automatic logic [7:0] step(logic [7:0] r);
    logic [8:0] long;
    long = {r, 1'b0};
    long[0] ^= long[8];
    long[4] ^= long[8];
    long[5] ^= long[8];
    long[6] ^= long[8];
    return long[7:0];
  endfunction

  // Algorithm 6, step 3: RC[2^j - 1] = rc(j + 7 ir).
  always_comb begin
    expected = '0;
    r_d = r_q;
    for (int unsigned j = 0; j <= 6; j++) begin
      expected[2**j-1] = r_d[0];
      r_d = step(r_d);
    end
  end

  for (genvar i = 0; i < Rounds; i++) begin : gen_constant
    localparam logic [63:0] Constant = roundel_keccak_pkg::round_constant(i);
    assign actual[i] = Constant;

    always_comb
      assert (roundel_keccak_pkg::spread_constant(roundel_keccak_pkg::RoundConstants[i]) == Constant);
  end

  always_ff @(posedge clk_i) begin
    r_q <= r_d;
    round_q <= round_q + 5'd1;
  end

  always_comb begin
    if (round_q < 5'(Rounds)) assert (actual[round_q] == expected);
  end

endmodule
