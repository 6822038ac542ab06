// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_keccak_pq: a command that is held has the same bytes in both copies, and
// so has the request that it makes.
//
// Samplers by rejection are left out: their time depends on the seed. The task makes both copies refuse
// them, and proves all other functions, whose seeds and texts may be secret. So the stages of rejection are
// empty, or keep every candidate. timing_keccak_pq_wide.sv has the lemmas on the samplers of ML-DSA.

module timing_keccak_pq;

  import roundel_pq_pkg::*;
  import roundel_stream_pkg::KindCmd;

  logic command_held, command_next;

  assign command_held = timing_miter.u_a.u_core.u_input.u_reader.is_command_q;
  assign command_next = timing_miter.u_a.u_core.u_input.u_reader.next_q.kind == KindCmd;

  always_comb begin
    assert (!is_rejection(timing_miter.u_a.u_core.request.mode));
    assert (timing_miter.u_a.u_core.request == timing_miter.u_b.u_core.request);
    if (command_next) begin
      assert (timing_miter.u_a.u_core.u_input.u_reader.next_q ==
              timing_miter.u_b.u_core.u_input.u_reader.next_q);
    end
    if (command_held) begin
      assert (timing_miter.u_a.u_core.u_input.u_reader.data_o ==
              timing_miter.u_b.u_core.u_input.u_reader.data_o);
    end
    if (timing_miter.u_a.u_core.u_input.u_reader.valid_q) begin
      assert (command_held == (timing_miter.u_a.u_core.u_input.u_reader.beat_q.kind == KindCmd));
    end
    assert (!timing_miter.u_a.u_core.u_reject.window_valid_q);
    assert (!timing_miter.u_b.u_core.u_reject.window_valid_q);
    assert (timing_miter.u_a.u_core.u_reject.u_gather.count_q == '0);
    assert (timing_miter.u_b.u_core.u_reject.u_gather.count_q == '0);
    assert (timing_miter.u_a.u_core.u_reject.u_gather.base_q == '0);
    assert (timing_miter.u_b.u_core.u_reject.u_gather.base_q == '0);
    assert (timing_miter.u_a.u_core.u_reject.u_gather.fill_q == '0);
    assert (timing_miter.u_b.u_core.u_reject.u_gather.fill_q == '0);
  end

endmodule

bind timing_miter timing_keccak_pq u_lemmas ();
