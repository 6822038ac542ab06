// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Samples from the centered binomial distribution for SamplePolyCBD: eight coefficients a cycle, each the
// sum of eta bits minus the sum of eta bits. A lane gives two beats with eta = 2; three lanes give four beats
// with eta = 3. No control depends on the bits.
//
// Schedule:   lanes of cycle t are in the beat of t+1. step_i moves the stage; lane_ready_o is high in the
//             last cycle of a lane.
// Interfaces: lanes from roundel_pq_drain; beats to roundel_pq_output.
// Bytes:      bit 0 of the first lane is bit 0 of the string (FIPS 203, algorithm 8).
// Reference:  FIPS 203 section 4.2.2, algorithm 8 (SamplePolyCBD).

module roundel_pq_binomial
  import roundel_pq_pkg::*;
(
  input logic clk_i,
  input logic clear_i,  // clear all registers
  input logic flush_i,  // the polynomial is complete: drop what is under way

  input  logic        three_i,  // eta is 3, not 2
  input  logic        lane_valid_i,  // lane_i is a lane of SamplePolyCBD
  input  logic [63:0] lane_i,  // the lane
  output logic        lane_ready_o,  // with step_i: the lane is used up
  input  logic        step_i,  // the stage moves

  output logic              beat_valid_o,  // the beat is complete
  output logic signed [2:0] beat_o[NumSlots]  // its coefficients, -eta to eta
);

  logic [1:0] phase_q;  // the beat of a lane, or of three lanes
  logic [31:0] rest_q;  // the high half of the lane before
  logic [47:0] triples;
  logic [31:0] pairs;
  logic signed [2:0] beat_d[NumSlots], beat_q[NumSlots];
  logic valid_q;

  // With eta = 3 the third and the fourth beat use the same lane.
  assign lane_ready_o = three_i ? phase_q != 2'd2 : phase_q[0];

  always_comb begin
    unique case (phase_q)
      2'd0: triples = lane_i[47:0];
      2'd1: triples = {lane_i[31:0], rest_q[31:16]};
      2'd2: triples = {lane_i[15:0], rest_q};
      default: triples = lane_i[63:16];
    endcase
    pairs = phase_q[0] ? lane_i[63:32] : lane_i[31:0];
  end

  // The number of ones of three bits.
  function automatic logic [1:0] ones(logic [2:0] bits);
    return {(bits[0] & bits[1]) | (bits[0] & bits[2]) | (bits[1] & bits[2]), ^bits};
  endfunction

  // x - y of two such numbers.
  function automatic logic [2:0] difference(logic [1:0] x, logic [1:0] y);
    logic borrow;
    borrow = !x[0] & y[0];
    return {(!x[1] & y[1]) | (!(x[1] ^ y[1]) & borrow), x[1] ^ y[1] ^ borrow, x[0] ^ y[0]};
  endfunction

  always_comb begin
    for (int unsigned s = 0; s < NumSlots; s++) begin
      beat_d[s] = three_i ? signed'(difference(ones(triples[6*s+:3]), ones(triples[6*s+3+:3]))) :
          signed'(difference(ones({1'b0, pairs[4*s+:2]}), ones({1'b0, pairs[4*s+2+:2]})));
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || flush_i) begin
      phase_q <= '0;
      rest_q  <= '0;
      valid_q <= 1'b0;
      beat_q  <= '{default: '0};
    end else if (step_i) begin
      valid_q <= lane_valid_i;
      if (lane_valid_i) begin
        phase_q <= three_i ? phase_q + 2'd1 : {1'b0, !phase_q[0]};
        if (lane_ready_o) rest_q <= lane_i[63:32];
        beat_q <= beat_d;
      end
    end
  end

  assign beat_valid_o = valid_q;
  assign beat_o = beat_q;

endmodule
