// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A Keccak state that is worked on in passes. In a pass each of the 25 lanes, 0 to 24, takes a lane
// that is added to it; bytes in `lane_replace_i` are replaced by it instead. What a lane and the one
// that is added sum up to is given out where `lane_give_i` says so: ciphertext, plaintext, or, if zero
// comes in, the state. With lane 24 comes what follows: nothing, 12 rounds or 24.
//
// Operands lie in 16 places: lane n of a pass in place n mod 8, or 8 more with `lane_upper_i`. A lane with
// `lane_aside_i` is not of the pass: it is put in place 8 + `aside_number_i`, from where a lane of a pass
// with `lane_kept_i` takes it.
//
// A pass whose lanes all replace by zero, 8 to 15 and 24 of them with the upper places, leaves neither
// state, parity nor operand behind. After reset the state is what it was: the user clears it so.
//
// Lanes 21 to 24 are not given out (Keccak with a capacity of less than 256 bits is of no use here):
// then a lane on its way does not hold up the rounds.

module roundel_keccak_la_state
  import roundel_keccak_la_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         lane_valid_i,
  output logic         lane_ready_o,
  input  lane_t        lane_i,
  output lane_number_t lane_number_o,   // of the lane that is due; 0 during rounds
  input  logic [7:0]   lane_replace_i,
  input  logic         lane_check_i,    // the sum should be zero
  input  logic         lane_give_i,
  input  logic [7:0]   lane_bytes_i,    // that are given out
  input  logic         lane_last_i,     // of its segment
  input  logic         lane_aside_i,
  input  logic [2:0]   aside_number_i,
  input  logic         lane_kept_i,
  input  logic         lane_upper_i,  // its operand is one of 8 to 15
  input  logic         permute_i,
  input  logic         rounds24_i,

  output logic  sum_valid_o,
  input  logic  sum_ready_i,
  output lane_t sum_o,
  output logic [7:0] sum_bytes_o,
  output logic       sum_last_o,
  output logic       sum_differs_o,  // one that should be zero is not
  output logic       giving_o      // one waits, or is about to come
);

  step_t step, sum_step;
  roundel_keccak_pkg::rc_t constant;
  logic [2:0] column;
  logic advance, turn, write_d;

  assign sum_valid_o = sum_step.give;
  assign sum_bytes_o = sum_step.bytes;
  assign sum_last_o = sum_step.last;
  assign sum_differs_o = sum_step.check && sum_o != '0;
  assign giving_o = sum_valid_o || step.give;
  assign advance = !sum_valid_o || sum_ready_i;

  roundel_keccak_la_rounds u_rounds (
    .clk_i,
    .rst_ni,
    .lane_valid_i(lane_valid_i && !lane_aside_i),
    .lane_ready_o,
    .lane_number_o,
    .lane_replace_i,
    .lane_check_i,
    .lane_give_i,
    .lane_bytes_i,
    .lane_last_i,
    .lane_upper_i,
    .permute_i,
    .rounds24_i,
    .advance_i   (advance),
    .step_o      (step),
    .constant_o  (constant),
    .turn_o      (turn),
    .write_d_o   (write_d),
    .column_o    (column)
  );

  // D in 0 to 4, the lanes of a pass in 0 to 7 in turn, what is put aside from 8 on.
  logic [3:0] operand_address;
  always_comb begin
    if (write_d) operand_address = {1'b0, column};
    else if (lane_aside_i) operand_address = {1'b1, aside_number_i};
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
    .turn_i           (turn),
    .write_operand_i  (write_d || (lane_valid_i && lane_ready_o && !lane_kept_i)),
    .take_d_i         (write_d),
    .operand_address_i(operand_address),
    .operand_i        (lane_i)
  );

  logic unused;
  assign unused = ^sum_step;

endmodule
