// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_ascon_la is at rest, and a lemma, for the proof of clearing.

module clear_ascon_la
  import roundel_ascon_la_pkg::*;
();

  (* keep *) logic rest, keeps;

  // A command is expected, and no beat is held, received or sent.
  assign rest = core_under_proof.u_core.state == StCommand && !core_under_proof.u_core.u_reader.valid_q &&
      !core_under_proof.u_core.u_reader.next_valid_q && !core_under_proof.u_core.status &&
      !core_under_proof.m_axis_tvalid;

  // The key is kept or is cleared, or a message is sealed or opened. The ring holds the length of the answer
  // of a hash.
  assign keeps = core_under_proof.u_core.key_valid || core_under_proof.u_core.clear ||
      (core_under_proof.u_core.state != StCommand && core_under_proof.u_core.request.algorithm == AlgAead128);

  // The states of a hash are those of its algorithms.
  state_e state;
  logic hash, command;
  logic [2:0] count;

  assign state = core_under_proof.u_core.state;
  assign hash = core_under_proof.u_core.request.algorithm != AlgAead128;
  assign command = state == StCommand;
  assign count = core_under_proof.u_core.count;

  always_comb begin
    assert (!(state inside {StKey, StNonce, StAd, StText, StTagRequest, StTag, StFlush}) || !hash);
    assert (!(state inside {StHashStart, StCustom, StLength, StReplay, StMessage, StDigest}) || hash);
    // A command that asks for a hash and for the kept key is not served. Any other clears the kept key.
    assert (!(command && hash && count != '0 && core_under_proof.u_core.request.resume) ||
            !core_under_proof.u_core.u_command.ok_q);
    assert (!(command && count > 3'd1 && !core_under_proof.u_core.request.resume) ||
            !core_under_proof.u_core.key_valid);
    assert (!(state inside {StHashStart, StCustom, StLength, StReplay, StMessage, StDigest}) ||
            !core_under_proof.u_core.key_valid);
  end

endmodule

bind core_under_proof clear_ascon_la u_clear ();
