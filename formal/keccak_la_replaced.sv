// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// by_16_q of roundel_keccak_la_datapath in another form. There, replaced bytes of the old lane are added, and
// added once more a cycle later. Here they are not added at all, so that a mark of theirs goes no further.
//
// keccak_la_replaced_check proves that both are equal.

module keccak_la_replaced
  import roundel_keccak_la_pkg::*;
(
  input logic clk_i,

  input lane_t old_lane_i,  // lane that was read
  input lane_t operand_i,   // operand that was read
  input step_t sum_step_i,  // step that is being summed
  input step_t next_step_i  // the step before it
);

  (* keep *) lane_t by_4_q, by_16_q;
  lane_t sum;

  function automatic lane_t rotate(lane_t lane, int unsigned unit, logic [1:0] times);
    lane_t rotated;
    rotated = times[0] ? (lane << unit) | (lane >> (64 - unit)) : lane;
    return times[1] ? (rotated << (2 * unit)) | (rotated >> (64 - 2 * unit)) : rotated;
  endfunction

  always_comb begin
    for (int unsigned k = 0; k < 8; k++) begin
      sum[8*k+:8] = (sum_step_i.replace[k] ? '0 : old_lane_i[8*k+:8]) ^ operand_i[8*k+:8];
    end
  end

  always_ff @(posedge clk_i) begin
    by_4_q  <= rotate(sum, 1, sum_step_i.amount[1:0]);
    by_16_q <= rotate(by_4_q, 4, next_step_i.amount[3:2]);
  end

endmodule
