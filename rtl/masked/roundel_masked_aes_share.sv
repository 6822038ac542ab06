// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// One share of the blocks and keys in roundel_aes_masked_engine: its registers outside of the S-boxes, and
// all linear steps: ShiftRows, MixColumns, AddRoundKey, and the sums of the key expansion. Each share passes
// them alone. Synthesis keeps the hierarchy: it must not merge logic of two shares.
//
// A ring of ten positions has a block and its key in each. Position 0 has the block after its S-boxes
// (sub_q), or the block that enters (in_q), and its round key; position 1 the sum that enters the S-boxes;
// position 9 the S-boxes' result. The last word of the round key enters its S-boxes at position 0, so their
// result is in a register (key_sub_q) at position 9. Word i of the next round key is the sum of that result
// and of words 0 to i of this one; these sums wait in registers.
//
// Schedule:   All registers move on with step_i. A result is captured with capture_i, in the same cycle.
// Interfaces: one share of the engine's ports and S-boxes; control signals from roundel_aes_masked_engine.
// Bytes:      byte i is bits [8i+:8].
// Reference:  FIPS 197 sections 5.1 and 5.2.

(* keep_hierarchy *)
module roundel_masked_aes_share
  import roundel_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128
) (
  input logic clk_i,
  input logic step_i,     // every block moves to the next position
  input logic begin_i,    // a block and its key enter position 0
  input logic capture_i,  // the block at position 9 is a result
  input logic keep_i,     // the word of the key at position 0 is not rotated

  input  logic [127:0]        in_block_i,  // a share of the block that enters
  input  logic [KeyBits-1:0]  in_key_i,    // of its key
  output logic [127:0]        data_o,      // of the bytes to the S-boxes, position 1
  input  logic [127:0]        sub_i,       // of their result, position 9
  output logic [31:0]         word_o,      // of the key's bytes to the S-boxes, position 0
  input  logic [31:0]         word_sub_i,  // of their result with the round constant, position 8
  output logic [127:0]        result_o     // of the block that was captured last
);

  localparam int unsigned Waits = 9;  // positions 1 to 9

  logic [127:0] sub_q, in_q, shifted, added, added_q, result_q;
  logic [KeyBits-1:0] key_q;
  column_t key_sub_q;
  column_t word0, word1, word2, word3;
  logic [127:0] sums_q[Waits];
  logic [127:0] next_key, last_key;

  roundel_aes_shift_rows u_shift_rows (
    .state_i(sub_i),
    .state_o(shifted)
  );

  for (genvar c = 0; c < 4; c++) begin : gen_column
    roundel_aes_mix_column u_mix_column (
      .column_i(sub_q[32*c+:32]),
      .key_i   (key_q[32*c+:32]),
      .addend_i(in_q[32*c+:32]),
      .column_o(added[32*c+:32])
    );
  end

  assign {word3, word2, word1, word0} = key_q[127:0];
  assign next_key = sums_q[Waits-1] ^ {4{key_sub_q}};
  assign data_o = added_q;
  assign result_o = result_q;

  always_ff @(posedge clk_i) begin
    if (step_i) begin
      if (begin_i) sub_q <= '0;
      else sub_q <= shifted;
      if (!begin_i) in_q <= '0;
      else in_q <= in_block_i;
      added_q <= added;
      key_sub_q <= word_sub_i;
      sums_q[0] <= {word0 ^ word1 ^ word2 ^ word3, word0 ^ word1 ^ word2, word0 ^ word1, word0};
      for (int unsigned i = 1; i < Waits; i++) sums_q[i] <= sums_q[i-1];
    end
    if (capture_i) result_q <= shifted ^ last_key;
  end

  if (KeyBits == 256) begin : gen_aes256
    // The upper half of the key is the next round key.
    logic [127:0] upper_q[Waits];
    column_t last_word;

    assign last_word = key_q[KeyBits-1-:32];
    assign word_o = keep_i ? last_word : rotate_word(last_word);
    assign last_key = upper_q[Waits-1];

    always_ff @(posedge clk_i) begin
      if (step_i) begin
        key_q <= begin_i ? in_key_i : {next_key, upper_q[Waits-1]};
        upper_q[0] <= key_q[KeyBits-1-:128];
        for (int unsigned i = 1; i < Waits; i++) upper_q[i] <= upper_q[i-1];
      end
    end
  end else begin : gen_aes128
    assign word_o = rotate_word(word3);
    assign last_key = next_key;

    always_ff @(posedge clk_i) begin
      if (step_i) key_q <= begin_i ? in_key_i : next_key;
    end

    logic unused_keep;
    assign unused_keep = keep_i;
  end

endmodule
