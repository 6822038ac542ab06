// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the second half of the S-boxes of Ascon: the outputs, from the shared values and the inputs.
//
// Schedule:   Combinational; 1 LUT4 level. Three LUT4s a column, five with Inject.
// Interfaces: shared values from roundel_ascon_substitution_front; result to the ports of
//             roundel_ascon_substitution
// Reference:  SP 800-232 section 3.3, equation 5

(* keep_hierarchy *)
module roundel_ascon_substitution_back #(
  parameter int unsigned Columns = 64,   // width of the words
  parameter bit          Inject  = 1'b0  // S_0 and S_1 of state_i are only one of two addends
) (
  input  logic [4:0][Columns-1:0] state_i,  // S_0 to S_4, with the round constant
  input  logic [3:0][Columns-1:0] front_i,  // shared values and outputs
  output logic [4:0][Columns-1:0] state_o   // S_0 to S_4 after the S-boxes
);

  logic [Columns-1:0] x1, x2, x3, x4;  // the inputs
  logic [Columns-1:0] y0, y1, y2, y3, y4;  // the outputs
  logic [Columns-1:0] x0_x4;  // x0 ^ x4

  assign {x4, x3, x2} = state_i[4:2];
  assign x0_x4 = front_i[0];
  assign y1 = x0_x4 ^ (x1 & ~(x2 ^ x3)) ^ (x2 | x3);

  if (Inject) begin : gen_inject
    logic [Columns-1:0] x0_x2, x1_x2;  // x0 ^ x2, x1 ^ x2
    assign {x1_x2, x0_x2, x1} = front_i[3:1];
    assign y0 = x0_x2 ^ x3 ^ (x1 & ~(x0_x2 ^ x4));
    assign y2 = x1_x2 ^ ~(x4 & ~x3);
    assign y3 = x1_x2 ^ (x3 | x4) ^ (x0_x4 & ~(x3 ^ x4));
    assign y4 = x3 ^ x4 ^ (x1 & ~x0_x4);
    logic unused_state;
    assign unused_state = ^state_i[1:0];
  end else begin : gen_plain
    logic [Columns-1:0] x0;
    assign {x1, x0} = state_i[1:0];
    assign {y4, y2} = front_i[2:1];
    assign y0 = y4 ^ x0_x4 ^ (x2 & ~x1);
    assign y3 = y2 ^ (x0 & ~x4) ^ (x3 & ~x0) ^ ~(x4 & x3);
    logic unused_front;
    assign unused_front = ^front_i[3];
  end

  assign state_o = {y4, y3, y2, y1, y0};

endmodule
