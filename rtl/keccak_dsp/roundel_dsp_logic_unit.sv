// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes 48 two-input functions in one DSP slice of AMD's 7 series: a & ~b with AndNot, else a ^ b. It is
// the only module that instantiates the device's cell.
//
// Levels places the registers of the slice. The slice has no second register on the side of b, and none more
// after the function, so there are at most three levels:
//
//   Levels   before the function: of a, of b   after it   cycles from a, from b
//   0                   0           0             0               0  0
//   1                   0           0             1               1  1
//   2                   1           1             1               2  2
//   3                   2           1             1               3  2
//
// Schedule:   A result is valid the table's cycles after a_i and b_i changed, if both are held.
// Interfaces: operands from, and the result to, roundel_dsp_logic. Uses the cell DSP48E1, in simulation
//             roundel_dsp48e1_model.
// Reference:  UG479, "Logic Unit"

`ifdef SYNTHESIS
`define ROUNDEL_DSP48E1 DSP48E1
`else
`define ROUNDEL_DSP48E1 roundel_dsp48e1_model
`endif

module roundel_dsp_logic_unit #(
  parameter bit          AndNot = 1'b0,
  parameter int unsigned Levels = 0      // of registers, 0 to 3
) (
  input  logic        clk_i,
  input  logic [47:0] a_i,    // first operand, Levels registers before the result
  input  logic [47:0] b_i,    // second operand, at most two registers before the result
  output logic [47:0] data_o  // the result
);

  localparam int unsigned RegistersA = Levels == 0 ? 0 : Levels - 1;
  localparam int unsigned RegistersB = Levels > 1 ? 1 : 0;
  localparam int unsigned RegistersP = Levels > 0 ? 1 : 0;

  if (Levels > 3) begin : gen_bad_levels
    $fatal(1, "%m: Levels is %0d, expected 0 to 3", Levels);
  end

  `ROUNDEL_DSP48E1 #(
    .AREG         (RegistersA),
    .BREG         (RegistersA),
    .CREG         (RegistersB),
    .PREG         (RegistersP),
    .MREG         (0),
    .ACASCREG     (RegistersA),
    .BCASCREG     (RegistersA),
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
    .CEA1      (RegistersA == 2),
    .CEA2      (RegistersA != 0),
    .CEB1      (RegistersA == 2),
    .CEB2      (RegistersA != 0),
    .CEC       (RegistersB != 0),
    .CEP       (RegistersP != 0),
    .RSTA      (1'b0),
    .RSTB      (1'b0),
    .RSTC      (1'b0),
    .RSTP      (1'b0),
    .P         (data_o)
  );

endmodule

`undef ROUNDEL_DSP48E1
