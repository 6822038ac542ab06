// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// One 64-bit word of the state of Ascon as a shift register of four words of 16 bits, and its linear layer.
// A step reads word k from the bottom and shifts in word k of the next round at the top.
//
// The linear layer adds two rotations to a word. Bits that the rotation takes from above word k are still in
// the shift register. Bits that it wraps around to have left it: copies of them are kept for as long as they
// are needed. A bit that wraps from step 3 on is one of word 0, which has a register of its own; the others
// left one or two steps ago.
//
// Schedule:   sum_o follows the registers; 2 LUT4 levels. Words 0 to 3 in four steps, then word 0 of the
//             next round, without a step between them.
// Interfaces: step and place from roundel_ascon_la_passes; words from and to roundel_ascon_la_state.
// Bytes:      byte 0 of a word is [7:0].
// Reference:  SP 800-232, section 3.4

module roundel_ascon_la_lane
  import roundel_ascon_la_pkg::*;
#(
  parameter int unsigned First  = 19,  // the first rotation to the right
  parameter int unsigned Second = 28   // the second rotation to the right
) (
  input logic clk_i,

  input  logic   clear_i,  // clears the word and the copies
  input  logic   step_i,   // shifts by one word
  input  place_t place_i,  // the word of this step
  input  word_t  word_i,   // the word of the next round
  input  word_t  addend_i[3],  // words to add; constant zero where there is none
  output word_t  sum_o     // the word after the linear layer, and the addends
);

  if (First > 63 || Second > 63) begin : gen_bad_rotation
    $fatal(1, "%m: rotations are %0d and %0d, expected 0 to 63", First, Second);
  end

  logic [63:0] lane_q;
  word_t zero_q;  // word 0, from step 1 on
  word_t one_ago_q, two_ago_q;  // the words of the previous steps

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      lane_q <= '0;
      zero_q <= '0;
      one_ago_q <= '0;
      two_ago_q <= '0;
    end else if (step_i) begin
      lane_q <= {word_i, lane_q[63:16]};
      one_ago_q <= lane_q[15:0];
      two_ago_q <= one_ago_q;
      if (place_i.first) zero_q <= lane_q[15:0];
    end
  end

  // A bit of a rotated word is the same bit of the lane in every step, or that until it wraps, then a copy.
  word_t above[2], wrapped[2], select[2];

  for (genvar r = 0; r < 2; r++) begin : gen_rotation
    for (genvar i = 0; i < 16; i++) begin : gen_bit
      // The bit for bit i of word 0 is at To below the bottom, or at 64 + To; it wraps from step Step on.
      localparam int To = i + int'(r == 0 ? First : Second) - 64;
      localparam int Step = (15 - To) / 16;

      if (To >= 0) begin : gen_below
        assign above[r][i] = lane_q[To];
      end else begin : gen_above
        assign above[r][i] = lane_q[64+To];
      end

      if (Step == 1) begin : gen_from_1
        assign wrapped[r][i] = one_ago_q[16+To];
        assign select[r][i] = place_i.after[1];
      end else if (Step == 2) begin : gen_from_2
        assign wrapped[r][i] = two_ago_q[32+To];
        assign select[r][i] = place_i.after[2];
      end else if (Step == 3) begin : gen_from_3
        assign wrapped[r][i] = zero_q[48+To];
        assign select[r][i] = place_i.after[3];
      end else begin : gen_never
        assign wrapped[r][i] = 1'b0;
        assign select[r][i] = 1'b0;
      end
    end
  end

  // Each rotated bit takes a LUT4. One that does not wrap leaves two inputs, where addends have their place.
  for (genvar i = 0; i < 16; i++) begin : gen_sum
    localparam bit FirstWraps = int'(i + First) < 64 && int'(i + First) >= 16;
    localparam bit SecondWraps = int'(i + Second) < 64 && int'(i + Second) >= 16;
    localparam int unsigned Rest = SecondWraps ? 0 : 2;  // addends before this one are in the first LUT
    logic first_sum, second_sum;

    if (SecondWraps) begin : gen_second_wraps
      roundel_ascon_la_tap u_tap (
        .word_i   (lane_q[i]),
        .above_i  (above[1][i]),
        .wrapped_i(wrapped[1][i]),
        .select_i (select[1][i]),
        .sum_o    (first_sum)
      );
    end else begin : gen_second_fixed
      roundel_ascon_la_add u_add (
        .bits_i({addend_i[1][i], addend_i[0][i], above[1][i], lane_q[i]}),
        .sum_o (first_sum)
      );
    end
    if (FirstWraps) begin : gen_first_wraps
      roundel_ascon_la_tap u_tap (
        .word_i   (first_sum),
        .above_i  (above[0][i]),
        .wrapped_i(wrapped[0][i]),
        .select_i (select[0][i]),
        .sum_o    (second_sum)
      );
    end else begin : gen_first_fixed
      roundel_ascon_la_add u_add (
        .bits_i({SecondWraps && addend_i[1][i], addend_i[Rest][i], above[0][i], first_sum}),
        .sum_o (second_sum)
      );
    end

    if (!FirstWraps) begin : gen_one_left
      assign sum_o[i] = second_sum ^ (SecondWraps && addend_i[2][i]);
    end else if (!SecondWraps) begin : gen_third_left
      assign sum_o[i] = second_sum ^ addend_i[2][i];
    end else begin : gen_all_left
      assign sum_o[i] = second_sum ^ addend_i[0][i] ^ addend_i[1][i] ^ addend_i[2][i];
    end
  end

  // Which copies are needed depends on the rotations.
  logic unused;
  assign unused = ^{zero_q, one_ago_q, two_ago_q, place_i};

endmodule
