// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_ascon_round equals the standard's round, for every state, addend and injected words. Combinational:
// one step. The standard's side is written bit by bit, apart from rtl/ascon on purpose: the S-box is table 6,
// column by column, and p_L follows section 3.4 with indices, not with rotated vectors. The two steps are
// checked one after the other: the state between them, then the result. The constants of the twelve rounds
// are those of table 5.

module ascon_round_check #(
  parameter bit Inject = 1'b0
) (
  input logic [319:0] state_i,
  input logic [319:0] addend_i,
  input logic [127:0] inject_i
);

  import roundel_ascon_pkg::*;

  // An arbitrary value that injects nothing.
  localparam word_t [1:0] NoInject = {64'h0123_4567_89ab_cdef, 64'hffff_0000_ffff_0000};

  // Table 6: S-box of x, whose first bit is x_0. Two digits for each x, from 0 on.
  localparam logic [255:0] SBox =
      256'h04_0b_1f_14_1a_15_09_02_1b_05_08_12_1d_03_06_1c_1e_13_07_0e_00_0d_11_18_10_0c_01_19_16_0a_0f_17;

  // Table 5, from const_4 on: the twelve constants of Ascon-p[12]. Two digits for each round, from 0 on.
  localparam logic [95:0] Constants = 96'hf0_e1_d2_c3_b4_a5_96_87_78_69_5a_4b;

  // Section 3.4: the rotations of S_0 to S_4.
  localparam int Rotations[5][2] = '{'{19, 28}, '{61, 39}, '{1, 6}, '{10, 17}, '{7, 41}};

  logic [319:0] out, in, between, substituted, expected;

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
      logic [4:0] x, y;
      x = {in[j], in[64+j], in[128+j], in[192+j], in[256+j]};
      y = SBox[8*(31-32'(x))+:5];
      for (int i = 0; i < 5; i++) substituted[64*i+j] = y[4-i];
    end
    between = u_dut.substituted;
    assert (between == substituted);
    for (int i = 0; i < 5; i++) begin
      for (int j = 0; j < 64; j++) begin
        expected[64*i+j] = between[64*i+j] ^ between[64*i+(j+Rotations[i][0])%64] ^
            between[64*i+(j+Rotations[i][1])%64] ^ addend_i[64*i+j];
      end
    end
    assert (out == expected);
    for (int r = 0; r < 12; r++) assert (round_constant(4'(r)) == Constants[8*(11-r)+:8]);
  end

endmodule
