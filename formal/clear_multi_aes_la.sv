// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_multi_aes_la is at rest, while which registers may depend on keys and text, and lemmas, for
// the proof of clearing.
//
// StClear clears everything in 32 cycles: in cycle c word c of the words, a word of H, and in two cycles a
// word of the key memory and a column of the state. The rings of GHASH are empty after four. A transaction
// that keeps its key or generator keeps the key memory, H and the counter of the generator. The length of a
// command that waits is kept too.
//
// A word of the key memory is cleared as the sum of itself with itself, as in clear_aes_gcm_la: the task
// takes the sum from where it is made to `sum`, and connects what uses it to `word`. A lemma says that the
// two are equal. It needs the values of the key memory, which are in the model. multi-aes-la-still, which
// uses the lemmas too, connects `sum` alone.
//
// The other lemmas are on control only. They say which services and kinds of segments come in a state, when
// the cipher and GHASH run, and that the words of lengths and counts are made from no secret bytes.

module clear_multi_aes_la
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::KindCmd;
();

  (* keep *)
  logic rest, never, text, active, sums, addends, reads, writes, halves_read, overflows, carries_q, sends;

  assign never = 1'b0;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // States
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state, state_q;
  status_t status;
  phase_e phase, phase_q;
  logic [4:0] count, count_q;
  command_t command;
  beat_t beat;
  logic valid, idle, clears, keeps, served, gcm, mac, hash, prng;

  assign state = core_under_proof.u_core.u_core.u_control.state_q;
  assign status = core_under_proof.u_core.u_core.u_control.u_status.status_q;
  assign phase = status.phase;
  assign count = status.count;
  assign command = core_under_proof.u_core.u_core.command;
  assign gcm = command.service == ServiceGcm;
  assign mac = command.service == ServiceMac;
  assign hash = command.service == ServiceHash;
  assign prng = command.service == ServicePrng;
  assign beat = core_under_proof.u_core.u_core.beat;
  assign valid = core_under_proof.u_core.u_core.beat_valid;

  // The registers of the cycle before. The words are written one cycle after a state.
  always_ff @(posedge core_under_proof.clk_i) begin
    state_q <= state;
    phase_q <= phase;
    count_q <= count;
  end

  function automatic logic is_idle(state_e one);
    return one inside {StCommand, StCheckCommand, StError, StDrop};
  endfunction

  assign clears = state == StClear;
  assign idle = is_idle(state);
  // A transaction is received, computed or ends,
  assign active = !clears && !idle;
  // and its command is served.
  assign served = active && !(state inside {StReset, StAbort});
  // Key memory and H are in use, or are kept.
  assign keeps = active || (state inside {StCommand, StCheckCommand} && status.session_valid) ||
      (clears && status.keep_session);
  // The input register has no command.
  assign text = !(valid && beat.kind == KindCmd);
  // A command or the next one is expected, and no beat is held or sent.
  assign rest = state inside {StCommand, StDrop} && !valid && !core_under_proof.m_axis_tvalid;

  always_comb begin
    assert (state <= StCopyChain);
    // The states before these, with their cycles.
    unique case (state)
      StClear: begin
        if (count != '0) begin
          assert (state_q == StClear && count_q == count - 5'd1);
        end else begin
          assert (state_q inside {StReset, StAbort, StCheckCommand, StLoadKey, StSendEmpty, StTag, StVerdict,
                                  StOutput});
        end
      end
      StCommand: assert (state_q inside {StClear, StDrop, StCommand});
      StCheckCommand: assert (state_q inside {StClear, StCommand});
      StError: assert (state_q inside {StClear, StError});
      StDrop: assert (state_q inside {StError, StDrop});
      StAbort: begin
        assert (state_q inside {StCommand, StCheckCommand, StInput, StPad, StNextSegment, StAbort});
      end
      StCheckRemaining, StOutput: begin
        assert (count == '0 || (state_q == state && count_q == count - 5'd1) ||
                (state_q == StOutput && count[2] && count_q[2]));
      end
      default: ;
    endcase
    if (idle && state_q == StClear) assert (count_q == '1);
    // The kept key.
    assert (!status.failed || state inside {StClear, StAbort});
    assert (!status.command_pending || state inside {StClear, StAbort});
    if (clears) begin
      assert (status.keep_session == status.session_valid);
      assert (!(status.failed || status.command_pending) || !status.keep_session);
    end
    if (state == StReset) begin
      assert (!status.failed && !status.command_pending && !status.keep_session && command == '0);
    end
    if (state inside {StReset, StError, StDrop}) assert (!status.session_valid);
    if (command.cmd_ok && (mac || hash)) assert (!command.resume && !command.keep_session);
  end

  // The services and kinds of segments of a state, and the cycles that it counts.
  logic segment;
  assign segment = gcm && phase inside {PhaseNonce, PhaseAd, PhaseText};

  always_comb begin
    if (served) begin
      assert (command.cmd_ok);
      if (gcm) assert (phase <= PhaseTag);
      if (mac) assert (phase inside {PhaseKey, PhaseMessage, PhaseTag});
      if (mac && phase == PhaseKey) assert (!status.begun);
      if (hash) assert (phase == PhaseMessage);
      if (prng) assert (phase == (state == StInput ? PhaseSeed : PhaseRandom));
    end
    unique case (state)
      StLoadKey: begin
        assert (phase == (prng ? PhaseRandom : PhaseKey));
        assert (count <= (status.key_256 ? 5'd16 : 5'd8));
      end
      StCipherStart: assert (count == '0 && phase != PhaseNonce);
      StCipherFinal: assert (count == '0 && !(phase inside {PhaseNonce, PhaseAd}));
      StLengthLow, StLengthHigh: assert (count == '0 && (segment || hash));
      StPad: assert (count == '0 && (segment || phase == PhaseMessage));
      StGhashSubkey: assert (gcm && phase == PhaseKey && count <= 5'd3);
      StGhash: assert (segment && count <= 5'd3);
      StGhashLengths, StGhashZero: assert (gcm && phase inside {PhaseNonce, PhaseTag} && count <= 5'd3);
      StJ0, StJ0Ghash, StClearGhash: assert (gcm && phase == PhaseNonce && count <= 5'd4);
      StNextSegment: assert (gcm && phase inside {PhaseAd, PhaseText} && count == '0);
      StSendEmpty: assert (((gcm && phase == PhaseTag) || prng) && count == '0);
      StTag: assert (gcm && phase == PhaseTag && count == '0);
      StVerdict: assert (phase == PhaseTag && count == '0);
      StCheckRemaining: assert (prng && count <= 5'd2);
      StOutput: assert (!gcm && count <= 5'd4);
      StDoubleSubkey: assert (mac && phase inside {PhaseKey, PhaseMessage} && count <= 5'd9);
      StCheckLast: assert (mac && phase == PhaseMessage && count == '0);
      StAddSubkey: assert (mac && phase == PhaseMessage && count <= 5'd15);
      StLoadBlock: assert (hash && count <= 5'd15);
      StAppendLength: assert (hash && count <= 5'd3);
      StCopyChain: assert (hash && count <= 5'd7);
      StClear: ;
      default: assert (count == '0);
    endcase
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] halves;
  logic [4:0] address;
  logic of_counts;

  assign halves = core_under_proof.u_core.u_core.u_words.halves_q;
  assign address = core_under_proof.u_core.u_core.u_words.address_q;
  // The words of lengths and counts.
  assign of_counts = address inside {[AddrZero : 5'd15]} || address == AddrRemaining;

  // In the cycle before, a word other than those of lengths and counts was read and used,
  assign reads = state_q inside {StTag, StJ0, StAddSubkey, StCopyChain} ||
      (state_q == StInput && phase_q inside {PhaseText, PhaseTag}) ||
      (state_q == StCipherFinal && phase_q == PhaseMessage) ||
      (state_q == StCipherStart && phase_q inside {PhaseAd, PhaseText, PhaseTag, PhaseMessage}) ||
      (state_q inside {StClearGhash, StOutput} && count_q[2]);
  // and what is added was a beat, a column of the cipher, a word of the hash or half of a subkey. A beat in
  // place of one of a command is added to the length of the command.
  assign writes = state_q inside {StReset, StInput, StTag, StCipherFinal, StJ0Ghash, StDoubleSubkey,
                                  StAddSubkey} ||
      (state_q == StCommand && state inside {StReset, StAbort});
  // Half of such a word was read in the cycle before, or the one before that.
  assign halves_read = !(state_q == StClear || is_idle(state_q));
  always_ff @(posedge core_under_proof.clk_i) begin
    overflows <= halves_read;
    if (state != StOutput || !count[2]) carries_q <= reads;
  end

  for (genvar i = 0; i < 32; i++) begin : gen_word
    (* keep *) logic held;
    if (i == int'(AddrRemaining)) begin : gen_length
      assign held = state inside {StReset, StAbort} ||
          (clears && int'(count) < i + 2 && !status.command_pending);
    end else begin : gen_other
      assign held = active || (clears && int'(count) < i + 2) ||
          (state_q == StClear && halves != '0 && address == 5'(i));
    end
  end

  always_comb begin
    if (halves != '0 && of_counts) begin
      assert (!reads);
      assert (!writes || (address == AddrRemaining && state_q == StCommand));
    end
    if (state_q == StClear && (idle || (clears && count != '0))) begin
      assert (address == count_q);
      assert (halves == '1 || of_counts);
      assert (halves == '1 || address != AddrRemaining || status.command_pending);
    end
    // The carry of a count is used.
    if (state == StCheckRemaining && count[1]) assert (!carries_q);
    if (state == StOutput && count[4:1] != '0) assert (!carries_q);
    if (state inside {StLengthHigh, StPad, StGhash} || (state == StCipherStart && phase == PhaseRandom)) begin
      assert (!reads);
    end
    // Halves of the subkey are not.
    if (idle || (clears && count != '0)) assert (!halves_read);
    if (idle || (clears && count[4:1] != '0)) assert (!overflows);
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
  assign last = hash ? 5'd29 : status.key_256 ? 5'd14 : 5'd10;
  // Groups that begin when the state is StCipherFinal.
  assign last_group = group == last || (hash && group == 5'd28);
  assign writes_key = core_under_proof.u_core.u_core.u_cipher.key_write_q;
  assign key_address = core_under_proof.u_core.u_core.u_cipher.write_address_q;
  assign running = core_under_proof.u_core.u_core.u_cipher.word_q;
  assign stored = core_under_proof.u_core.u_core.u_cipher.stored;
  assign in_word = core_under_proof.u_core.u_core.u_cipher.in_q;

  // The second of the two cycles that clear a word of the key.
  assign zero = clears && !status.keep_session && count[0];
  assign word = zero ? '0 : sum;
  assign sums = active || zero;
  // A column of the input, or a word of the next key of AES-Hash.
  assign addends = busy || state inside {StReset, StLoadBlock, StCopyChain} ||
      (state == StOutput && count[4:1] == '0);
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
    if (state inside {StReset, StLoadKey, StGhashSubkey, StTag, StVerdict, StDoubleSubkey, StAddSubkey,
                      StLoadBlock, StCopyChain}) begin
      assert (!busy);
    end
    if (served && phase inside {PhaseNonce, PhaseSeed}) assert (!busy);
    if (state == StInput && phase inside {PhaseKey, PhaseTag}) assert (!busy);
    if (state inside {StSendEmpty, StOutput}) assert (busy == prng);
    if (state inside {StCipherFinal, StCheckRemaining}) assert (busy);
    if (state == StGhashZero && phase == PhaseTag) assert (busy);
    if (state == StCipherStart && status.started) assert (busy);
    if (state inside {StInput, StLengthLow, StLengthHigh, StPad, StGhash, StNextSegment, StCheckLast,
                      StAppendLength}) begin
      if (phase inside {PhaseAd, PhaseText}) assert (busy);
      if (phase == PhaseMessage) assert (busy == status.begun);
    end
    if (busy) begin
      assert (slot <= (group == last ? 3'd4 : 3'd3) && group <= last);
      assert (group != '0 || (state == StCipherStart && status.started));
      assert (!last_group || (slot == '0 && !(hash && group == last)) || state == StCipherFinal);
    end
    if (hash && state == StOutput && count != '0) assert (group == 5'd2);
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
        if (gcm && phase == PhaseTag && slot != '0 && last_group) begin
          assert (ready && step == slot[1:0]);
        end else begin
          assert (!ready || step == '0);
        end
      end
      StAbort: ;
      default: assert (!ready || step == '0);
    endcase
    if (served && !gcm) assert (ready && step == '0);
    if (phase == PhaseKey && state inside {StInput, StCipherStart, StCipherFinal}) assert (ready);
    if (phase == PhaseTag && state == StInput) assert (ready);
  end

endmodule

bind core_under_proof clear_multi_aes_la u_clear ();
