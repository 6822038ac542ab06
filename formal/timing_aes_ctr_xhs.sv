// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_aes_ctr_xhs. All state that may decide about time is the same in both
// copies: the order of segments, steps in the pipeline, the key's sequence, pointers and counts, and beside
// each word of the two memories what its beat is; of the beats at the input see timing_scanner. Before the
// first reset the two addresses of the delay are equal, and what it reads is free: that is over before a step
// can use it.

module timing_aes_ctr_xhs;

  localparam int unsigned Rounds = core_under_proof_pkg::KeyBytes / 4 + 6;
  localparam int unsigned LineCycles = roundel_aes_line_pkg::line_cycles(
      Rounds, core_under_proof_pkg::Phases, 1
  );

  `define SAME(signal) assert (timing_miter.u_a.u_core.signal == timing_miter.u_b.u_core.signal)

  localparam logic [4:0] MaxAge = 5'd31;
  logic [4:0] age_q = '0;  // cycles since the start

  always_ff @(posedge timing_miter.clk_i) if (age_q != MaxAge) age_q <= age_q + 5'd1;

  timing_scanner #(
    .CommandBit($bits(roundel_aes_ctr_xhs_pkg::offered_t) - 1),
    .WrongBits (5),
    .Places    (3)
  ) u_scanner ();

  always_comb begin
    // What is judged as a command is one.
    if (timing_miter.u_a.u_core.u_grammar.check_q) assert (u_scanner.command_q);
    `SAME(u_grammar.state_q);
    `SAME(u_grammar.silent_q);
    `SAME(u_grammar.keep_key_q);
    `SAME(u_grammar.session_q);
    `SAME(u_grammar.wrong_q);
    `SAME(u_grammar.check_q);
    `SAME(u_grammar.illegal_q);
    `SAME(u_grammar.in_text_q);
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
    if (age_q >= 5'd3) `SAME(u_delay.near_q[143:128]);
    if (age_q >= 5'd4) `SAME(u_delay.data_o[143:128]);
    `SAME(u_answer.write_q);
    if (age_q >= 5'd5) `SAME(u_answer.beat_q[145:128]);
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

  for (genvar c = 1; c <= LineCycles; c++) begin : gen_step
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

  `undef SAME

endmodule

bind timing_miter timing_aes_ctr_xhs u_lemmas ();
