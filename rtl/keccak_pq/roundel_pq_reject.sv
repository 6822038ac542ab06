// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Samples by rejection for SampleNTT: cuts the lanes of SHAKE128 into candidates of 12 bits, keeps those
// below q = 3329 in order, and gathers beats of eight coefficients. Three lanes have sixteen candidates:
// five, five and six.
//
// Schedule:   four stages: candidates, targets, slots, beat. A lane of cycle t is in the beat of t+3, which
//             is complete with enough candidates. step_i moves all stages.
// Interfaces: lanes from roundel_pq_drain; beats to roundel_pq_output; short_o to roundel_pq_schedule.
//             Contains roundel_pq_gather.
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

  output logic         beat_valid_o,  // the beat is complete
  output coefficient_t beat_o[NumSlots]  // its coefficients
);

  localparam int unsigned NumCandidates = 6;

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

  coefficient_t candidate[NumCandidates];
  logic [NumCandidates-1:0] kept;
  logic none;

  always_comb begin
    for (int unsigned e = 0; e < NumCandidates; e++) begin
      candidate[e] = window_q[12*e+:12];
      // 3329 is d01 in hexadecimal.
      kept[e] = window_valid_q && (e != NumCandidates - 1 || sixth_q) &&
          !(candidate[e][11:10] == 2'b11 &&
            (candidate[e][9] || (candidate[e][8] && candidate[e][7:0] != '0)));
    end
  end

  roundel_pq_gather #(
    .NumSlots     (NumSlots),
    .NumCandidates(NumCandidates),
    .Width        ($bits(coefficient_t))
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

  assign short_o = open_i && !drain_busy_i && !window_valid_q && none;

endmodule
