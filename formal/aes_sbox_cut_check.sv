// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box of Lanes bytes with registers in it equals figure 7 of FIPS 197 of the bytes that entered as many
// enabled cycles before as there are registers, for any other cycles between.

module aes_sbox_cut_check #(
  parameter int unsigned Lanes     = 1,
  parameter bit          CutTerms  = 1'b0,
  parameter bit          CutScales = 1'b0,
  parameter bit          CutResult = 1'b0
) (
  input logic clk_i,

  input logic                  enable_i,
  input logic [Lanes-1:0][7:0] data_i
);

  localparam int unsigned Cuts = 32'(CutTerms) + 32'(CutScales) + 32'(CutResult);

  logic [Lanes-1:0][7:0] past[Cuts+1];
  logic [Cuts:0] filled;
  logic [Lanes-1:0][7:0] data;

  assign past[0] = data_i;
  assign filled[0] = 1'b1;

  for (genvar i = 1; i <= Cuts; i++) begin : gen_past
    logic [Lanes-1:0][7:0] past_q;
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
    .Lanes    (Lanes),
    .CutTerms (CutTerms),
    .CutScales(CutScales),
    .CutResult(CutResult)
  ) u_dut (
    .clk_i,
    .enable_i,
    .data_i,
    .data_o(data)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    always_comb begin
      if (filled[Cuts]) assert (data[i] == aes_spec_pkg::Figure7[past[Cuts][i]]);
    end
  end

endmodule
