// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Models the logic unit of AMD's 7 series DSP slice for simulation: A:B and C pass their registers, then one
// of the two-input functions of table 2-13, then the register of P. For synthesis it is a black box, the
// device's own cell DSP48E1.
//
// Ports and parameters are those of the cell that roundel_dsp_logic_unit uses. Everything else that the cell
// can do, arithmetic first of all, is not modeled. The defaults are not those of the cell: set all
// parameters.
//
// Schedule:   AREG + PREG cycles from A and B to P; CREG + PREG cycles from C to P. Combinational where the
//             sum is 0. The controls have no registers.
// Interfaces: all ports from and to roundel_dsp_logic_unit.
// Reference:  UG479, "Logic Unit" and table 2-13

`ifdef SYNTHESIS
`define ROUNDEL_DSP48E1 DSP48E1
(* blackbox *)
`else
`define ROUNDEL_DSP48E1 roundel_dsp48e1_model
`endif
// verilog_lint: waive module-filename (the name depends on SYNTHESIS)
module `ROUNDEL_DSP48E1 #(
  parameter int unsigned AREG          = 0,
  parameter int unsigned BREG          = 0,
  parameter int unsigned CREG          = 0,
  parameter int unsigned PREG          = 0,
  parameter int unsigned MREG          = 0,
  parameter int unsigned ACASCREG      = 0,
  parameter int unsigned BCASCREG      = 0,
  parameter int unsigned ALUMODEREG    = 0,
  parameter int unsigned OPMODEREG     = 0,
  parameter int unsigned INMODEREG     = 0,
  parameter int unsigned CARRYINREG    = 0,
  parameter int unsigned CARRYINSELREG = 0,
  parameter string       USE_MULT      = "NONE"
) (
  input  logic        CLK,         // clock of every register
  input  logic [29:0] A,           // bits 47:18 of operand X
  input  logic [17:0] B,           // bits 17:0 of operand X
  input  logic [47:0] C,           // operand Z
  input  logic [ 3:0] ALUMODE,     // bit 3: AND or OR, else XOR or XNOR; bit 1: invert P; bit 0: invert Z
  input  logic [ 6:0] OPMODE,      // 0110011 or 0111011: X = A:B, Z = C; bit 3 is every bit of Y
  input  logic [ 4:0] INMODE,      // not modeled: input of the multiplier
  input  logic [ 2:0] CARRYINSEL,  // not modeled: source of the carry
  input  logic        CARRYIN,     // not modeled: carry in
  input  logic        CEA1,        // enable of the first of two registers of A
  input  logic        CEA2,        // enable of the last register of A
  input  logic        CEB1,        // enable of the first of two registers of B
  input  logic        CEB2,        // enable of the last register of B
  input  logic        CEC,         // enable of the register of C
  input  logic        CEP,         // enable of the register of P
  input  logic        RSTA,        // reset of the registers of A, synchronous, active high
  input  logic        RSTB,        // reset of the registers of B, synchronous, active high
  input  logic        RSTC,        // reset of the register of C, synchronous, active high
  input  logic        RSTP,        // reset of the register of P, synchronous, active high
  output logic [47:0] P            // the result
);

  if (MREG != 0 || USE_MULT != "NONE") begin : gen_multiplies
    $fatal(1, "%m: the multiplier is not modelled, expected USE_MULT \"NONE\" and MREG 0");
  end
  if (AREG > 2 || AREG != BREG || CREG > 1 || PREG > 1) begin : gen_bad_registers
    $fatal(1, "%m: AREG, BREG, CREG and PREG are %0d, %0d, %0d and %0d", AREG, BREG, CREG, PREG);
  end
  if (ACASCREG != AREG || BCASCREG != BREG) begin : gen_bad_cascade
    $fatal(1, "%m: cascades are not modelled, expected ACASCREG and BCASCREG as AREG and BREG");
  end
  if (ALUMODEREG + OPMODEREG + INMODEREG + CARRYINREG + CARRYINSELREG != 0) begin : gen_bad_control
    $fatal(1, "%m: registers of the control are not modelled");
  end

  logic unused_control, unused_without_registers;
  assign unused_control = ^{INMODE, CARRYINSEL, CARRYIN, CEA1, CEB1};
  assign unused_without_registers = ^{CLK, CEA2, CEB2, CEC, CEP, RSTA, RSTB, RSTC, RSTP};

  logic [47:0] x, z, y, z_inverted, sum, result;

  if (AREG == 0) begin : gen_a_straight
    assign x = {A, B};
  end else begin : gen_a_registers
    logic [47:0] x_q[AREG];
    always_ff @(posedge CLK) begin
      for (int unsigned i = 0; i < AREG; i++) begin
        if (RSTA) x_q[i][47:18] <= '0;
        else if (i == AREG - 1 ? CEA2 : CEA1) x_q[i][47:18] <= i == 0 ? A : x_q[(i+AREG-1)%AREG][47:18];
        if (RSTB) x_q[i][17:0] <= '0;
        else if (i == AREG - 1 ? CEB2 : CEB1) x_q[i][17:0] <= i == 0 ? B : x_q[(i+AREG-1)%AREG][17:0];
      end
    end
    assign x = x_q[AREG-1];
  end

  if (CREG == 0) begin : gen_c_straight
    assign z = C;
  end else begin : gen_c_register
    logic [47:0] z_q;
    always_ff @(posedge CLK) begin
      if (RSTC) z_q <= '0;
      else if (CEC) z_q <= C;
    end
    assign z = z_q;
  end

  // The function is a sum or a majority of three. With Y = 0 that is XOR or AND, with Y = 1 XNOR or OR.
  assign y = {48{OPMODE[3]}};
  assign z_inverted = ALUMODE[0] ? ~z : z;
  assign sum = ALUMODE[3] ? (x & y) | (x & z_inverted) | (y & z_inverted) : x ^ y ^ z_inverted;
  assign result = ALUMODE[1] ? ~sum : sum;

  if (PREG == 0) begin : gen_p_straight
    assign P = result;
  end else begin : gen_p_register
    always_ff @(posedge CLK) begin
      if (RSTP) P <= '0;
      else if (CEP) P <= result;
    end
  end

  always_comb begin
    // The controls select X = A:B, Y = 0 or 1, Z = C, and a logic function.
    assert (OPMODE[6:4] == 3'b011 && OPMODE[2:0] == 3'b011 && ALUMODE[2]);
  end

endmodule

`undef ROUNDEL_DSP48E1
