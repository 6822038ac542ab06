// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The state in a memory of lanes, and the way of one lane a cycle through it: read, add the operand,
// rotate, chi, write back. Who gives the steps has read roundel_keccak_la_pkg; there is no control here.
//
// The operand comes from a second memory. In a round it is theta's D[x] (FIPS 202 section 3.2.1); when
// lanes are taken in or given out it is the lane that came in. Either way the sum is one XOR.
//
// Schedule of a step that is in `step_i` in cycle t:
//   t    the memories are read
//   t+1  sum; `sum_o` to give out; rho by 0 to 3. Waits while `advance_i` is low
//   t+2  rho by 0, 4, 8, 12
//   t+3  rho by 0, 16, 32, 48
//   t+6  chi, iota; written; added to its column's parity
//
// The parities go round in a ring of five, a column a step, and the sum of two fixed places is D of
// the column after: `d` = C[x-1] ^ rot(C[x+1], 1).

module roundel_keccak_la_datapath
  import roundel_keccak_la_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  step_t            step_i,
  input  logic             advance_i,  // of the step behind: it leaves its place, step_i follows
  output step_t            sum_step_o,  // of the step that is being summed
  output lane_t            sum_o,
  input  roundel_keccak_pkg::rc_t  constant_i,  // of this round
  input  logic             turn_i,      // the ring goes on by one, without a lane

  input logic       write_operand_i,
  input logic       take_d_i,         // write D, otherwise `operand_i`
  input logic [3:0] operand_address_i,
  input lane_t      operand_i
);

  // Steps on their way: [1] is being summed, [6] written.
  step_t step_q[1:6];

  always_ff @(posedge clk_i) begin
    if (advance_i) step_q[1] <= step_i;
    step_q[2] <= step_q[1];
    step_q[2].valid <= step_q[1].valid && advance_i;
    for (int unsigned i = 3; i <= 6; i++) step_q[i] <= step_q[i-1];
    if (!rst_ni) begin
      for (int unsigned i = 1; i <= 6; i++) step_q[i].valid <= 1'b0;
      step_q[1].give <= 1'b0;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Memories
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lane_t old_lane, operand, result, d;

  roundel_lane_ram #(
    .Depth(32)
  ) u_lanes (
    .clk_i,
    .write_i        (step_q[6].valid),
    .write_address_i(step_q[6].target),
    .data_i         (result),
    .read_i         (advance_i),
    .read_address_i (step_i.source),
    .data_o         (old_lane)
  );

  roundel_lane_ram #(
    .Depth(16)
  ) u_operands (
    .clk_i,
    .write_i        (write_operand_i),
    .write_address_i(operand_address_i),
    .data_i         (take_d_i ? d : operand_i),
    .read_i         (advance_i),
    .read_address_i (step_i.operand),
    .data_o         (operand)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Sum and rho
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lane_t sum, by_4_q, by_16_q, moved, lane_q;

  for (genvar k = 0; k < 8; k++) begin : gen_byte
    assign sum[8*k+:8] = (old_lane[8*k+:8] & {8{!step_q[1].replace[k]}}) ^ operand[8*k+:8];
  end
  assign sum_step_o = step_q[1];
  assign sum_o = old_lane ^ operand;

  function automatic lane_t rotate(lane_t lane, int unsigned unit, logic [1:0] times);
    lane_t rotated;
    rotated = times[0] ? (lane << unit) | (lane >> (64 - unit)) : lane;
    return times[1] ? (rotated << (2 * unit)) | (rotated >> (64 - 2 * unit)) : rotated;
  endfunction

  assign moved = rotate(by_16_q, 16, step_q[3].amount[5:4]);

  always_ff @(posedge clk_i) begin
    by_4_q <= rotate(sum, 1, step_q[1].amount[1:0]);
    by_16_q <= rotate(by_4_q, 4, step_q[2].amount[3:2]);
    lane_q <= moved;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Chi and iota
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Lanes of a plane follow each other, lane_q the one of step 4: lane X in [2] has X+1 in [1] and X+2 in
  // lane_q; the plane's first and second are in [5] or one further on when its end needs them. Which of
  // them it is, is chosen a cycle before.
  lane_t line_q[1:5];
  lane_t next_q, next_but_one_q;

  always_ff @(posedge clk_i) begin
    line_q[1] <= lane_q;
    for (int unsigned i = 2; i <= 5; i++) line_q[i] <= line_q[i-1];
    next_q <= step_q[5].wrap_next ? line_q[5] : lane_q;
    next_but_one_q <= (step_q[5].wrap ? line_q[4] : moved) & {64{step_q[5].chi}};
  end

  assign result = line_q[2] ^ (~next_q & next_but_one_q) ^ roundel_keccak_pkg::spread_constant(
      constant_i & {roundel_keccak_pkg::NumRcBits{step_q[6].origin}}
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Theta
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lane_t parity_q[5];

  always_ff @(posedge clk_i) begin
    if (step_q[6].valid || turn_i) begin
      for (int unsigned i = 0; i < 4; i++) parity_q[i] <= parity_q[i+1];
      parity_q[4] <= (parity_q[0] & {64{!(step_q[6].valid && step_q[6].first)}}) ^
          (result & {64{step_q[6].valid}});
    end
  end

  assign d = parity_q[2] ^ {parity_q[4][62:0], parity_q[4][63]};

endmodule
