// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_armv8_sha3_unit gives what the Arm ARM says of EOR3, BCAX, RAX1 and XAR (C7.2), for all operands.
// Each has a unit of its own, its select tied, and XAR one for each of its rotations: a free one is hard to
// solve for. Combinational: one step.

module simd_armv8_check (
  input logic [127:0] n_i,
  input logic [127:0] m_i,
  input logic [127:0] a_i
);

  // Units 0 to 63 are XAR, by how far it rotates; then EOR3, BCAX and RAX1.
  localparam int unsigned Rotations = 64;
  localparam int unsigned Units = Rotations + 3;

  for (genvar i = 0; i < Units; i++) begin : gen_unit
    logic [127:0] result, expected;

    roundel_armv8_sha3_unit u_dut (
      .eor3_i (i == Rotations),
      .bcax_i (i == Rotations + 1),
      .rax1_i (i == Rotations + 2),
      .xar_i  (i < Rotations),
      .right_i(6'(i)),
      .n_i    (n_i),
      .m_i    (m_i),
      .a_i    (a_i),
      .d_o    (result)
    );

    if (i == Rotations) begin : gen_eor3
      assign expected = n_i ^ m_i ^ a_i;
    end else if (i == Rotations + 1) begin : gen_bcax
      assign expected = n_i ^ (m_i & ~a_i);
    end else begin : gen_halves
      for (genvar half = 0; half < 2; half++) begin : gen_half
        logic [63:0] n, m, sum;

        assign n = n_i[64*half+:64];
        assign m = m_i[64*half+:64];
        assign sum = n ^ m;
        if (i < Rotations) begin : gen_xar
          assign expected[64*half+:64] = sum >> i | sum << (64 - i);
        end else begin : gen_rax1
          assign expected[64*half+:64] = n ^ {m[62:0], m[63]};
        end
      end
    end

    always_comb begin
      assert (result == expected);
    end
  end

endmodule
