// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on the low-area AES cores: a beat of a command has the same bytes in both copies
// while it is held. So have the words that count lengths and blocks, and the words that counting begins with.

module timing_aes_la;

  import roundel_aes_la_pkg::*;

  state_e state;
  phase_e phase;
  logic [4:0] address;
  logic [1:0] halves;
  logic adds, same_word, same_other;
  logic [31:0] counts;  // the words that count

  assign state = timing_miter.u_a.u_core.u_core.u_control.state_q;
  assign phase = timing_miter.u_a.u_core.u_core.status.phase;
  assign address = timing_miter.u_a.u_core.u_core.u_words.address_q;
  assign halves = timing_miter.u_a.u_core.u_core.u_words.halves_q;
  assign adds = timing_miter.u_a.u_core.u_core.u_words.addend_q != '0 ||
      timing_miter.u_a.u_core.u_core.u_words.carry_q;
  assign same_word = timing_miter.u_a.u_core.u_core.u_words.word_q ==
      timing_miter.u_b.u_core.u_core.u_words.word_q;
  assign same_other = timing_miter.u_a.u_core.u_core.u_words.other_q ==
      timing_miter.u_b.u_core.u_core.u_words.other_q;

  always_comb begin
    counts = '0;
    for (int unsigned i = int'(AddrZero); i < 16; i++) counts[i] = 1'b1;
  end

  always_comb begin
    if (timing_miter.u_a.u_core.u_core.beat.kind == roundel_stream_pkg::KindCmd) begin
      assert (timing_miter.u_a.u_core.u_core.beat == timing_miter.u_b.u_core.u_core.beat);
    end
    if (halves != '0 && counts[address]) assert (same_word && same_other);
    // The carry is used in these states.
    if ((state inside {StLengthHigh, StPad, StGhash} || (state == StCipherStart && phase == PhaseRandom)) &&
        adds) begin
      assert (same_word);
    end
    // The hash is sent in these states, and is not there when counts are written.
    if (!(state inside {StReset, StJ0Ghash, StCipherFinal})) begin
      assert (timing_miter.u_a.u_core.u_core.ghash_word == timing_miter.u_b.u_core.u_core.ghash_word);
    end
    if (phase inside {PhaseSeed, PhaseRandom} &&
        !(state inside {StReset, StClear, StDrop, StCommand, StCheckCommand, StAbort, StError})) begin
      assert (timing_miter.u_a.u_core.u_core.command.service == ServicePrng);
    end
  end

  for (genvar i = int'(AddrZero); i < 16; i++) begin : gen_count
    always_comb begin
      assert (timing_miter.u_a.u_core.u_core.u_words.low_q[i] ==
              timing_miter.u_b.u_core.u_core.u_words.low_q[i]);
      assert (timing_miter.u_a.u_core.u_core.u_words.high_q[i] ==
              timing_miter.u_b.u_core.u_core.u_words.high_q[i]);
    end
  end

endmodule

bind timing_miter timing_aes_la u_lemmas ();
