// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_aes_gcm_xhs. All state that may decide about time is the same in both
// copies: properties and tkeep of beats, the order of segments, steps in the pipeline, the key's sequence,
// the marks of GHASH, pointers and counts, and beside each word of the three memories what its beat is. A
// beat of kind CMD has the same bytes in both copies, wherever it is held: the bytes of any beat are
// decoded, and what is decoded counts if the beat was a command. In the offer the bytes are a cycle later
// than the kind. Before the
// first reset the two addresses of a delay are equal, and what it reads is free: that is over before a step
// can use it.

module timing_aes_gcm_xhs;

  import roundel_stream_pkg::KindCmd;
  import core_under_proof_pkg::*;

  `define SAME(signal) assert (timing_miter.u_a.u_core.signal == timing_miter.u_b.u_core.signal)

  // Sizes in the core: the steps in the pipeline, the flags beside an answer, the words of the delays.
  localparam int unsigned CipherCycles = roundel_aes_line_pkg::line_cycles(
      KeyBytes / 4 + 6, Phases, BlockCycles
  );
  localparam int unsigned Flags = roundel_ghash_line_pkg::ring_slots(BlockCycles) * BlockCycles + 8;
  localparam int unsigned DelayWords = 1 << $clog2(CipherCycles);
  localparam int unsigned AnswerDelayWords = 1 << $clog2(Flags - 3);

  localparam logic [5:0] MaxAge = 6'd63;
  logic [5:0] age_q = '0;  // cycles since the start

  always_ff @(posedge timing_miter.clk_i) if (age_q != MaxAge) age_q <= age_q + 6'd1;

  logic next_is_command, held;
  logic in_is_command_q = 1'b0, head_is_command_q = 1'b0, tail_is_command_q = 1'b0;  // a cycle later
  logic [1:0][127:0] next, data;
  logic [1:0][133:0] in;  // the bytes, and what is wrong with them
  logic [1:0][128:0] head, tail;

  always_ff @(posedge timing_miter.clk_i) begin
    in_is_command_q <= held;
    head_is_command_q <= timing_miter.u_a.u_core.u_offer.head_q.command;
    tail_is_command_q <= timing_miter.u_a.u_core.u_offer.tail_q.command;
  end

  assign next_is_command = timing_miter.u_a.u_core.u_reader.next_q.kind == KindCmd;
  assign held = timing_miter.u_a.u_core.u_reader.beat_q.kind == KindCmd;

  `define BOTH(name, signal, counts) \
    assign name[0] = timing_miter.u_a.u_core.signal & {$bits(name[0]) {counts}}; \
    assign name[1] = timing_miter.u_b.u_core.signal & {$bits(name[1]) {counts}};

  `BOTH(next, u_reader.next_q.data, next_is_command)
  `BOTH(data, u_reader.data_o, held)
  `BOTH(head, u_offer.head_late_q, head_is_command_q)
  `BOTH(tail, u_offer.tail_late_q, tail_is_command_q)
  assign in[0] = {timing_miter.u_a.u_core.u_offer.wrong_q, timing_miter.u_a.u_core.u_offer.in_data_q} &
      {134{in_is_command_q}};
  assign in[1] = {timing_miter.u_b.u_core.u_offer.wrong_q, timing_miter.u_b.u_core.u_offer.in_data_q} &
      {134{in_is_command_q}};

  always_comb begin
    assert (next[0] == next[1]);
    assert (data[0] == data[1]);
    assert (head[0] == head[1]);
    assert (tail[0] == tail[1]);
    assert (in[0] == in[1]);
    // What is judged as a command is one, and came with its bytes.
    if (timing_miter.u_a.u_core.u_grammar.check_command_q) assert (head_is_command_q);
    if (timing_miter.u_a.u_core.u_offer.head_q.command) begin
      if (!timing_miter.u_a.u_core.u_offer.move_q)
        assert (head_is_command_q);
        else if (timing_miter.u_a.u_core.u_offer.from_tail_q)
          assert (tail_is_command_q);
          else assert (in_is_command_q);
    end
    if (timing_miter.u_a.u_core.u_offer.tail_q.command) begin
      if (timing_miter.u_a.u_core.u_offer.tail_load_q)
        assert (in_is_command_q);
        else assert (tail_is_command_q);
    end
  end

  always_comb begin
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
    `SAME(u_offer.head_q);
    `SAME(u_offer.tail_valid_q);
    `SAME(u_offer.tail_free_q);
    `SAME(u_offer.tail_q);
    `SAME(u_offer.dropping_q);
    `SAME(u_offer.tail_load_q);
    `SAME(u_offer.move_q);
    `SAME(u_offer.from_tail_q);
    `SAME(u_grammar.state_q);
    `SAME(u_grammar.open_q);
    `SAME(u_grammar.keep_key_q);
    `SAME(u_grammar.session_q);
    `SAME(u_grammar.tag_size_q);
    `SAME(u_grammar.wrong_q);
    `SAME(u_grammar.check_q);
    `SAME(u_grammar.check_command_q);
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
    `SAME(u_grammar.can_end_q);
    `SAME(u_grammar.silent_q);
    `SAME(u_grammar.no_step_q);
    `SAME(u_grammar.body_q);
    `SAME(phase);
    `SAME(u_key.state_q);
    `SAME(u_key.clear_pending_q);
    `SAME(u_key.idle_q);
    `SAME(u_key.drained_q);
    `SAME(u_key.free_o);
    `SAME(u_key.ready_o);
    `SAME(u_key.clear_o);
    `SAME(u_keys.row_q);
    `SAME(u_keys.expanding_q);
    `SAME(u_keys.write_q);
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
    if (age_q >= 6'd2) `SAME(u_delay.word_q[143:128]);
    if (age_q >= 6'd3) `SAME(u_delay.data_o[143:128]);
    `SAME(u_answer.write_q);
    if (age_q >= 6'd4) `SAME(u_answer.beat_q[146:128]);
    if (age_q < 6'(Flags - 1)) assert (!timing_miter.u_a.u_core.u_answer.write_q);
    `SAME(u_answer.answers_q);
    `SAME(u_answer.left_q);
    `SAME(u_answer.space_o);
    `SAME(u_answer.u_delay.write_q);
    `SAME(u_answer.u_delay.read_q);
    if (age_q >= 6'd2) `SAME(u_answer.u_delay.word_q[143:128]);
    if (age_q >= 6'd3) `SAME(u_answer.u_delay.data_o[143:128]);
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

  if (BlockCycles < 4) begin : gen_skid
    logic skid_is_command;
    logic [1:0][127:0] skid;

    assign skid_is_command = timing_miter.u_a.u_core.u_reader.gen_skid.skid_q.kind == KindCmd;
    `BOTH(skid, u_reader.gen_skid.skid_q.data, skid_is_command)

    always_comb begin
      assert (skid[0] == skid[1]);
      `SAME(u_reader.gen_skid.skid_valid_q);
      `SAME(u_reader.gen_skid.skid_q.keep);
      `SAME(u_reader.gen_skid.skid_q.last);
      `SAME(u_reader.gen_skid.skid_q.kind);
    end
  end

  for (genvar c = 1; c <= CipherCycles; c++) begin : gen_step
    always_comb begin
      `SAME(step_q[c]);
      if (age_q < 6'(c)) assert (timing_miter.u_a.u_core.step_q[c] == '0);
    end
  end
  for (genvar c = 1; c < Flags; c++) begin : gen_flags
    always_comb begin
      `SAME(u_answer.flags_q[c]);
      if (age_q < 6'(c)) assert (timing_miter.u_a.u_core.u_answer.flags_q[c] == '0);
    end
  end
  for (genvar i = 0; i < DelayWords; i++) begin : gen_delay
    always_comb `SAME(u_delay.mem_q[i][143:128]);
  end
  for (genvar i = 0; i < AnswerDelayWords; i++) begin : gen_answer_delay
    always_comb `SAME(u_answer.u_delay.mem_q[i][143:128]);
  end
  for (genvar i = 0; i < 128; i++) begin : gen_answer
    always_comb `SAME(u_answer.u_memory.mem_q[i][146:128]);
  end

  `undef BOTH
  `undef SAME

endmodule

bind timing_miter timing_aes_gcm_xhs u_lemmas ();
