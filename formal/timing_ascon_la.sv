// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_ascon_la: a command that is held has the same bytes in both copies,
// and so has the length of a digest, which is in the ring of the key.

module timing_ascon_la;

  import roundel_ascon_la_pkg::*;
  import roundel_stream_pkg::KindCmd;

  state_e state;
  logic command_held, command_next, hash, resume, separate, illegal, same_ring;
  logic [2:0] count;

  assign state = timing_miter.u_a.u_core.state;
  assign hash = timing_miter.u_a.u_core.request.algorithm != AlgAead128;
  assign resume = timing_miter.u_a.u_core.request.resume;
  assign separate = timing_miter.u_a.u_core.separate;
  assign illegal = timing_miter.u_a.u_core.illegal;
  assign same_ring = timing_miter.u_a.u_core.u_key.ring_q == timing_miter.u_b.u_core.u_key.ring_q;
  assign count = timing_miter.u_a.u_core.count;

  assign command_held = timing_miter.u_a.u_core.u_reader.is_command_q;
  assign command_next = timing_miter.u_a.u_core.u_reader.next_q.kind == KindCmd;

  always_comb begin
    if (command_next) begin
      assert (timing_miter.u_a.u_core.u_reader.next_q == timing_miter.u_b.u_core.u_reader.next_q);
    end
    if (command_held) begin
      assert (timing_miter.u_a.u_core.u_reader.data_o == timing_miter.u_b.u_core.u_reader.data_o);
    end
    if (command_held && timing_miter.u_a.u_core.u_reader.valid_q) begin
      assert (!timing_miter.u_a.u_core.u_reader.waits_q && !timing_miter.u_a.u_core.u_reader.close_q);
    end
    if (timing_miter.u_a.u_core.u_reader.waits_q) assert (timing_miter.u_a.u_core.u_reader.valid_q);
    if (timing_miter.u_a.u_core.u_reader.close_q) begin
      assert (timing_miter.u_a.u_core.u_reader.next_q.kind == timing_miter.u_a.u_core.u_reader.beat_q.kind);
      assert (timing_miter.u_a.u_core.u_reader.valid_q);
    end
    if (timing_miter.u_a.u_core.u_reader.valid_q) begin
      assert (command_held == (timing_miter.u_a.u_core.u_reader.beat_q.kind == KindCmd));
    end
    if (separate && state == StCommand) assert (command_held && timing_miter.u_a.u_core.beat_valid);
    if (timing_miter.u_a.u_core.block_beat) begin
      assert (state inside {StNonce, StAd, StText, StTag, StMessage} && !timing_miter.u_a.u_core.complete);
      assert (timing_miter.u_a.u_core.bytes && !illegal && !separate);
    end
    if (state inside {StCommand, StKey})
      assert (timing_miter.u_a.u_core.bytes && !timing_miter.u_a.u_core.complete);
    // One judgement at a time; a pass begins with a complete block, or with a hash.
    assert ($onehot0(
        {timing_miter.u_a.u_core.block_beat, separate, illegal, timing_miter.u_a.u_core.omitted}
    ));
    assert (!timing_miter.u_a.u_core.omitted || state inside {StAd, StText});
    assert (!timing_miter.u_a.u_core.start || timing_miter.u_a.u_core.complete || state == StHashStart);
    // No beat is judged while a block is complete.
    if (timing_miter.u_a.u_core.complete || state == StHashStart) begin
      assert (!illegal && !separate && !timing_miter.u_a.u_core.omitted);
    end
    if (separate && state == StCommand && timing_miter.u_a.u_core.beat.last) begin
      assert (count == '1 && timing_miter.u_a.u_core.request_ok);
    end
    // Nothing of a transaction is under way when the next one comes.
    if (timing_miter.u_a.u_core.empty) assert (timing_miter.u_a.u_core.u_queue.valid_q[7:0] == '0);
    if (state == StClear) begin
      assert (timing_miter.u_a.u_core.u_queue.valid_q[6:0] == '0 && !timing_miter.u_a.u_core.start);
    end
    if (state inside {StCommand, StKey}) begin
      assert (timing_miter.u_a.u_core.idle && !timing_miter.u_a.u_core.start);
    end
    if (timing_miter.u_a.u_core.adding) assert (!timing_miter.u_a.u_core.idle);
    // A command that asks for a hash and for the kept key is not served.
    if (state == StCommand && hash && count != '0 && resume) assert (!timing_miter.u_a.u_core.u_command.ok_q);
    if (state inside {StHashStart, StCustom, StLength, StReplay, StMessage, StDigest} ||
        (state == StCommand && hash && count >= 3'd2 && !resume)) begin
      assert (same_ring);
    end
    // Only a pass of a hash changes the length.
    if (timing_miter.u_a.u_core.start) begin
      assert (!timing_miter.u_a.u_core.u_passes.row_q.starts || state == StHashStart);
      assert (!timing_miter.u_a.u_core.u_passes.row_q.count || state inside {StMessage, StDigest});
    end
    if (timing_miter.u_a.u_core.adding &&
        (timing_miter.u_a.u_core.counting || timing_miter.u_a.u_core.beginning)) begin
      assert (same_ring);
    end
    // The states of a hash are those of its algorithms.
    assert (!(state inside {StKey, StNonce, StAd, StText, StTagRequest, StTag, StFlush}) || !hash);
    assert (!(state inside {StHashStart, StCustom, StLength, StReplay, StMessage, StDigest}) || hash);
  end

endmodule

bind timing_miter timing_ascon_la u_lemmas ();
