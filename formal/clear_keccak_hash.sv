// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When a core of the roundel_keccak_hash family is at rest, and lemmas, for the proof of clearing.

module clear_keccak_hash;

  (* keep *) logic rest, filled;

  logic [4:0] position, rate;
  logic [2:0] state;
  logic [21:0] next;
  logic text, full, run;

  assign position = core_under_proof.u_core.u_message.u_input.position_q;
  assign rate = core_under_proof.u_core.u_message.u_input.rate_q;
  assign full = core_under_proof.u_core.u_message.u_input.full_q;
  assign state = core_under_proof.u_core.u_message.u_input.in_state_bits;
  assign next = core_under_proof.u_core.u_message.u_drain.next_q;
  assign run = core_under_proof.u_core.u_message.u_drain.run_q;
  assign text = core_under_proof.u_core.u_message.u_input.feed;  // text is expected

  // Nothing is received, absorbed, squeezed or sent.
  assign rest = !core_under_proof.u_core.u_message.u_input.u_feed.valid_q && position == 5'd1 && !full &&
      core_under_proof.u_core.u_message.u_schedule.state_zero_q && !run &&
      !core_under_proof.u_core.u_message.u_drain.lane_valid_q &&
      !core_under_proof.u_core.u_message.u_output.staged &&
      !core_under_proof.u_core.u_message.u_output.valid_q;

  // The gathered block has text only while this is set.
  assign filled = position != 5'd1 || full || core_under_proof.u_core.u_message.u_block.clear_block_q;

  // A lane of the drain has text until it is cleared.
  for (genvar i = 0; i < 21; i++) begin : gen_lane
    (* keep *) logic due;
    assign due = next[i:0] != '0;
  end

  // Positions count from 1 to the rate; 0 as a rate counts like 32.
  logic [4:0] done, most;
  assign done = position - 5'd1;
  assign most = rate - 5'd1;

  always_comb begin
    assert (!text || core_under_proof.u_core.u_message.u_input.block_last_q == (position == rate));
    assert (!text || !(done > most));
    assert (!(state inside {3'd0, 3'd2, 3'd5}) || position == 5'd1);
    assert (run == (next != '0));
    assert ((next & (next - 22'd1)) == '0);
    assert (core_under_proof.u_core.u_message.u_drain.clear ==
            (next[20:0] & {21{core_under_proof.u_core.u_message.u_drain.advance}}));
  end

endmodule

bind core_under_proof clear_keccak_hash u_clear ();
