// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Further lemmas for timing_miter on roundel_multi_aes_la: the number of requested bytes is the same in both
// copies, and so is the carry of counting them where it is used.

module timing_multi_aes_la;

  import roundel_aes_la_pkg::*;

  state_e state;
  logic [4:0] count;
  logic counts, pending, cleared, adds, same_word, same_other;

  assign state = timing_miter.u_a.u_core.u_core.u_control.state_q;
  assign count = timing_miter.u_a.u_core.u_core.status.count;
  assign pending = timing_miter.u_a.u_core.u_core.status.command_pending;
  assign counts = timing_miter.u_a.u_core.u_core.u_words.address_q == AddrRemaining &&
      timing_miter.u_a.u_core.u_core.u_words.halves_q != '0;
  assign adds = timing_miter.u_a.u_core.u_core.u_words.addend_q != '0 ||
      timing_miter.u_a.u_core.u_core.u_words.carry_q;
  assign same_word = timing_miter.u_a.u_core.u_core.u_words.word_q ==
      timing_miter.u_b.u_core.u_core.u_words.word_q;
  assign same_other = timing_miter.u_a.u_core.u_core.u_words.other_q ==
      timing_miter.u_b.u_core.u_core.u_words.other_q;

  // An illegal beat in place of a command may be written. All words are cleared then, unless a command waits.
  assign cleared = !(state inside {StReset, StAbort}) && !(state == StClear && !pending && count < 5'd26);

  always_comb begin
    if (state == StReset) assert (!pending);
    if (state == StClear && !pending && count == 5'd25) begin
      assert (timing_miter.u_a.u_core.u_core.u_words.address_q == AddrRemaining);
      assert (timing_miter.u_a.u_core.u_core.u_words.halves_q == '1);
    end
    if (!(state inside {StClear, StLoadKey, StGhashSubkey, StGhash, StGhashLengths, StGhashZero, StJ0,
                        StJ0Ghash, StClearGhash, StCheckRemaining, StOutput, StDoubleSubkey, StAddSubkey,
                        StLoadBlock, StAppendLength, StCopyChain})) begin
      assert (count == '0);
    end
    if (cleared) begin
      assert (timing_miter.u_a.u_core.u_core.u_words.low_q[AddrRemaining] ==
              timing_miter.u_b.u_core.u_core.u_words.low_q[AddrRemaining]);
      assert (timing_miter.u_a.u_core.u_core.u_words.high_q[AddrRemaining] ==
              timing_miter.u_b.u_core.u_core.u_words.high_q[AddrRemaining]);
    end
    if (counts && (cleared || (state == StClear && count == 5'd25))) assert (same_word && same_other);
    if (state inside {StCheckRemaining, StOutput}) begin
      assert (count <= (state == StOutput ? 5'd4 : 5'd2));
      if (adds && count inside {[5'd1 : 5'd3]}) assert (same_word);
      if (count inside {[5'd2 : 5'd4]}) begin
        assert (timing_miter.u_a.u_core.u_core.status.carry == timing_miter.u_b.u_core.u_core.status.carry);
      end
    end
  end

endmodule

bind timing_miter timing_multi_aes_la u_more_lemmas ();
