// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on the roundel_duplex_core family: a beat of a command has the same bytes in both
// copies while it is held.
//
// Public: whether a received tag was accepted. A session ends after a refused tag, so the next command comes
// sooner.

module timing_duplex;

  // Whether the bytes of a place of the memory are those of a command.
  logic [3:0] command_q = '0;
  logic [1:0] write, read, held;
  logic valid, next_valid, idle;

  assign write = timing_miter.u_a.u_core.u_core.u_input.u_beat.write_q;
  assign read = timing_miter.u_a.u_core.u_core.u_input.u_beat.read_q;
  assign valid = timing_miter.u_a.u_core.u_core.u_input.u_beat.valid_q;
  assign next_valid = timing_miter.u_a.u_core.u_core.u_input.u_beat.next_valid_q;
  assign idle = timing_miter.u_a.u_core.u_core.u_input.idle;
  assign held = 2'(valid) + 2'(next_valid);

  always_ff @(posedge timing_miter.clk_i) begin
    if (timing_miter.u_a.u_core.u_core.u_input.s_axis_tready) begin
      command_q[write] <= timing_miter.s_axis_tuser == roundel_stream_pkg::KindCmd;
    end
  end

  // Decided beats whose bytes are still needed.
  logic [1:0] steps;
  assign steps = 2'(timing_miter.u_a.u_core.u_core.u_input.u_move.step_q.pop) +
      2'(!timing_miter.u_a.u_core.u_core.u_input.u_move.next_empty_q &&
         timing_miter.u_a.u_core.u_core.u_input.u_move.next_q.pop);

  always_comb begin
    for (int unsigned i = 0; i < 4; i++) begin
      if (command_q[i]) begin
        assert (timing_miter.u_a.u_core.u_core.u_input.u_beat.mem_q[i] ==
                timing_miter.u_b.u_core.u_core.u_input.u_beat.mem_q[i]);
      end
    end
    assert (!next_valid || valid);
    if (timing_miter.u_a.u_core.u_core.u_input.s_axis_tready) assert (!next_valid);
    assert (write - read == held + steps);
    if (valid) begin
      assert (command_q[write-held] == timing_miter.u_a.u_core.u_core.u_input.u_beat.beat_q.is_command);
      assert (!timing_miter.u_a.u_core.u_core.u_input.u_beat.beat_q.is_full_command ||
              timing_miter.u_a.u_core.u_core.u_input.u_beat.beat_q.is_command);
    end
    if (next_valid) begin
      assert (command_q[write-2'd1] == timing_miter.u_a.u_core.u_core.u_input.u_beat.next_q.is_command);
      assert (!timing_miter.u_a.u_core.u_core.u_input.u_beat.next_q.is_full_command ||
              timing_miter.u_a.u_core.u_core.u_input.u_beat.next_q.is_command);
    end
  end

  // A command is decoded in two steps, while its beat is held and all before it is done.
  logic read_command, decoded, is_command, same_command;

  assign read_command = timing_miter.u_a.u_core.u_core.u_input.u_command.read_q;
  assign decoded = timing_miter.u_a.u_core.u_core.u_input.u_command.decoded_o;
  assign is_command = timing_miter.u_a.u_core.u_core.u_input.u_beat.beat_q.is_command;
  assign same_command =
      timing_miter.u_a.u_core.u_core.u_input.u_command.data_q ==
      timing_miter.u_b.u_core.u_core.u_input.u_command.data_q &&
      timing_miter.u_a.u_core.u_core.u_input.u_command.rest_zero_q ==
      timing_miter.u_b.u_core.u_core.u_input.u_command.rest_zero_q &&
      timing_miter.u_a.u_core.u_core.u_input.u_command.plain_q ==
      timing_miter.u_b.u_core.u_core.u_input.u_command.plain_q &&
      timing_miter.u_a.u_core.u_core.u_input.u_command.tag_length_q ==
      timing_miter.u_b.u_core.u_core.u_input.u_command.tag_length_q;

  always_comb begin
    assert (!(read_command && decoded));
    if (read_command || decoded) begin
      assert (timing_miter.u_a.u_core.u_core.u_input.state == roundel_duplex_pkg::InCommand && valid && idle);
      if (is_command) assert (same_command);
    end
    if (decoded) begin
      assert (timing_miter.u_a.u_core.u_core.u_input.u_command.legal_o ==
              timing_miter.u_b.u_core.u_core.u_input.u_command.legal_o);
      if (!is_command) assert (!timing_miter.u_a.u_core.u_core.u_input.u_command.legal_o);
    end
  end

  // Bytes that are no command may set the mark of a resumed session, in both copies or in one, while the
  // sequence is aborted. It is used from the next command on, which sets it too.
  always_comb begin
    if (!(timing_miter.u_a.u_core.u_core.u_input.state inside
          {roundel_duplex_pkg::InCommand, roundel_duplex_pkg::InAbort, roundel_duplex_pkg::InFlush})) begin
      assert (timing_miter.u_a.u_core.u_core.u_input.contents.after_tag ==
              timing_miter.u_b.u_core.u_core.u_input.contents.after_tag);
    end
    if (timing_miter.u_a.u_core.u_core.u_input.u_move.step_q.issue) begin
      assert (timing_miter.u_a.u_core.u_core.u_input.u_move.step_q.after_tag ==
              timing_miter.u_b.u_core.u_core.u_input.u_move.step_q.after_tag);
    end
    if (!timing_miter.u_a.u_core.u_core.u_input.u_move.next_empty_q &&
        timing_miter.u_a.u_core.u_core.u_input.u_move.next_q.issue) begin
      assert (timing_miter.u_a.u_core.u_core.u_input.u_move.next_q.after_tag ==
              timing_miter.u_b.u_core.u_core.u_input.u_move.next_q.after_tag);
    end
    if (timing_miter.u_a.u_core.u_core.u_permutation.u_issue.capture_q1 ||
        timing_miter.u_a.u_core.u_core.capture) begin
      assert (timing_miter.u_a.u_core.u_core.capture_info.after_tag ==
              timing_miter.u_b.u_core.u_core.capture_info.after_tag);
    end
    assert (!(timing_miter.u_a.u_core.u_core.u_input.u_move.step_q.wait_start ||
              timing_miter.u_a.u_core.u_core.u_input.u_move.step_q.wait_capture ||
              timing_miter.u_a.u_core.u_core.u_input.u_move.step_q.wait_absorb) ||
            timing_miter.u_a.u_core.u_core.u_input.u_move.step_q.issue);
    assert (!(timing_miter.u_a.u_core.u_core.u_input.u_move.next_q.wait_start ||
              timing_miter.u_a.u_core.u_core.u_input.u_move.next_q.wait_capture ||
              timing_miter.u_a.u_core.u_core.u_input.u_move.next_q.wait_absorb) ||
            timing_miter.u_a.u_core.u_core.u_input.u_move.next_q.issue ||
            timing_miter.u_a.u_core.u_core.u_input.u_move.next_empty_q);
  end

endmodule

bind timing_miter timing_duplex u_lemmas ();
