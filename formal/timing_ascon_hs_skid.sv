// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemma for timing_miter on the cores of the roundel_ascon_hs family with a skid register: a command in it
// has the same bytes in both copies.

module timing_ascon_hs_skid;

  import roundel_stream_pkg::KindCmd;

  always_comb begin
    if (timing_miter.u_a.u_core.u_reader.gen_skid.skid_q.kind == KindCmd) begin
      assert (timing_miter.u_a.u_core.u_reader.gen_skid.skid_q ==
              timing_miter.u_b.u_core.u_reader.gen_skid.skid_q);
    end
  end

endmodule

bind timing_miter timing_ascon_hs_skid u_skid ();
