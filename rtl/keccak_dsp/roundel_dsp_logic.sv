// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes a two-input function of two vectors of any width in DSP slices, 48 bits in each slice: a & ~b
// with AndNot, else a ^ b. It costs ceil(Width / 48) slices.
//
// Schedule:   Combinational with Levels = 0; otherwise Levels cycles after a_i, and at most two after b_i, as
//             roundel_dsp_logic_unit.
// Interfaces: vectors from, and to, the steps of roundel_keccak_round_dsp. Uses roundel_dsp_logic_unit.

module roundel_dsp_logic #(
  parameter int unsigned Width  = 320,
  parameter bit          AndNot = 1'b0,
  parameter int unsigned Levels = 0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,    // first operand, Levels registers before the result
  input  logic [Width-1:0] b_i,    // second operand, at most two registers before the result
  output logic [Width-1:0] data_o  // the result
);

  localparam int unsigned UnitWidth = 48;
  localparam int unsigned NumUnits = (Width + UnitWidth - 1) / UnitWidth;

  logic [NumUnits*UnitWidth-1:0] a, b, data;

  assign a = (NumUnits * UnitWidth)'(a_i);
  assign b = (NumUnits * UnitWidth)'(b_i);
  assign data_o = data[Width-1:0];

  if (NumUnits * UnitWidth > Width) begin : gen_rest
    logic unused_rest;
    assign unused_rest = ^data[NumUnits*UnitWidth-1:Width];
  end

  for (genvar i = 0; i < NumUnits; i++) begin : gen_unit
    roundel_dsp_logic_unit #(
      .AndNot(AndNot),
      .Levels(Levels)
    ) u_unit (
      .clk_i,
      .a_i   (a[UnitWidth*i+:UnitWidth]),
      .b_i   (b[UnitWidth*i+:UnitWidth]),
      .data_o(data[UnitWidth*i+:UnitWidth])
    );
  end

endmodule
