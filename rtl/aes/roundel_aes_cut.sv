// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A place where a path may be cut: a register with enable if Cut is set, a wire if not.

module roundel_aes_cut #(
  parameter int unsigned Width = 8,
  parameter bit          Cut   = 1'b0
) (
  input  logic             clk_i,
  input  logic             enable_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
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
