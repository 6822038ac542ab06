// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_keccak_kmac: a command has the same bytes in both copies wherever it is,
// and none of the bytes before it are left when it comes.

module timing_keccak_kmac;

  import roundel_stream_pkg::KindCmd;
  import roundel_keccak_kmac_pkg::*;

  logic [3:0] state;
  logic starts;  // the transaction has no word yet
  logic first_valid, first_ends, second_valid, second_ends, empty, rest, upper, is_command;
  word_t first, second, newest;

  // StCommand, StRequest, StRequestEnd, StTag, StVerdict, StReject: yosys-slang does not see another module's
  // enum names.
  assign state = 4'(timing_miter.u_a.u_core.u_grammar.state_q);
  assign starts = state inside {4'd0, 4'd1, 4'd2, 4'd12, 4'd13, 4'd14};
  assign first = timing_miter.u_a.u_core.u_words.first_q;
  assign first_valid = timing_miter.u_a.u_core.u_words.first_valid_q;
  assign first_ends = first.last || first.kind inside {WordReject, WordAbort};
  assign second = timing_miter.u_a.u_core.u_words.second_q;
  assign second_valid = timing_miter.u_a.u_core.u_words.second_valid_q;
  assign second_ends = second.last || second.kind inside {WordReject, WordAbort};
  assign newest = second_valid ? second : first;
  assign rest = timing_miter.u_a.u_core.u_pack.rest_q;
  assign upper = timing_miter.u_a.u_core.u_pack.upper_q;
  assign is_command = timing_miter.u_a.u_core.message_tuser == KindCmd;
  assign empty = timing_miter.u_a.u_core.u_pack.held_count_q == '0 || rest;

  always_comb begin
    // In the reader.
    if (timing_miter.u_a.u_core.u_reader.gen_skid.skid_q.kind == KindCmd) begin
      assert (timing_miter.u_a.u_core.u_reader.gen_skid.skid_q ==
              timing_miter.u_b.u_core.u_reader.gen_skid.skid_q);
    end
    if (timing_miter.u_a.u_core.u_reader.next_q.kind == KindCmd) begin
      assert (timing_miter.u_a.u_core.u_reader.next_q == timing_miter.u_b.u_core.u_reader.next_q);
    end
    if (timing_miter.u_a.u_core.beat.kind == KindCmd) begin
      assert (timing_miter.u_a.u_core.data == timing_miter.u_b.u_core.data);
    end
    // Decoded, as a word, and as a beat.
    if (first_valid && first.kind == WordCommand) begin
      assert (first == timing_miter.u_b.u_core.u_words.first_q);
      assert (first.count == 4'd8 && empty);
      assert (first.last ? upper && is_command : !upper || rest);
    end
    if (second_valid) assert (first_valid);
    if (second_valid && second.kind == WordCommand) begin
      assert (second == timing_miter.u_b.u_core.u_words.second_q && second.count == 4'd8);
      assert (second.last ? first.kind == WordCommand && !first.last : first_ends);
    end
    if (is_command) begin
      assert (timing_miter.u_a.u_core.message_tdata == timing_miter.u_b.u_core.message_tdata);
    end
    assert (timing_miter.u_a.u_core.u_pack.held_keep_q ==
            ~(8'hff << timing_miter.u_a.u_core.u_pack.held_count_q));
    if (timing_miter.u_a.u_core.u_grammar.second_q) begin
      assert (timing_miter.u_a.u_core.offered);
      assert (state inside {4'd0, 4'd5, 4'd8, 4'd10, 4'd12});  // StCommand, StCustom, StKey, StText, StTag
    end
    if (timing_miter.u_a.u_core.u_reader.waits_q) assert (timing_miter.u_a.u_core.u_reader.valid_q);
    if (timing_miter.u_a.u_core.u_reader.close_q) begin
      assert (timing_miter.u_a.u_core.u_reader.waits_q && timing_miter.u_a.u_core.u_reader.may_close);
    end
    if (starts && state != 4'd2) begin
      assert (second_valid ? second_ends : first_valid ? first_ends : empty && (!upper || rest));
    end
    if (state == 4'd2) assert (first_valid && newest.kind == WordCommand && !newest.last);
    if (rest) assert (!is_command);
    if (first.kind inside {WordPad, WordReject, WordAbort}) assert (!first.last);
    if (second.kind inside {WordPad, WordReject, WordAbort}) assert (!second.last);
    // A command that is judged is still offered.
    if (state inside {4'd1, 4'd2} || (state == 4'd0 && timing_miter.u_a.u_core.u_grammar.second_q &&
                                      timing_miter.u_a.u_core.u_grammar.legal_q)) begin
      assert (timing_miter.u_a.u_core.offered && timing_miter.u_a.u_core.beat.kind == KindCmd);
    end
  end

  // All controls, part by part.
  `define SAME(signal) assert (timing_miter.u_a.u_core.signal == timing_miter.u_b.u_core.signal);
  always_comb begin
    `SAME(u_reader.valid_q)
    `SAME(u_reader.next_valid_q)
    `SAME(u_reader.gen_skid.skid_valid_q)
    `SAME(u_reader.dropping_q)
    `SAME(u_reader.open_q)
    `SAME(u_reader.waits_q)
    `SAME(u_reader.close_q)
    `SAME(u_reader.is_command_q)
    `SAME(u_reader.bad_keep_q)
    `SAME(u_reader.beat_q)
    `SAME(u_reader.keep_o)
    `SAME(u_reader.next_q.kind)
    `SAME(u_reader.next_q.last)
    `SAME(u_reader.next_q.keep)
    `SAME(u_reader.gen_skid.skid_q.kind)
    `SAME(u_reader.gen_skid.skid_q.last)
    `SAME(u_reader.gen_skid.skid_q.keep)
    `SAME(u_grammar.state_q)
    `SAME(u_grammar.second_q)
    `SAME(u_grammar.legal_q)
    `SAME(u_grammar.command_q)
    `SAME(u_grammar.left_q)
    `SAME(u_grammar.kept_q)
    `SAME(u_grammar.kept_wide_q)
    `SAME(u_words.first_valid_q)
    `SAME(u_words.first_q.kind)
    `SAME(u_words.first_q.wide)
    `SAME(u_words.first_q.last)
    `SAME(u_words.first_q.count)
    `SAME(u_words.second_valid_q)
    `SAME(u_words.second_q.kind)
    `SAME(u_words.second_q.wide)
    `SAME(u_words.second_q.last)
    `SAME(u_words.second_q.count)
    `SAME(u_pack.held_count_q)
    `SAME(u_pack.held_keep_q)
    `SAME(u_pack.rest_q)
    `SAME(u_pack.lane_q)
    `SAME(u_pack.upper_q)
    `SAME(u_pack.m_axis_tvalid)
    `SAME(u_pack.m_axis_tkeep)
    `SAME(u_pack.m_axis_tlast)
    `SAME(u_pack.m_axis_tuser)
    `SAME(u_answer.first_q)
    `SAME(u_answer.discard_q)
    `SAME(u_answer.judge_q)
    `SAME(u_answer.m_axis_tvalid)
    `SAME(u_answer.m_axis_tkeep)
    `SAME(u_answer.m_axis_tlast)
    `SAME(u_answer.m_axis_tuser)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.ready_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.valid_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.text_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.lane_valid_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.second_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.suffixed_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.last_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.command_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.message_end_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.lane_keep_q)
    `SAME(gen_hash.u_hash.u_message.u_input.u_feed.next_keep_q)
    `SAME(gen_hash.u_hash.u_message.u_input.in_state_bits)
    `SAME(gen_hash.u_hash.u_message.u_input.position_q)
    `SAME(gen_hash.u_hash.u_message.u_input.full_q)
    `SAME(gen_hash.u_hash.u_message.u_input.pending_q)
    `SAME(gen_hash.u_hash.u_message.u_input.error_q)
    `SAME(gen_hash.u_hash.u_message.u_input.final_block_q)
    `SAME(gen_hash.u_hash.u_message.u_input.block_last_q)
    `SAME(gen_hash.u_hash.u_message.u_input.command_legal_q)
    `SAME(gen_hash.u_hash.u_message.u_input.rate_q)
    `SAME(gen_hash.u_hash.u_message.u_input.rounds12_q)
    `SAME(gen_hash.u_hash.u_message.u_input.rounds12_o)
    `SAME(gen_hash.u_hash.u_message.u_input.length_q)
    `SAME(gen_hash.u_hash.u_message.u_input.rate_o)
    `SAME(gen_hash.u_hash.u_message.u_input.length_o)
    `SAME(gen_hash.u_hash.u_message.u_schedule.round_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.last_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.before_last_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.near_last_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.state_zero_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.final_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.squeeze_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.rounds12_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.advance_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.capture_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.clear_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.transfer_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.loaded_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.final_loaded_q)
    `SAME(gen_hash.u_hash.u_message.u_schedule.save_loaded_q)
    `SAME(gen_hash.u_hash.u_message.out_rate_q)
    `SAME(gen_hash.u_hash.u_message.u_drain.run_q)
    `SAME(gen_hash.u_hash.u_message.u_drain.next_q)
    `SAME(gen_hash.u_hash.u_message.u_drain.count_q)
    `SAME(gen_hash.u_hash.u_message.u_drain.needed_q)
    `SAME(gen_hash.u_hash.u_message.u_drain.lane_valid_q)
    `SAME(gen_hash.u_hash.u_message.u_output.busy_q)
    `SAME(gen_hash.u_hash.u_message.u_output.valid_q)
    `SAME(gen_hash.u_hash.u_message.u_output.second_q)
    `SAME(gen_hash.u_hash.u_message.u_output.left_q)
    `SAME(gen_hash.u_hash.u_message.u_output.fired_q)
    `SAME(gen_hash.u_hash.u_message.u_output.more_q)
    `SAME(gen_hash.u_hash.u_message.u_output.more_after_q)
    `SAME(gen_hash.u_hash.u_message.u_output.last_lane_q)
    `SAME(gen_hash.u_hash.u_message.u_output.keep_q)
    `SAME(gen_hash.u_hash.u_message.u_output.tail_q)
    `SAME(gen_hash.u_hash.u_message.u_output.last_q)
    `SAME(gen_hash.u_hash.u_message.u_output.error_q)
    `SAME(gen_hash.u_hash.u_message.u_output.low_keep_q)
    `SAME(gen_hash.u_hash.u_message.u_output.high_keep_q)
    `SAME(u_answer.number_q)
    `SAME(u_answer.answers_q)
    `SAME(u_answer.held)
    `SAME(u_answer.keep)
    `SAME(u_answer.last_q)
    `SAME(u_answer.failed_q)
  end
  `undef SAME

  // In the hash.
  logic valid, command, legal, text, lane_valid;
  logic [1:0][63:0] lane;

  assign valid = timing_miter.u_a.u_core.gen_hash.u_hash.u_message.u_input.u_feed.valid_q;
  assign command = timing_miter.u_a.u_core.gen_hash.u_hash.u_message.u_input.u_feed.command_q;
  assign legal = timing_miter.u_a.u_core.gen_hash.u_hash.u_message.u_input.command_legal_q;
  assign text = timing_miter.u_a.u_core.gen_hash.u_hash.u_message.u_input.u_feed.text_q;
  assign lane_valid = timing_miter.u_a.u_core.gen_hash.u_hash.u_message.u_input.u_feed.lane_valid_q;
  assign lane = {
    timing_miter.u_b.u_core.gen_hash.u_hash.u_message.u_input.u_feed.lane_q,
    timing_miter.u_a.u_core.gen_hash.u_hash.u_message.u_input.u_feed.lane_q
  };

  always_comb begin
    if (valid && command) assert (lane[0] == lane[1]);
    assert (!legal || command);
    assert (!(text && command));
    assert (!lane_valid || text);
    assert (!text || valid);
  end

endmodule

bind timing_miter timing_keccak_kmac u_lemmas ();
