// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Cuts a path where Cut is set: a register with an enable. Without Cut it is a wire.
//
// Schedule:   Cut = 1: data_o is data_i of the last edge with enable_i, one cycle later; one flip-flop a bit,
//             not reset. Cut = 0: combinational, no logic.
// Interfaces: between two layers of roundel_aes_sbox_cut, and in the block and key paths of
//             roundel_aes_engine.

module roundel_aes_cut #(
  parameter int unsigned Width = 8,
  parameter bit          Cut   = 1'b0
) (
  input  logic             clk_i,
  input  logic             enable_i,  // the register loads data_i at this edge; not used without Cut
  input  logic [Width-1:0] data_i,    // the value before the cut
  output logic [Width-1:0] data_o     // the value after the cut
);

  if (Cut) begin : gen_register
    always_ff @(posedge clk_i) begin
      if (enable_i) data_o <= data_i;
    end
  end else begin : gen_wire
    logic unused_clock;
    assign unused_clock = ^{clk_i, enable_i};
    assign data_o = data_i;
  end

endmodule
