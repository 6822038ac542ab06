// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on the low-area duplex cores: a beat of a command has the same bytes in both copies
// while it is held.
//
// Public: whether a received tag was accepted, where the control reads it (the task connects that signal of
// both copies). A session ends after a refused tag, so the next command comes sooner.

module timing_duplex_la;

  roundel_duplex_la_pkg::beat_t beat, skid, other_beat, other_skid;

  assign beat = timing_miter.u_a.u_core.u_core.u_input.data_q;
  assign skid = timing_miter.u_a.u_core.u_core.u_input.gen_skid.skid_data_q;
  assign other_beat = timing_miter.u_b.u_core.u_core.u_input.data_q;
  assign other_skid = timing_miter.u_b.u_core.u_core.u_input.gen_skid.skid_data_q;

  always_comb begin
    if (beat.command) assert (beat == other_beat);
    if (skid.command) assert (skid == other_skid);
  end

endmodule

bind timing_miter timing_duplex_la u_lemmas ();
