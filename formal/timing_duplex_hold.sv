// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on the roundel_duplex_core family with roundel_aead_hold: both copies write the
// same tkeep, tlast and tuser into the memory, in the same cycles and at the same places, and read at the
// same places. So what they read is the same, which the task assumes.
//
// Public: the verdict on a tag, which STATUS reports. Text of a refused message is dropped, and not sent.

module timing_duplex_hold;

  always_comb begin
    assert (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.write ==
            timing_miter.u_b.u_core.u_core.gen_hold.u_hold.write);
    if (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.write) begin
      assert (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.written.user ==
              timing_miter.u_b.u_core.u_core.gen_hold.u_hold.written.user);
      assert (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.written.last ==
              timing_miter.u_b.u_core.u_core.gen_hold.u_hold.written.last);
      assert (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.written.keep ==
              timing_miter.u_b.u_core.u_core.gen_hold.u_hold.written.keep);
    end
    assert (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.u_memory.write_q ==
            timing_miter.u_b.u_core.u_core.gen_hold.u_hold.u_memory.write_q);
    assert (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.u_memory.read_q ==
            timing_miter.u_b.u_core.u_core.gen_hold.u_hold.u_memory.read_q);
    assert (timing_miter.u_a.u_core.u_core.gen_hold.u_hold.u_memory.fetch ==
            timing_miter.u_b.u_core.u_core.gen_hold.u_hold.u_memory.fetch);
  end

endmodule

bind timing_miter timing_duplex_hold u_hold_lemmas ();
