// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts blocks with AES-128; the ten rounds are unrolled or pipelined. The key is expanded along with the
// rounds and travels with its block: each block has its own key. roundel_aes_engine has the same round with
// registers in it, and longer keys.
//
// Unroll  rounds in one cycle
// Stages  parts of the ring, each after a register; Stages blocks are in flight
//
// Schedule:   one block every 10 / (Unroll * Stages) cycles, back to back. A block that is accepted at edge 0
//             is at the output in cycle 10 / Unroll + Results + 1 without a stall; Results is below. The last
//             round key is added in the cycle after the last round, between registers of its own. in_ready_o
//             and out_valid_o are registers. roundel_engine_control has the schedule of the ring.
// Interfaces: valid/ready at input and output. roundel_engine_control moves the ring; results leave through
//             roundel_engine_results.
// Bytes:      byte 0 of block and key is bits [7:0].
// Reference:  FIPS 197.

module roundel_aes_rounds_engine
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Unroll = 1,
  parameter int unsigned Stages = 1,
  parameter bit          Table  = 1'b0  // S-boxes as tables, for six-input LUTs (roundel_aes_sbox)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic         in_valid_i,  // the source offers a block and its key
  output logic         in_ready_o,  // a block can enter at this edge
  input  logic [127:0] in_block_i,  // the block to encrypt
  input  logic [127:0] in_key_i,    // the key of in_block_i

  output logic         out_valid_o,  // out_block_o is valid
  input  logic         out_ready_i,  // the sink accepts the result
  output logic [127:0] out_block_o   // the encrypted block
);

  localparam int unsigned Rounds = 10;

  if (Unroll < 1 || Stages < 1 || Rounds % (Unroll * Stages) != 0) begin : gen_bad_rounds
    $fatal(
        1, "%m: Unroll is %0d and Stages %0d, expected a product that divides %0d", Unroll, Stages, Rounds
    );
  end

  // The division by zero is avoided, so that the check above reports an illegal parameter.
  localparam int unsigned Product = Unroll * Stages;
  localparam int unsigned Passes = Rounds / (Product == 0 ? 1 : Product);
  localparam int unsigned PassWidth = $clog2(Passes);
  localparam int unsigned Results = Stages > 1 ? Stages : Passes > 2 ? 1 : 2;

  // The round constant of the key step after round `round`, counted from 0.
  function automatic byte_t round_constant(int unsigned round);
    round_constant = 8'h01;
    for (int unsigned i = 0; i < round; i++) round_constant = xtime(round_constant);
  endfunction

  logic move, begins, finish, finished_q;
  logic [PassWidth-1:0] pass[Stages];

  roundel_engine_control #(
    .Passes (Passes),
    .Length (Stages),
    .Results(Results)
  ) u_control (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .move_o    (move),
    .begin_o   (begins),
    .finish_o  (finish),
    .pass_o    (pass),
    .accepted_i(out_valid_o && out_ready_i)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring: the block after ShiftRows, and the key of the next round
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A round here begins with MixColumns and AddRoundKey of the round before, and ends with ShiftRows. Before
  // the first round of a block its state is zero, which MixColumns passes through, and the block enters as
  // an addend: the clear of the registers replaces a multiplexer.
  logic [127:0] in_q;
  logic [127:0] state_q[Stages], key_q[Stages];
  logic [127:0] next[Stages], next_key[Stages];
  next_words_t last_parts;

  always_ff @(posedge clk_i) begin
    if (begins) state_q[0] <= '0;
    else if (move) state_q[0] <= next[Stages-1];
  end

  always_ff @(posedge clk_i) begin
    if (move) begin
      in_q <= begins ? in_block_i : '0;
      key_q[0] <= next_key[Stages-1];
    end
  end

  for (genvar i = 1; i < Stages; i++) begin : gen_later
    always_ff @(posedge clk_i) begin
      if (move) begin
        state_q[i] <= next[i-1];
        key_q[i]   <= next_key[i-1];
      end
    end
  end

  for (genvar i = 0; i < Stages; i++) begin : gen_stage
    for (genvar j = 0; j < Unroll; j++) begin : gen_round
      localparam bit Enters = i == 0 && j == 0;
      localparam bit Closes = i == Stages - 1 && j == Unroll - 1;
      logic [127:0] at, key;  // before the round
      logic [127:0] at_end, key_end;
      logic [127:0] addend, added, subbed;
      column_t sub_word;
      byte_t constant;
      next_words_t parts;

      if (j == 0) begin : gen_first
        assign at = state_q[i];
        assign key = key_q[i];
      end else begin : gen_next
        assign at = gen_round[j-1].at_end;
        assign key = gen_round[j-1].key_end;
      end
      assign addend = Enters ? in_q : '0;

      for (genvar c = 0; c < 4; c++) begin : gen_column
        roundel_aes_mix_column u_mix_column (
          .column_i(at[32*c+:32]),
          .key_i   (key[32*c+:32]),
          .addend_i(addend[32*c+:32]),
          .column_o(added[32*c+:32])
        );
      end

      roundel_aes_sbox #(
        .Lanes(16),
        .Table(Table)
      ) u_sbox (
        .data_i(added),
        .data_o(subbed)
      );

      roundel_aes_shift_rows u_shift_rows (
        .state_i(subbed),
        .state_o(at_end)
      );

      // The round constant, from a table of the constants that occur at this position of the ring.
      always_comb begin
        constant = '0;
        for (int unsigned p = 0; p < Passes; p++) begin
          if (pass[i] == PassWidth'(p)) constant = round_constant((p * Stages + i) * Unroll + j);
        end
      end

      roundel_aes_sbox #(
        .Lanes(4),
        .Table(Table)
      ) u_key_sbox (
        .data_i(rotate_word(key[127:96])),
        .data_o(sub_word)
      );

      roundel_aes_key_step u_key_step (
        .words_i     ({key[127:8], key[7:0] ^ constant}),
        .sub_i       (sub_word),
        .load_i      (Closes ? begins : 1'b0),
        .load_words_i(Closes ? in_key_i : '0),
        .words_o     (key_end),
        .parts_o     (parts)
      );

      if (Closes) begin : gen_last
        assign last_parts = parts;
      end else begin : gen_unused
        logic unused_parts;
        assign unused_parts = ^parts;
      end
    end

    assign next[i] = gen_round[Unroll-1].at_end;
    assign next_key[i] = gen_round[Unroll-1].key_end;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Addition of the last round key
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] last_q;
  next_words_t last_parts_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) finished_q <= 1'b0;
    else finished_q <= finish;
  end

  always_ff @(posedge clk_i) begin
    if (move) begin
      last_q <= next[Stages-1];
      last_parts_q <= last_parts;
    end
  end

  roundel_engine_results #(
    .Width(128),
    .Depth(Results)
  ) u_results (
    .clk_i,
    .rst_ni,
    .in_valid_i(finished_q),
    .in_block_i(last_q ^ next_words(last_parts_q)),
    .out_valid_o,
    .out_ready_i,
    .out_block_o
  );

endmodule
