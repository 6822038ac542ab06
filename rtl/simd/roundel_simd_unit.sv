// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The Keccak SIMD unit: executes one instruction of docs/isa.md. It has three 128-bit operands, one result
// and no state. The result is undefined for code 27, and for an index above 23 where the function has a
// constant.
//
// Each slot of the result is one sum, y = a ^ (~b & c) ^ constant, with a select of sources at each operand;
// the high slot has no constant. An operand without a selected source is zero, which makes a plain sum of a
// and c, or passes a. A sum of three sources goes through a rotator too, which then does not rotate.
//
// Schedule:   Combinational.
// Interfaces: function and operands from, and the result to, roundel_simd_pcpi or roundel_simd_timed. Uses
//             roundel_simd_decoder, roundel_simd_constant and two roundel_simd_rotator.
// Reference:  docs/isa.md

module roundel_simd_unit (
  input  logic [roundel_simd_pkg::FunctionWidth-1:0] function_i,  // the function code
  input  logic [                                4:0] index_i,     // the field of Vm: a round constant's index
  input  logic [                              127:0] n_i,         // operand Vn
  input  logic [                              127:0] m_i,         // operand Vm
  input  logic [                              127:0] k_i,         // operand Vk
  output logic [                              127:0] d_o          // result Vd
);

  import roundel_simd_pkg::*;

  selects_t sel;
  logic [4:0] rotate_lo, keep_lo, rotate_hi, keep_hi;
  logic [63:0] n_lo, n_hi, m_lo, m_hi, k_lo, k_hi;
  logic [63:0] rotated_lo, rotated_hi, constant;
  logic [31:0] constant_bits;
  logic [63:0] a_lo, b_lo, c_lo, y_lo, a_hi, b_hi, c_hi, y_hi;

  assign {n_hi, n_lo} = n_i;
  assign {m_hi, m_lo} = m_i;
  assign {k_hi, k_lo} = k_i;

  roundel_simd_decoder u_decoder (
    .function_i (function_i),
    .selects_o  (sel),
    .rotate_lo_o(rotate_lo),
    .keep_lo_o  (keep_lo),
    .rotate_hi_o(rotate_hi),
    .keep_hi_o  (keep_hi)
  );

  roundel_simd_constant u_constant (
    .function_i(function_i),
    .index_i   (index_i),
    .constant_o(constant_bits)
  );

  always_comb begin
    constant = '0;
    for (int unsigned i = 0; i < 32; i++) constant[constant_place(i)] = constant_bits[i];
  end

  roundel_simd_rotator #(
    .Before(BeforeLo),
    .Stages(StagesLo)
  ) u_rotator_lo (
    .rotate_i(rotate_lo),
    .keep_i  (keep_lo),
    .lane_i  (n_lo ^ k_lo),
    .lane_o  (rotated_lo)
  );

  roundel_simd_rotator #(
    .Before(BeforeHi),
    .Stages(StagesHi)
  ) u_rotator_hi (
    .rotate_i(rotate_hi),
    .keep_i  (keep_hi),
    .lane_i  (m_hi ^ k_hi),
    .lane_o  (rotated_hi)
  );

  function automatic logic [63:0] when(logic selected, logic [63:0] lane);
    return {64{selected}} & lane;
  endfunction

  always_comb begin
    a_lo = when(sel.a_lo_rotated, rotated_lo) | when(sel.a_lo_k_lo, k_lo) | when(sel.a_lo_k_hi, k_hi) |
        when(sel.a_lo_m_hi, m_hi);
    b_lo = when(sel.b_lo_k_hi, k_hi) | when(sel.b_lo_m_lo, m_lo);
    c_lo = when(sel.c_lo_m_lo, m_lo) | when(sel.c_lo_m_hi, m_hi) | when(sel.c_lo_n_lo, n_lo) |
        when(sel.c_lo_m_hi_rol1, rotated(m_hi, 1)) | when(sel.c_lo_n_lo_rol1, rotated(n_lo, 1)) |
        when(sel.c_lo_y_hi, y_hi);
    y_lo = a_lo ^ (~b_lo & c_lo) ^ constant;
  end

  always_comb begin
    a_hi = when(sel.a_hi_rotated, rotated_hi) | when(sel.a_hi_k_hi, k_hi) | when(sel.a_hi_m_lo, m_lo) |
        when(sel.a_hi_m_hi, m_hi);
    b_hi = when(sel.b_hi_m_hi, m_hi) | when(sel.b_hi_n_lo, n_lo);
    c_hi = when(sel.c_hi_n_hi, n_hi) | when(sel.c_hi_n_lo, n_lo) |
        when(sel.c_hi_n_lo_rol1, rotated(n_lo, 1));
    y_hi = a_hi ^ (~b_hi & c_hi);
  end

  assign d_o = {y_hi, y_lo};

endmodule
