// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// One more lemma for timing_miter on keccak-kmac-keep: the hash has as many messages in both copies.

module timing_keccak_kmac_keep;

  always_comb begin
    assert (timing_miter.u_a.u_core.gen_hash.u_hash.number_q ==
            timing_miter.u_b.u_core.gen_hash.u_hash.number_q);
  end

endmodule

bind timing_miter timing_keccak_kmac_keep u_keep_lemmas ();
