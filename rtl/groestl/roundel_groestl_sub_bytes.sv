// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Substitutes all bytes of a state with the S-box that Grøstl and AES share. Inside = 1: the register is
// inside the S-boxes, so that the second half of the S-boxes is in the cycle of the following logic. Inside =
// 0: the register is after the S-boxes.
//
// Schedule:   state_i in cycle t; state_o is valid in cycle t+1. One state per cycle, no stall.
// Interfaces: state_i from the round state, state_o to the shift stage of roundel_groestl_rounds and
//             roundel_aes_ctr_rounds.
// Bytes:      byte i is bits [8i+:8], in and out.
// Reference:  Grøstl 2.0 section 3.4.3; FIPS 197 section 5.1.1.

module roundel_groestl_sub_bytes
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  parameter  bit          Inside    = 1'b1,
  localparam int unsigned StateBits = Columns * ColumnBits
) (
  input  logic                 clk_i,
  input  logic [StateBits-1:0] state_i,  // state before SubBytes
  output logic [StateBits-1:0] state_o   // state after SubBytes, one cycle later
);

  // A simulator computes Lanes bytes at once. The proof of the S-box with a register covers 16.
  localparam int unsigned Bytes = StateBits / 8;
  localparam int unsigned Lanes = Inside ? 16 : 64;

  if (Inside) begin : gen_inside
    for (genvar i = 0; i < Bytes / Lanes; i++) begin : gen_sbox
      roundel_aes_sbox_cut #(
        .Lanes    (Lanes),
        .CutScales(1'b1)
      ) u_sbox (
        .clk_i,
        .enable_i(1'b1),
        .data_i  (state_i[8*Lanes*i+:8*Lanes]),
        .data_o  (state_o[8*Lanes*i+:8*Lanes])
      );
    end
  end else begin : gen_after
    logic [StateBits-1:0] substituted;
    for (genvar i = 0; i < Bytes / Lanes; i++) begin : gen_sbox
      roundel_aes_sbox #(
        .Lanes(Lanes)
      ) u_sbox (
        .data_i(state_i[8*Lanes*i+:8*Lanes]),
        .data_o(substituted[8*Lanes*i+:8*Lanes])
      );
    end
    always_ff @(posedge clk_i) state_o <= substituted;
  end

endmodule
