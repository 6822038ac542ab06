// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on the roundel_keccak_hash family: a command that is held has the same bytes in
// both copies, and a beat is either a command or text.

module timing_keccak_hash;

  logic valid, command, legal, text, lane_valid;
  logic [1:0][63:0] lane;

  assign valid = timing_miter.u_a.u_core.u_message.u_input.u_feed.valid_q;
  assign command = timing_miter.u_a.u_core.u_message.u_input.u_feed.command_q;
  assign legal = timing_miter.u_a.u_core.u_message.u_input.command_legal_q;
  assign text = timing_miter.u_a.u_core.u_message.u_input.u_feed.text_q;
  assign lane_valid = timing_miter.u_a.u_core.u_message.u_input.u_feed.lane_valid_q;
  assign lane = {
    timing_miter.u_b.u_core.u_message.u_input.u_feed.lane_q,
    timing_miter.u_a.u_core.u_message.u_input.u_feed.lane_q
  };

  always_comb begin
    if (valid && command) assert (lane[0] == lane[1]);
    assert (!legal || command);
    assert (!(text && command));
    assert (!lane_valid || text);
    assert (!text || valid);
  end

endmodule

bind timing_miter timing_keccak_hash u_lemmas ();
