// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts a block every BlockCycles cycles under one key: rounds in a line, with registers in each round.
// Nothing stops the line.
//
// With BlockCycles = 1 all rounds stand in the line. Otherwise the line has a part of them, and a block
// passes it BlockCycles times. For this, the length of the line is odd: its rounds and one more register. So
// a block that comes back never meets one that enters. Each round key is selected a cycle early.
//
// Rounds       10 for AES-128, 14 for AES-256
// Phases       parts of a round between registers: 2 of four LUT4 levels, or 4 of two
// BlockCycles  cycles for a block: 1, 2 or 4
//
// Schedule:   block_i is taken in the cycles of phase_i[0]. result_o is the encrypted block_i of
//             line_cycles(Rounds, Phases, BlockCycles) cycles before. The registers have no reset: the blocks
//             of the next cycles replace what they hold.
// Interfaces: round keys from roundel_aes_line_keys, constant while a block is in the line; blocks from, and
//             results to, roundel_aes_gcm_xhs. Uses roundel_aes_sbox_cut, roundel_aes_cut,
//             roundel_aes_shift_rows and roundel_aes_mix_column.
// Bytes:      byte 0 of a block or round key is bits [7:0].
// Reference:  FIPS 197 section 5.1.

module roundel_aes_line
  import roundel_aes_line_pkg::*;
#(
  parameter int unsigned Rounds      = 10,
  parameter int unsigned Phases      = 2,
  parameter int unsigned BlockCycles = 1
) (
  input logic                   clk_i,
  input logic [BlockCycles-1:0] phase_i, // one-hot: cycle of a block; element 0: that in which it enters

  input  logic [Rounds:0][127:0] round_keys_i,  // round key r is round_keys_i[r]
  input  logic           [127:0] block_i,       // the block to encrypt
  output logic           [127:0] result_o       // the encrypted block
);

  if (!(Phases inside {2, 4})) begin : gen_bad_phases
    $fatal(1, "%m: Phases is %0d, expected 2 or 4", Phases);
  end

  if (!(BlockCycles inside {1, 2, 4})) begin : gen_bad_cycles
    $fatal(1, "%m: BlockCycles is %0d, expected 1, 2 or 4", BlockCycles);
  end

  localparam bit CutQuarter = Phases == 4;
  localparam int unsigned Length = rounds_in_line(Rounds, BlockCycles);
  localparam int unsigned PassCycles = pass_cycles(Rounds, Phases, BlockCycles);

  logic [Length:1][127:0] round_q;  // after SubBytes and ShiftRows of a round, the r-th in the line
  logic [Length-1:0][127:0] key;  // what is added after it; element 0: after the last one
  logic [Length-1:0][127:0] added;  // the sum

  for (genvar r = 0; r < Length; r++) begin : gen_round
    logic [127:0] to_sbox, subbed, shifted;

    if (BlockCycles == 1) begin : gen_key
      assign key[r] = round_keys_i[r];
    end else begin : gen_select_key
      // In pass p the round adds key p * Length + r. The cycle of the sum, from the entry of the block:
      localparam int unsigned SumCycle = r == 0 ? 0 : Phases * r + 1;
      logic [127:0] key_d, key_q;

      always_comb begin
        key_d = '0;
        for (int unsigned p = 0; p < BlockCycles; p++) begin
          if (p * Length + r < Rounds && phase_i[(p*PassCycles+SumCycle+BlockCycles-1)%BlockCycles]) begin
            key_d |= round_keys_i[p*Length+r];
          end
        end
      end
      always_ff @(posedge clk_i) key_q <= key_d;
      assign key[r] = key_q;
    end

    if (r == 0 && BlockCycles == 1) begin : gen_first
      assign added[r] = block_i ^ key[r];
    end else if (r == 0) begin : gen_entry
      logic [127:0] again, entry_q;

      for (genvar c = 0; c < 4; c++) begin : gen_column
        roundel_aes_mix_column u_mix_column (
          .column_i(round_q[Length][32*c+:32]),
          .key_i   ('0),
          .addend_i('0),
          .column_o(again[32*c+:32])
        );
      end
      always_ff @(posedge clk_i) entry_q <= (phase_i[0] ? block_i : again) ^ key[r];
      assign added[r] = entry_q;
    end else begin : gen_middle
      for (genvar c = 0; c < 4; c++) begin : gen_column
        roundel_aes_mix_column u_mix_column (
          .column_i(round_q[r][32*c+:32]),
          .key_i   (key[r][32*c+:32]),
          .addend_i('0),
          .column_o(added[r][32*c+:32])
        );
      end
    end

    roundel_aes_cut #(
      .Width(128),
      .Cut  (CutQuarter)
    ) u_added (
      .clk_i,
      .enable_i(1'b1),
      .data_i  (added[r]),
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
  localparam int unsigned Last = (Rounds - 1) % Length + 1;  // where it stands in the line
  always_ff @(posedge clk_i) result_o <= round_q[Last] ^ round_keys_i[Rounds];

endmodule
