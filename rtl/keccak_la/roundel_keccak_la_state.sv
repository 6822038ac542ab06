// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds a Keccak state and processes it in passes. In a pass, an operand is added to each of the 25 lanes, 0
// to 24; it replaces the bytes in `lane_replace_i` instead. The sum is output where `lane_send_i` says so:
// ciphertext, plaintext or, with operand zero, the state. Lane 24 selects what follows: nothing, 12 rounds or
// 24. A pass that replaces all lanes by zero, lanes 8 to 15 and 24 with the upper places, clears state,
// parities and operands. Reset does not clear the state: the user must clear it with such a pass.
//
// Schedule:   A lane accepted in cycle t: its sum is in `sum_o` from t+2 on, until `sum_ready_i`. One lane
//             per cycle while sums are accepted. n rounds are 30n + 5 cycles between lane 24 and lane 0.
//             Lanes 21 to 24 are never output (a capacity below 256 bits is of no use here), so that an
//             output lane does not delay the rounds.
// Interfaces: lanes from roundel_duplex_la_lane; sums to roundel_duplex_la_output; the result of a tag
//             comparison to roundel_duplex_la_answer; sending_o to roundel_duplex_la_control.
//             Operands have 16 places: lane n of a pass is in place n mod 8, plus 8 with `lane_upper_i`. A
//             lane with `lane_store_i` is not in the pass: it is stored in place 8 + `store_number_i`, and a
//             lane of a pass with `lane_from_store_i` uses it.
// Reference:  FIPS 202 section 3

module roundel_keccak_la_state
  import roundel_keccak_la_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         lane_valid_i,       // a lane is offered
  output logic         lane_ready_o,       // the lane is accepted
  output logic         lane_free_o,        // a lane would be accepted, independent of sum_ready_i
  input  lane_t        lane_i,             // operand
  output lane_number_t lane_number_o,      // number of the lane that is expected; 0 during rounds
  input  logic [7:0]   lane_replace_i,     // bytes of the old lane that the operand replaces
  input  logic         lane_check_i,       // the sum is expected to be zero
  input  logic         lane_send_i,        // the sum is output
  input  logic [7:0]   lane_bytes_i,       // bytes of the sum that are output or expected to be zero
  input  logic         lane_last_i,        // the sum is the last of its segment
  input  logic         lane_store_i,       // the lane is stored for later and is not in the pass
  input  logic [2:0]   store_number_i,     // place of the stored lane, minus 8
  input  logic         lane_from_store_i,  // the operand is a stored lane; lane_i is not used
  input  logic         lane_upper_i,       // the operand is in one of the places 8 to 15
  input  logic         permute_i,          // with lane 24: rounds follow
  input  logic         rounds24_i,         // with lane 24 and permute_i: 24 rounds follow; otherwise 12

  output logic       sum_valid_o,     // a sum is output
  input  logic       sum_ready_i,     // the sum is accepted
  output lane_t      sum_o,           // sum of the old lane and the operand
  output logic [7:0] sum_bytes_o,     // bytes of the sum that are output
  output logic       sum_last_o,      // the sum is the last of its segment
  output logic       sum_check_o,     // a sum is expected to be zero; for one cycle
  output logic       sum_mismatch_o,  // its bytes sum_bytes_o are not zero
  output logic       sending_o        // a sum is output now, or will be by the step that follows
);

  step_t step, sum_step;
  roundel_keccak_pkg::rc_t constant;
  logic [2:0] column;
  logic advance, ring_shift, write_d;

  assign sum_valid_o = sum_step.send;
  assign sum_bytes_o = sum_step.bytes;
  assign sum_last_o = sum_step.last;
  assign sum_check_o = sum_step.check;
  always_comb begin
    sum_mismatch_o = 1'b0;
    for (int unsigned k = 0; k < 8; k++) begin
      if (sum_step.bytes[k] && sum_o[8*k+:8] != '0) sum_mismatch_o = 1'b1;
    end
  end
  assign sending_o = sum_valid_o || step.send;
  assign advance = !sum_valid_o || sum_ready_i;

  roundel_keccak_la_rounds u_rounds (
    .clk_i,
    .rst_ni,
    .lane_valid_i(lane_valid_i && !lane_store_i),
    .lane_ready_o,
    .lane_free_o,
    .lane_number_o,
    .lane_replace_i,
    .lane_check_i,
    .lane_send_i,
    .lane_bytes_i,
    .lane_last_i,
    .lane_upper_i,
    .permute_i,
    .rounds24_i,
    .advance_i   (advance),
    .sum_valid_i (sum_valid_o),
    .step_o      (step),
    .constant_o  (constant),
    .ring_shift_o(ring_shift),
    .write_d_o   (write_d),
    .column_o    (column)
  );

  // Places: D in 0 to 4; the lanes of a pass in 0 to 7, cyclically, or in the upper places; lanes that are
  // stored for later from 8 on.
  logic [3:0] operand_address;
  always_comb begin
    if (write_d) operand_address = {1'b0, column};
    else if (lane_store_i) operand_address = {1'b1, store_number_i};
    else operand_address = {lane_upper_i, lane_number_o[2:0]};
  end

  roundel_keccak_la_datapath u_datapath (
    .clk_i,
    .rst_ni,
    .step_i           (step),
    .advance_i        (advance),
    .sum_step_o       (sum_step),
    .sum_o,
    .constant_i       (constant),
    .ring_shift_i     (ring_shift),
    .write_operand_i  (write_d || (lane_valid_i && lane_ready_o && !lane_from_store_i)),
    .select_d_i       (write_d),
    .operand_address_i(operand_address),
    .operand_i        (lane_i)
  );

  logic unused;
  assign unused = ^sum_step;

endmodule
