// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for core_ports_check on the low-area duplex cores. In short:
//
//   pass      lanes of a pass follow in order, and none is sent in lanes 21 to 24 nor in rounds
//   gathered  the gathered lane is empty where a pass ends; bytes of text are contiguous
//   beats     the number of beats of a key, nonce or tag agrees with the number of lanes
//   command   the operation of a state is that of the command
//   segments  the segment that the last lane or beat leaves open is known from state and progress
//
// Each is an assertion: a wrong one fails the proof. With them the rules of the stream follow by induction.

module stream_duplex_la;

  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Signals of the core
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  state_e state;
  progress_t progress;
  command_t command;
  beat_t input_beat, skid_beat;
  place_t place;
  logic beat_valid, skid_valid, cmd_ok;
  logic [3:0] count;
  logic held, drop, live, live_prng, text_sent, closed, tag, more;
  logic full, text;
  logic [7:0] keep;
  logic [1:0] beat, stored;
  logic rounds, active;
  logic [4:0] step_number, number;
  logic step_send, step_last, sum_send, sum_last, out_last;
  logic [7:0] step_bytes, sum_bytes, out_bytes;
  logic [UserWidth-1:0] kind, open_kind;

  assign state = core_ports_check.u_dut.u_core.u_core.state;
  assign progress = core_ports_check.u_dut.u_core.u_core.progress;
  assign command = core_ports_check.u_dut.u_core.u_core.command;
  assign cmd_ok = core_ports_check.u_dut.u_core.u_core.cmd_ok;
  assign more = core_ports_check.u_dut.u_core.u_core.length_more;
  assign place = core_ports_check.u_dut.u_core.u_core.place;
  assign input_beat = core_ports_check.u_dut.u_core.u_core.beat;
  assign beat_valid = core_ports_check.u_dut.u_core.u_core.beat_valid;
  assign skid_beat = core_ports_check.u_dut.u_core.u_core.u_input.gen_skid.skid_data_q;
  assign skid_valid = core_ports_check.u_dut.u_core.u_core.u_input.gen_skid.skid_valid_q;
  assign count = core_ports_check.u_dut.u_core.u_core.count;
  assign held = core_ports_check.u_dut.u_core.u_core.u_control.held_q;
  assign drop = core_ports_check.u_dut.u_core.u_core.u_control.drop_q;
  assign live = core_ports_check.u_dut.u_core.u_core.u_control.live_q;
  assign live_prng = core_ports_check.u_dut.u_core.u_core.u_control.live_prng_q;
  assign text_sent = core_ports_check.u_dut.u_core.u_core.text_sent;
  assign closed = core_ports_check.u_dut.u_core.u_core.closed;
  assign tag = core_ports_check.u_dut.u_core.u_core.u_answer.tag_q;
  assign kind = core_ports_check.u_dut.u_core.u_core.kind;
  assign full = core_ports_check.u_dut.u_core.u_core.gathered_full;
  assign text = core_ports_check.u_dut.u_core.u_core.gathered_text;
  assign keep = core_ports_check.u_dut.u_core.u_core.gathered_bytes;
  assign beat = core_ports_check.u_dut.u_core.u_core.gathered;
  assign stored = core_ports_check.u_dut.u_core.u_core.u_lane.stored_q;
  assign rounds = core_ports_check.u_dut.u_core.u_core.u_state.u_rounds.rounds_q;
  assign active = core_ports_check.u_dut.u_core.u_core.u_state.u_rounds.active_q;
  assign step_number = core_ports_check.u_dut.u_core.u_core.u_state.u_rounds.step_q;
  assign number = rounds ? '0 : step_number;
  assign step_send = core_ports_check.u_dut.u_core.u_core.u_state.step.send;
  assign step_last = core_ports_check.u_dut.u_core.u_core.u_state.step.last;
  assign step_bytes = core_ports_check.u_dut.u_core.u_core.u_state.step.bytes;
  assign sum_send = core_ports_check.u_dut.u_core.u_core.sum_valid;
  assign sum_last = core_ports_check.u_dut.u_core.u_core.sum_last;
  assign sum_bytes = core_ports_check.u_dut.u_core.u_core.sum_bytes;
  assign out_last = core_ports_check.u_dut.u_core.u_core.u_output.last_q;
  assign out_bytes = core_ports_check.u_dut.u_core.u_core.u_output.bytes_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Groups of states, and segments
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic in_start, in_body, in_sponge, sealing, checking, before_close;
  logic sending, open, latest_open, text_open, aead;

  assign in_start = state inside {StLoadKey, StPadKey, StLoadNonce, StStart};
  assign in_body = state inside {StWaitBlock, StStoreAd, StAbsorbText, StAbsorbTrailingAd, StAbsorbAd,
                                 StEndBlock};
  assign in_sponge = state inside {StAbsorb, StForget, StSqueeze, StSendEmpty};
  assign sealing = state == StTag && !command.check;
  assign checking = state == StTag && command.check;
  // A segment of text may be open.
  assign before_close = in_body || state inside {StCloseText, StAbort} || checking;
  assign aead = command.aead && !command.hash && !command.prng && !command.mac;

  assign sending = step_send || sum_send;
  assign open = core_ports_check.m_axis_tvalid ? !out_last : core_ports_check.gen_stream.u_output.inside_q;
  assign open_kind = core_ports_check.m_axis_tvalid ? core_ports_check.m_axis_tuser :
      core_ports_check.gen_stream.u_output.kind_q;
  assign latest_open = step_send ? !step_last : sum_send ? !sum_last : open;
  assign text_open = text_sent && !closed;

  function automatic logic prefix(logic [7:0] bytes);
    return (bytes & (bytes + 8'd1)) == '0;
  endfunction

  // The last byte is alone in its beat.
  function automatic logic odd(logic [7:0] bytes);
    return bytes inside {8'h01, 8'h07, 8'h1f, 8'h7f};
  endfunction

  // A lane may be sent: its last beat is partial only if it is the last of its segment.
  function automatic logic sendable(logic [7:0] bytes, logic last);
    return prefix(bytes) && bytes != '0 && (!odd(bytes) || last);
  endfunction

  // A beat of a kind other than a command is well formed.
  function automatic logic fits(beat_t word);
    logic [5:0] kinds;
    kinds = {word.key, word.nonce, word.ad, word.text, word.tag, word.seed};
    return $onehot0(
        {word.command, kinds}
    ) && (kinds == '0 || (word.keep[0] >= word.keep[1] && (word.last || word.keep[1])));
  endfunction

  always_ff @(posedge core_ports_check.clk_i) begin
    started_q <= 1'b1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Pass
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (started_q) begin
      assert (state <= StDrop);
      assert (place == place_of(number));
      assert (step_number <= (rounds && !active ? 5'd29 : 5'd24));
      assert (rounds || !active);
      assert (!rounds || !sending);
      if (step_send) assert (sendable(step_bytes, step_last) && number >= 5'd1 && number <= 5'(TextLanes));
      if (sum_send) assert (sendable(sum_bytes, sum_last) && number >= 5'd1);
      if (core_ports_check.m_axis_tvalid) assert (prefix(out_bytes) && (!odd(out_bytes) || out_last));
      if (state inside {StDrop, StError, StVerdict}) assert (!rounds && place.first);
      if (state inside {StCommand, StDecide}) assert (place.first && (!rounds || (live && live_prng)));
      if (in_start) assert (!rounds);
      if (state == StCloseText && command.check) assert (!rounds);
      if (state inside {StWaitBlock, StStoreAd, StCloseText, StSendEmpty}) assert (place.first);
      if (state == StAbsorbText) assert (place.text);
      if (state == StAbsorbTrailingAd) assert (place.text || place.after_text);
      if (state == StAbsorbAd) assert (!place.last);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The gathered lane
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic aborting;  // the gathered lane is not cleared yet
  assign aborting = state == StAbort && (text || !drop);

  always_comb begin
    if (started_q) begin
      if (beat_valid) assert (fits(input_beat));
      if (skid_valid) assert (fits(skid_beat));
      if (!full && beat == '0) assert (keep == '0);
      if (full) assert (beat == '0);
      if (text) begin
        assert (prefix(keep) && keep != '0 && (full || beat != '0) && place.text);
        assert (state inside {StAbsorbText, StAbsorbTrailingAd, StEndBlock, StAbort});
        assert (full || keep == 8'((9'd1 << (2 * beat)) - 9'd1));
        assert (!odd(keep) || (full && progress.text_ended));
      end
      if (beat != '0) begin
        assert (aborting || (state inside {StLoadKey, StLoadNonce, StStoreAd, StAbsorbText, StAbsorbAd, StTag,
                                           StAbsorb}));
      end
      if (full) begin
        assert (aborting || state == StAbsorbTrailingAd ||
                (state inside {StLoadKey, StPadKey, StLoadNonce, StStart, StStoreAd, StAbsorbText, StAbsorbAd,
                               StEndBlock, StTag, StAbsorb}));
      end
      if (state == StAbsorbText) begin
        assert (text || (beat == '0 && !full));
        assert (!(full && place.text_end));
        assert (!(progress.resumed && place.tag) || (beat == '0 && !full));
      end
      if (state == StAbsorbAd) assert (!(full && place.ad_end));
      if (state == StAbsorbTrailingAd && full) assert (text);
      if (state == StEndBlock && full) assert (text || !place.last);
      if (state == StStoreAd && (stored == 2'd3 || progress.ended)) assert (beat == '0);
      if (state == StStoreAd && stored == 2'd3) assert (!full);
      if (state == StAbsorb && progress.ended) assert (beat == '0);
      if (sealing) assert (beat == '0 && !full);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [4:0] lanes;  // numbers of lanes that a key, a nonce or a tag has filled
  assign lanes = count == 4'd8 ? 5'd2 : 5'(count[2]);

  always_comb begin
    if (started_q) begin
      if (state == StCommand) assert (count < 4'd8);
      if (in_body || in_sponge || sealing ||
          state inside {StPadKey, StStart, StDrop, StError, StClear, StClearRemaining} ||
          (state == StCloseText && !command.check) || (state == StAbort && drop)) begin
        assert (count == '0);
      end
      if (state inside {StLoadKey, StLoadNonce}) begin
        assert (beat == count[1:0] && (!count[3] || count == 4'd8));
      end
      if (state == StLoadKey) assert (number + 5'(full) == lanes);
      if (state == StPadKey) assert (number + 5'(full) == 5'd2 && beat == '0);
      if (state == StLoadNonce) begin
        if (command.mac)
          assert (number + 5'(full) == lanes + 5'd2);
          else if (place.start)
            assert (count == '0 && (!full || number == 5'd2));
            else assert (number + 5'(full) == lanes + 5'(NonceLane));
      end
      if (state == StStart && full) assert (number == 5'd6);
      if (checking) begin
        if (progress.ended)
          assert (count[3] && beat == '0 && (!full || number <= 5'd1));
          else assert (number + 5'(full) == lanes && beat == count[1:0]);
        assert (count[3] || count[2:0] <= command.tag_last[3:1]);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Command and progress
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (started_q) begin
      if (drop) assert (state inside {StAbort, StClearRemaining, StClear});
      if (live) assert (state inside {StCommand, StDecide, StAbort});
      if (held)
        assert (!text_sent && !closed && !text && (state inside {StClear, StClearRemaining, StAbort}));
      // A command that is legal so far has one operation, and resumes what is kept.
      if (((state == StCommand && count != '0) || state == StDecide || held) && cmd_ok) begin
        assert ($onehot({command.hash, command.mac, command.prng, command.aead}));
        if (command.aead && command.resume) assert (!held && live && !live_prng);
        if (command.hash || command.mac) assert (!command.resume && !command.keep_session);
      end
      if (state inside {StPadKey, StStart, StCloseText} || in_body || sealing ||
          (state == StAbort && (text_sent || text))) begin
        assert (aead);
      end
      if (state inside {StLoadKey, StLoadNonce, StTag}) begin
        assert (!command.hash && !command.prng && command.aead == !command.mac);
      end
      if (in_sponge) assert (!command.aead && $onehot({command.hash, command.mac, command.prng}));
      if ((in_sponge && !command.prng) || command.mac && (in_start || checking))
        assert (!command.keep_session);
      if (state == StSqueeze) assert (!progress.forget);
      if (in_start) begin
        assert ({progress.open, progress.text_ended, progress.ended, progress.has_text, progress.ad_ended,
                 progress.ad_stored, progress.has_ad, progress.suffix} == '0);
      end
      if (state == StDecide || in_start || in_sponge) assert (!text_sent && !closed);
      if (state inside {StAbsorbText, StAbsorbTrailingAd}) assert (progress.has_text);
      if (state == StAbsorbText) assert (!progress.text_ended);
      if (in_body && state != StStoreAd) assert (!progress.ended);
      if (in_body && progress.text_ended) assert (!(progress.open && progress.open_text));
      if (state == StAbsorbAd) assert (!(progress.open && progress.open_text));
      if (state == StStoreAd || (state == StWaitBlock && progress.ad_first)) assert (!progress.open);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Segments
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (started_q) begin
      if (sum_send && step_send) assert (!sum_last);
      if (in_start || in_sponge) assert (tag == command.mac);
      if (in_body || state == StCloseText || checking) assert (!tag || checking);
      if (before_close) begin
        assert (latest_open == text_open);
        assert (!closed || (text_sent && progress.text_ended && !text));
        if (sending) assert (text_sent);
        if (open || text_open || sending || text)
          assert (!tag && kind == (command.check ? KindUnverified : KindText));
        if (open) assert (open_kind == kind);
        if (checking && command.mac) assert (!text_sent);
      end else if (sealing) begin
        assert (latest_open == place.second);
        if (sending) assert (tag);
        if (open) assert (tag && open_kind == KindTag);
      end else if (state == StSqueeze) begin
        if (sending) assert (latest_open == more);
        if (!more) assert (!latest_open);
        if (sending || open) assert (tag || !command.mac);
        if (open) assert (open_kind == kind);
      end else if (state == StAbsorb) begin
        assert (!sending);
        if (open) begin
          assert (command.prng && (progress.suffix || progress.ended) && !progress.forget && more);
          assert (open_kind == kind);
        end
      end else begin
        assert (!latest_open && !sending);
      end
      if (state == StCloseText) assert (!sending);
    end
  end

endmodule

bind core_ports_check stream_duplex_la u_lemmas ();
