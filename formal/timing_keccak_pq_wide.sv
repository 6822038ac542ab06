// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on the samplers of ML-DSA of roundel_keccak_pq, beside those of timing_keccak_pq:
// the stages of ExpandMask are alike in both copies.

module timing_keccak_pq_wide;

  always_comb begin
    assert (timing_miter.u_a.u_core.gen_wide.u_wide.used_q == timing_miter.u_b.u_core.gen_wide.u_wide.used_q);
    assert (timing_miter.u_a.u_core.gen_wide.u_wide.quarter_q ==
            timing_miter.u_b.u_core.gen_wide.u_wide.quarter_q);
    assert (timing_miter.u_a.u_core.gen_wide.u_wide.group_valid_q ==
            timing_miter.u_b.u_core.gen_wide.u_wide.group_valid_q);
    assert (timing_miter.u_a.u_core.gen_wide.u_wide.u_gather.kept_q ==
            timing_miter.u_b.u_core.gen_wide.u_wide.u_gather.kept_q);
    assert (timing_miter.u_a.u_core.gen_wide.u_wide.u_gather.count_q ==
            timing_miter.u_b.u_core.gen_wide.u_wide.u_gather.count_q);
    assert (timing_miter.u_a.u_core.gen_wide.u_wide.u_gather.base_q ==
            timing_miter.u_b.u_core.gen_wide.u_wide.u_gather.base_q);
    assert (timing_miter.u_a.u_core.gen_wide.u_wide.u_gather.fill_q ==
            timing_miter.u_b.u_core.gen_wide.u_wide.u_gather.fill_q);
  end

endmodule

bind timing_miter timing_keccak_pq_wide u_wide_lemmas ();
