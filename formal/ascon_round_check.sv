// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_ascon_round equals the standard's round, for every state, addend and injected words. Combinational:
// one step. The standard's side is written bit by bit, apart from rtl/ascon on purpose: the S-box is table 6,
// column by column, and p_L follows section 3.4 with indices, not with rotated vectors. The constants of the
// twelve rounds are those of table 5.

module ascon_round_check #(
  parameter bit Inject = 1'b0
) (
  input logic [319:0] state_i,
  input logic [319:0] addend_i,
  input logic [127:0] inject_i,
  input logic [3:0] round_i
);

  import roundel_ascon_pkg::*;

  // An arbitrary value that injects nothing.
  localparam word_t [1:0] NoInject = {64'h0123_4567_89ab_cdef, 64'hffff_0000_ffff_0000};

  // Table 6: S-box of x, whose first bit is x_0.
  localparam logic [4:0] SBox[32] = '{
      5'h04, 5'h0b, 5'h1f, 5'h14, 5'h1a, 5'h15, 5'h09, 5'h02,
      5'h1b, 5'h05, 5'h08, 5'h12, 5'h1d, 5'h03, 5'h06, 5'h1c,
      5'h1e, 5'h13, 5'h07, 5'h0e, 5'h00, 5'h0d, 5'h11, 5'h18,
      5'h10, 5'h0c, 5'h01, 5'h19, 5'h16, 5'h0a, 5'h0f, 5'h17
  };

  // Table 5, from const_4 on: the twelve constants of Ascon-p[12].
  localparam logic [7:0] Constants[12] = '{
      8'hf0, 8'he1, 8'hd2, 8'hc3, 8'hb4, 8'ha5, 8'h96, 8'h87, 8'h78, 8'h69, 8'h5a, 8'h4b
  };

  // Section 3.4: the rotations of S_0 to S_4.
  localparam int Rotations[5][2] = '{'{19, 28}, '{61, 39}, '{1, 6}, '{10, 17}, '{7, 41}};

  logic [319:0] out, in, substituted, expected;

  roundel_ascon_round #(
    .Inject  (Inject),
    .NoInject(NoInject)
  ) u_dut (
    .state_i,
    .addend_i,
    .inject_i,
    .state_o(out)
  );

  always_comb begin
    in = state_i;
    if (Inject) in[127:0] = state_i[127:0] ^ inject_i ^ NoInject;
    substituted = '0;
    expected = '0;
    for (int j = 0; j < 64; j++) begin
      logic [4:0] y;
      y = SBox[{in[j], in[64+j], in[128+j], in[192+j], in[256+j]}];
      for (int i = 0; i < 5; i++) substituted[64*i+j] = y[4-i];
    end
    for (int i = 0; i < 5; i++) begin
      for (int j = 0; j < 64; j++) begin
        expected[64*i+j] = substituted[64*i+j] ^ substituted[64*i+(j+Rotations[i][0])%64] ^
            substituted[64*i+(j+Rotations[i][1])%64] ^ addend_i[64*i+j];
      end
    end
    assert (out == expected);
    if (round_i < 4'd12) assert (round_constant(round_i) == Constants[round_i]);
  end

endmodule
