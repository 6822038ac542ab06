// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When a core of the roundel_aes_groestl family with the hash is at rest, and lemmas, for the proof of
// clearing.

module clear_aes_groestl_hash
  import roundel_stream_pkg::KindCmd;
  import roundel_aes_groestl_pkg::*;
();

  (* keep *) logic rest, raw_text, beat_text, raw_empty, answers, keeps, kept_late;

  logic raw_valid, valid, answer_valid, command, unsent_q;
  state_e state;

  assign raw_valid = core_under_proof.u_core.u_beat.raw_valid_q;
  assign valid = core_under_proof.u_core.u_beat.valid_q;
  assign command = core_under_proof.u_core.u_beat.raw_kind_q == KindCmd;
  assign state = core_under_proof.u_core.u_control.u_sequence.state_q;
  assign answer_valid = core_under_proof.u_core.u_answer.valid_q;

  // A command is expected, nothing is received and no answer waits.
  assign rest = (state == StCommand || state == StFlush) && !raw_valid && !valid && !answer_valid;

  // A beat is held that is no command.
  assign raw_text = raw_valid && !command;
  assign beat_text = core_under_proof.u_core.u_beat.beat_q.kind != KindCmd;
  assign raw_empty = !raw_valid;

  // A beat that was loaded in the first cycle of a reset is not sent. It is cleared when the sink is ready,
  // or by a further cycle of reset.
  always_ff @(posedge core_under_proof.clk_i) begin
    unsent_q <= core_under_proof.u_core.u_answer.fire_i ? !core_under_proof.rst_ni :
        unsent_q && !core_under_proof.m_axis_tready && core_under_proof.rst_ni;
  end
  assign answers = answer_valid || unsent_q;

  // The keys are used or kept, or are cleared in this cycle.
  logic idle, kept_q;
  assign idle = state == StCommand || state == StFlush;
  assign keeps = !idle || core_under_proof.u_core.u_control.u_sequence.kept_q ||
      core_under_proof.u_core.u_control.u_sequence.clear_keys_o;
  always_ff @(posedge core_under_proof.clk_i) kept_q <= keeps;
  assign kept_late = keeps || kept_q;

  always_comb begin
    // Only a command has the length of one, or the form of one.
    if (raw_valid && core_under_proof.u_core.u_beat.raw_zeros_q) assert (command);
    // No chaining value moves between transactions.
    if (idle) begin
      assert (!core_under_proof.u_core.session_busy ||
          core_under_proof.u_core.u_control.u_sequence.clear_keys_o);
    end
    if (valid && core_under_proof.u_core.u_beat.beat_q.command) assert (!beat_text);
  end

endmodule

bind core_under_proof clear_aes_groestl_hash u_clear ();
