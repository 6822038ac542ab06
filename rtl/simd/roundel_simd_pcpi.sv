// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The Keccak SIMD unit as a coprocessor on the PCPI port of PicoRV32, with 32 registers of 128 bits.
// Registers are not reset.
//
// custom-0, format R4, is an instruction of docs/isa.md. custom-1, format R, moves words between the two
// register files, selected by funct3:
//   0, 1  slot lo, hi of Vd := {rs2, rs1}          2, 3  the same, added (XOR) to the slot
//   4..7  rd := word 0..3 of V[number in the rs1 field]
//
// Schedule:   pcpi_ready_o follows pcpi_valid_i by one cycle, for every instruction.
// Interfaces: the PCPI port of PicoRV32, both ways. Uses roundel_simd_unit.
// Reference:  docs/isa.md

module roundel_simd_pcpi (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        pcpi_valid_i,  // PicoRV32 offers the instruction in pcpi_insn_i
  input  logic [31:0] pcpi_insn_i,   // the instruction word
  input  logic [31:0] pcpi_rs1_i,    // value of integer register rs1
  input  logic [31:0] pcpi_rs2_i,    // value of integer register rs2
  output logic        pcpi_wr_o,     // with pcpi_ready_o: pcpi_rd_o is written to integer register rd
  output logic [31:0] pcpi_rd_o,     // the value for integer register rd
  output logic        pcpi_wait_o,   // the instruction is recognized and executes in this cycle
  output logic        pcpi_ready_o   // the instruction is done
);

  localparam logic [6:0] Custom0 = 7'b0001011;
  localparam logic [6:0] Custom1 = 7'b0101011;

  logic [127:0] registers_q[32];
  logic [127:0] n, m, k, d, result, moved;
  logic [63:0] words;
  logic [2:0] funct3;
  logic [1:0] funct2;
  logic [4:0] rd, rs1, rs2, rs3;
  logic is_unit, is_move, recognized, ready_q;

  assign {rs3, funct2, rs2, rs1, funct3, rd} = pcpi_insn_i[31:7];
  assign is_unit = pcpi_insn_i[6:0] == Custom0;
  assign is_move = pcpi_insn_i[6:0] == Custom1;
  assign recognized = pcpi_valid_i & (is_unit | is_move) & ~ready_q;

  assign n = registers_q[rs1];
  assign m = registers_q[rs2];
  assign k = registers_q[rs3];
  assign d = registers_q[rd];

  roundel_simd_unit u_unit (
    .function_i({funct2, funct3}),
    .index_i   (rs2),
    .n_i       (n),
    .m_i       (m),
    .k_i       (k),
    .d_o       (result)
  );

  always_comb begin
    words = {pcpi_rs2_i, pcpi_rs1_i} ^ (funct3[1] ? (funct3[0] ? d[127:64] : d[63:0]) : '0);
    moved = funct3[0] ? {words, d[63:0]} : {d[127:64], words};
  end

  always_ff @(posedge clk_i) begin
    if (recognized & is_unit) registers_q[rd] <= result;
    if (recognized & is_move & ~funct3[2]) registers_q[rd] <= moved;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) ready_q <= 1'b0;
    else ready_q <= recognized;
  end

  always_ff @(posedge clk_i) begin
    pcpi_wr_o <= is_move & funct3[2];
    pcpi_rd_o <= n[32*funct3[1:0]+:32];
  end

  assign pcpi_ready_o = ready_q;
  assign pcpi_wait_o = recognized;

endmodule
