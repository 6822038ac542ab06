// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_multi_aes_hs: a command that is held has the same bytes in both copies,
// and only a command has the properties of one.

module timing_multi_aes_hs;

  roundel_multi_aes_pkg::beat_t beat;

  assign beat = timing_miter.u_a.u_core.u_input.u_beat.beat_o;

  always_comb begin
    if (beat.is_command) begin
      assert (timing_miter.u_a.u_core.u_input.u_beat.data_o == timing_miter.u_b.u_core.u_input.u_beat.data_o);
    end
    if (beat.service != '0 || beat.resume || beat.open || beat.keep_session) assert (beat.is_command);
  end

endmodule

bind timing_miter timing_multi_aes_hs u_lemmas ();
