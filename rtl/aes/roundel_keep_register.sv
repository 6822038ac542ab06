// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers Width bits; synthesis keeps it as a separate register. Several copies of one value, each with its
// own share of the fan-out, would otherwise be merged into one.
//
// Schedule:   data_o is data_i one cycle later, if enable_i is set. clear_i is synchronous and has priority.
// Interfaces: copies of control bits or digits in roundel_aes_engine, roundel_aes_stored_engine,
//             roundel_ghash, roundel_groestl_rounds and roundel_multi_aes_datapath.

(* keep_hierarchy *)
module roundel_keep_register #(
  parameter int unsigned Width = 1
) (
  input  logic             clk_i,
  input  logic             clear_i,   // the register becomes zero at this edge
  input  logic             enable_i,  // the register loads data_i at this edge
  input  logic [Width-1:0] data_i,    // the next value
  output logic [Width-1:0] data_o     // the value of this copy
);

  always_ff @(posedge clk_i) begin
    if (clear_i) data_o <= '0;
    else if (enable_i) data_o <= data_i;
  end

endmodule
