// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_aes_gcm_hs: a command that is held has the same bytes in both copies,
// and a beat stays until its purpose has been used.

module timing_aes_gcm_hs;

  logic valid, is_command, any_ok, judge, judged_command, pop, moved, accept;
  logic [1:0][127:0] beat;

  assign valid = timing_miter.u_a.u_core.u_input.valid_q;
  assign is_command = timing_miter.u_a.u_core.u_input.beat_q.is_command;
  assign any_ok = timing_miter.u_a.u_core.u_input.beat_q.cmd_ok != '0 ||
      timing_miter.u_a.u_core.u_input.beat_q.resume || timing_miter.u_a.u_core.u_input.beat_q.open;
  assign judge = timing_miter.u_a.u_core.u_input.judge_q;
  assign judged_command = timing_miter.u_a.u_core.u_input.legal_q.command;
  assign pop = timing_miter.u_a.u_core.u_input.pop_q;
  assign moved = timing_miter.u_a.u_core.u_input.moved_q;
  assign accept = timing_miter.u_a.u_core.u_input.accept_q;
  assign beat = {timing_miter.u_b.u_core.u_input.beat_data_q, timing_miter.u_a.u_core.u_input.beat_data_q};

  always_comb begin
    if (is_command) assert (beat[0] == beat[1]);
    if (any_ok) assert (is_command);
    if (pop) assert (moved);
    assert (!(judge && pop));
    if (judge) assert (valid);
    if (judge && judged_command) assert (is_command);
    if (accept) assert (is_command && valid);
  end

endmodule

bind timing_miter timing_aes_gcm_hs u_lemmas ();
