// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When keccak-hash-state is at rest, and lemmas, for the proof of clearing.

module clear_keccak_hash_state;

  (* keep *) logic rest, filled;

  logic [4:0] position, rate, limit, done, most;
  logic [2:0] state;
  logic [25:0] next;
  logic text, full, run, all, block_last, read, aborts;

  assign position = core_under_proof.u_core.u_message.u_input.position_q;
  assign rate = core_under_proof.u_core.u_message.u_input.rate_q;
  assign full = core_under_proof.u_core.u_message.u_input.full_q;
  assign state = core_under_proof.u_core.u_message.u_input.in_state_bits;
  assign block_last = core_under_proof.u_core.u_message.u_input.block_last_q;
  assign next = core_under_proof.u_core.u_message.u_drain.next_q;
  assign run = core_under_proof.u_core.u_message.u_drain.run_q;
  assign all = core_under_proof.u_core.u_message.u_drain.gen_whole.all_q;
  // A beat is in the reader or after it.
  assign read = core_under_proof.u_core.u_message.gen_reader.u_reader.valid_q ||
      core_under_proof.u_core.u_message.gen_reader.u_reader.next_valid_q ||
      core_under_proof.u_core.u_message.gen_reader.u_reader.gen_skid.skid_valid_q ||
      core_under_proof.u_core.u_message.u_input.u_feed.valid_q;
  // InText, InLoad
  assign text = state inside {3'd1, 3'd7};

  // Nothing is received, absorbed, squeezed or sent.
  assign rest = !read && position == 5'd1 && !full && !aborts &&
      core_under_proof.u_core.u_message.u_schedule.state_zero_q && !run &&
      !core_under_proof.u_core.u_message.u_drain.lane_valid_q &&
      !core_under_proof.u_core.u_message.u_output.valid_q;

  // InAbort, InError: lanes of an illegal sequence may be in the block.
  assign aborts = state inside {3'd3, 3'd4};
  // The gathered block has lanes only while this is set.
  assign filled = position != 5'd1 || full || aborts ||
      core_under_proof.u_core.u_message.u_block.clear_block_q;

  // Positions count from 1 to the rate, or to the lanes of a state; 0 as a rate counts like 32.
  assign limit = state == 3'd7 ? 5'd25 : rate;
  assign done = position - 5'd1;
  assign most = limit - 5'd1;

  always_comb begin
    assert (!text || block_last == (position == limit));
    assert (!text || !(done > most));
    assert (!(state inside {3'd0, 3'd2, 3'd5}) || position == 5'd1);
    assert (run == (next != '0));
    assert ((next & (next - 26'd1)) == '0);
    // Only a capture of the whole state fills the lanes of the capacity.
    assert (all || next[25:22] == '0);
  end

endmodule

bind core_under_proof clear_keccak_hash_state u_clear ();
