// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
// Made by `roundel isa generate` from src/roundel/isa/definition.py: do not edit.
//
// Constants of the Keccak SIMD unit: the function codes, and the source that each function selects
// for each operand. Bit f of a mask is set when function f selects that source: `Rol1` means
// rotated left by 1, `Rotated` means the output of a rotator. A function that uses a rotator has
// a code below 16. So the masks of a rotator's stages have 16 bits, indexed by the low four bits
// of the code.
//
// Reference:  docs/isa.md

package roundel_simd_pkg;

  localparam int unsigned FunctionWidth = 5;

  typedef enum logic [FunctionWidth-1:0] {
    Krho0  = 5'd0,
    Krho1  = 5'd1,
    Krho2  = 5'd2,
    Krho3  = 5'd3,
    Krho4  = 5'd4,
    Krho5  = 5'd5,
    Krho6  = 5'd6,
    Krho7  = 5'd7,
    Krho8  = 5'd8,
    Krho9  = 5'd9,
    Krho10 = 5'd10,
    Krho11 = 5'd11,
    Krho12 = 5'd12,
    Kxor   = 5'd13,
    Kfold  = 5'd14,
    Keff0  = 5'd15,
    Keff1  = 5'd16,
    Keff2  = 5'd17,
    Kchi0  = 5'd18,
    Kchi1  = 5'd19,
    Kchi2  = 5'd20,
    Kchi3  = 5'd21,
    Kchi4  = 5'd22,
    Kodd0  = 5'd23,
    Kodd1  = 5'd24,
    Kodd2  = 5'd25,
    Kodd3  = 5'd26,
    Kchr8  = 5'd28,
    Kchr16 = 5'd29,
    Kchr32 = 5'd30,
    Kchr64 = 5'd31
  } function_e;

  typedef logic [31:0] mask_t;

  localparam mask_t AHiKHi = 32'hf4260000;
  localparam mask_t AHiMHi = 32'h00800000;
  localparam mask_t AHiMLo = 32'h02598000;
  localparam mask_t AHiRotated = 32'h00007fff;
  localparam mask_t ALoKHi = 32'h005b0000;
  localparam mask_t ALoKLo = 32'hf2a48000;
  localparam mask_t ALoMHi = 32'h01000000;
  localparam mask_t ALoRotated = 32'h00007fff;
  localparam mask_t BHiMHi = 32'h02380000;
  localparam mask_t BHiNLo = 32'hf4c40000;
  localparam mask_t BLoKHi = 32'hf1a40000;
  localparam mask_t BLoMLo = 32'h00580000;
  localparam mask_t CHiNHi = 32'hf4d46000;
  localparam mask_t CHiNLo = 32'h02280000;
  localparam mask_t CHiNLoRol1 = 32'h00038000;
  localparam mask_t CLoMHi = 32'h00380000;
  localparam mask_t CLoMHiRol1 = 32'h00018000;
  localparam mask_t CLoMLo = 32'h00802000;
  localparam mask_t CLoNLo = 32'hf1440000;
  localparam mask_t CLoNLoRol1 = 32'h00020000;
  localparam mask_t CLoYHi = 32'h00004000;

  // The one-hot selects: the operand of a sum, then the source that it selects.
  typedef struct packed {
    logic a_hi_k_hi;
    logic a_hi_m_hi;
    logic a_hi_m_lo;
    logic a_hi_rotated;
    logic a_lo_k_hi;
    logic a_lo_k_lo;
    logic a_lo_m_hi;
    logic a_lo_rotated;
    logic b_hi_m_hi;
    logic b_hi_n_lo;
    logic b_lo_k_hi;
    logic b_lo_m_lo;
    logic c_hi_n_hi;
    logic c_hi_n_lo;
    logic c_hi_n_lo_rol1;
    logic c_lo_m_hi;
    logic c_lo_m_hi_rol1;
    logic c_lo_m_lo;
    logic c_lo_n_lo;
    logic c_lo_n_lo_rol1;
    logic c_lo_y_hi;
  } selects_t;

  function automatic selects_t selects_of(logic [FunctionWidth-1:0] code);
    selects_of.a_hi_k_hi = AHiKHi[code];
    selects_of.a_hi_m_hi = AHiMHi[code];
    selects_of.a_hi_m_lo = AHiMLo[code];
    selects_of.a_hi_rotated = AHiRotated[code];
    selects_of.a_lo_k_hi = ALoKHi[code];
    selects_of.a_lo_k_lo = ALoKLo[code];
    selects_of.a_lo_m_hi = ALoMHi[code];
    selects_of.a_lo_rotated = ALoRotated[code];
    selects_of.b_hi_m_hi = BHiMHi[code];
    selects_of.b_hi_n_lo = BHiNLo[code];
    selects_of.b_lo_k_hi = BLoKHi[code];
    selects_of.b_lo_m_lo = BLoMLo[code];
    selects_of.c_hi_n_hi = CHiNHi[code];
    selects_of.c_hi_n_lo = CHiNLo[code];
    selects_of.c_hi_n_lo_rol1 = CHiNLoRol1[code];
    selects_of.c_lo_m_hi = CLoMHi[code];
    selects_of.c_lo_m_hi_rol1 = CLoMHiRol1[code];
    selects_of.c_lo_m_lo = CLoMLo[code];
    selects_of.c_lo_n_lo = CLoNLo[code];
    selects_of.c_lo_n_lo_rol1 = CLoNLoRol1[code];
    selects_of.c_lo_y_hi = CLoYHi[code];
  endfunction

  localparam int unsigned BeforeLo = 0;
  localparam int unsigned StagesLo[5] = '{1, 5, 13, 23, 43};
  localparam logic [15:0] RotateLo[5] = '{16'h0a24, 16'h1f38, 16'h17d8, 16'h1dc4, 16'h1e8e};
  localparam int unsigned BeforeHi = 61;
  localparam int unsigned StagesHi[5] = '{1, 4, 13, 24, 30};
  localparam logic [15:0] RotateHi[5] = '{16'h098c, 16'h0fb5, 16'h6c45, 16'h6aa2, 16'h728d};

  function automatic logic [63:0] rotated(logic [63:0] lane, int unsigned by);
    return lane << by | lane >> (64 - by);
  endfunction

  // The place in a slot of bit i of a round constant that has four bits for each byte.
  function automatic int unsigned constant_place(int unsigned i);
    return 8 * (i / 4) + (1 << (i % 4)) - 1;
  endfunction

  // The functions with a round constant, by lane width: 8, 16, 32, 64 bits.
  localparam mask_t Constants[4] = '{32'h10000000, 32'h20000000, 32'h40000000, 32'h80000000};

endpackage
