// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Executes EOR3, BCAX, RAX1 and XAR, which ARMv8.2-SHA3 added to Advanced SIMD, on 128-bit operands. It
// exists for a comparison of areas with roundel_simd_unit.
//
// One sum serves all: n ^ m feeds the rotator of XAR and the third operand of EOR3; the AND of BCAX and the
// rotation of RAX1 are before m. The four operation inputs are one-hot.
//
// Schedule:   Combinational.
// Interfaces: operands and one-hot operation from, and the result to, the top ports; `roundel isa area`
//             synthesizes it as a top. Uses roundel_armv8_sha3_select.
// Reference:  Arm Architecture Reference Manual, C7.2: EOR3, BCAX, RAX1, XAR

module roundel_armv8_sha3_unit (
  input  logic         eor3_i,   // EOR3: d = n ^ m ^ a
  input  logic         bcax_i,   // BCAX: d = n ^ (m & ~a)
  input  logic         rax1_i,   // RAX1: d = n ^ (m rotated left by 1), in each 64-bit half
  input  logic         xar_i,    // XAR: d = (n ^ m) rotated right by right_i, in each 64-bit half
  input  logic [  5:0] right_i,  // the immediate of XAR
  input  logic [127:0] n_i,      // operand Vn
  input  logic [127:0] m_i,      // operand Vm
  input  logic [127:0] a_i,      // operand Va of EOR3 and BCAX
  output logic [127:0] d_o       // result Vd
);

  logic [5:0] rotate, keep;

  roundel_armv8_sha3_select u_select (
    .right_i (right_i),
    .rotate_o(rotate),
    .keep_o  (keep)
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
      assign rotated[i+1] = ({64{rotate[i]}} & {rotated[i][By-1:0], rotated[i][63:By]}) |
          ({64{keep[i]}} & rotated[i]);
    end

    assign d_o[64*half+:64] = ({64{xar_i}} & rotated[6]) | ({64{~xar_i}} & (sum ^ ({64{eor3_i}} & a)));
  end

endmodule
