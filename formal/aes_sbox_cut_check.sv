// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box with registers in it equals figure 7 of FIPS 197 of the byte that went in as many enabled cycles
// before as there are registers, whenever the others come between.

module aes_sbox_cut_check #(
  parameter bit CutTerms  = 1'b0,
  parameter bit CutScales = 1'b0,
  parameter bit CutResult = 1'b0
) (
  input logic clk_i,

  input logic       enable_i,
  input logic [7:0] data_i
);

  localparam int unsigned Cuts = 32'(CutTerms) + 32'(CutScales) + 32'(CutResult);

  logic [7:0] past[Cuts+1];
  logic [Cuts:0] filled;
  logic [7:0] data;

  assign past[0] = data_i;
  assign filled[0] = 1'b1;

  for (genvar i = 1; i <= Cuts; i++) begin : gen_past
    logic [7:0] past_q;
    logic filled_q = 1'b0;

    assign past[i] = past_q;
    assign filled[i] = filled_q;

    always_ff @(posedge clk_i) begin
      if (enable_i) begin
        past_q <= past[i-1];
        filled_q <= filled[i-1];
      end
    end
  end

  roundel_aes_sbox_cut #(
    .CutTerms (CutTerms),
    .CutScales(CutScales),
    .CutResult(CutResult)
  ) u_dut (
    .clk_i,
    .enable_i,
    .data_i,
    .data_o(data)
  );

  always_comb begin
    if (filled[Cuts]) assert (data == aes_spec_pkg::Figure7[past[Cuts]]);
  end

endmodule
