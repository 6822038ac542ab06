// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Samples by rejection for SampleNTT: cuts the lanes of SHAKE128 into candidates of 12 bits, keeps those
// below q = 3329 in order, and gathers beats of eight coefficients.
//
// Three lanes have sixteen candidates: five, five and six. A candidate that is kept goes to the slot of a
// beat after that of the one before it. A reverse banyan network reaches slots of consecutive numbers, modulo
// 8, without conflict: stage k moves a candidate to a slot whose number has the bit k of its target.
//
// Schedule:   three stages: candidates, targets, slots. A lane of cycle t is in the beat of t+2, which is
//             complete with enough candidates. step_i moves all stages.
// Interfaces: lanes from roundel_pq_drain; beats to roundel_pq_output; short_o to roundel_pq_schedule.
// Bytes:      candidate 0 is bits 11:0 of the first lane (FIPS 203, algorithm 7).
// Reference:  FIPS 203 section 4.2.2, algorithm 7 (SampleNTT).

module roundel_pq_reject
  import roundel_pq_pkg::*;
(
  input logic clk_i,
  input logic clear_i,  // clear all registers
  input logic flush_i,  // the polynomial is complete: drop what is under way

  input  logic        lane_valid_i,  // lane_i is a lane of SampleNTT
  input  logic [63:0] lane_i,  // the lane
  input  logic        step_i,  // the stages move, and a valid lane is accepted
  input  logic        open_i,  // the last planned block of a polynomial is being drained
  input  logic        drain_busy_i,  // lanes of the block may come
  output logic        short_o,  // its lanes are used up, and the polynomial is not complete

  output logic       beat_valid_o,  // the beat is complete
  output candidate_t beat_o[NumSlots]  // its coefficients
);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Candidates
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] phase_q;  // the lane of three
  logic [7:0] rest_q;  // the bits of the lane before that no candidate has used
  logic [71:0] window, window_q;
  logic sixth_q, window_valid_q;

  always_comb begin
    unique case (phase_q)
      2'd0: window = {8'd0, lane_i};
      2'd1: window = {4'd0, lane_i, rest_q[7:4]};
      default: window = {lane_i, rest_q};
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || flush_i) begin
      phase_q <= '0;
      rest_q <= '0;
      window_valid_q <= 1'b0;
      window_q <= '0;
      sixth_q <= 1'b0;
    end else if (step_i) begin
      window_valid_q <= lane_valid_i;
      if (lane_valid_i) begin
        phase_q <= phase_q[1] ? '0 : phase_q + 2'd1;
        rest_q <= lane_i[63:56];
        window_q <= window;
        sixth_q <= phase_q[1];
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Targets
  //////////////////////////////////////////////////////////////////////////////////////////////////

  candidate_t candidate[NumCandidates];
  logic [NumCandidates-1:0] kept;
  logic [2:0] fill_q;  // the slot of the next coefficient
  logic [2:0] target[NumCandidates];
  logic [2:0] count;

  always_comb begin
    count = '0;
    for (int unsigned e = 0; e < NumCandidates; e++) begin
      candidate[e] = window_q[CandidateWidth*e+:CandidateWidth];
      // 3329 is d01 in hexadecimal.
      kept[e] = window_valid_q && (e != NumCandidates - 1 || sixth_q) &&
          !(candidate[e][11:10] == 2'b11 &&
            (candidate[e][9] || (candidate[e][8] && candidate[e][7:0] != '0)));
      target[e] = fill_q + count;
      count += 3'(kept[e]);
    end
  end

  candidate_t candidate_q[NumCandidates];
  logic [2:0] target_q[NumCandidates];
  logic [NumCandidates-1:0] kept_q;
  logic [2:0] base_q, count_q;  // the slot of the first one, and how many there are

  always_ff @(posedge clk_i) begin
    if (clear_i || flush_i) begin
      fill_q <= '0;
      kept_q <= '0;
      base_q <= '0;
      count_q <= '0;
      for (int unsigned e = 0; e < NumCandidates; e++) begin
        candidate_q[e] <= '0;
        target_q[e] <= '0;
      end
    end else if (step_i) begin
      fill_q <= fill_q + count;
      kept_q <= kept;
      base_q <= fill_q;
      count_q <= count;
      candidate_q <= candidate;
      target_q <= target;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Slots
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic valid;
    logic [2:0] target;
    candidate_t value;
  } item_t;
  item_t first[NumSlots], second[NumSlots], third[NumSlots], placed[NumSlots];

  candidate_t slot_q[NumSlots];  // the coefficients of the beat that is not complete
  logic [3:0] past;  // the slot after the last coefficient
  logic [NumSlots-1:0] written;

  always_comb begin
    for (int unsigned s = 0; s < NumSlots; s++) begin
      first[s] = s < NumCandidates ?
          {kept_q[s%NumCandidates], target_q[s%NumCandidates], candidate_q[s%NumCandidates]} : '0;
    end
    // Of the two sources at most one has its target at this slot.
    for (int unsigned s = 0; s < NumSlots; s++) begin
      second[s] = first[s^1].valid && first[s^1].target[0] == s[0] ? first[s^1] : first[s];
      second[s].valid = (first[s^1].valid && first[s^1].target[0] == s[0]) ||
          (first[s].valid && first[s].target[0] == s[0]);
    end
    for (int unsigned s = 0; s < NumSlots; s++) begin
      third[s] = second[s^2].valid && second[s^2].target[1] == s[1] ? second[s^2] : second[s];
      third[s].valid = (second[s^2].valid && second[s^2].target[1] == s[1]) ||
          (second[s].valid && second[s].target[1] == s[1]);
    end
    for (int unsigned s = 0; s < NumSlots; s++) begin
      placed[s] = third[s^4].valid && third[s^4].target[2] == s[2] ? third[s^4] : third[s];
    end
    past = {1'b0, base_q} + {1'b0, count_q};
    for (int unsigned s = 0; s < NumSlots; s++) begin
      written[s] = (3'(s) - base_q) < count_q;
      beat_o[s] = 3'(s) < base_q ? slot_q[s] : placed[s].value;
    end
  end

  for (genvar s = 0; s < NumSlots; s++) begin : gen_slot
    always_ff @(posedge clk_i) begin
      if (clear_i || flush_i) slot_q[s] <= '0;
      else if (step_i && written[s]) slot_q[s] <= placed[s].value;
    end
  end

  // The bits below are the slot of the next coefficient, as in fill_q.
  logic unused;
  assign unused = ^past[2:0];

  assign beat_valid_o = past[3];
  assign short_o = open_i && !drain_busy_i && !window_valid_q && count_q == '0;

endmodule
