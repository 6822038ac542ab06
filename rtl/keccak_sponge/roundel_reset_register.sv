// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds a register of Width bits that is reset to ResetValue: at a clock edge, or with AsyncReset
// asynchronously.
//
// Schedule:   d_i in cycle t; q_o in t+1. One cycle of latency, a new value in every cycle.
// Interfaces: used for the control bits of roundel_sponge_input, roundel_sponge_lane_feed,
//             roundel_sponge_lane_drain and roundel_sponge_digest_output.

module roundel_reset_register #(
  parameter int unsigned             Width      = 1,
  parameter bit                      AsyncReset = 1'b0,
  parameter logic        [Width-1:0] ResetValue = '0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,  // the next value
  output logic [Width-1:0] q_o  // the current value
);

  if (AsyncReset) begin : gen_async
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) q_o <= ResetValue;
      else q_o <= d_i;
    end
  end else begin : gen_sync
    always_ff @(posedge clk_i) begin
      if (!rst_ni) q_o <= ResetValue;
      else q_o <= d_i;
    end
  end

endmodule
