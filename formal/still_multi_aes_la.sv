// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for still_aes_la on roundel_multi_aes_la, with those of clear_multi_aes_la: the cipher that
// StCipherStart and StCipherFinal wait for is running, and in StCipherStart it is in its first group.

module still_multi_aes_la;

  import roundel_aes_la_pkg::*;

  status_t status;
  logic busy;
  logic [2:0] slot;
  logic [4:0] group;

  assign status = core_under_proof.u_core.u_core.status;
  assign busy = core_under_proof.u_core.u_core.u_cipher.busy_q;
  assign slot = core_under_proof.u_core.u_core.u_cipher.slot_q;
  assign group = core_under_proof.u_core.u_core.u_cipher.group_q;

  always_comb begin
    if (status.state == StCipherStart && status.started) begin
      assert (busy && group == '0 && slot <= 3'd3);
    end
    if (status.state == StCipherFinal) assert (busy);
  end

endmodule

bind core_under_proof still_multi_aes_la u_still_lemmas ();
