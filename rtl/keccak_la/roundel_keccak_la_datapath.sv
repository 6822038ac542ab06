// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the state in a memory of lanes and processes one lane per cycle: read, add the operand, rotate, chi,
// write back. The steps come from outside (roundel_keccak_la_pkg describes them); there is no control here.
// The operand comes from a second memory. In a round it is D[x] of theta; when lanes are absorbed or output
// it is the lane that was received. In both cases the sum is one XOR.
//
// Schedule:   of a step that is in step_i in cycle t; one step per cycle:
//             t    the memories are read
//             t+1  sum; `sum_o` is valid; rho by 0 to 3. The step waits while `advance_i` is low
//             t+2  rho by 0, 4, 8, 12; or replaced bytes are removed
//             t+3  rho by 0, 16, 32, 48
//             t+6  chi, iota; the result is written and added to the parity of its column
//             The parities shift through a ring of five, one column per step. The sum of two fixed places
//             is D of the column after: `d` = C[x-1] ^ rot(C[x+1], 1).
// Interfaces: steps, constant and ring control from roundel_keccak_la_rounds; operands from and sums to
//             roundel_keccak_la_state
// Reference:  FIPS 202 sections 3.2.1 to 3.2.5

module roundel_keccak_la_datapath
  import roundel_keccak_la_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  step_t                   step_i,        // step whose memories are read
  input  logic                    advance_i,     // the summed step may proceed, and step_i follows it
  output step_t                   sum_step_o,    // step that is being summed
  output lane_t                   sum_o,         // sum of the old lane and the operand
  input  roundel_keccak_pkg::rc_t constant_i,    // constant of the current round
  input  logic                    ring_shift_i,  // the ring of parities shifts by one without a lane

  input logic       write_operand_i,    // an operand is written
  input logic       select_d_i,         // D is written as the operand; otherwise operand_i is
  input logic [3:0] operand_address_i,  // place to which the operand is written
  input lane_t      operand_i           // received lane that is written as the operand
);

  // Steps in the pipeline: [1] is being summed, [6] is being written.
  step_t step_q[1:6];

  always_ff @(posedge clk_i) begin
    if (advance_i) step_q[1] <= step_i;
    step_q[2] <= step_q[1];
    step_q[2].valid <= step_q[1].valid && advance_i;
    for (int unsigned i = 3; i <= 6; i++) step_q[i] <= step_q[i-1];
    if (!rst_ni) begin
      for (int unsigned i = 1; i <= 6; i++) step_q[i].valid <= 1'b0;
      step_q[1].send <= 1'b0;
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
    .write_address_i(step_q[6].place),
    .data_i         (result),
    .read_i         (advance_i),
    .read_address_i (step_i.place),
    .data_o         (old_lane)
  );

  roundel_lane_ram #(
    .Depth(16)
  ) u_operands (
    .clk_i,
    .write_i        (write_operand_i),
    .write_address_i(operand_address_i),
    .data_i         (select_d_i ? d : operand_i),
    .read_i         (advance_i),
    .read_address_i (step_i.operand),
    .data_o         (operand)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Sum and rho
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The bytes of the old lane that the operand replaces are kept for a cycle and added once more, where the
  // lane is not rotated: the operand remains.
  lane_t replaced_q, by_4_q, by_16_q, rho_lane, lane_q;

  for (genvar k = 0; k < 8; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!step_q[1].replace[k]) replaced_q[8*k+:8] <= '0;
      else replaced_q[8*k+:8] <= old_lane[8*k+:8];
    end
  end
  assign sum_step_o = step_q[1];
  assign sum_o = old_lane ^ operand;

  function automatic lane_t rotate(lane_t lane, int unsigned unit, logic [1:0] times);
    lane_t rotated;
    rotated = times[0] ? (lane << unit) | (lane >> (64 - unit)) : lane;
    return times[1] ? (rotated << (2 * unit)) | (rotated >> (64 - 2 * unit)) : rotated;
  endfunction

  assign rho_lane = rotate(by_16_q, 16, step_q[3].amount[5:4]);

  always_ff @(posedge clk_i) begin
    by_4_q <= rotate(sum_o, 1, step_q[1].amount[1:0]);
    by_16_q <= rotate(by_4_q, 4, step_q[2].amount[3:2]) ^ replaced_q;
    lane_q <= rho_lane;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Chi and iota
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The lanes of a plane follow each other, and lane_q is the lane of step 4. When lane X is in [2], lane
  // X+1 is in [1] and lane X+2 is in lane_q. When the end of the plane needs its first and second lane, they
  // are in [5] or one place further. The choice between these sources is made one cycle earlier.
  lane_t line_q[1:5];
  lane_t next_q, next_but_one_q;

  always_ff @(posedge clk_i) begin
    line_q[1] <= lane_q;
    for (int unsigned i = 2; i <= 5; i++) line_q[i] <= line_q[i-1];
    next_q <= step_q[5].wrap_next ? line_q[5] : lane_q;
    next_but_one_q <= (step_q[5].wrap ? line_q[4] : rho_lane) & {64{step_q[5].chi}};
  end

  assign result = line_q[2] ^ (~next_q & next_but_one_q) ^ roundel_keccak_pkg::spread_constant(
      constant_i & {roundel_keccak_pkg::NumRcBits{step_q[6].origin}}
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Theta
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lane_t parity_q[5];

  always_ff @(posedge clk_i) begin
    if (step_q[6].valid || ring_shift_i) begin
      for (int unsigned i = 0; i < 4; i++) parity_q[i] <= parity_q[i+1];
      parity_q[4] <= (parity_q[0] & {64{!(step_q[6].valid && step_q[6].first)}}) ^
          (result & {64{step_q[6].valid}});
    end
  end

  assign d = parity_q[2] ^ {parity_q[4][62:0], parity_q[4][63]};

endmodule
