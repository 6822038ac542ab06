// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_ascon_hs. The bytes of any beat are decoded where a command is expected,
// so the registers of the command may differ until the beat is judged, and after it was refused.

module timing_ascon_hs;

  import roundel_ascon_hs_pkg::*;
  import roundel_stream_pkg::KindCmd;

  state_e state;
  logic command_held, command_next, used, decoded, length_0, length_1, loads, squeezes, error;
  logic judged, legal, closes;

  assign state = timing_miter.u_a.u_core.u_grammar.state_q;
  assign error = timing_miter.u_a.u_core.u_grammar.error_q;
  assign command_held = timing_miter.u_a.u_core.u_reader.is_command_q;
  assign command_next = timing_miter.u_a.u_core.u_reader.next_q.kind == KindCmd;
  assign judged = timing_miter.u_a.u_core.u_grammar.u_verdict.Registered &&
      timing_miter.u_a.u_core.u_grammar.u_verdict.verdict_q.judged;
  assign legal = timing_miter.u_a.u_core.u_grammar.u_verdict.verdict_q.legal;
  assign closes = timing_miter.u_a.u_core.single &&
      !(timing_miter.u_a.u_core.single_kind inside {SingleTag, SingleStatus});
  assign loads = timing_miter.u_a.u_core.load;
  assign squeezes = timing_miter.u_a.u_core.u_grammar.absorb_valid_o &&
      timing_miter.u_a.u_core.u_grammar.absorb_o.digest;

  // The command was found legal and is in use.
  assign used = !(state inside {StCommand, StCheck, StAbort, StStatus, StClear});

  // What is equal in both copies: the decoded command; that it has no output; what is known of the next word.
  assign decoded =
      timing_miter.u_a.u_core.u_command.command_o == timing_miter.u_b.u_core.u_command.command_o &&
      timing_miter.u_a.u_core.u_command.command_ok_o == timing_miter.u_b.u_core.u_command.command_ok_o &&
      timing_miter.u_a.u_core.u_command.words_q == timing_miter.u_b.u_core.u_command.words_q &&
      timing_miter.u_a.u_core.u_command.tail_q == timing_miter.u_b.u_core.u_command.tail_q;
  assign length_0 = timing_miter.u_a.u_core.u_command.empty_q == timing_miter.u_b.u_core.u_command.empty_q;
  assign length_1 = timing_miter.u_a.u_core.u_command.last_o == timing_miter.u_b.u_core.u_command.last_o &&
      timing_miter.u_a.u_core.u_command.keep_o == timing_miter.u_b.u_core.u_command.keep_o;

  always_comb begin
    assert (state inside {[StCommand : StClear]});
    if (command_next) begin
      assert (timing_miter.u_a.u_core.u_reader.next_q == timing_miter.u_b.u_core.u_reader.next_q);
    end
    if (command_held) begin
      assert (timing_miter.u_a.u_core.u_reader.data_o == timing_miter.u_b.u_core.u_reader.data_o);
    end
    if (timing_miter.u_a.u_core.u_reader.valid_q) begin
      assert (command_held == (timing_miter.u_a.u_core.u_reader.beat_q.kind == KindCmd));
    end
    // A beat that was found legal is still there.
    if (judged && legal) assert (timing_miter.u_a.u_core.u_reader.valid_q);
    if (state == StCheck && command_held) begin
      assert (decoded && (length_0 || timing_miter.u_a.u_core.u_command.read_q));
    end
    // A verdict that is registered is of a beat that this state judges.
    if (judged) begin
      assert (state inside {StCheck, StKey, StNonce, StAd, StText, StTag, StCustom, StMessage});
      if (state == StCheck && legal) assert (command_held);
      assert (legal == timing_miter.u_b.u_core.u_grammar.u_verdict.verdict_q.legal);
    end
    // Bytes that are no command may clear the kept key before they are refused, which clears it too.
    if (state == StCheck) begin
      assert (timing_miter.u_a.u_core.beat_valid);
      assert (!timing_miter.u_a.u_core.beat_accept && !timing_miter.u_a.u_core.drop);
    end
    if (timing_miter.u_a.u_core.drop) assert (state == StAbort);
    if (timing_miter.u_a.u_core.u_grammar.compare_q != '0) begin
      assert (state == StCompare && !timing_miter.u_a.u_core.busy);
    end
    if (state != StCheck || command_held) begin
      assert (timing_miter.u_a.u_core.u_grammar.key_valid_q == timing_miter.u_b.u_core.u_grammar.key_valid_q);
    end
    if (used) assert (decoded && length_0);
    if (used && !(state inside {StHash, StKey, StNonce})) assert (length_1);
    if ((state inside {StStatus, StClear}) && !error) assert (decoded && length_0 && length_1);
    // A command comes when nothing of the one before it is under way. Open text is of the current command.
    if (state inside {StCommand, StCheck, StClear}) begin
      assert (timing_miter.u_a.u_core.drained && !timing_miter.u_a.u_core.busy);
    end
    if (state inside {StCommand, StCheck}) assert (!timing_miter.u_a.u_core.u_grammar.text_open_q);
    if (timing_miter.u_a.u_core.u_grammar.text_open_q || !timing_miter.u_a.u_core.drained ||
        timing_miter.u_a.u_core.busy) begin
      assert (decoded);
    end
    if (state == StStatus) assert (!timing_miter.u_a.u_core.busy);
    if (error) assert (state inside {StAbort, StStatus, StClear});
    if (state == StAbort) assert (error);
    if (timing_miter.u_a.u_core.capture) assert (timing_miter.u_a.u_core.last_pass);
    if (timing_miter.u_a.u_core.absorb.answer) assert (!timing_miter.u_a.u_core.absorb.hold);
    if (closes) assert (state == StAbort && decoded);
    // What is absorbed waits until it is loaded. Only a digest is squeezed.
    if (loads) assert (timing_miter.u_a.u_core.absorb_valid);
    if (squeezes) assert (state inside {StSqueeze, StDrain});
  end

endmodule

bind timing_miter timing_ascon_hs u_lemmas ();
