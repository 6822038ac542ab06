// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When both streams of roundel_keccak_hash_pip2 are at rest, and lemmas, for the proof of clearing.

module clear_keccak_hash_pip2;

  (* keep *) logic rest, filled_0, filled_1, theta_live, chi_live;

  logic [1:0] resting, filling, zero;
  logic slot;

  for (genvar i = 0; i < 2; i++) begin : gen_stream
    logic [4:0] position, rate;
    logic [2:0] state;
    logic [21:0] next;
    logic text, full, run;

    assign position = core_under_proof.u_core.gen_stream[i].u_message.u_input.position_q;
    assign rate = core_under_proof.u_core.gen_stream[i].u_message.u_input.rate_q;
    assign full = core_under_proof.u_core.gen_stream[i].u_message.u_input.full_q;
    assign state = core_under_proof.u_core.gen_stream[i].u_message.u_input.in_state_bits;
    assign next = core_under_proof.u_core.gen_stream[i].u_message.u_drain.next_q;
    assign run = core_under_proof.u_core.gen_stream[i].u_message.u_drain.run_q;
    assign text = core_under_proof.u_core.gen_stream[i].u_message.u_input.feed;  // text is expected

    assign zero[i] = core_under_proof.u_core.gen_stream[i].u_message.u_schedule.state_zero_q;

    // Nothing is received, absorbed, squeezed or sent.
    assign resting[i] = !core_under_proof.u_core.gen_stream[i].u_message.u_input.u_feed.valid_q &&
        position == 5'd1 && !full &&
        zero[i] && !run &&
        !core_under_proof.u_core.gen_stream[i].u_message.u_drain.lane_valid_q &&
        !core_under_proof.u_core.gen_stream[i].u_message.u_output.staged &&
        !core_under_proof.u_core.gen_stream[i].u_message.u_output.valid_q;

    // The gathered block has text only while this is set.
    assign filling[i] = position != 5'd1 || full ||
        core_under_proof.u_core.gen_stream[i].u_message.u_block.clear_block_q;

    // Positions count from 1 to the rate; 0 as a rate counts like 32.
    logic [4:0] done, most;
    assign done = position - 5'd1;
    assign most = rate - 5'd1;

    always_comb begin
      assert (!text || core_under_proof.u_core.gen_stream[i].u_message.u_input.block_last_q ==
                  (position == rate));
      assert (!text || !(done > most));
      assert (!(state inside {3'd0, 3'd2, 3'd5}) || position == 5'd1);
      assert (run == (next != '0));
      assert ((next & (next - 22'd1)) == '0);
    end
  end

  assign rest = &resting;
  assign {filled_1, filled_0} = filling;
  // The state of the stream in the slot is in chi's stage, the other one in theta's.
  assign slot = core_under_proof.u_core.slot_q;
  // A reset reaches both a cycle later than it does the control of the streams.
  assign theta_live = !zero[!slot] || core_under_proof.u_core.reset_q;
  assign chi_live = !zero[slot] || core_under_proof.u_core.reset_q;

endmodule

bind core_under_proof clear_keccak_hash_pip2 u_clear ();
