// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts a block every cycle under one key: all rounds in a line, with registers in each round. Nothing
// stops the line.
//
// Rounds  10 for AES-128, 14 for AES-256
// Phases  parts of a round between registers: 2 of four LUT4 levels, or 4 of two
//
// Schedule:   result_o is the encrypted block_i of Phases * Rounds + 1 cycles before. The registers have no
//             reset: the blocks of the next cycles replace what they hold.
// Interfaces: round keys from roundel_aes_line_keys, constant while a block is in the line; blocks from, and
//             results to, roundel_aes_gcm_xhs. Uses roundel_aes_sbox_cut, roundel_aes_cut,
//             roundel_aes_shift_rows and roundel_aes_mix_column.
// Bytes:      byte 0 of a block or round key is bits [7:0].
// Reference:  FIPS 197 section 5.1.

module roundel_aes_line #(
  parameter int unsigned Rounds = 10,
  parameter int unsigned Phases = 2
) (
  input logic clk_i,

  input  logic [Rounds:0][127:0] round_keys_i,  // round key r is round_keys_i[r]
  input  logic           [127:0] block_i,       // the block to encrypt
  output logic           [127:0] result_o       // the encrypted block
);

  if (!(Phases inside {2, 4})) begin : gen_bad_phases
    $fatal(1, "%m: Phases is %0d, expected 2 or 4", Phases);
  end

  localparam bit CutQuarter = Phases == 4;

  logic [Rounds:0][127:0] round_q;  // after SubBytes and ShiftRows of round r; element 0: the block

  assign round_q[0] = block_i;

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    logic [127:0] added, to_sbox, subbed, shifted;

    if (r == 0) begin : gen_first
      assign added = round_q[r] ^ round_keys_i[r];
    end else begin : gen_middle
      for (genvar c = 0; c < 4; c++) begin : gen_column
        roundel_aes_mix_column u_mix_column (
          .column_i(round_q[r][32*c+:32]),
          .key_i   (round_keys_i[r][32*c+:32]),
          .addend_i('0),
          .column_o(added[32*c+:32])
        );
      end
    end

    roundel_aes_cut #(
      .Width(128),
      .Cut  (CutQuarter)
    ) u_added (
      .clk_i,
      .enable_i(1'b1),
      .data_i  (added),
      .data_o  (to_sbox)
    );

    for (genvar c = 0; c < 4; c++) begin : gen_sbox
      roundel_aes_sbox_cut #(
        .Lanes    (4),
        .CutTerms (1'b1),
        .CutScales(CutQuarter)
      ) u_sbox (
        .clk_i,
        .enable_i(1'b1),
        .data_i  (to_sbox[32*c+:32]),
        .data_o  (subbed[32*c+:32])
      );
    end

    roundel_aes_shift_rows u_shift_rows (
      .state_i(subbed),
      .state_o(shifted)
    );

    always_ff @(posedge clk_i) round_q[r+1] <= shifted;
  end

  // The last round has no MixColumns.
  always_ff @(posedge clk_i) result_o <= round_q[Rounds] ^ round_keys_i[Rounds];

endmodule
