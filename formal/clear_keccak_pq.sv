// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_keccak_pq is at rest, and lemmas, for the proof of clearing.
//
// A sampler by rejection shows which candidates it keeps: its time depends on that. So the choice is a free
// public input of the model, for each cycle: `drop`. The task connects the three signals that choose to those
// below, in which a candidate that exists is kept unless it is dropped. What a choice may have changed is
// as after a reset when the core is at rest: the last assertions say so.

module clear_keccak_pq
  import roundel_pq_pkg::*;
();

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The choice of candidates
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [5:0] drop;
  (* keep *) logic [5:0] reject_kept;
  (* keep *) logic [3:0] wide_kept;
  (* keep *) logic ball_kept;

  mode_e mode;
  logic window_valid, sixth, group_valid, word_valid;

  assign mode = core_under_proof.u_core.request.mode;
  assign window_valid = core_under_proof.u_core.u_reject.window_valid_q;
  assign sixth = core_under_proof.u_core.u_reject.sixth_q;
  assign group_valid = core_under_proof.u_core.u_wide.group_valid_q;
  assign word_valid = core_under_proof.u_core.u_wide.word_valid;

  assign reject_kept = {sixth, 5'h1f} & {6{window_valid}} & ~drop;
  always_comb begin
    if (is_ball(mode)) wide_kept = {4{word_valid}};
    else if (mode inside {ModeMask17, ModeMask19}) wide_kept = {4{group_valid}};
    else wide_kept = {mode != ModeRejNtt, 3'h7} & {4{group_valid}} & ~drop[3:0];
  end
  assign ball_kept = !drop[0];

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rest, and when registers may depend on a secret
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic rest, active, exchanges;

  logic [1:0] in_state;
  logic clear, clear_state, sweep, silent;
  logic [7:0] place;

  assign in_state = core_under_proof.u_core.u_input.in_state_q;
  assign clear = core_under_proof.u_core.clear_q;
  assign clear_state = core_under_proof.u_core.u_schedule.clear_state_q;
  assign sweep = core_under_proof.u_core.u_wide.u_ball.sweep_q;
  assign silent = core_under_proof.u_core.u_wide.u_ball.silent_q;
  assign place = core_under_proof.u_core.u_wide.u_ball.place_q;

  // A transaction is under way, or is being cleared.
  assign active = in_state != 2'd0 || clear || clear_state;
  // Words of the memory of SampleInBall may not be zero.
  assign exchanges = place != '0 || sweep;
  // Nothing is received, computed, cleared or sent.
  assign rest = !active && !exchanges && !core_under_proof.u_core.u_input.u_reader.valid_q &&
      !core_under_proof.u_core.u_input.u_reader.next_valid_q && !core_under_proof.u_core.u_output.valid_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [1:0] InCommand = 2'd0, InAnswer = 2'd2;

  logic full, final_block, advance, need, idle;
  logic drains, rejects, draws, gathers, exchanging, squeezes;

  assign full = core_under_proof.u_core.u_input.full_q;
  assign final_block = core_under_proof.u_core.u_input.final_q;
  assign advance = core_under_proof.u_core.u_schedule.advance_q;
  assign need = core_under_proof.u_core.u_schedule.need_q;

  assign drains = core_under_proof.u_core.u_schedule.capture_q || core_under_proof.u_core.u_drain.run_q ||
      core_under_proof.u_core.u_drain.valid_q;
  assign rejects = window_valid || core_under_proof.u_core.u_reject.u_gather.count_q != '0;
  assign draws = core_under_proof.u_core.u_binomial.valid_q;
  assign gathers = core_under_proof.u_core.u_wide.u_gather.count_q != '0;
  assign exchanging = place != '0 && !sweep;
  // The last block of a message or the seed was loaded, and the answer is not complete.
  assign squeezes = (advance && !need) || core_under_proof.u_core.u_schedule.pending_q ||
      core_under_proof.u_core.u_schedule.open_q || core_under_proof.u_core.u_schedule.early_q ||
      drains || rejects || draws || gathers || group_valid || exchanging || (sweep && !silent);

  // The schedule is as after a reset.
  assign idle = core_under_proof.u_core.u_schedule.round_q == 5'd23 &&
      core_under_proof.u_core.u_schedule.zero_q && core_under_proof.u_core.u_schedule.wait_q && !advance &&
      !core_under_proof.u_core.u_schedule.load_q && !core_under_proof.u_core.u_schedule.absorb_q && !need &&
      !core_under_proof.u_core.u_schedule.pending_q && !core_under_proof.u_core.u_schedule.capture_q &&
      core_under_proof.u_core.u_schedule.left_q == '0 && core_under_proof.u_core.u_schedule.blocks_q == '0 &&
      core_under_proof.u_core.u_schedule.extra_q == '0 && !core_under_proof.u_core.u_schedule.again_q &&
      !core_under_proof.u_core.u_schedule.last_only_q && !core_under_proof.u_core.u_schedule.open_q &&
      !core_under_proof.u_core.u_schedule.ahead_q && !core_under_proof.u_core.u_schedule.early_q;

  always_comb begin
    if (!clear) begin
      // Nothing is squeezed before the message is complete, and its last block stays.
      assert (!squeezes || (in_state == InAnswer && full && final_block));
      assert (!core_under_proof.u_core.u_input.ended_q || in_state == InAnswer);
      assert (!final_block || core_under_proof.u_core.u_input.ended_q);
      assert (!core_under_proof.u_core.u_schedule.load_q || full);
      // Only the parts of its sampler are in use.
      assert (!rejects || mode == ModeNtt);
      assert (!draws || mode inside {ModeCbd2, ModeCbd3});
      assert (!(gathers || group_valid) || is_wide(mode));
      assert (!exchanging || (is_ball(mode) && place[7] && !gathers));
      assert (!(sweep && !silent) || is_ball(mode));
      assert (in_state != InCommand || idle);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // At rest
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A choice may have changed these registers. All others that are not data have what they have by the
  // commands and the order of the beats alone.
  always_comb begin
    if (rest) begin
      assert (idle);
      assert (!core_under_proof.u_core.u_index.as_is_q && !core_under_proof.u_core.u_block.linked_q);
      assert (!drains && !rejects && !draws && !gathers && !group_valid);
      assert (core_under_proof.u_core.u_drain.count_q == '0 && core_under_proof.u_core.u_drain.next_q == '0);
      assert (core_under_proof.u_core.u_binomial.phase_q == '0);
      assert (core_under_proof.u_core.u_output.left_q == '0 && !core_under_proof.u_core.u_output.high_q);
      assert (core_under_proof.u_core.u_reject.phase_q == '0 && !sixth);
      assert (core_under_proof.u_core.u_reject.u_gather.fill_q == '0);
      assert (core_under_proof.u_core.u_reject.u_gather.kept_q == '0);
      assert (core_under_proof.u_core.u_reject.u_gather.base_q == '0);
      assert (core_under_proof.u_core.u_wide.used_q == 4'd8 && core_under_proof.u_core.u_wide.quarter_q == '0);
      assert (core_under_proof.u_core.u_wide.u_gather.fill_q == '0);
      assert (core_under_proof.u_core.u_wide.u_gather.kept_q == '0);
      assert (core_under_proof.u_core.u_wide.u_gather.base_q == '0);
      assert (core_under_proof.u_core.u_wide.u_ball.bit_q == '0);
      assert (!core_under_proof.u_core.u_wide.u_ball.high_q);
      assert (!core_under_proof.u_core.u_wide.u_ball.exchange_q);
      assert (!core_under_proof.u_core.u_wide.u_ball.kept_q && !core_under_proof.u_core.u_wide.u_ball.below_q);
    end
  end

endmodule

bind core_under_proof clear_keccak_pq u_clear ();
