// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_properties on roundel_ascon_la: its control registers are the state of the grammar, the verdict on a
// beat, the words of a block and their places in the queue, the pass, and the reader of segments.
//
// Lemmas: the queue has as many words that are not answers as the grammar has counted. In the first round of
// a pass its block is in its places, and the answers come in from above.

module still_ascon_la;

  import roundel_ascon_la_pkg::*;

  logic [67:0] control;

  assign control = 68'({
    core_ports_check.u_dut.u_core.state,
    core_ports_check.u_dut.u_core.u_grammar.start_q,
    core_ports_check.u_dut.u_core.u_grammar.close_q,
    core_ports_check.u_dut.u_core.u_grammar.status_q,
    core_ports_check.u_dut.u_core.u_grammar.text_closed_q,
    core_ports_check.u_dut.u_core.block_beat,
    core_ports_check.u_dut.u_core.separate,
    core_ports_check.u_dut.u_core.omitted,
    core_ports_check.u_dut.u_core.illegal,
    core_ports_check.u_dut.u_core.complete,
    core_ports_check.u_dut.u_core.count,
    core_ports_check.u_dut.u_core.u_words.tail_q,
    core_ports_check.u_dut.u_core.u_queue.valid_q,
    core_ports_check.u_dut.u_core.empty,
    core_ports_check.u_dut.u_core.u_custom.at_q,
    core_ports_check.u_dut.u_core.u_custom.valid_q,
    core_ports_check.u_dut.u_core.stored_valid,
    core_ports_check.u_dut.u_core.u_passes.busy_q,
    core_ports_check.u_dut.u_core.ready,
    core_ports_check.u_dut.u_core.place,
    core_ports_check.u_dut.u_core.beat_valid,
    core_ports_check.u_dut.u_core.u_reader.next_valid_q,
    core_ports_check.u_dut.u_core.u_reader.dropping_q,
    core_ports_check.u_dut.u_core.u_reader.waits_q,
    core_ports_check.u_dut.u_core.u_reader.close_q
  });

  still_properties #(
    .Width(68)
  ) u_still (
    .clk_i        (core_ports_check.clk_i),
    .rst_ni       (core_ports_check.rst_ni),
    .s_axis_tready(core_ports_check.s_axis_tready),
    .m_axis_tvalid(core_ports_check.m_axis_tvalid),
    .control_i    (control)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: words of the block that is collected, and of the block of a pass
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  state_e state;
  place_t place;
  addition_t addition, row_add;
  logic [8:0] valid, answers, others;
  logic adding, complete, blocks, hash, wide, start, busy, ready, clear;
  logic [2:0] count;
  logic [3:0] expected, size;
  logic [3:0] shape, round;
  logic block_beat, separate, omitted, illegal;
  logic [1:0] tail;
  roundel_segment_pkg::segment_beat_t beat;

  assign state = core_ports_check.u_dut.u_core.state;
  assign place = core_ports_check.u_dut.u_core.place;
  assign addition = core_ports_check.u_dut.u_core.addition;
  assign row_add = core_ports_check.u_dut.u_core.u_passes.row_q.add;
  assign adding = core_ports_check.u_dut.u_core.adding;
  assign complete = core_ports_check.u_dut.u_core.complete;
  assign count = core_ports_check.u_dut.u_core.count;
  assign valid = core_ports_check.u_dut.u_core.u_queue.valid_q;
  assign hash = core_ports_check.u_dut.u_core.u_grammar.hash;
  assign start = core_ports_check.u_dut.u_core.u_grammar.start_q;
  assign busy = core_ports_check.u_dut.u_core.u_passes.busy_q;
  assign ready = core_ports_check.u_dut.u_core.ready;
  for (genvar i = 0; i < 9; i++) begin : gen_word
    assign answers[i] = valid[i] && core_ports_check.u_dut.u_core.u_queue.words_q[i].answer;
  end
  assign block_beat = core_ports_check.u_dut.u_core.block_beat;
  assign separate = core_ports_check.u_dut.u_core.separate;
  assign omitted = core_ports_check.u_dut.u_core.omitted;
  assign illegal = core_ports_check.u_dut.u_core.illegal;
  assign tail = core_ports_check.u_dut.u_core.u_words.tail_q;
  assign round = core_ports_check.u_dut.u_core.u_passes.round_q;
  assign beat = core_ports_check.u_dut.u_core.beat;
  assign others = valid & ~answers;
  assign blocks = state inside {StNonce, StAd, StText, StTag, StLength, StReplay, StMessage, StDigest,
                                StFlush};
  assign wide = addition.wide;
  assign size = hash ? 4'd4 : 4'd8;
  assign expected = !blocks ? 4'd0 : complete ? size : 4'(count);
  // The places of the block that the pass has answered, in its first round.
  assign shape = {4{addition.answer}} & {|place.after, |place.after[3:2], place.after[3], 1'b0};
  assign clear = state inside {StFinish, StClear};

  always_ff @(posedge core_ports_check.clk_i) begin
    started_q <= 1'b1;
  end

  // A pass has two rounds at least, so its first round is not the last.
  always_comb begin
    if (started_q) begin
      assert (core_ports_check.u_dut.u_core.u_passes.row_q.round != roundel_ascon_pkg::LastRound);
      assert (state == StClear || !adding || round != roundel_ascon_pkg::LastRound);
    end
  end

  function automatic logic is_of_pass(addition_t add);
    if (!add.data_s0 && !add.data_nonce) return add == addition_t'('{iv: 1'b1, default: 1'b0});
    return add.wide == (add.data_s1 || add.data_nonce) && (add.data_s0 || !add.data_s1)
        && !(add.data_s0 && add.data_nonce);
  endfunction

  always_comb begin
    if (started_q && adding && !clear) assert (is_of_pass(addition));
    if (started_q && !adding && !clear) assert (addition == '0);
    if (started_q && row_add != '0) assert (is_of_pass(row_add));
    if (started_q && start && ready && !clear) assert (row_add != '0);
    // Neither a block nor a pass waits when a transaction ends. A reset empties the queue.
    if (started_q && clear) assert (!start && (!complete || (state == StClear && valid == '0)));
    if (started_q && state == StFinish) assert (tail == 2'd0);
  end

  always_comb begin
    if (started_q && !clear) begin
      if (adding) begin
        if (addition.data_s0 || addition.data_nonce) begin
          assert (&valid[3:0] && answers[3:0] == shape);
          if (wide) assert (&valid[7:4] && answers[7:4] == shape);
          if (wide) assert (answers[8] == 1'b0 && 4'(valid[8]) == expected);
          if (!wide) assert (answers[8:4] == '0 && 4'($countones(valid[8:4])) == expected);
        end else begin
          // The first round of a hash has no block: a word that comes in is not at its places yet.
          assert (answers == '0 && 4'($countones(valid)) == expected);
          assert (valid[4:0] == '0);
          assert (!valid[5] || place.after[3]);
          assert (!valid[6] || (place.after[2] && !place.first));
          assert (!valid[7] || (place.after[1] && !place.first));
        end
      end else begin
        assert (4'($countones(others)) == expected);
        // Answers are before the words of the next block.
        for (int i = 0; i < 8; i++) assert (!others[i] || (answers >> (i + 1)) == '0);
      end
      // No answer is made before the text, or the digest.
      if (state inside {StCommand, StKey, StNonce, StAd, StHashStart, StCustom, StLength, StReplay,
                        StMessage}) begin
        assert (answers == '0 && !addition.answer);
      end
      if (complete) assert (blocks && count == '0);
      if (start && ready && state != StHashStart) begin
        assert (complete && &valid[3:0] && answers == '0 && (hash || &valid[7:4]));
      end
      if (blocks && !complete) assert (4'(count) < size);
      if (!blocks && !(state inside {StCommand, StKey})) assert (count == '0);
      assert ($onehot0({block_beat, separate, omitted, illegal}));
      if (block_beat) assert (state inside {StNonce, StAd, StText, StTag, StMessage});
      if (omitted) assert (state inside {StAd, StText});
      if (separate) assert (state inside {StCommand, StKey, StAd, StTagRequest, StCustom});
      if (separate && (state inside {StCommand, StKey})) assert (beat.last == (count == 3'd7));
      if (block_beat || separate || omitted || illegal) begin
        assert (core_ports_check.u_dut.u_core.beat_valid);
      end
      if (block_beat || separate || omitted || illegal) assert (!complete && tail == 2'd0);
      if (tail != 2'd0) assert (state inside {StAd, StText, StLength, StReplay, StMessage});
      if (state inside {StKey, StNonce, StAd, StText, StTagRequest, StTag, StFlush}) assert (!hash);
      if (state inside {StHashStart, StCustom, StLength, StReplay, StMessage, StDigest}) assert (hash);
    end
    if (started_q) begin
      assert (!core_ports_check.u_dut.u_core.u_reader.waits_q ||
        core_ports_check.u_dut.u_core.u_reader.valid_q);
    end
    if (started_q && state != StClear) begin
      if (core_ports_check.u_dut.u_core.u_reader.close_q) begin
        assert (core_ports_check.u_dut.u_core.u_reader.waits_q);
        assert (core_ports_check.u_dut.u_core.u_reader.may_close);
      end
      if (state == StFinish) assert (!block_beat && !separate && !omitted && !illegal);
      if (adding) assert (busy && !ready);
      assert (busy || ready);
      if (ready) assert (!busy || place.after[3]);
      if (busy) assert (place inside {4'h8, 4'h1, 4'h3, 4'h7});
    end
  end

endmodule

bind core_ports_check still_ascon_la u_still_ascon_la ();
