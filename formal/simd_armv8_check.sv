// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// armv8_sha3_unit gives what the Arm ARM says of EOR3, BCAX, RAX1 and XAR (C7.2), for all operands. Each has
// a unit of its own, its select tied. Combinational: one step.

module simd_armv8_check (
  input logic [  5:0] right_i,
  input logic [127:0] n_i,
  input logic [127:0] m_i,
  input logic [127:0] a_i
);

  localparam int unsigned Operations = 4;

  logic [127:0] result[Operations];
  logic [127:0] expected[Operations];

  for (genvar i = 0; i < Operations; i++) begin : gen_operation
    armv8_sha3_unit u_dut (
      .eor3_i (i == 0),
      .bcax_i (i == 1),
      .rax1_i (i == 2),
      .xar_i  (i == 3),
      .right_i(right_i),
      .n_i    (n_i),
      .m_i    (m_i),
      .a_i    (a_i),
      .d_o    (result[i])
    );

    always_comb begin
      assert (result[i] == expected[i]);
    end
  end

  assign expected[0] = n_i ^ m_i ^ a_i;
  assign expected[1] = n_i ^ (m_i & ~a_i);

  for (genvar half = 0; half < 2; half++) begin : gen_half
    logic [63:0] n, m;
    logic [127:0] twice;

    assign n = n_i[64*half+:64];
    assign m = m_i[64*half+:64];
    assign twice = {2{n ^ m}} >> right_i;
    assign expected[2][64*half+:64] = n ^ {m[62:0], m[63]};
    assign expected[3][64*half+:64] = twice[63:0];
  end

endmodule
