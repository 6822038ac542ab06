// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_keccak_pq without ML-DSA and SLH-DSA is at rest, and lemmas, for the proof of clearing: those
// of clear_keccak_pq.sv that this configuration needs.
//
// SampleNTT shows which candidates it keeps: its time depends on that. So the choice is a free public input
// of the model, for each cycle: `drop`. The task connects the signal that chooses to the one below, in which
// a candidate that exists is kept unless it is dropped. The last assertions say that at rest no register of
// control has anything left of a choice.

module clear_keccak_pq_ml_kem
  import roundel_pq_pkg::*;
  import roundel_stream_pkg::KindCmd;
();

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The choice of candidates
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [5:0] drop;
  (* keep *) logic [5:0] reject_kept;

  mode_e mode;
  logic window_valid, sixth;

  assign mode = core_under_proof.u_core.request.mode;
  assign window_valid = core_under_proof.u_core.u_reject.window_valid_q;
  assign sixth = core_under_proof.u_core.u_reject.sixth_q;

  assign reject_kept = {sixth, 5'h1f} & {6{window_valid}} & ~drop;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rest, and when registers may depend on a secret
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [1:0] InCommand = 2'd0, InMessage = 2'd1, InAnswer = 2'd2, InError = 2'd3;
  localparam logic [4:0] LastRound = 5'd23;

  (* keep *) logic rest, busy, active, segment_held, segment_next;

  logic [1:0] in_state;
  logic clear, clear_state;

  assign in_state = core_under_proof.u_core.u_input.in_state_q;
  assign clear = core_under_proof.u_core.clear_q;
  assign clear_state = core_under_proof.u_core.u_schedule.clear_state_q;

  // A transaction is under way, or is being cleared. The state is cleared one cycle after all else.
  assign busy = in_state != InCommand || clear;
  assign active = busy || clear_state;
  // The beat in a register of the reader is no command.
  assign segment_held = core_under_proof.u_core.u_input.u_reader.beat_q.kind != KindCmd;
  assign segment_next = core_under_proof.u_core.u_input.u_reader.next_q.kind != KindCmd;

  // Nothing is received, computed, cleared or sent.
  assign rest = !active && !core_under_proof.u_core.u_input.u_reader.valid_q &&
      !core_under_proof.u_core.u_input.u_reader.next_valid_q && !core_under_proof.u_core.u_output.valid_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic full, final_block, ended, advance, load, absorb, need, pending, holds, idle, waits;
  logic [4:0] round;
  logic drains, rejects, draws, squeezes;
  logic [12:0] left;

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
  assign left = core_under_proof.u_core.u_output.left_q;

  assign drains = core_under_proof.u_core.u_schedule.capture_q || core_under_proof.u_core.u_drain.run_q ||
      core_under_proof.u_core.u_drain.valid_q || core_under_proof.u_core.u_drain.last_q ||
      core_under_proof.u_core.u_drain.lane_valid_q || core_under_proof.u_core.u_drain.spare_valid_q;
  assign rejects = window_valid || core_under_proof.u_core.u_reject.u_gather.count_q != '0 ||
      core_under_proof.u_core.u_reject.u_gather.beat_valid_q;
  assign draws = core_under_proof.u_core.u_binomial.valid_q;
  // The last block of a message or the seed was loaded, and the answer is not complete.
  assign squeezes = (advance && !need) || pending || core_under_proof.u_core.u_schedule.open_q ||
      core_under_proof.u_core.repeat_q || core_under_proof.u_core.flush_q || drains || rejects || draws;

  // The schedule is as after a reset.
  assign idle = round == LastRound && core_under_proof.u_core.u_schedule.zero_q && holds &&
      !advance && !load && !absorb && !need && !pending && !core_under_proof.u_core.u_schedule.capture_q &&
      core_under_proof.u_core.u_schedule.left_q == '0 && core_under_proof.u_core.u_schedule.blocks_q == '0 &&
      core_under_proof.u_core.u_schedule.extra_q == '0 && !core_under_proof.u_core.u_schedule.again_q &&
      !core_under_proof.u_core.u_schedule.last_only_q && !core_under_proof.u_core.u_schedule.open_q &&
      !core_under_proof.u_core.u_schedule.ahead_q;

  // The input has nothing of a message.
  assign waits = !core_under_proof.u_core.u_input.append_q && !core_under_proof.u_core.u_input.index_q &&
      !core_under_proof.u_core.u_input.high_q && !core_under_proof.u_core.u_input.next_is_pad_q &&
      core_under_proof.u_core.u_input.place_q == '0 && !core_under_proof.u_core.u_input.past_q &&
      !ended && !full && !final_block;

  always_comb begin
    // The cycle that clears
    assert (!clear || (in_state == InCommand && !core_under_proof.u_core.u_input.write));
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
      assert (!draws || !(mode inside {ModeHash, ModeNtt}));
      if (mode != ModeHash && in_state inside {InMessage, InAnswer}) begin
        assert (!core_under_proof.u_core.request.length[3]);
      end
    end
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
      assert (!core_under_proof.u_core.u_index.as_is_q);
      assert (!drains && !rejects && !draws);
      assert (core_under_proof.u_core.u_drain.count_q == '0 && core_under_proof.u_core.u_drain.next_q == '0);
      assert (core_under_proof.u_core.u_binomial.phase_q == '0);
      assert (left == '0);
      assert (core_under_proof.u_core.u_reject.phase_q == '0 && !sixth);
      assert (core_under_proof.u_core.u_reject.u_gather.fill_q == '0);
      assert (core_under_proof.u_core.u_reject.u_gather.kept_q == '0);
      assert (core_under_proof.u_core.u_reject.u_gather.base_q == '0);
      for (int unsigned e = 0; e < 6; e++) begin
        assert (core_under_proof.u_core.u_reject.u_gather.target_q[e] == '0);
      end
    end
    if (rest) begin
      assert (!core_under_proof.u_core.u_output.last_q && !core_under_proof.u_core.u_output.status_q);
      assert (core_under_proof.u_core.u_output.random_q == (mode != ModeHash));
      assert (core_under_proof.u_core.u_output.half_q ==
              (mode == ModeHash && !core_under_proof.u_core.u_output.high_q));
    end
  end

endmodule

bind core_under_proof clear_keccak_pq_ml_kem u_clear ();
