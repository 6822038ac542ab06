// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When a core of the roundel_keccak_hash family is at rest, and lemmas, for the proof of clearing.

module clear_keccak_hash;

  (* keep *) logic rest;

  logic [4:0] position, rate;
  logic [21:0] next;
  logic text, full, run;

  assign position = core_under_proof.u_core.u_message.u_input.position_q;
  assign rate = core_under_proof.u_core.u_message.u_input.rate_q;
  assign full = core_under_proof.u_core.u_message.u_input.full_q;
  assign next = core_under_proof.u_core.u_message.u_drain.next_q;
  assign run = core_under_proof.u_core.u_message.u_drain.run_q;
  assign text = core_under_proof.u_core.u_message.u_input.feed;  // text is expected

  // Nothing is received, absorbed, squeezed or sent.
  assign rest = !core_under_proof.u_core.u_message.u_input.u_feed.valid_q && position == 5'd1 && !full &&
      core_under_proof.u_core.u_message.u_schedule.state_zero_q && !run &&
      !core_under_proof.u_core.u_message.u_drain.lane_valid_q &&
      !core_under_proof.u_core.u_message.u_output.valid_q;

  always_comb begin
    assert (!text || core_under_proof.u_core.u_message.u_input.block_last_q == (position == rate));
    assert (run == (next != '0));
    assert ((next & (next - 22'd1)) == '0);
  end

endmodule

bind core_under_proof clear_keccak_hash u_clear ();
