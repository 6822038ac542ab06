// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_simd_unit equals the definition of the instructions, for each of them and all operands.
// Combinational: one step. Each function has a unit and a specification of its own, with the code tied:
// what is left of the two is then alike, where a free code would leave the solver to find that out.

module simd_unit_check #(
  parameter int unsigned First = 0,
  parameter int unsigned Count = 32
) (
  input logic [  4:0] index_i,
  input logic [127:0] n_i,
  input logic [127:0] m_i,
  input logic [127:0] k_i
);

  for (genvar i = First; i < First + Count; i++) begin : gen_function
    logic [127:0] result, expected;
    logic defined;

    roundel_simd_unit u_dut (
      .function_i(5'(i)),
      .index_i   (index_i),
      .n_i       (n_i),
      .m_i       (m_i),
      .k_i       (k_i),
      .d_o       (result)
    );

    simd_spec u_spec (
      .function_i(5'(i)),
      .index_i   (index_i),
      .n_i       (n_i),
      .m_i       (m_i),
      .k_i       (k_i),
      .d_o       (expected),
      .defined_o (defined)
    );

    always_comb begin
      if (defined) assert (result == expected);
    end
  end

endmodule
