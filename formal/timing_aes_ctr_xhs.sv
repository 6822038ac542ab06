// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_aes_ctr_xhs. All state that may decide about time is the same in both
// copies: properties and tkeep of beats, the order of segments, steps in the pipeline, the key's sequence,
// pointers and counts, and beside each word of the two memories what its beat is. A beat of kind CMD has the
// same bytes in both copies, wherever it is held: the bytes of any beat are decoded, and what is decoded
// counts if the beat was a command. In the offer the bytes are a cycle later than the kind. Before the first
// reset the two addresses of the delay are equal, and what it reads is free: that is over before a step can
// use it.

module timing_aes_ctr_xhs;

  import roundel_stream_pkg::KindCmd;

  `define SAME(signal) assert (timing_miter.u_a.u_core.signal == timing_miter.u_b.u_core.signal)

  localparam int unsigned CommandBit = 22;  // of a decoded beat
  localparam logic [4:0] MaxAge = 5'd31;
  logic [4:0] age_q = '0;  // cycles since the start

  always_ff @(posedge timing_miter.clk_i) if (age_q != MaxAge) age_q <= age_q + 5'd1;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The bytes of commands
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic skid_is_command, next_is_command, held, head_valid, tail_valid, head_is_command, tail_is_command;
  // A cycle later.
  logic in_is_command_q = 1'b0, head_is_command_q = 1'b0, tail_is_command_q = 1'b0;
  logic head_valid_q = 1'b0, tail_valid_q = 1'b0;
  logic [1:0][127:0] skid, next, data;
  logic [1:0][132:0] in;  // the bytes, and what is wrong with them
  logic [1:0][128:0] head, tail;

  assign head_valid = timing_miter.u_a.u_core.u_offer.u_beats.valid_q;
  assign tail_valid = timing_miter.u_a.u_core.u_offer.u_beats.gen_skid.skid_valid_q;
  assign head_is_command = head_valid && timing_miter.u_a.u_core.u_offer.u_beats.data_q[CommandBit];
  assign tail_is_command =
      tail_valid && timing_miter.u_a.u_core.u_offer.u_beats.gen_skid.skid_data_q[CommandBit];
  assign skid_is_command = timing_miter.u_a.u_core.u_reader.gen_skid.skid_q.kind == KindCmd;
  assign next_is_command = timing_miter.u_a.u_core.u_reader.next_q.kind == KindCmd;
  assign held = timing_miter.u_a.u_core.u_reader.beat_q.kind == KindCmd;

  always_ff @(posedge timing_miter.clk_i) begin
    in_is_command_q <= held;
    head_is_command_q <= head_is_command;
    tail_is_command_q <= tail_is_command;
    head_valid_q <= timing_miter.rst_n && head_valid;
    tail_valid_q <= timing_miter.rst_n && tail_valid;
  end

  `define BOTH(name, signal, counts) \
    assign name[0] = timing_miter.u_a.u_core.signal & {$bits(name[0]) {counts}}; \
    assign name[1] = timing_miter.u_b.u_core.signal & {$bits(name[1]) {counts}};

  `BOTH(skid, u_reader.gen_skid.skid_q.data, skid_is_command)
  `BOTH(next, u_reader.next_q.data, next_is_command)
  `BOTH(data, u_reader.data_o, held)
  `BOTH(head, u_offer.u_bytes.data_q, head_is_command_q)
  `BOTH(tail, u_offer.u_bytes.gen_skid.skid_data_q, tail_is_command_q)
  assign in[0] = {timing_miter.u_a.u_core.u_offer.wrong_q, timing_miter.u_a.u_core.u_offer.in_data_q} &
      {133{in_is_command_q}};
  assign in[1] = {timing_miter.u_b.u_core.u_offer.wrong_q, timing_miter.u_b.u_core.u_offer.in_data_q} &
      {133{in_is_command_q}};

  always_comb begin
    assert (skid[0] == skid[1]);
    assert (next[0] == next[1]);
    assert (data[0] == data[1]);
    assert (head[0] == head[1]);
    assert (tail[0] == tail[1]);
    assert (in[0] == in[1]);
    // The bytes take the way of their beats a cycle later.
    assert (timing_miter.u_a.u_core.u_offer.u_bytes.valid_q == head_valid_q);
    assert (timing_miter.u_a.u_core.u_offer.u_bytes.gen_skid.skid_valid_q == tail_valid_q);
    // What is judged as a command is one, and came with its bytes.
    if (timing_miter.u_a.u_core.u_grammar.check_q) assert (head_is_command_q);
    if (head_is_command) begin
      if (head_valid_q && !timing_miter.u_a.u_core.u_offer.leave_q)
        assert (head_is_command_q);
        else if (tail_valid_q)
          assert (tail_is_command_q);
          else assert (in_is_command_q);
    end
    if (tail_is_command) begin
      if (tail_valid_q)
        assert (tail_is_command_q);
        else assert (in_is_command_q);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is the same
  //////////////////////////////////////////////////////////////////////////////////////////////////

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
    `SAME(u_offer.u_beats.valid_q);
    `SAME(u_offer.u_beats.data_q);
    `SAME(u_offer.u_beats.gen_skid.skid_valid_q);
    `SAME(u_offer.u_beats.gen_skid.skid_data_q);
    `SAME(u_offer.u_bytes.valid_q);
    `SAME(u_offer.u_bytes.gen_skid.skid_valid_q);
    `SAME(u_offer.dropping_q);
    `SAME(u_offer.in_valid_q);
    `SAME(u_offer.leave_q);
    `SAME(u_grammar.state_q);
    `SAME(u_grammar.silent_q);
    `SAME(u_grammar.keep_key_q);
    `SAME(u_grammar.session_q);
    `SAME(u_grammar.wrong_q);
    `SAME(u_grammar.check_q);
    `SAME(u_grammar.blocks_q);
    `SAME(u_grammar.step_q);
    `SAME(u_grammar.keep_q);
    `SAME(u_grammar.load_key_o);
    `SAME(u_grammar.load_nonce_o);
    `SAME(u_grammar.short_o);
    `SAME(u_grammar.clear_key_o);
    `SAME(u_grammar.finish_o);
    `SAME(u_grammar.step_o);
    `SAME(u_grammar.keep_o);
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
    `SAME(u_delay.write_q);
    `SAME(u_delay.read_q);
    if (age_q >= 5'd2) `SAME(u_delay.word_q[143:128]);
    if (age_q >= 5'd3) `SAME(u_delay.data_o[143:128]);
    `SAME(u_answer.write_q);
    if (age_q >= 5'd4) `SAME(u_answer.beat_q[145:128]);
    if (age_q < 5'd12) assert (!timing_miter.u_a.u_core.u_answer.write_q);
    `SAME(u_answer.answers_q);
    `SAME(u_answer.left_q);
    `SAME(u_answer.space_o);
    `SAME(u_answer.u_memory.write_q);
    `SAME(u_answer.u_memory.commit_q);
    `SAME(u_answer.u_memory.read_q);
    `SAME(u_answer.u_memory.full_o);
    `SAME(u_answer.u_memory.valid_q);
    `SAME(u_answer.u_memory.word_q[145:128]);
    `SAME(u_answer.u_out.valid_q);
    `SAME(u_answer.u_out.data_q[145:128]);
  end

  for (genvar c = 1; c <= 21; c++) begin : gen_step
    always_comb begin
      `SAME(step_q[c]);
      if (age_q < 5'(c)) assert (timing_miter.u_a.u_core.step_q[c] == '0);
    end
  end
  for (genvar i = 0; i < 32; i++) begin : gen_delay
    always_comb `SAME(u_delay.mem_q[i][143:128]);
  end
  for (genvar i = 0; i < 128; i++) begin : gen_answer
    always_comb `SAME(u_answer.u_memory.mem_q[i][145:128]);
  end

  `undef BOTH
  `undef SAME

endmodule

bind timing_miter timing_aes_ctr_xhs u_lemmas ();
