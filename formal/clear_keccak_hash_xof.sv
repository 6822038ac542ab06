// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When keccak-hash-xof is at rest, and lemmas, for the proof of clearing. The state may depend on a message
// only while it is not zero. At rest it is zero, or it waits in an output block.

module clear_keccak_hash_xof;

  (* keep *) logic rest, filled, holds, loading;

  logic [4:0] position, rate, out_rate;
  logic [2:0] in_state;
  logic [21:0] next;
  logic text, full, run, needed, lane_valid, busy, more, out_keep;
  logic squeeze, zero, last, final_state, transfer, loaded, advance, capture, clear;
  logic [29:0] lanes_left;
  logic command, text_held, lane_held, resume, kept, discard, pending;
  logic [4:0] command_rate, pending_rate, count;

  assign position = core_under_proof.u_core.u_message.u_input.position_q;
  assign rate = core_under_proof.u_core.u_message.u_input.rate_q;
  assign full = core_under_proof.u_core.u_message.u_input.full_q;
  assign in_state = core_under_proof.u_core.u_message.u_input.in_state_bits;
  assign text = core_under_proof.u_core.u_message.u_input.feed;  // text is expected
  assign out_rate = core_under_proof.u_core.u_message.out_rate_q;
  assign out_keep = core_under_proof.u_core.u_message.out_keep;
  assign squeeze = core_under_proof.u_core.u_message.u_schedule.squeeze_q;
  assign zero = core_under_proof.u_core.u_message.u_schedule.state_zero_q;
  assign last = core_under_proof.u_core.u_message.u_schedule.last_q;
  assign final_state = core_under_proof.u_core.u_message.u_schedule.final_q;
  assign transfer = core_under_proof.u_core.u_message.u_schedule.transfer_q;
  assign loaded = core_under_proof.u_core.u_message.u_schedule.loaded_q;
  assign advance = core_under_proof.u_core.u_message.u_schedule.advance_q;
  assign capture = core_under_proof.u_core.u_message.u_schedule.capture_q;
  assign clear = core_under_proof.u_core.u_message.u_schedule.clear_q;
  assign next = core_under_proof.u_core.u_message.u_drain.next_q;
  assign run = core_under_proof.u_core.u_message.u_drain.run_q;
  assign needed = core_under_proof.u_core.u_message.u_drain.needed_q;
  assign lane_valid = core_under_proof.u_core.u_message.u_drain.lane_valid_q;
  assign busy = core_under_proof.u_core.u_message.u_output.busy_q;
  assign more = core_under_proof.u_core.u_message.more;
  assign lanes_left = 30'(core_under_proof.u_core.u_message.u_output.left_q) +
      30'(core_under_proof.u_core.u_message.u_output.tail_q != '0);

  assign command = core_under_proof.u_core.u_message.u_input.u_feed.valid_q &&
      core_under_proof.u_core.u_message.u_input.command_legal_q;
  assign text_held = core_under_proof.u_core.u_message.u_input.u_feed.text_q;
  assign lane_held = core_under_proof.u_core.u_message.u_input.u_feed.lane_valid_q;
  assign resume = core_under_proof.u_core.u_message.u_input.resume_q;
  assign kept = core_under_proof.u_core.u_message.u_input.kept_q;
  assign discard = core_under_proof.u_core.u_message.u_input.discard_q;
  assign pending = core_under_proof.u_core.u_message.u_input.pending_q;
  assign command_rate = core_under_proof.u_core.u_message.u_input.beat_data[28:24];
  assign pending_rate = core_under_proof.u_core.u_message.rate;
  assign count = core_under_proof.u_core.u_message.u_drain.count_q;

  function automatic logic legal(logic [4:0] lanes);
    return lanes != '0 && lanes <= 5'd21;
  endfunction

  // Nothing is received, absorbed, drained or sent, and a state that is not zero waits to be squeezed.
  assign rest = !core_under_proof.u_core.u_message.u_input.u_feed.valid_q && position == 5'd1 && !full &&
      (zero || (squeeze && in_state == 3'd0)) && !run && !lane_valid &&
      !core_under_proof.u_core.u_message.u_output.valid_q;

  // The gathered block has text only while this is set.
  assign filled = position != 5'd1 || full || core_under_proof.u_core.u_message.u_block.clear_block_q;
  // The state depends on a message only while this is set. A reset clears it one cycle late.
  assign holds = !zero || clear;
  // The constant of the next round depends on a block only while this is set.
  assign loading = loaded || zero;

  // Positions count from 1 to the rate; 0 as a rate counts like 32.
  logic [4:0] done, most;
  assign done = position - 5'd1;
  assign most = rate - 5'd1;

  always_comb begin
    assert (!text || core_under_proof.u_core.u_message.u_input.block_last_q == (position == rate));
    assert (!text || !(done > most));
    assert (!(in_state inside {3'd0, 3'd2, 3'd5, 3'd6}) || position == 5'd1);
    // A block that meets a state in its output block waits for no receiver: the state is cleared at once.
    assert (!(loaded && squeeze));
    assert (!(transfer && squeeze) || (capture && clear));
    assert (!capture || (squeeze && advance && busy && !run));
    assert (!capture || clear == !(more || out_keep));
    assert (!advance || squeeze == capture);
    assert (!advance || squeeze || !last || final_state || loaded);
    assert (!loaded || advance || clear);
    assert (!clear || capture || in_state == 3'd4 || zero);
    assert (in_state != 3'd4 || clear);
    assert (!busy || more == (lanes_left > 30'(out_rate)));
    assert (!(lane_valid || needed) || (busy && run));
    // So a rate is 1 to 21 wherever one is in use, and the drain stops asking before it stops.
    assert (!command || !(text_held || lane_held));
    assert (!command || resume || legal(command_rate));
    assert (!(in_state inside {3'd1, 3'd2, 3'd6} || kept || discard) || legal(rate));
    assert (!pending || legal(pending_rate));
    assert (!busy || legal(out_rate));
    assert (!needed || count <= out_rate);
    assert (next == (run ? 22'd1 << count : '0));
    assert (!run || count <= 5'd21);
    assert (!squeeze || final_state);
    assert (!zero || !final_state);
  end

endmodule

bind core_under_proof clear_keccak_hash_xof u_clear ();
