// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A register of Width bits that stays what it is through synthesis: copies of one value, each with its own
// share of what it drives, would otherwise be made one again.

(* keep_hierarchy *)
module roundel_keep_register #(
  parameter int unsigned Width = 1
) (
  input  logic             clk_i,
  input  logic             clear_i,
  input  logic             enable_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  always_ff @(posedge clk_i) begin
    if (clear_i) data_o <= '0;
    else if (enable_i) data_o <= data_i;
  end

endmodule
