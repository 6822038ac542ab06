// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS of a low-area AES core is ACCEPTED only if it follows a tag of which every beat that was taken
// since the command matched, and REFUSED only if one of them did not. For all time.

module verdict_aes_la
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic      clk_i,
  input logic      rst_ni,
  input logic      started_q,
  input status_t   status,
  input logic      in_fire,
  input logic      mismatch_i,
  input out_beat_t out_beat
);

  // Of the beats of the tag since the command: one was taken in the cycle before, some were, one differed.
  logic taken_q = 1'b0, some_q = 1'b0, different_q = 1'b0;
  logic some, different;

  assign some = some_q || taken_q;
  assign different = different_q || (taken_q && mismatch_i);

  always_ff @(posedge clk_i) begin
    taken_q <= rst_ni && in_fire && status.phase == PhaseTag;
    {some_q, different_q} <= {some, different};
    if (!rst_ni || status.state == StCheckCommand) {some_q, different_q} <= '0;
  end

  always_comb begin
    if (started_q && rst_ni && out_beat.valid && out_beat.kind == KindStatus) begin
      assert (out_beat.code inside {StatusAccepted, StatusRefused, StatusError});
      if (out_beat.code == StatusAccepted) assert (status.state == StVerdict && some && !different);
      if (out_beat.code == StatusRefused) assert (status.state == StVerdict && some && different);
    end
  end

endmodule

bind aes_la_control_check verdict_aes_la u_verdict (.*);
