// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The Keccak SIMD unit as a coprocessor on the PCPI port of PicoRV32, with 32 registers of 128 bits.
//
// custom-0, R4: an instruction of docs/isa.md. custom-1, R, moves words between the two register files;
// funct3 says which:
//   0, 1  slot lo, hi of Vd := {rs2, rs1}          2, 3  the same, added (XOR) to the slot
//   4..7  rd := word 0..3 of V[rs1's number]
// One cycle each, from valid to ready. Registers are not reset.

module roundel_simd_pcpi (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        pcpi_valid_i,
  input  logic [31:0] pcpi_insn_i,
  input  logic [31:0] pcpi_rs1_i,
  input  logic [31:0] pcpi_rs2_i,
  output logic        pcpi_wr_o,
  output logic [31:0] pcpi_rd_o,
  output logic        pcpi_wait_o,
  output logic        pcpi_ready_o
);

  localparam logic [6:0] Custom0 = 7'b0001011;
  localparam logic [6:0] Custom1 = 7'b0101011;

  logic [127:0] registers_q[32];
  logic [127:0] n, m, k, d, result, moved;
  logic [63:0] words;
  logic [2:0] funct3;
  logic [1:0] funct2;
  logic [4:0] rd, rs1, rs2, rs3;
  logic is_unit, is_move, ours, ready_q;

  assign {rs3, funct2, rs2, rs1, funct3, rd} = pcpi_insn_i[31:7];
  assign is_unit = pcpi_insn_i[6:0] == Custom0;
  assign is_move = pcpi_insn_i[6:0] == Custom1;
  assign ours = pcpi_valid_i & (is_unit | is_move) & ~ready_q;

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
    if (ours & is_unit) registers_q[rd] <= result;
    if (ours & is_move & ~funct3[2]) registers_q[rd] <= moved;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) ready_q <= 1'b0;
    else ready_q <= ours;
  end

  always_ff @(posedge clk_i) begin
    pcpi_wr_o <= is_move & funct3[2];
    pcpi_rd_o <= n[32*funct3[1:0]+:32];
  end

  assign pcpi_ready_o = ready_q;
  assign pcpi_wait_o = ours;

endmodule
