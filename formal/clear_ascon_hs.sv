// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When a core of the roundel_ascon_hs family is at rest, and lemmas, for the proof of clearing.

module clear_ascon_hs
  import roundel_ascon_hs_pkg::*;
();

  (* keep *) logic rest, keeps;

  // A command is expected, no beat is held, and the memory of the customization string is clear.
  assign rest = core_under_proof.u_core.u_grammar.state_q == StCommand &&
      !core_under_proof.u_core.u_reader.valid_q &&
      !core_under_proof.u_core.u_reader.next_valid_q && core_under_proof.u_core.custom_ready;

  // The key is used or kept.
  assign keeps = !rest || core_under_proof.u_core.u_grammar.key_valid_q;

endmodule

bind core_under_proof clear_ascon_hs u_clear ();
