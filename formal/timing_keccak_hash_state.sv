// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on keccak-hash-state: a command in the segment reader has the same bytes in both
// copies.

module timing_keccak_hash_state;

  import roundel_stream_pkg::KindCmd;

  always_comb begin
    if (timing_miter.u_a.u_core.u_message.gen_reader.u_reader.gen_skid.skid_q.kind == KindCmd) begin
      assert (timing_miter.u_a.u_core.u_message.gen_reader.u_reader.gen_skid.skid_q ==
              timing_miter.u_b.u_core.u_message.gen_reader.u_reader.gen_skid.skid_q);
    end
    if (timing_miter.u_a.u_core.u_message.gen_reader.u_reader.next_q.kind == KindCmd) begin
      assert (timing_miter.u_a.u_core.u_message.gen_reader.u_reader.next_q ==
              timing_miter.u_b.u_core.u_message.gen_reader.u_reader.next_q);
    end
    if (timing_miter.u_a.u_core.u_message.gen_reader.u_reader.beat_q.kind == KindCmd) begin
      assert (timing_miter.u_a.u_core.u_message.in_data == timing_miter.u_b.u_core.u_message.in_data);
    end
  end

endmodule

bind timing_miter timing_keccak_hash_state u_state ();
