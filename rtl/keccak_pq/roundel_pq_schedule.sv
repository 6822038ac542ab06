// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Schedules the state of keccak-pq: when it takes a round, adds a block, is captured for squeezing or is
// cleared.
//
// The last round of a permutation waits for the next block of a text and adds it to its result. The first
// block is added to the zero state in the same way: its "round" without a constant is zero. After a text the
// state is squeezed block after block until the transaction is answered. A polynomial is squeezed for the
// planned number of blocks; then the next one begins, before it is known whether the blocks were enough. If
// they were not, repeat_i comes before the next capture: the state is cleared, and the polynomial is computed
// again with one block more, of which only the last is captured. A polynomial of RejBoundedPoly may also be
// complete before its last block; that block is then not captured. Without MlDsa no polynomial is.
//
// The links of a chain follow each other like polynomials of one block. Only the last one is captured: of the
// others the block takes the state in the cycle of load_o.
//
// Everything that drives more than a few registers is a register.
//
// Schedule:   load_o in cycle t: the addend loads, the block is added in t+1, its 24 rounds are t+2 to t+25,
//             and the state is captured in t+26 if the drain is free. load_o of the next polynomial is in the
//             cycle of the capture.
// Interfaces: block state from roundel_pq_input; load and constants to roundel_pq_block; capture to
//             roundel_pq_drain; advance and clear to the state registers of the core; repeat from
//             roundel_pq_reject.
// Reference:  FIPS 202 section 4 (SPONGE).

module roundel_pq_schedule
  import roundel_keccak_pkg::*;
  import roundel_pq_pkg::*;
