// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_keccak_hash_pip2, per stream: a command that is held has the same
// bytes in both copies, and a beat is either a command or text. The task gives both copies the same free
// tid at the input. At the output tid is the same too, while tvalid is set.

module timing_keccak_hash_pip2;

  logic [1:0] valid, command, legal, text, lane_valid, same;

  for (genvar i = 0; i < 2; i++) begin : gen_stream
    assign valid[i] = timing_miter.u_a.u_core.gen_stream[i].u_message.u_input.u_feed.valid_q;
    assign command[i] = timing_miter.u_a.u_core.gen_stream[i].u_message.u_input.u_feed.command_q;
    assign legal[i] = timing_miter.u_a.u_core.gen_stream[i].u_message.u_input.command_legal_q;
    assign text[i] = timing_miter.u_a.u_core.gen_stream[i].u_message.u_input.u_feed.text_q;
    assign lane_valid[i] = timing_miter.u_a.u_core.gen_stream[i].u_message.u_input.u_feed.lane_valid_q;
    assign same[i] = timing_miter.u_a.u_core.gen_stream[i].u_message.u_input.u_feed.lane_q ==
        timing_miter.u_b.u_core.gen_stream[i].u_message.u_input.u_feed.lane_q;

    always_comb begin
      if (valid[i] && command[i]) assert (same[i]);
      assert (!legal[i] || command[i]);
      assert (!(text[i] && command[i]));
      assert (!lane_valid[i] || text[i]);
      assert (!text[i] || valid[i]);
    end
  end

  always_comb begin
    if (timing_miter.rst_n && timing_miter.tvalid[0]) begin
      assert (timing_miter.u_a.m_axis_tid == timing_miter.u_b.m_axis_tid);
    end
  end

endmodule

bind timing_miter timing_keccak_hash_pip2 u_lemmas ();
