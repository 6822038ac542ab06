// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_aes_gcm_xhs. All state that may decide about time is the same in both
// copies: properties and tkeep of beats, the order of segments, steps in the pipeline, the key's sequence,
// the marks of GHASH, pointers and counts, and beside each word of the three memories what its beat is. A
// beat of kind CMD has the same bytes in both copies, wherever it is held: the bytes of any beat are
// decoded where a command is expected, and what is decoded counts if the beat was a command. Before the
// first reset the two addresses of a delay are equal, and what it reads is free: that is over before a step
// can use it.

module timing_aes_gcm_xhs;

  import roundel_stream_pkg::KindCmd;

  `define SAME(signal) assert (timing_miter.u_a.u_core.signal == timing_miter.u_b.u_core.signal)

  localparam logic [4:0] MaxAge = 5'd31;
  logic [4:0] age_q = '0;  // cycles since the start

  always_ff @(posedge timing_miter.clk_i) if (age_q != MaxAge) age_q <= age_q + 5'd1;

  logic skid_is_command, next_is_command, held, judged;
  logic head_is_command, tail_is_command;
  logic [1:0][127:0] skid, next, data, head, tail;
  logic [1:0][1:0] wrong;

  assign skid_is_command = timing_miter.u_a.u_core.u_reader.gen_skid.skid_q.kind == KindCmd;
  assign next_is_command = timing_miter.u_a.u_core.u_reader.next_q.kind == KindCmd;
  assign held = timing_miter.u_a.u_core.u_reader.beat_q.kind == KindCmd;
  assign head_is_command = timing_miter.u_a.u_core.u_offer.head_q.beat.kind == KindCmd;
  assign tail_is_command = timing_miter.u_a.u_core.u_offer.tail_q.beat.kind == KindCmd;
  assign judged = timing_miter.u_a.u_core.u_grammar.check_q;

  assign skid[0] = timing_miter.u_a.u_core.u_reader.gen_skid.skid_q.data & {128{skid_is_command}};
  assign skid[1] = timing_miter.u_b.u_core.u_reader.gen_skid.skid_q.data & {128{skid_is_command}};
  assign next[0] = timing_miter.u_a.u_core.u_reader.next_q.data & {128{next_is_command}};
  assign next[1] = timing_miter.u_b.u_core.u_reader.next_q.data & {128{next_is_command}};
  assign data[0] = timing_miter.u_a.u_core.u_reader.data_o & {128{held}};
  assign data[1] = timing_miter.u_b.u_core.u_reader.data_o & {128{held}};
  assign head[0] = timing_miter.u_a.u_core.u_offer.head_q.data & {128{head_is_command}};
  assign head[1] = timing_miter.u_b.u_core.u_offer.head_q.data & {128{head_is_command}};
  assign tail[0] = timing_miter.u_a.u_core.u_offer.tail_q.data & {128{tail_is_command}};
  assign tail[1] = timing_miter.u_b.u_core.u_offer.tail_q.data & {128{tail_is_command}};
  assign wrong[0] = timing_miter.u_a.u_core.u_grammar.wrong_q & {2{judged}};
  assign wrong[1] = timing_miter.u_b.u_core.u_grammar.wrong_q & {2{judged}};

  always_comb begin
    assert (skid[0] == skid[1]);
    assert (next[0] == next[1]);
    assert (data[0] == data[1]);
    assert (head[0] == head[1]);
    assert (tail[0] == tail[1]);
    assert (wrong[0] == wrong[1]);
  end

  always_comb begin
    `SAME(u_reader.gen_skid.skid_valid_q);
    `SAME(u_reader.gen_skid.skid_q.keep);
    `SAME(u_reader.gen_skid.skid_q.last);
    `SAME(u_reader.gen_skid.skid_q.kind);
    `SAME(u_reader.next_valid_q);
    `SAME(u_reader.next_q.keep);
    `SAME(u_reader.next_q.last);
    `SAME(u_reader.next_q.kind);
    `SAME(u_reader.valid_q);
    `SAME(u_reader.dropping_q);
    `SAME(u_reader.open_q);
    `SAME(u_reader.waits_q);
    `SAME(u_reader.close_q);
    `SAME(u_reader.bad_keep_q);
    `SAME(u_reader.is_command_q);
    `SAME(u_reader.beat_q);
    `SAME(u_reader.keep_o);
    `SAME(u_offer.head_valid_q);
    `SAME(u_offer.head_q.beat);
    `SAME(u_offer.head_q.keep);
    `SAME(u_offer.tail_valid_q);
    `SAME(u_offer.tail_q.beat);
    `SAME(u_offer.tail_q.keep);
    `SAME(u_offer.dropping_q);
    `SAME(u_grammar.state_q);
    `SAME(u_grammar.open_q);
    `SAME(u_grammar.keep_key_q);
    `SAME(u_grammar.session_q);
    `SAME(u_grammar.tag_size_q);
    `SAME(u_grammar.check_q);
    `SAME(u_grammar.check_tag_q);
    `SAME(u_grammar.tag_ok_q);
    `SAME(u_grammar.blocks_q);
    `SAME(u_grammar.counted_q);
    `SAME(u_grammar.text_limit_q);
    `SAME(u_grammar.text_near_q);
    `SAME(u_grammar.limit_q);
    `SAME(u_grammar.near_q);
    `SAME(u_grammar.step_q);
    `SAME(u_grammar.keep_q);
    `SAME(u_grammar.load_key_o);
    `SAME(u_grammar.short_nonce_o);
    `SAME(u_grammar.next_tag_o);
    `SAME(u_grammar.clear_key_o);
    `SAME(u_grammar.finish_o);
    `SAME(u_grammar.step_o);
    `SAME(u_grammar.keep_o);
    `SAME(u_grammar.ended_q);
    `SAME(u_grammar.ended_earlier_q);
    `SAME(u_key.state_q);
    `SAME(u_key.clear_pending_q);
    `SAME(u_key.idle_q);
    `SAME(u_key.drained_q);
    `SAME(u_keys.row_q);
    `SAME(u_keys.expanding_q);
    `SAME(u_keys.step_q);
    `SAME(u_ghash.run_q);
    `SAME(u_ghash.clear_q);
    `SAME(u_ghash.clear_count_q);
    `SAME(u_ghash.step_q);
    `SAME(u_ghash.round_q);
    `SAME(u_ghash.hash_q);
    `SAME(u_ghash.end_q);
    `SAME(u_ghash.block_ended_q);
    `SAME(u_delay.write_q);
    `SAME(u_delay.read_q);
    if (age_q >= 5'd2) `SAME(u_delay.word_q[143:128]);
    if (age_q >= 5'd3) `SAME(u_delay.data_o[143:128]);
    `SAME(u_answer.write_q);
    if (age_q >= 5'd4) `SAME(u_answer.beat_q[146:128]);
    if (age_q < 5'd12) assert (!timing_miter.u_a.u_core.u_answer.write_q);
    `SAME(u_answer.answers_q);
    `SAME(u_answer.left_q);
    `SAME(u_answer.space_o);
    `SAME(u_answer.u_delay.write_q);
    `SAME(u_answer.u_delay.read_q);
    if (age_q >= 5'd2) `SAME(u_answer.u_delay.word_q[143:128]);
    if (age_q >= 5'd3) `SAME(u_answer.u_delay.data_o[143:128]);
    `SAME(u_answer.u_memory.write_q);
    `SAME(u_answer.u_memory.commit_q);
    `SAME(u_answer.u_memory.read_q);
    `SAME(u_answer.u_memory.full_o);
    `SAME(u_answer.u_memory.valid_q);
    `SAME(u_answer.u_memory.word_q[146:128]);
    `SAME(u_answer.u_out.valid_q);
    `SAME(u_answer.u_out.data_q[146:128]);
    `SAME(u_sum.keep_o);
    `SAME(u_sum.subkey_o);
    `SAME(is_tag_q);
  end

  for (genvar c = 1; c <= 21; c++) begin : gen_step
    always_comb begin
      `SAME(step_q[c]);
      if (age_q < 5'(c)) assert (timing_miter.u_a.u_core.step_q[c] == '0);
    end
  end
  for (genvar c = 1; c <= 12; c++) begin : gen_flags
    always_comb begin
      `SAME(u_answer.flags_q[c]);
      if (age_q < 5'(c)) assert (timing_miter.u_a.u_core.u_answer.flags_q[c] == '0);
    end
  end
  for (genvar i = 0; i < 32; i++) begin : gen_delay
    always_comb `SAME(u_delay.mem_q[i][143:128]);
  end
  for (genvar i = 0; i < 16; i++) begin : gen_answer_delay
    always_comb `SAME(u_answer.u_delay.mem_q[i][143:128]);
  end
  for (genvar i = 0; i < 128; i++) begin : gen_answer
    always_comb `SAME(u_answer.u_memory.mem_q[i][146:128]);
  end

  `undef SAME

endmodule

bind timing_miter timing_aes_gcm_xhs u_lemmas ();
