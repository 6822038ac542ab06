// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Counts the steps of a product of GHASH and of a comparison of tags in roundel_aes_gcm_masked. A product has
// a step in every cycle. A step of a comparison takes two cycles, and waits for fresh bits. First come the
// steps with a group of bits each, then those that join the bits of the group.
//
// Schedule:   product_i in cycle t: steps in t+1 to t+32, and hashed_o from t+33. compare_i in t: steps from
//             t+1, and compared_o with the last one, which ends in t+38 if fresh bits are always valid.
// Interfaces: from roundel_aes_gcm_masked_grammar, to roundel_masked_ghash and roundel_masked_is_zero.
// Reference:  docs/cores/aes-gcm-masked.md

module roundel_aes_gcm_masked_steps
  import roundel_aes_gcm_masked_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // end all

  input  logic product_i,      // a product begins
  output logic product_step_o, // a step of it
  output logic product_last_o, // it is the last one
  output logic hashed_o,       // no product is under way

  input  logic                     compare_i,       // a comparison begins
  input  logic                     fresh_valid_i,   // there are fresh bits
  output logic                     fresh_ready_o,   // a step of the comparison uses them
  output logic                     compare_take_o,  // it takes them
  output logic                     compare_first_o, // it is the first step
  output logic                     compare_join_o,  // its second cycle
  output logic                     compare_bits_o,  // it joins a group of bits
  output logic [$clog2(Lanes)-1:0] compare_fold_o,  // one-hot: it joins the bits of the group
  output logic                     compared_o       // the second cycle of the last step
);

  localparam int unsigned Digits = 128 / Digit;
  localparam int unsigned Groups = 128 / Lanes;
  localparam int unsigned Folds = $clog2(Lanes);
  localparam int unsigned Steps = Groups + Folds;

  logic [$clog2(Digits)-1:0] digit_q;
  logic product_q;
  logic [$clog2(Steps)-1:0] step_q;
  logic compare_q;
  logic join_q;  // the second cycle of a step

  assign product_step_o = product_q;
  assign product_last_o = 32'(digit_q) == Digits - 1;
  assign hashed_o = !product_q;

  assign fresh_ready_o = compare_q && !join_q;
  assign compare_take_o = fresh_ready_o && fresh_valid_i;
  assign compare_first_o = step_q == '0;
  assign compare_join_o = join_q;
  assign compare_bits_o = join_q && 32'(step_q) < Groups;
  for (genvar k = 0; k < Folds; k++) begin : gen_fold
    assign compare_fold_o[k] = join_q && 32'(step_q) == Steps - 1 - k;
  end
  assign compared_o = join_q && 32'(step_q) == Steps - 1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      product_q <= 1'b0;
      compare_q <= 1'b0;
      join_q <= 1'b0;
    end else begin
      product_q <= product_i || (product_q && !product_last_o);
      compare_q <= compare_i || (compare_q && !compared_o);
      join_q <= compare_take_o;
    end
    if (product_i) digit_q <= '0;
    else digit_q <= digit_q + 1'd1;
    if (compare_i) step_q <= '0;
    else if (join_q) step_q <= step_q + 1'd1;
  end

endmodule
