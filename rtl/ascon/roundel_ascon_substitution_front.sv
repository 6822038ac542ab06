// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the first half of the S-boxes of Ascon: the values that several outputs share.
//
//   front_o  0: x0 ^ x4     1: output y2      2: output y4     3: -
//   Inject   0: x0 ^ x4     1: x1             2: x0 ^ x2       3: x1 ^ x2
//
// Schedule:   Combinational; 1 LUT4 level. Three LUT4s a column, four with Inject.
// Interfaces: words from the ports of roundel_ascon_substitution; result to roundel_ascon_substitution_back
// Reference:  SP 800-232 section 3.3, equation 5

(* keep_hierarchy *)
module roundel_ascon_substitution_front #(
  parameter int unsigned                    Columns  = 64,    // width of the words
  parameter bit                             Inject   = 1'b0,  // add inject_i to S_0 and S_1
  parameter logic        [1:0][Columns-1:0] NoInject = '0     // the value of inject_i that adds nothing
) (
  input  logic [4:0][Columns-1:0] state_i,   // S_0 to S_4, with the round constant
  input  logic [1:0][Columns-1:0] inject_i,  // with Inject, inject_i ^ NoInject is added to S_0 and S_1
  output logic [3:0][Columns-1:0] front_o    // shared values and outputs
);

  logic [Columns-1:0] x0, x1, x2, x3, x4;

  assign {x4, x3, x2} = state_i[4:2];

  if (Inject) begin : gen_inject
    assign {x1, x0} = state_i[1:0] ^ inject_i ^ NoInject;
    assign front_o = {x1 ^ x2, x0 ^ x2, x1, x0 ^ x4};
    logic unused;
    assign unused = ^x3;
  end else begin : gen_plain
    assign {x1, x0} = state_i[1:0];
    assign front_o[0] = x0 ^ x4;
    assign front_o[1] = x1 ^ x2 ^ ~(x4 & ~x3);
    assign front_o[2] = x3 ^ x4 ^ (x1 & ~(x0 ^ x4));
    assign front_o[3] = '0;
    logic unused_inject;
    assign unused_inject = ^inject_i;
  end

endmodule
