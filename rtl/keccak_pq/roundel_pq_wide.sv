// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Samples for ML-DSA: cuts lanes into groups of bytes, makes candidates of them, and gathers those that are
// kept to beats of four coefficients. Groups of SampleInBall go to roundel_pq_ball, whose words are gathered.
//
//   sampler         group     candidates of a group   kept              coefficient
//   RejNTTPoly      9 bytes   3 of 23 of 24 bits      below q           the candidate
//   RejBoundedPoly  2 bytes   4 of 4 bits             15, or 9 of 16    2 - (z mod 5), or 4 - z
//   ExpandMask      9 or 10   4 of 18 or 20 bits      all               gamma1 - z
//   SampleInBall    2 bytes   4 of a word             all               1, 0 or -1
//
// Schedule:   four stages: groups, targets, slots, beat. A lane of cycle t is in the beat of t+3, which is
//             complete with enough coefficients. step_i moves all stages; lane_ready_o is high in the last
//             cycle of a lane: the fourth one of RejBoundedPoly, else the first one. A lane of SampleInBall
//             is four groups of four cycles; the first one, of signs, takes one cycle.
// Interfaces: lanes from roundel_pq_drain; beats to roundel_pq_output; short_o to roundel_pq_schedule.
//             Contains roundel_pq_ball and roundel_pq_gather.
// Bytes:      byte 0 of the first lane is byte 0 of the string; of a byte the low half is the first one.
// Reference:  FIPS 204 algorithms 14, 15, 19 and 29 to 34.

module roundel_pq_wide
  import roundel_pq_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // clear all registers
  input logic flush_i,  // the polynomial is complete: drop what is under way

  input  mode_e       mode_i,  // the sampler
  input  logic        lane_valid_i,  // lane_i is a lane for it
  input  logic [63:0] lane_i,  // the lane
  output logic        lane_ready_o,  // with step_i: the lane is used up
  input  logic        step_i,  // the stages move
  input  logic        open_i,  // the last planned block of a polynomial is being drained
  input  logic        drain_busy_i,  // lanes of the block may come
  output logic        short_o,  // its lanes are used up, and the polynomial is not complete

  output logic              beat_valid_o,  // the beat is complete
  output wide_coefficient_t beat_o[NumWideSlots]  // its coefficients
);

  localparam logic [3:0] LaneBytes = 4'd8;

  logic bounded, ball, mask19;

  assign bounded = is_bounded(mode_i);
  assign ball = is_ball(mode_i);
  assign mask19 = mode_i == ModeMask19;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Groups
  //
  // A group of 9 or 10 bytes begins in the lane before, after the used_q bytes that groups have used. A lane
  // that was used up leaves no group with the next lane. The first lane of SampleInBall stays as the lane
  // before: used_q counts its bytes of signs.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] used_q;
  logic [63:0] before_q;  // the lane before
  logic quarters;  // a lane is four groups
  logic [1:0] quarter_q;  // of such a lane
  logic [79:0] window, group, group_q;
  logic group_valid_q, group_valid, move, ball_ready, signs_used;

  assign quarters = bounded || (ball && used_q != LaneBytes);
  assign lane_ready_o = (!quarters || quarter_q == '1) && (!ball || ball_ready);
  assign move = step_i && (!ball || ball_ready);
  assign group_valid = quarters || used_q != LaneBytes;

  always_comb begin
    window = 80'({lane_i, before_q} >> {used_q[2:0], 3'd0});
    group = window;
    if (quarters) group[15:0] = lane_i[16*quarter_q+:16];
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || flush_i) begin
      used_q <= LaneBytes;
      before_q <= '0;
      quarter_q <= '0;
      group_valid_q <= 1'b0;
      group_q <= '0;
    end else if (move) begin
      group_valid_q <= lane_valid_i && group_valid;
      if (lane_valid_i) begin
        if (quarters) quarter_q <= quarter_q + 2'd1;
        else begin
          before_q <= lane_i;
          used_q <= used_q == LaneBytes ? '0 : used_q + (mask19 ? 4'd2 : 4'd1);
        end
        group_q <= group;
      end
    end
    if (!clear_i && !flush_i && step_i && signs_used) used_q <= used_q + 4'd1;
  end

  logic sweep, word_valid;
  logic [1:0] word[NumWideSlots];

  roundel_pq_ball u_ball (
    .clk_i,
    .rst_ni,
    .clear_i     (clear_i || flush_i),
    .mode_i,
    .step_i,
    .begin_i     (ball && move && lane_valid_i && !quarters),
    .pair_valid_i(group_valid_q),
    .pair_i      (group_q[15:0]),
    .ready_o     (ball_ready),
    .signs_i     (window[7:0]),
    .signs_used_o(signs_used),
    .sweep_o     (sweep),
    .word_valid_o(word_valid),
    .word_o      (word)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Candidates
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Coefficients of RejBoundedPoly, -4 to 4.
  function automatic logic [3:0] small_of(logic four, logic [3:0] z);
    if (four) return 4'd4 - z;
    unique case (z)
      4'd0, 4'd5, 4'd10: return 4'd2;
      4'd1, 4'd6, 4'd11: return 4'd1;
      4'd2, 4'd7, 4'd12: return 4'd0;
      4'd3, 4'd8, 4'd13: return -4'd1;
      default:           return -4'd2;
    endcase
  endfunction

  localparam int unsigned Gamma17 = 1 << 17;
  localparam int unsigned Gamma19 = 1 << 19;

  wide_coefficient_t candidate[NumWideSlots];
  logic [NumWideSlots-1:0] kept;
  logic none;

  always_comb begin
    for (int unsigned e = 0; e < NumWideSlots; e++) begin
      logic [22:0] number;
      logic [3:0] half, coefficient;
      logic [19:0] field;
      logic [20:0] difference;

      number = e < 3 ? group_q[24*(e%3)+:23] : '0;
      half = group_q[4*e+:4];
      coefficient = ball ? {{3{word[e][1]}}, word[e][0]} : small_of(mode_i == ModeBounded4, half);
      field = mask19 ? group_q[20*e+:20] : {2'd0, group_q[18*e+:18]};
      difference = 21'(mask19 ? Gamma19 : Gamma17) - {1'b0, field};
      if (bounded || ball) begin
        candidate[e] = {{20{coefficient[3]}}, coefficient};
        kept[e] = mode_i == ModeBounded4 ? !half[3] || half[2:0] == '0 : half != '1;
      end else if (mode_i == ModeRejNtt) begin
        candidate[e] = {1'b0, number};
        // q = 8380417 is 7fe001 in hexadecimal.
        kept[e] = e < 3 && !(number[22:13] == '1 && number[12:0] != '0);
      end else begin
        // Zero without a group, as in the modes of other samplers: beats of all samplers are combined by OR.
        candidate[e] = group_valid_q ? {{3{difference[20]}}, difference} : '0;
        kept[e] = 1'b1;
      end
      kept[e] = ball ? word_valid : kept[e] && group_valid_q;
    end
  end

  roundel_pq_gather #(
    .NumSlots     (NumWideSlots),
    .NumCandidates(NumWideSlots),
    .Width        ($bits(wide_coefficient_t))
  ) u_gather (
    .clk_i,
    .clear_i    (clear_i || flush_i),
    .step_i,
    .kept_i     (kept),
    .candidate_i(candidate),
    .empty_o    (none),
    .beat_valid_o,
    .beat_o
  );

  assign short_o = open_i && !drain_busy_i && !group_valid_q && !sweep && none;

endmodule
