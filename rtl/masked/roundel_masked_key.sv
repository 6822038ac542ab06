// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keeps a key in two shares, and gives it a new mask whenever it can: fresh bits are added to both shares.
// A cleared key is zero in equal shares. Synthesis keeps the hierarchy.
//
// Schedule:   One cycle. A clear has priority over a load, and that over a new mask.
// Interfaces: shares of the key, from registers or from logic within one share; fresh bits, uniform and used
//             for nothing else. No control depends on a share.
// Reference:  docs/masking.md

(* keep_hierarchy *)
module roundel_masked_key #(
  parameter int unsigned Width = 128  // number of bits
) (
  input  logic                  clk_i,
  input  logic                  clear_i,  // the key becomes zero
  input  logic                  load_i,   // load the key
  input  logic [1:0][Width-1:0] data_i,   // its shares
  input  logic                  mask_i,   // give the key a new mask
  input  logic [Width-1:0]      fresh_i,  // fresh bits
  output logic [1:0][Width-1:0] key_o     // the shares of the key
);

  for (genvar i = 0; i < 2; i++) begin : gen_share
    always_ff @(posedge clk_i) begin
      if (clear_i) key_o[i] <= '0;
      else if (load_i) key_o[i] <= data_i[i];
      else if (mask_i) key_o[i] <= key_o[i] ^ fresh_i;
    end
  end

endmodule
