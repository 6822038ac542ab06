// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A register that is reset, by the clock or, with AsyncReset, at once.

module roundel_reset_register #(
  parameter int unsigned             Width      = 1,
  parameter bit                      AsyncReset = 1'b0,
  parameter logic        [Width-1:0] ResetValue = '0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
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
