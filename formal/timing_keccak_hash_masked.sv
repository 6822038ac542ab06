// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_masked_miter on roundel_keccak_hash_masked: all registers outside of the shares, the
// rounds and the fresh bits are equal in both copies. So are those of public bits, and all that controls the
// registers of the shares.

module timing_keccak_hash_masked;

  logic [1:0][47:0] command;
  logic [1:0][$bits(roundel_keccak_hash_masked_pkg::share_control_t)-1:0] control;
  logic [1:0][2:0] rounds;

  assign command = {
    {
      timing_masked_miter.u_b.u_core.u_command.u_share0.q_o,
      timing_masked_miter.u_b.u_core.u_command.u_share1.q_o
    },
    {
      timing_masked_miter.u_a.u_core.u_command.u_share0.q_o,
      timing_masked_miter.u_a.u_core.u_command.u_share1.q_o
    }
  };
  assign control = {timing_masked_miter.u_b.u_core.control, timing_masked_miter.u_a.u_core.control};
  assign rounds = {
    {
      timing_masked_miter.u_b.u_core.u_rounds.clear_q,
      timing_masked_miter.u_b.u_core.u_rounds.mix_q,
      timing_masked_miter.u_b.u_core.u_rounds.apply
    },
    {
      timing_masked_miter.u_a.u_core.u_rounds.clear_q,
      timing_masked_miter.u_a.u_core.u_rounds.mix_q,
      timing_masked_miter.u_a.u_core.u_rounds.apply
    }
  };

  always_comb begin
    assert (command[0] == command[1]);
    assert (control[0] == control[1]);
    assert (rounds[0] == rounds[1]);
  end

endmodule

bind timing_masked_miter timing_keccak_hash_masked u_lemmas ();
