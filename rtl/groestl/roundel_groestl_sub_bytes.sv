// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// SubBytes of a whole state, of Grøstl (section 3.4.3) and of AES alike. The result is there a cycle later;
// the register stands inside the S-boxes (Inside), so that what follows has their second half in its cycle,
// or behind them.

module roundel_groestl_sub_bytes
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  parameter  bit          Inside    = 1'b1,
  localparam int unsigned StateBits = Columns * ColumnBits
) (
  input  logic                 clk_i,
  input  logic [StateBits-1:0] state_i,
  output logic [StateBits-1:0] state_o
);

  if (Inside) begin : gen_inside
    for (genvar i = 0; i < StateBits / 8; i++) begin : gen_sbox
      roundel_aes_sbox_cut #(
        .CutScales(1'b1)
      ) u_sbox (
        .clk_i,
        .enable_i(1'b1),
        .data_i  (state_i[8*i+:8]),
        .data_o  (state_o[8*i+:8])
      );
    end
  end else begin : gen_behind
    logic [StateBits-1:0] boxed;
    for (genvar i = 0; i < StateBits / 8; i++) begin : gen_sbox
      roundel_aes_sbox u_sbox (
        .data_i(state_i[8*i+:8]),
        .data_o(boxed[8*i+:8])
      );
    end
    always_ff @(posedge clk_i) state_o <= boxed;
  end

endmodule
