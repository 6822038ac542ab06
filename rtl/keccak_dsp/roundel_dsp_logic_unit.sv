// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes 48 two-input functions in one DSP slice of AMD's 7 series: a & ~b with AndNot, else a ^ b. It is
// the only module that instantiates the device's cell.
//
// With Pipelined the slice has three levels of registers: two on the side of a, one on the side of b (the
// slice has no second one there) and one after the function.
//
// Schedule:   Combinational; with Pipelined a result is valid three cycles after a_i and two after b_i
//             changed, if both are held.
// Interfaces: operands from, and the result to, roundel_dsp_logic. Uses the cell DSP48E1, in simulation
//             roundel_dsp48e1_model.
// Reference:  UG479, "Logic Unit"

`ifdef SYNTHESIS
`define ROUNDEL_DSP48E1 DSP48E1
`else
`define ROUNDEL_DSP48E1 roundel_dsp48e1_model
`endif

module roundel_dsp_logic_unit #(
  parameter bit AndNot    = 1'b0,
  parameter bit Pipelined = 1'b0
) (
  input  logic        clk_i,
  input  logic [47:0] a_i,    // first operand; with Pipelined it has two registers
  input  logic [47:0] b_i,    // second operand; with Pipelined it has one register
  output logic [47:0] data_o  // the result
);

  `ROUNDEL_DSP48E1 #(
    .AREG         (Pipelined ? 2 : 0),
    .BREG         (Pipelined ? 2 : 0),
    .CREG         (Pipelined ? 1 : 0),
    .PREG         (Pipelined ? 1 : 0),
    .MREG         (0),
    .ACASCREG     (Pipelined ? 2 : 0),
    .BCASCREG     (Pipelined ? 2 : 0),
    .ALUMODEREG   (0),
    .OPMODEREG    (0),
    .INMODEREG    (0),
    .CARRYINREG   (0),
    .CARRYINSELREG(0),
    .USE_MULT     ("NONE")
  ) u_slice (
    .CLK       (clk_i),
    .A         (a_i[47:18]),
    .B         (a_i[17:0]),
    .C         (b_i),
    .ALUMODE   (AndNot ? 4'b1101 : 4'b0100),
    .OPMODE    (7'b0110011),
    .INMODE    (5'b00000),
    .CARRYINSEL(3'b000),
    .CARRYIN   (1'b0),
    .CEA1      (Pipelined),
    .CEA2      (Pipelined),
    .CEB1      (Pipelined),
    .CEB2      (Pipelined),
    .CEC       (Pipelined),
    .CEP       (Pipelined),
    .RSTA      (1'b0),
    .RSTB      (1'b0),
    .RSTC      (1'b0),
    .RSTP      (1'b0),
    .P         (data_o)
  );

endmodule

`undef ROUNDEL_DSP48E1
