// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_keccak_hash_masked is at rest, and while which registers may depend on text, for the proof of
// clearing. Both shares are secret.

module clear_keccak_hash_masked;

  (* keep *) logic rest, active, appending, filled, permuted, answered;

  logic [3:0] state;
  logic [1:0] phase;
  logic valid, second, ended, enable;

  assign state = 4'(core_under_proof.u_core.u_grammar.state_q);
  assign phase = 2'(core_under_proof.u_core.u_rounds.phase_q);
  assign valid = core_under_proof.u_core.u_answer.valid_q;
  assign second = core_under_proof.u_core.u_answer.second_q;
  assign ended = core_under_proof.u_core.u_text.ended_q;
  assign enable = core_under_proof.u_core.block_enable_q;

  // StClear to StFlush, StIdle to StClear: yosys-slang does not see another module's enum names.
  localparam logic [3:0] Clear = 4'd0, Settle = 4'd1, Command = 4'd2, Judge = 4'd3, Gather = 4'd4;
  localparam logic [3:0] Full = 4'd5, Start = 4'd6, Rounds = 4'd7, Load = 4'd8, Squeeze = 4'd9;
  localparam logic [3:0] Empty = 4'd10, Error = 4'd11, Flush = 4'd12;
  localparam logic [1:0] PhaseIdle = 2'd0, PhaseMix = 2'd1, PhaseClear = 2'd3;

  // A command is expected, and no beat waits.
  assign rest = (state == Command || state == Flush) && !valid;

  // The beat and the state before chi, the lane that moves, the block, the state after chi, and the answer
  // have text only while these are set.
  assign active = state inside {Gather, Full, Start, Rounds, Load, Squeeze, Empty, Error, Clear};
  assign appending = state inside {Gather, Full, Error, Clear};
  assign filled = active && !(state inside {Rounds, Load});
  assign permuted = active || (state == Settle && phase == PhaseClear);
  assign answered = valid || (second && state inside {Start, Rounds, Load, Squeeze, Empty});

  always_comb begin
    assert (state <= Flush);
    assert (state inside {Rounds, Settle} || phase == PhaseIdle);
    assert (state != Rounds || phase != PhaseClear);
    assert (state != Settle || phase inside {PhaseIdle, PhaseClear});
    assert (core_under_proof.u_core.u_rounds.clear_q == (state == Clear));
    assert (core_under_proof.u_core.u_rounds.start_q == (state == Start));
    assert (core_under_proof.u_core.u_rounds.mix_q == (state == Start || phase == PhaseMix));
    assert (core_under_proof.u_core.block_clear_q == (state inside {Clear, Start, Empty}));
    assert (!core_under_proof.u_core.block_load_q || state inside {Load, Clear});
    assert (!enable || state inside {Gather, Full, Load, Squeeze, Empty, Clear});
    assert (!(state inside {Gather, Full}) || !second);
    assert (!(state inside {Start, Rounds}) || ended || !second);
    assert (!(state inside {Load, Squeeze, Empty}) || ended);
  end

endmodule

bind core_under_proof clear_keccak_hash_masked u_clear ();
