// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What ARMv8.2-SHA3 added to Advanced SIMD, for a comparison of areas: EOR3, BCAX, RAX1 and XAR on 128-bit
// operands (Arm ARM C7.2: EOR3, BCAX, RAX1, XAR). Combinational.
//
// One sum serves all: n ^ m goes on to the rotator of XAR and to the third operand of EOR3; the AND of BCAX
// and the rotation of RAX1 sit before m. The four operations are one-hot; `right_i` is XAR's immediate.

module roundel_armv8_sha3_unit (
  input  logic         eor3_i,
  input  logic         bcax_i,
  input  logic         rax1_i,
  input  logic         xar_i,
  input  logic [  5:0] right_i,
  input  logic [127:0] n_i,
  input  logic [127:0] m_i,
  input  logic [127:0] a_i,
  output logic [127:0] d_o
);

  logic [5:0] turn, stay;

  roundel_armv8_sha3_select u_select (
    .right_i(right_i),
    .turn_o (turn),
    .stay_o (stay)
  );

  for (genvar half = 0; half < 2; half++) begin : gen_half
    logic [63:0] n, m, a, second, sum;
    logic [63:0] rotated[7];

    assign n = n_i[64*half+:64];
    assign m = m_i[64*half+:64];
    assign a = a_i[64*half+:64];

    assign second = ({64{eor3_i | xar_i}} & m) | ({64{bcax_i}} & m & ~a) |
        ({64{rax1_i}} & {m[62:0], m[63]});
    assign sum = n ^ second;

    assign rotated[0] = sum;
    for (genvar i = 0; i < 6; i++) begin : gen_stage
      localparam int unsigned By = 1 << i;
      assign rotated[i+1] = ({64{turn[i]}} & {rotated[i][By-1:0], rotated[i][63:By]}) |
          ({64{stay[i]}} & rotated[i]);
    end

    assign d_o[64*half+:64] = ({64{xar_i}} & rotated[6]) | ({64{~xar_i}} & (sum ^ ({64{eor3_i}} & a)));
  end

endmodule
