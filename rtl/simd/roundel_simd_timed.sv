// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The Keccak SIMD unit between registers, as in a pipeline of a processor: for a measurement of its clock
// rate on an FPGA.
//
// Schedule:   a result is valid two cycles after its operands; one result a cycle.
// Interfaces: operands from, and the result to, the top ports; `roundel isa area` implements it as a top.
//             Uses roundel_simd_unit.

module roundel_simd_timed (
  input  logic         clk_i,
  input  logic [  4:0] function_i,  // the function code
  input  logic [  4:0] index_i,     // the index of the round constant
  input  logic [127:0] n_i,         // operand Vn
  input  logic [127:0] m_i,         // operand Vm
  input  logic [127:0] k_i,         // operand Vk
  output logic [127:0] d_o          // result Vd
);

  logic [4:0] function_q, index_q;
  logic [127:0] n_q, m_q, k_q, d;

  roundel_simd_unit u_unit (
    .function_i(function_q),
    .index_i   (index_q),
    .n_i       (n_q),
    .m_i       (m_q),
    .k_i       (k_q),
    .d_o       (d)
  );

  always_ff @(posedge clk_i) begin
    function_q <= function_i;
    index_q <= index_i;
    n_q <= n_i;
    m_q <= m_i;
    k_q <= k_i;
    d_o <= d;
  end

endmodule
