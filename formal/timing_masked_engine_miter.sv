// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The timing of a masked block engine does not depend on keys, on blocks, on their shares or on fresh bits.
// Two copies of the engine have the same handshakes and reset; both shares of their blocks and keys and all
// fresh bits are free, and differ. In every cycle both copies have the same in_ready_o, out_valid_o and
// fresh_ready_o. No lemmas are needed. core_under_proof is the engine, with the parameters of its catalog
// entry. Registers start at zero and the engine in reset.

module timing_masked_engine_miter #(
  parameter int unsigned DataWidth  = 128,
  parameter int unsigned KeyWidth   = 1,    // 1 for an engine without a key
  parameter int unsigned FreshWidth = 360
) (
  input logic clk_i,
  input logic reset_i,

  input logic [1:0][1:0][DataWidth-1:0] in_block_i,  // of each copy, its shares
  input logic [1:0][1:0][KeyWidth-1:0] in_key_i,
  input logic in_valid_i,
  input logic out_ready_i,

  input logic [1:0][FreshWidth-1:0] fresh_i,
  input logic fresh_valid_i
);

  logic started_q = 1'b0;
  logic rst_n;
  logic [1:0] ready, valid, fresh_ready;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  assign rst_n = started_q && !reset_i;

  for (genvar i = 0; i < 2; i++) begin : gen_copy
    core_under_proof u_copy (
      .clk_i,
      .rst_ni       (rst_n),
      .in_valid_i,
      .in_ready_o   (ready[i]),
      .in_block_i   (in_block_i[i]),
      .in_key_i     (in_key_i[i]),
      .fresh_valid_i,
      .fresh_ready_o(fresh_ready[i]),
      .fresh_i      (fresh_i[i]),
      .out_valid_o  (valid[i]),
      .out_ready_i,
      .out_block_o  ()
    );
  end

  always_comb begin
    if (rst_n) begin
      assert (ready[0] == ready[1]);
      assert (valid[0] == valid[1]);
      assert (fresh_ready[0] == fresh_ready[1]);
    end
  end

endmodule
