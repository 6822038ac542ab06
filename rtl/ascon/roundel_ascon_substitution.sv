// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies step p_S of Ascon: the 5-bit S-box on every column, bit i of the words S_0 to S_4.
//
// The equations are those of the standard, shared so that a column takes six LUT4s in two levels.
// With Inject the words S_0 and S_1 are sums of two registers each. A column then takes nine LUT4s, still in
// two levels: so a core can replace the rate of the state in the cycle in which it permutes it.
//
// Schedule:   Combinational; 2 LUT4 levels.
// Interfaces: words from the state register; result to roundel_ascon_diffusion. Used by roundel_ascon_round
// Reference:  SP 800-232 section 3.3, equation 5 and table 6

(* keep_hierarchy *)
module roundel_ascon_substitution #(
  parameter int unsigned Columns = 64,   // width of the words
  parameter bit          Inject  = 1'b0  // add inject_i to S_0 and S_1
) (
  input  logic [4:0][Columns-1:0] state_i,   // S_0 to S_4, with the round constant
  input  logic [1:0][Columns-1:0] inject_i,  // added to S_0 and S_1 with Inject
  output logic [4:0][Columns-1:0] state_o    // S_0 to S_4 after the S-boxes
);

  logic [Columns-1:0] x0, x1, x2, x3, x4;  // the inputs
  logic [Columns-1:0] y0, y1, y2, y3, y4;  // the outputs
  logic [Columns-1:0] x0_x4;  // x0 ^ x4

  assign x2 = state_i[2];
  assign x3 = state_i[3];
  assign x4 = state_i[4];
  assign x0_x4 = x0 ^ x4;
  assign y1 = x0_x4 ^ (x1 & ~(x2 ^ x3)) ^ (x2 | x3);

  if (Inject) begin : gen_inject
    logic [Columns-1:0] x0_x2, x1_x2;  // x0 ^ x2, x1 ^ x2
    assign x0 = state_i[0] ^ inject_i[0];
    assign x1 = state_i[1] ^ inject_i[1];
    assign x0_x2 = x0 ^ x2;
    assign x1_x2 = x1 ^ x2;
    assign y0 = x0_x2 ^ x3 ^ (x1 & ~(x0_x2 ^ x4));
    assign y2 = x1_x2 ^ ~(x4 & ~x3);
    assign y3 = x1_x2 ^ (x3 | x4) ^ (x0_x4 & ~(x3 ^ x4));
    assign y4 = x3 ^ x4 ^ (x1 & ~x0_x4);
  end else begin : gen_plain
    assign x0 = state_i[0];
    assign x1 = state_i[1];
    assign y4 = x3 ^ x4 ^ (x1 & ~x0_x4);
    assign y2 = x1 ^ x2 ^ ~(x4 & ~x3);
    assign y0 = y4 ^ x0_x4 ^ (x2 & ~x1);
    assign y3 = y2 ^ (x0 & ~x4) ^ (x3 & ~x0) ^ ~(x4 & x3);
    logic unused_inject;
    assign unused_inject = ^inject_i;
  end

  assign state_o = {y4, y3, y2, y1, y0};

endmodule
