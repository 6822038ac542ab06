// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_keccak_hash_masked is at rest, and while which registers may depend on text, for the proof of
// clearing. Both shares are secret.

module clear_keccak_hash_masked;

  (* keep *) logic rest, received, filled, active, permuted, answered;

  logic [3:0] state;
  logic [1:0] phase;
  logic valid, second, ended;

  assign state = 4'(core_under_proof.u_core.u_grammar.state_q);
  assign phase = 2'(core_under_proof.u_core.u_rounds.phase_q);
  assign valid = core_under_proof.u_core.u_answer.valid_q;
  assign second = core_under_proof.u_core.u_answer.second_q;
  assign ended = core_under_proof.u_core.u_text.ended_q;

  // StClear to StFlush, StIdle to StClear: yosys-slang does not see another module's enum names.
  localparam logic [3:0] Clear = 4'd0, Settle = 4'd1, Command = 4'd2, Judge = 4'd3, Gather = 4'd4;
  localparam logic [3:0] Start = 4'd5, Rounds = 4'd6, Squeeze = 4'd7, Error = 4'd8, Flush = 4'd9;
  localparam logic [1:0] PhaseIdle = 2'd0, PhaseClear = 2'd3;

  // A command is expected, and no beat waits.
  assign rest = (state == Command || state == Flush) && !valid;

  // The beat, the block, the state before chi and after it, and the answer have text only while these are set.
  assign received = state inside {Gather, Start, Rounds, Squeeze, Error, Clear};
  assign filled = state inside {Gather, Start, Squeeze, Error, Clear};
  assign active = state inside {Gather, Start, Rounds, Squeeze, Error, Clear};
  assign permuted = active || (state == Settle && phase == PhaseClear);
  assign answered = valid || (second && state inside {Start, Rounds, Squeeze});

  always_comb begin
    assert (state <= Flush);
    assert (state inside {Rounds, Settle} || phase == PhaseIdle);
    assert (state != Rounds || phase != PhaseClear);
    assert (state != Settle || phase inside {PhaseIdle, PhaseClear});
    assert (state != Gather || !second);
    assert (!(state inside {Start, Rounds}) || ended || !second);
    assert (state != Squeeze || ended);
  end

endmodule

bind core_under_proof clear_keccak_hash_masked u_clear ();
