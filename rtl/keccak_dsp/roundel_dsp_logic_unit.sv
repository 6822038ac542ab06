// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// 48 times a two-input function in one DSP slice of AMD's 7 series: with AndNot a & ~b, else a ^ b.
// Combinational, or with Pipelined three levels of registers: two before a's side of the function, one before
// b's (the slice has no second), one behind it. A result is there three cycles after a and two after b came,
// if both are held. The one place that names the device's cell.

module roundel_dsp_logic_unit #(
  parameter bit AndNot    = 1'b0,
  parameter bit Pipelined = 1'b0
) (
  input  logic        clk_i,
  input  logic [47:0] a_i,
  input  logic [47:0] b_i,
  output logic [47:0] data_o
);

`ifdef SYNTHESIS
  DSP48E1 #(
`else
  roundel_dsp48e1_model #(
`endif
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