#(
  parameter bit MlDsa = 1'b1  // the samplers of ML-DSA
) (
  input logic clk_i,
  input logic clear_i,  // clear all registers

  input  mode_e      mode_i,  // mode of the transaction
  input  logic       begin_i,  // a command is accepted
  input  logic       chain_i,  // the transaction is a chain
  input  logic [6:0] polynomials_i,  // with begin_i: the polynomials of the transaction, or the links
  input  logic       full_i,  // a block is complete
  input  logic       final_block_i,  // it is the last of its message

  output logic load_o,  // the next cycle adds the block
  output rc_t  constant_o,  // constant of the next cycle's round
  output logic next_o,  // with load_o: a polynomial begins
  output logic ahead_o,  // a polynomial has begun after the one that is drained
  output logic advance_o,  // the state becomes the result of the round
  output logic clear_state_o,  // the state becomes zero

  input  logic drain_busy_i,  // no capture may come
  output logic capture_o,  // capture the state
  output logic open_o,  // the last planned block of a polynomial is being drained
  input  logic complete_i,  // the polynomial is complete
  input  logic repeat_i  // the polynomial is not complete, and its blocks are drained
);

  localparam round_t LastRound = round_t'(nominal_rounds(64) - 1);

  logic sample;
  assign sample = mode_i != ModeHash || chain_i;

  round_t round_q, round_d;  // the round that comes next
  logic advance_q, advance_d;
  logic load_q, load_d, absorb_q;
  logic zero_q;  // the state is zero
  logic wait_q, wait_d;  // the state waits in its last round, or as zero, for a block
  logic need_q;  // the message has more blocks after that in the state
  logic pending_q, pending_d;  // the state is a block to squeeze
  logic capture_q, clear_state_q;
  logic [6:0] left_q;  // polynomials that have not begun
  logic [2:0] blocks_q;  // blocks to squeeze of the polynomial in the state
  logic [1:0] extra_q;  // blocks beyond the planned ones for the polynomial that is drained
  logic again_q;  // the next polynomial is that one, again
  logic last_only_q;  // only the last block of the polynomial in the state is captured
  logic open_q, ahead_q;
  logic early_q;  // the polynomial in the state was complete before its last block
  logic finish, take, last_block, captured, begins;

  // The state is complete after the round of this cycle.
  assign finish = advance_q && round_q == LastRound && !absorb_q;
  assign last_block = sample && blocks_q == 3'd1;
  assign captured = (!last_only_q || last_block) && !(chain_i && left_q != '0) && !early_q;
  assign take = (finish || pending_q) && (!captured || (!drain_busy_i && !open_q)) && !repeat_i;
  assign begins = sample && left_q != '0 && full_i;

  always_comb begin
    pending_d = (finish || pending_q) && !take && !repeat_i;
    // A block is requested two cycles before it is added.
    load_d = full_i && !load_q && !absorb_q && !repeat_i && (
        (wait_q && (!sample || left_q != '0)) ||
        (advance_q && need_q && round_q == LastRound - round_t'(2)) ||
        (take && last_block && begins));
    advance_d = !repeat_i && (load_q || (take && !last_block) ||
        (advance_q && !finish && !(need_q && round_q == LastRound - round_t'(1))));
    wait_d = !load_d && (wait_q || repeat_i || (take && last_block) ||
        (advance_q && !absorb_q && need_q && !load_q && round_q == LastRound - round_t'(1)));
  end

  always_comb begin
    round_d = round_q;
    if (repeat_i || (take && last_block)) round_d = LastRound;
    else if (advance_q) round_d = round_q == LastRound ? '0 : round_q + round_t'(1);
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      round_q <= LastRound;
      advance_q <= 1'b0;
      load_q <= 1'b0;
      absorb_q <= 1'b0;
      zero_q <= 1'b1;
      wait_q <= 1'b1;
      need_q <= 1'b0;
      pending_q <= 1'b0;
      capture_q <= 1'b0;
      left_q <= '0;
      blocks_q <= '0;
      extra_q <= '0;
      again_q <= 1'b0;
      last_only_q <= 1'b0;
      open_q <= 1'b0;
      ahead_q <= 1'b0;
    end else begin
      round_q <= round_d;
      advance_q <= advance_d;
      load_q <= load_d;
      absorb_q <= load_q && !repeat_i;
      wait_q <= wait_d;
      pending_q <= pending_d;
      capture_q <= take && captured && !complete_i;
      if (repeat_i || (take && last_block)) zero_q <= 1'b1;
      else if (advance_q) zero_q <= 1'b0;
      if (load_q) need_q <= !final_block_i;

      if (begin_i) left_q <= polynomials_i;
      else if (repeat_i) left_q <= left_q + (ahead_q ? 7'd2 : 7'd1);
      else if (next_o) left_q <= left_q - 7'd1;
      if (next_o) begin
        blocks_q <= planned_blocks(mode_i) + (again_q ? {1'b0, extra_q} : 3'd0);
        last_only_q <= again_q;
      end else if (take) begin
        blocks_q <= blocks_q - 3'd1;
      end
      if (repeat_i) extra_q <= extra_q + 2'd1;
      else if (complete_i) extra_q <= '0;
      if (repeat_i || next_o) again_q <= repeat_i;

      if (complete_i || repeat_i) open_q <= 1'b0;
      else if (take && last_block && captured) open_q <= 1'b1;
      if (take && last_block) ahead_q <= begins;
    end
    clear_state_q <= clear_i || repeat_i || (take && last_block);
  end

  if (MlDsa) begin : gen_early
    // Two branches clear it: with one condition for both, the mapping takes 13 levels of logic, not 11.
    always_ff @(posedge clk_i) begin
      if (clear_i) early_q <= 1'b0;
      else if (take && last_block) early_q <= 1'b0;
      else if (complete_i && !open_q) early_q <= 1'b1;
    end
  end else begin : gen_not_early
    assign early_q = 1'b0;
  end

  assign load_o = load_q;
  assign next_o = load_q && sample && !repeat_i;
  assign ahead_o = ahead_q;
  assign constant_o = load_q && zero_q ? '0 : RoundConstants[round_d];
  assign advance_o = advance_q;
  assign clear_state_o = clear_state_q;
  assign capture_o = capture_q;
  assign open_o = open_q;

endmodule
