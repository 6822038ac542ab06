// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_keccak_pq is at rest, and lemmas, for the proof of clearing.
//
// A sampler by rejection shows which candidates it keeps: its time depends on that. So the choice is a free
// public input of the model, for each cycle: `drop`. The task connects the three signals that choose to those
// below, in which a candidate that exists is kept unless it is dropped. The last assertions say that at rest
// no register of control has anything left of a choice.

module clear_keccak_pq
  import roundel_pq_pkg::*;
  import roundel_stream_pkg::KindCmd;
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
  assign group_valid = core_under_proof.u_core.gen_wide.u_wide.group_valid_q;
  assign word_valid = core_under_proof.u_core.gen_wide.u_wide.word_valid;

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

  localparam logic [1:0] InCommand = 2'd0, InMessage = 2'd1, InAnswer = 2'd2, InError = 2'd3;
  localparam logic [4:0] LastRound = 5'd23;

  (* keep *) logic rest, busy, active, exchanges, passes, follows, segment_held, segment_next;

  logic [1:0] in_state;
  logic clear, clear_state, sweep, silent;
  logic [7:0] place;

  assign in_state = core_under_proof.u_core.u_input.in_state_q;
  assign clear = core_under_proof.u_core.clear_q;
  assign clear_state = core_under_proof.u_core.u_schedule.clear_state_q;
  assign sweep = core_under_proof.u_core.gen_wide.u_wide.u_ball.sweep_q;
  assign silent = core_under_proof.u_core.gen_wide.u_wide.u_ball.silent_q;
  assign place = core_under_proof.u_core.gen_wide.u_wide.u_ball.place_q;

  // A transaction is under way, or is being cleared. The state is cleared one cycle after all else.
  assign busy = in_state != InCommand || clear;
  assign active = busy || clear_state;
  // Words of the memory of SampleInBall may not be zero.
  assign exchanges = place != '0 || sweep;
  // Word w of it may not be zero: the sweep has not cleared it yet.
  for (genvar w = 0; w < 64; w++) begin : gen_word
    (* keep *) logic used;
    assign used = sweep ? place[7:2] <= 6'(w) : place != '0;
  end
  // The beat in a register of the reader is no command.
  assign segment_held = core_under_proof.u_core.u_input.u_reader.beat_q.kind != KindCmd;
  assign segment_next = core_under_proof.u_core.u_input.u_reader.next_q.kind != KindCmd;
  // Words of a sweep may be in the candidates, and in the beat after them.
  logic passes_q, follows_q, step;

  assign step = core_under_proof.u_core.step;
  assign passes = busy || exchanges || passes_q;
  assign follows = passes || follows_q;

  always_ff @(posedge core_under_proof.clk_i) begin
    if (!core_under_proof.rst_ni) begin
      passes_q  <= 1'b1;
      follows_q <= 1'b1;
    end else begin
      passes_q  <= exchanges || (passes_q && !step);
      follows_q <= exchanges || passes_q || (follows_q && !step);
    end
  end

  // Nothing is received, computed, cleared or sent.
  assign rest = !active && !follows && !core_under_proof.u_core.u_input.u_reader.valid_q &&
      !core_under_proof.u_core.u_input.u_reader.next_valid_q && !core_under_proof.u_core.u_output.valid_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic full, final_block, ended, advance, load, absorb, need, pending, holds, idle, waits, lane_valid;
  logic [4:0] round;
  logic drains, rejects, draws, gathers, exchanging, sends, squeezes;
  logic [3:0] used;
  logic [2:0] signs;
  logic [12:0] left, gathered;
  logic counts, beat_valid;

  assign full = core_under_proof.u_core.u_input.full_q;
  assign final_block = core_under_proof.u_core.u_input.final_q;
  assign ended = core_under_proof.u_core.u_input.ended_q;
  assign advance = core_under_proof.u_core.u_schedule.advance_q;
  assign load = core_under_proof.u_core.u_schedule.load_q;
  assign absorb = core_under_proof.u_core.u_schedule.absorb_q;
  assign need = core_under_proof.u_core.u_schedule.need_q;
  assign pending = core_under_proof.u_core.u_schedule.pending_q;
  assign holds = core_under_proof.u_core.u_schedule.wait_q;
  assign round = core_under_proof.u_core.u_schedule.round_q;
  assign lane_valid = core_under_proof.u_core.lane_valid;
  assign used = core_under_proof.u_core.gen_wide.u_wide.used_q;
  assign signs = core_under_proof.u_core.gen_wide.u_wide.u_ball.bit_q;
  assign left = core_under_proof.u_core.u_output.left_q;

  assign drains = core_under_proof.u_core.u_schedule.capture_q || core_under_proof.u_core.u_drain.run_q ||
      core_under_proof.u_core.u_drain.valid_q || core_under_proof.u_core.u_drain.last_q ||
      core_under_proof.u_core.u_drain.lane_valid_q || core_under_proof.u_core.u_drain.spare_valid_q;
  assign rejects = window_valid || core_under_proof.u_core.u_reject.u_gather.count_q != '0 ||
      core_under_proof.u_core.u_reject.u_gather.beat_valid_q;
  assign draws = core_under_proof.u_core.u_binomial.valid_q;
  assign counts = core_under_proof.u_core.gen_wide.u_wide.u_gather.count_q != '0;
  assign beat_valid = core_under_proof.u_core.gen_wide.u_wide.u_gather.beat_valid_q;
  assign gathers = counts || beat_valid;
  // Lanes of the beats of SampleInBall that are under way
  assign gathered = (counts ? 13'd2 : 13'd0) + (beat_valid ? 13'd2 : 13'd0);
  assign exchanging = place != '0 && !sweep;
  assign sends = sweep && !silent;
  // The last block of a message or the seed was loaded, and the answer is not complete.
  assign squeezes = (advance && !need) || pending ||
      core_under_proof.u_core.u_schedule.open_q || core_under_proof.u_core.u_schedule.early_q ||
      core_under_proof.u_core.repeat_q || core_under_proof.u_core.flush_q || drains || rejects || draws ||
      gathers || group_valid || exchanging || sends;

  // The schedule is as after a reset.
  assign idle = round == LastRound && core_under_proof.u_core.u_schedule.zero_q && holds &&
      !advance && !load && !absorb && !need && !pending && !core_under_proof.u_core.u_schedule.capture_q &&
      core_under_proof.u_core.u_schedule.left_q == '0 && core_under_proof.u_core.u_schedule.blocks_q == '0 &&
      core_under_proof.u_core.u_schedule.extra_q == '0 && !core_under_proof.u_core.u_schedule.again_q &&
      !core_under_proof.u_core.u_schedule.last_only_q && !core_under_proof.u_core.u_schedule.open_q &&
      !core_under_proof.u_core.u_schedule.ahead_q && !core_under_proof.u_core.u_schedule.early_q;

  // The input has nothing of a message.
  assign waits = !core_under_proof.u_core.u_input.append_q && !core_under_proof.u_core.u_input.index_q &&
      !core_under_proof.u_core.u_input.high_q && !core_under_proof.u_core.u_input.next_is_pad_q &&
      core_under_proof.u_core.u_input.place_q == '0 && !core_under_proof.u_core.u_input.past_q &&
      !ended && !full && !final_block;

  always_comb begin
    // The cycle that clears
    assert (!clear || (in_state == InCommand && !core_under_proof.u_core.u_input.write));
    assert (!clear || !(exchanging || sends || (is_ball(mode) && lane_valid && !sweep)));
    assert (!clear || left == '0);
    assert (!core_under_proof.u_core.begin_q || (in_state == InMessage && !clear));
    if (!clear) begin
      // Nothing is squeezed before the message is complete, and its last block stays.
      assert (!squeezes || (in_state == InAnswer && full && final_block));
      assert (!ended || in_state == InAnswer);
      assert (!final_block || ended);
      assert (!load || full || in_state == InError);
      // The schedule waits, or the state is complete, or it takes rounds.
      assert (!holds || (round == LastRound && !(advance || pending || load || absorb)));
      assert (!pending || !(need || advance || load || absorb));
      assert (!load || (advance ? need && round == LastRound - 5'd1 : round == LastRound));
      assert (!absorb || (advance && !load && round == LastRound));
      assert (!(advance && need && round == LastRound) || absorb);
      // Only the parts of its sampler are in use.
      assert (!rejects || mode == ModeNtt);
      assert (!draws || !(mode inside {ModeHash, ModeNtt} || is_wide(mode)));
      assert (!(gathers || group_valid) || is_wide(mode));
      assert (!(exchanging || sends) || (is_ball(mode) && used < 4'd8));
      if (mode != ModeHash && in_state inside {InMessage, InAnswer}) begin
        assert (!core_under_proof.u_core.request.length[3]);
      end
      if (is_ball(mode)) begin
        // Words fill beats one by one.
        assert (core_under_proof.u_core.gen_wide.u_wide.u_gather.fill_q == '0);
        assert (core_under_proof.u_core.gen_wide.u_wide.u_gather.base_q == '0);
        assert (core_under_proof.u_core.gen_wide.u_wide.u_gather.count_q inside {3'd0, 3'd4});
        assert (!(sweep && silent && gathers));
        if (in_state inside {InMessage, InAnswer}) begin
          assert (core_under_proof.u_core.request.length == 16'd1024);
          assert (!core_under_proof.u_core.flush_q);
          assert (core_under_proof.u_core.begin_q || left <= 13'd128);
          assert (used != 4'd8 || core_under_proof.u_core.begin_q || (left == 13'd128 && !gathers));
        end
      end
      // SampleInBall: a sign for each place; nothing is sent before the last one; then a beat for each word.
      assert (!exchanging || (place[7] && !gathers && left == 13'd128));
      assert (!exchanging || {1'b0, used, signs} == place - first_place(mode));
      assert (!sends || left == 13'd128 - 13'(place[7:1]) + gathered);
      assert (!(is_ball(mode) && gathers && !sweep) || (left == gathered && used < 4'd8));
    end
    assert (!sweep || place[1:0] == '0);
    // Beats of a sampler are two lanes.
    assert (mode == ModeHash || core_under_proof.u_core.begin_q ||
            !(left[0] || core_under_proof.u_core.u_output.high_q));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // After a transaction
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A choice may have changed these registers: now they have what the commands alone give them. Those of the
  // reader have the properties of its last beat, and the request is the command.
  always_comb begin
    if (in_state == InCommand && !clear) begin
      assert (idle && waits);
      assert (!core_under_proof.u_core.u_index.as_is_q && !core_under_proof.u_core.u_block.linked_q);
      assert (!drains && !rejects && !draws && !gathers && !group_valid);
      assert (core_under_proof.u_core.u_drain.count_q == '0 && core_under_proof.u_core.u_drain.next_q == '0);
      assert (core_under_proof.u_core.u_binomial.phase_q == '0);
      assert (left == '0);
      assert (core_under_proof.u_core.u_reject.phase_q == '0 && !sixth);
      assert (core_under_proof.u_core.u_reject.u_gather.fill_q == '0);
      assert (core_under_proof.u_core.u_reject.u_gather.kept_q == '0);
      assert (core_under_proof.u_core.u_reject.u_gather.base_q == '0);
      assert (used == 4'd8 && core_under_proof.u_core.gen_wide.u_wide.quarter_q == '0);
      assert (core_under_proof.u_core.gen_wide.u_wide.u_gather.fill_q == '0);
      assert (core_under_proof.u_core.gen_wide.u_wide.u_gather.kept_q == '0);
      assert (core_under_proof.u_core.gen_wide.u_wide.u_gather.base_q == '0);
      for (int unsigned e = 0; e < 6; e++) begin
        assert (core_under_proof.u_core.u_reject.u_gather.target_q[e] == '0);
      end
      for (int unsigned e = 0; e < NumWideSlots; e++) begin
        assert (core_under_proof.u_core.gen_wide.u_wide.u_gather.target_q[e] == '0);
      end
    end
    if (!exchanges) begin
      assert (signs == '0 && !core_under_proof.u_core.gen_wide.u_wide.u_ball.high_q);
      assert (!core_under_proof.u_core.gen_wide.u_wide.u_ball.exchange_q &&
              !core_under_proof.u_core.gen_wide.u_wide.u_ball.kept_q);
      assert (!core_under_proof.u_core.gen_wide.u_wide.u_ball.below_q);
    end
    if (rest) begin
      assert (!silent && !core_under_proof.u_core.u_output.last_q &&
              !core_under_proof.u_core.u_output.status_q);
      assert (core_under_proof.u_core.u_output.random_q == (mode != ModeHash));
      assert (core_under_proof.u_core.u_output.half_q ==
              (mode == ModeHash && !core_under_proof.u_core.u_output.high_q));
    end
  end

endmodule

bind core_under_proof clear_keccak_pq u_clear ();
