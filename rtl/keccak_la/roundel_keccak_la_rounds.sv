// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences the steps: a pass over the 25 lanes of the state, then rounds, then the next pass. Each step of a
// pass waits for the lane that is added. A pass is also what theta needs to begin: it makes the parities of
// all columns.
//
// Schedule:   A lane of a pass accepted in cycle t is in `step_o` in t+1. If lane 24 is accepted in cycle t,
//             the first round begins in t+11 and the others follow 30 cycles apart. Lane 0 can be accepted 25
//             cycles after the last round begins: n rounds are 30n + 5 cycles between lane 24 and lane 0.
//             In the first five steps of a round, D of the columns 1, 2, 3, 4, 0 is written, each in the
//             cycle before it is read. Meanwhile the ring of parities shifts: with the last two results of
//             the previous round, then twice without a result. The lanes of a pass come at any time, so after
//             a pass the ring waits for the last result and then shifts three times more.
// Interfaces: lanes from roundel_keccak_la_state; steps, constant and ring control to
//             roundel_keccak_la_datapath, through roundel_keccak_la_state
// Reference:  FIPS 202 section 3.3

module roundel_keccak_la_rounds
  import roundel_keccak_la_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         lane_valid_i,    // a lane of the pass is offered
  output logic         lane_ready_o,    // the lane is accepted
  output logic         lane_free_o,     // a lane is accepted, independent of the output
  output lane_number_t lane_number_o,   // number of the lane that is expected; 0 during rounds
  input  logic [7:0]   lane_replace_i,  // bytes of the old lane that the operand replaces
  input  logic         lane_check_i,    // the sum is expected to be zero
  input  logic         lane_send_i,     // the sum is output
  input  logic [7:0]   lane_bytes_i,    // bytes of the sum that are output
  input  logic         lane_last_i,     // the sum is the last of its segment
  input  logic         lane_upper_i,    // the operand is in one of the places 8 to 15
  input  logic         permute_i,       // with lane 24: rounds follow
  input  logic         rounds24_i,      // with lane 24: 24 rounds follow if permute_i is high; otherwise 12

  input  logic                    advance_i,     // the datapath accepts step_o
  input  logic                    sum_valid_i,   // a sum is output
  output step_t                   step_o,        // next step of the datapath
  output roundel_keccak_pkg::rc_t constant_o,    // constant of the current round
  output logic                    ring_shift_o,  // the ring of parities shifts without a lane
  output logic                    write_d_o,     // D is written as the operand of column_o
  output logic [2:0]              column_o       // column of the current step
);

  // rounds_q: rounds are in progress. active_q: the step is one of a round, and reads a lane.
  // first_q: D of the first round is not complete yet.
  logic rounds_q, active_q, first_q;
  lane_number_t step_q;
  roundel_keccak_pkg::round_t round;
  logic lane_fire, last_lane, round_start, last_round;

  // Lane 24 comes after all lanes that are output, so it need not pass a sum that waits: the end of a pass
  // does not depend on the handshake of the output.
  assign lane_free_o = !rounds_q && !sum_valid_i;
  assign lane_ready_o = last_lane ? lane_free_o : !rounds_q && advance_i;
  assign lane_number_o = rounds_q ? '0 : step_q;
  assign lane_fire = lane_valid_i && lane_ready_o;
  assign last_lane = step_q == 5'(LastLane);
  assign round_start = step_q == 5'(LastStep);  // a round starts in the next cycle

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rounds_q <= 1'b0;
      active_q <= 1'b0;
      first_q <= 1'b0;
      step_q <= '0;
    end else if (!rounds_q) begin
      if (lane_fire) begin
        step_q <= step_q + 5'd1;
        if (last_lane) begin
          rounds_q <= permute_i;
          first_q <= permute_i;
          step_q <= permute_i ? 5'(FirstGap) : '0;
        end
      end
    end else begin
      step_q <= round_start ? '0 : step_q + 5'd1;
      if (round_start) active_q <= 1'b1;
      if (step_q == 5'd1) first_q <= 1'b0;
      if (active_q && last_lane) begin
        active_q <= 1'b0;
        if (last_round) begin
          step_q <= '0;
          rounds_q <= 1'b0;
        end
      end
    end
  end

  roundel_round_counter #(
    .Last(roundel_keccak_pkg::MaxRounds - 1)
  ) u_round (
    .clk_i,
    .rst_ni,
    .load_i   (!rounds_q),
    .first_i  (rounds24_i ? 5'd0 : 5'd12),
    .advance_i(!first_q && round_start),
    .round_o  (round),
    .last_o   (last_round)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Places
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // x_q: X of the step. u_q[0] to [2]: u_n, u_{n-1}, u_{n-2}, where round n comes next or, from its first
  // step on, round n-1 is in progress.
  logic [2:0] x_q;
  mod5_t u_q[3];
  place_t place_q, stride;
  logic first_plane;

  assign first_plane = step_q inside {5'd0, 5'd1, 5'd2, 5'd3, 5'd4};
  assign stride = x_q[2] ? {u_q[0], u_q[1]} : {u_q[1], u_q[2]};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) x_q <= '0;
    else if (lane_fire || active_q) x_q <= x_q[2] ? '0 : x_q + 3'd1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (rounds_q && !round_start && (!active_q || last_lane))) place_q <= '0;
    else if (lane_fire || rounds_q) place_q <= add_places(place_q, stride);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      u_q[0] <= 3'd1;
      u_q[1] <= 3'd1;
      u_q[2] <= 3'd0;
    end else if (rounds_q && round_start) begin
      u_q[0] <= TripleSums[{u_q[0], u_q[1]}];
      u_q[1] <= u_q[0];
      u_q[2] <= u_q[1];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  step_t step_d;
  always_comb begin
    step_d.valid = active_q || lane_fire;
    step_d.place = address_of(place_q);
    step_d.operand = rounds_q ? {1'b0, Columns[step_q]} : {lane_upper_i, step_q[2:0]};
    step_d.amount = rounds_q ? Amounts[step_q] : '0;
    step_d.replace = rounds_q ? '0 : lane_replace_i;
    step_d.check = lane_fire && lane_check_i;
    step_d.send = lane_fire && lane_send_i;
    step_d.bytes = lane_bytes_i;
    step_d.last = lane_last_i;
    step_d.chi = rounds_q;
    step_d.wrap = x_q[2] || &x_q[1:0];
    step_d.wrap_next = x_q[2];
    step_d.first = first_plane;
    step_d.origin = rounds_q && step_q == 5'd15;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_o.valid <= 1'b0;
      step_o.send <= 1'b0;
    end else if (advance_i) begin
      step_o.valid <= step_d.valid;
      step_o.send <= step_d.send;
    end
    if (advance_i) begin
      step_o.place <= step_d.place;
      step_o.operand <= step_d.operand;
      step_o.amount <= step_d.amount;
      step_o.replace <= step_d.replace;
      step_o.check <= step_d.check;
      step_o.bytes <= step_d.bytes;
      step_o.last <= step_d.last;
      step_o.chi <= step_d.chi;
      step_o.wrap <= step_d.wrap;
      step_o.wrap_next <= step_d.wrap_next;
      step_o.first <= step_d.first;
      step_o.origin <= step_d.origin;
    end
  end

  assign constant_o = roundel_keccak_pkg::RoundConstants[round];
  assign write_d_o = active_q && first_plane;
  assign ring_shift_o = rounds_q && (step_q inside {5'd2, 5'd3} ||
      (first_q && step_q inside {5'd27, 5'd28, 5'd29, 5'd0, 5'd1}));
  assign column_o = Columns[step_q];

endmodule
