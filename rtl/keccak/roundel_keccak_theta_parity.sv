// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// First half of step theta (FIPS 202 section 3.2.1): the parity C[x] of every column. Combinational.
// With Inject, lanes that come in with this round are part of it: the parity of their columns is given
// in, and finds a free input of the second LUT.
//
// Kept as a module of its own through synthesis, as are the other steps: left to itself, logic
// optimisation mixes theta and chi and spends more LUTs on a round (docs/architecture.md has figures).

(* keep_hierarchy *)
module roundel_keccak_theta_parity #(
  parameter int unsigned LaneWidth = 64,
  parameter bit          Inject    = 1'b0
) (
  input  logic [LaneWidth-1:0] state_i        [roundel_keccak_pkg::NumLanes],
  input  logic [LaneWidth-1:0] inject_parity_i[5],
  output logic [LaneWidth-1:0] parity_o       [5]
);

  for (genvar x = 0; x < 5; x++) begin : gen_column
    if (Inject) begin : gen_inject
      assign parity_o[x] = state_i[x] ^ state_i[x+5] ^ state_i[x+10] ^ state_i[x+15] ^ state_i[x+20] ^
          inject_parity_i[x];
    end else begin : gen_plain
      logic unused_inject;
      assign unused_inject = ^inject_parity_i[x];
      assign parity_o[x] = state_i[x] ^ state_i[x+5] ^ state_i[x+10] ^ state_i[x+15] ^ state_i[x+20];
    end
  end

endmodule
