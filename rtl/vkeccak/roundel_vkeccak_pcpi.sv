// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_vkeccak_unit as a coprocessor on the PCPI port of PicoRV32, with 32 vector registers of 256 bits.
// Registers are not reset. The coprocessor has vkeccak.vi and no other vector instruction.
//
// vkeccak.vi has the encoding of the RISC-V draft Zvknhk. vd has to be v0, v8, v16 or v24. With a reserved
// immediate or another vd, the word is not recognized, which is an illegal instruction to the core. It reads
// neither vl nor vtype, of which there are none here.
//
// custom-1, format R, is not of the draft. It moves words between the two register files, as PCPI has no
// path to memory. funct3 is the number of an element in a vector register; selected by funct7:
//   0  element of Vd := {rs2, rs1}                 1  the same, added (XOR) to the element
//   2  rd := low word of the element of V[number in the rs1 field]                 3  its high word
//
// Schedule:   a move takes one cycle, then pcpi_ready_o. vkeccak.vi takes the cycles of the unit with 7 words
//             each way, and pcpi_ready_o follows.
// Interfaces: the PCPI port of PicoRV32, both ways. Uses roundel_vkeccak_unit.
// Reference:  Zvknhk (draft, github.com/riscv/riscv-pqc, src/zvknhk.adoc); docs/isa.md

module roundel_vkeccak_pcpi (
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

  localparam int unsigned Vlen = 256;
  localparam logic [6:0] OpVe = 7'b1110111;
  localparam logic [2:0] OpMvv = 3'b010;
  localparam logic [6:0] Funct7 = 7'b1010011;  // funct6 101001, and not masked (vm = 1)
  localparam logic [4:0] Vs1 = 5'b10010;
  localparam logic [6:0] Custom1 = 7'b0101011;

  typedef enum logic [1:0] {
    MoveIn,
    MoveAdd,
    MoveLow,
    MoveHigh
  } move_e;

  localparam logic [2:0] LastWord = 3'd6;  // the seventh register of a group has lane 24

  logic [Vlen-1:0] registers_q[32];
  logic [Vlen-1:0] result;
  logic [6:0] funct7, opcode;
  logic [4:0] rs2, rs1, rd, word_register;
  logic [2:0] funct3, word_q;  // the word of the group that the unit reads or writes
  logic is_keccak, is_move, recognized, done, ready_q;
  logic unit_ready, illegal, in_ready, out_valid;
  logic [63:0] read_element, old_element, new_element;
  move_e move;

  assign {funct7, rs2, rs1, funct3, rd, opcode} = pcpi_insn_i;
  assign is_keccak = opcode == OpVe && funct3 == OpMvv && funct7 == Funct7 && rs1 == Vs1 && rd[2:0] == '0;
  assign is_move = opcode == Custom1 && funct7[6:2] == '0 && !funct3[2];
  assign move = move_e'(funct7[1:0]);
  assign recognized = pcpi_valid_i && !ready_q && (is_move || (is_keccak && !illegal));

  roundel_vkeccak_unit #(
    .DataWidth(Vlen)
  ) u_unit (
    .clk_i,
    .rst_ni,
    .start_i    (pcpi_valid_i && !ready_q && is_keccak && unit_ready),
    .imm_i      (rs2),
    .ready_o    (unit_ready),
    .illegal_o  (illegal),
    .in_valid_i (1'b1),
    .in_ready_o (in_ready),
    .in_data_i  (registers_q[word_register]),
    .out_valid_o(out_valid),
    .out_ready_i(1'b1),
    .out_data_o (result)
  );

  assign word_register = {rd[4:3], word_q};
  assign done = is_move ? recognized : out_valid && word_q == LastWord;
  assign read_element = registers_q[rs1][64*funct3[1:0]+:64];
  assign old_element = registers_q[rd][64*funct3[1:0]+:64];
  assign new_element = {pcpi_rs2_i, pcpi_rs1_i} ^ (move == MoveAdd ? old_element : '0);

  always_ff @(posedge clk_i) begin
    if (out_valid) registers_q[word_register] <= result;
    else if (recognized && is_move && (move == MoveIn || move == MoveAdd))
      registers_q[rd][64*funct3[1:0]+:64] <= new_element;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      word_q  <= '0;
    end else begin
      ready_q <= done;
      if (in_ready || out_valid) word_q <= word_q == LastWord ? '0 : word_q + 3'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    pcpi_wr_o <= is_move && (move == MoveLow || move == MoveHigh);
    pcpi_rd_o <= move == MoveHigh ? read_element[63:32] : read_element[31:0];
  end

  assign pcpi_ready_o = ready_q;
  assign pcpi_wait_o  = recognized;

endmodule
