// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_aes_gcm_la is at rest, while which registers may depend on keys and text, and lemmas, for the
// proof of clearing.
//
// StClear clears everything in 32 cycles: in cycle c word c of the words, a word of H, and in two cycles a
// word of the key memory and a column of the state. The rings of GHASH are empty after four. A transaction
// that keeps its key keeps the key memory and H.
//
// A word of the key memory is cleared as the sum of itself with itself, which has the marks of the word all
// the same. So the task takes the sum from where it is made to `sum`, and connects what uses it to `word`:
// zero in the cycles in which a word is cleared. A lemma says that the sum is zero there. It needs the values
// of the key memory, which are in the model.
//
// The other lemmas are on control only. They say that the cipher and GHASH have ended when a transaction
// ends, and that the words of lengths and counts are made from no secret bytes.

module clear_aes_gcm_la
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::KindCmd;
();

  (* keep *) logic rest, never, text, active, sums, reads, writes, sends;

  assign never = 1'b0;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // States
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state, state_q;
  status_t status;
  phase_e phase, phase_q;
  logic [4:0] count, count_q;
  beat_t beat;
  logic valid, idle, clears, keeps;

  assign state = core_under_proof.u_core.u_core.u_control.state_q;
  assign status = core_under_proof.u_core.u_core.u_control.u_status.status_q;
  assign phase = status.phase;
  assign count = status.count;
  assign beat = core_under_proof.u_core.u_core.beat;
  assign valid = core_under_proof.u_core.u_core.beat_valid;

  // The registers of the cycle before. The words are written one cycle after a state.
  always_ff @(posedge core_under_proof.clk_i) begin
    state_q <= state;
    phase_q <= phase;
    count_q <= count;
  end

  assign clears = state == StClear;
  assign idle = state inside {StCommand, StCheckCommand, StError, StDrop};
  // A transaction is received, computed or ends.
  assign active = !clears && !idle;
  // Key memory and H are in use, or are kept.
  assign keeps = active || (state inside {StCommand, StCheckCommand} && status.session_valid) ||
      (clears && status.keep_session);
  // The input register has no command.
  assign text = !(valid && beat.kind == KindCmd);
  // A command or the next one is expected, and no beat is held or sent.
  assign rest = state inside {StCommand, StDrop} && !valid && !core_under_proof.m_axis_tvalid;

  always_comb begin
    assert (state <= StDrop);
    assert (status.final_step == '0);
    // The states before these.
    unique case (state)
      StClear: begin
        if (count != '0) begin
          assert (state_q == StClear && count_q == count - 5'd1);
        end else begin
          assert (state_q inside {StReset, StAbort, StCheckCommand, StTag, StVerdict});
        end
      end
      StCommand: assert (state_q inside {StClear, StDrop, StCommand});
      StCheckCommand: assert (state_q inside {StClear, StCommand});
      StError: assert (state_q inside {StClear, StError});
      StDrop: assert (state_q inside {StError, StDrop});
      StAbort: begin
        assert (state_q inside {StCommand, StCheckCommand, StInput, StPad, StNextSegment, StAbort});
      end
      default: ;
    endcase
    // The kinds of segments of a state, and the cycles that it counts.
    unique case (state)
      StLoadKey: assert (phase == PhaseKey && count <= (status.key_256 ? 5'd16 : 5'd8));
      StGhashSubkey: assert (phase == PhaseKey && count <= 5'd3);
      StCipherStart: assert (phase inside {PhaseKey, PhaseAd, PhaseText, PhaseTag} && count == '0);
      StCipherFinal: assert (phase inside {PhaseKey, PhaseText, PhaseTag} && count == '0);
      StInput: assert (phase <= PhaseTag && count == '0);
      StJ0, StJ0Ghash, StClearGhash: assert (phase == PhaseNonce && count <= 5'd4);
      StLengthLow, StLengthHigh, StPad: begin
        assert (phase inside {PhaseNonce, PhaseAd, PhaseText} && count == '0);
      end
      StGhash: assert (phase inside {PhaseNonce, PhaseAd, PhaseText} && count <= 5'd3);
      StGhashLengths, StGhashZero: assert (phase inside {PhaseNonce, PhaseTag} && count <= 5'd3);
      StNextSegment: assert (phase inside {PhaseAd, PhaseText} && count == '0);
      StSendEmpty, StTag, StVerdict: assert (phase == PhaseTag && count == '0);
      StClear: ;
      default: assert (count == '0);
    endcase
    // The kept key.
    assert (!status.failed || state inside {StClear, StAbort});
    assert (!status.command_pending || state inside {StClear, StAbort});
    if (clears) begin
      assert (status.keep_session == status.session_valid);
      assert (!(status.failed || status.command_pending) || !status.keep_session);
    end
    if (state == StReset) assert (!status.failed && !status.command_pending && !status.keep_session);
    if (state inside {StReset, StError, StDrop}) assert (!status.session_valid);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] halves;
  logic [3:0] address;

  assign halves = core_under_proof.u_core.u_core.u_words.halves_q;
  assign address = core_under_proof.u_core.u_core.u_words.address_q;

  // In the cycle before, a word other than those of lengths and counts was read and used,
  assign reads = state_q inside {StInput, StTag, StJ0} ||
      (state_q == StCipherStart && phase_q <= PhaseTag) || (state_q == StClearGhash && count_q[2]);
  // and what is added was a beat, a column of the cipher or a word of the hash.
  assign writes = state_q inside {StReset, StInput, StTag, StCipherFinal, StJ0Ghash};
  for (genvar i = 0; i < 9; i++) begin : gen_word
    (* keep *) logic held;
    assign held = active || (clears && count < 5'(i + 2));
  end

  always_comb begin
    if (halves != '0 && address >= AddrZero[3:0]) assert (!reads && !writes);
    if (clears && count != '0) assert (halves == '1 && address == count_q[3:0]);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Cipher
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic busy, last_group, writes_key, zero;
  logic [2:0] slot;
  logic [3:0] key_address;
  logic [4:0] group, last;
  logic [31:0] running, stored, in_word, sum;
  (* keep *) logic [31:0] word;

  assign busy = core_under_proof.u_core.u_core.u_cipher.busy_q;
  assign slot = core_under_proof.u_core.u_core.u_cipher.slot_q;
  assign group = core_under_proof.u_core.u_core.u_cipher.group_q;
  assign last = status.key_256 ? 5'd14 : 5'd10;
  assign last_group = group == last;
  assign writes_key = core_under_proof.u_core.u_core.u_cipher.key_write_q;
  assign key_address = core_under_proof.u_core.u_core.u_cipher.write_address_q;
  assign running = core_under_proof.u_core.u_core.u_cipher.word_q;
  assign stored = core_under_proof.u_core.u_core.u_cipher.stored;
  assign in_word = core_under_proof.u_core.u_core.u_cipher.in_q;

  // The second of the two cycles that clear a word of the key.
  assign zero = clears && !status.keep_session && count[0];
  assign word = zero ? '0 : sum;
  assign sums = active || zero;
  for (genvar i = 0; i < 16; i++) begin : gen_key
    (* keep *) logic held;
    assign held = keeps || (clears && int'(count) < 2 * i + 3) ||
        (state_q == StClear && writes_key && key_address == 4'(i));
  end
  for (genvar i = 0; i < 16; i++) begin : gen_column
    (* keep *) logic held;
    assign held = active || (clears && int'(count) < 2 * i + 1);
  end

  always_comb begin
    assert (!zero || sum == '0);
    if (!active) begin
      assert (!busy && in_word == '0);
      assert (running == (zero ? stored : '0));
    end
    if (clears) begin
      assert (writes_key == (count != '0 && !count[0] && !status.keep_session));
      assert (count == '0 || key_address == count_q[4:1]);
    end
    if (idle) assert (!writes_key || state_q == StClear);
    // When the cipher runs.
    if (state == StReset || phase == PhaseNonce) assert (!busy || state == StAbort);
    if (state inside {StInput, StLoadKey} && phase == PhaseKey) assert (!busy);
    if (state == StInput && phase == PhaseTag) assert (!busy);
    if (state inside {StGhashSubkey, StSendEmpty, StTag, StVerdict}) assert (!busy);
    if (state == StCipherFinal || (state == StGhashZero && phase == PhaseTag)) assert (busy);
    if (state == StCipherStart && status.started) assert (busy);
    if (phase inside {PhaseAd, PhaseText} &&
        state inside {StInput, StLengthLow, StLengthHigh, StPad, StGhash, StNextSegment}) begin
      assert (busy);
    end
    if (busy) begin
      assert (slot <= 3'd4 && group <= last);
      assert (slot == '0 || !last_group || state == StCipherFinal);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic ready;
  logic [1:0] step;
  logic [7:0] digit;

  assign ready = core_under_proof.u_core.u_core.u_ghash.ready_o;
  assign step = core_under_proof.u_core.u_core.u_ghash.phase_q;
  assign digit = core_under_proof.u_core.u_core.u_ghash.digit_q;

  // A word of the hash is sent in these states.
  assign sends = state inside {StReset, StJ0Ghash, StCipherFinal};
  for (genvar i = 0; i < 4; i++) begin : gen_subkey
    (* keep *) logic held;
    assign held = keeps || (clears && count <= 5'(i));
  end
  // Registers that are clear after i cycles.
  for (genvar i = 1; i < 5; i++) begin : gen_ring
    (* keep *) logic held;
    assign held = active || (clears && count < 5'(i));
  end

  always_comb begin
    if (idle || (clears && count != '0)) assert (digit == '0);
    // Where it is ready, it has made no step, or those of the state.
    unique case (state)
      StReset, StCommand, StCheckCommand, StError, StDrop, StLoadKey, StSendEmpty, StTag, StVerdict: begin
        assert (ready && step == '0);
      end
      StClear, StGhashSubkey, StClearGhash: assert (ready && step == count[1:0]);
      StJ0Ghash: assert (ready ? step == count[1:0] : count == '0);
      StGhash, StGhashLengths, StGhashZero: assert (ready ? step == count[1:0] : count == '0);
      StCipherFinal: begin
        if (phase == PhaseTag && slot != '0 && last_group) begin
          assert (ready && step == slot[1:0]);
        end else begin
          assert (!ready || step == '0);
        end
      end
      StAbort: ;
      default: assert (!ready || step == '0);
    endcase
    if (phase == PhaseKey && state inside {StInput, StCipherStart, StCipherFinal}) assert (ready);
    if (phase == PhaseTag && state == StInput) assert (ready);
  end

endmodule

bind core_under_proof clear_aes_gcm_la u_clear ();
