// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_gcm_hs does not stand still while it is mute, for every input: legal or not, with any pauses,
// any stalls of the sink, a reset at any time. In a cycle in which it neither offers an answer nor is ready
// for a beat, nothing from outside can move it, so some control register changes. For all time, by induction.
// The values that cipher and GHASH compute are free.
//
// Bound to aes_gcm_promises_check, whose lemmas hold here too. The cipher is not cut here, and keeps
// aes_stored_contract: that is proved for any requests (aes-stored-blocks), and used here. The lemmas of this
// module are about the cipher. Those of aes_gcm_message_lemmas are about the rest of the core.

module progress_aes_gcm;

  logic clk_i, rst_ni, on;
  assign clk_i = aes_gcm_promises_check.clk_i;
  assign rst_ni = aes_gcm_promises_check.rst_ni;
  assign on = aes_gcm_promises_check.started_q && rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The cipher: blocks after C, after A, after B; the result
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] run, rows[3];
  logic [1:0] kind[4];
  logic [5:0] phase;
  logic [3:0] pace, row;
  logic advance, begins, expanding, clears_keys, idle_cipher, asks, wanted;

  assign run = {aes_gcm_promises_check.u_dut.u_engine.result_q,
                aes_gcm_promises_check.u_dut.u_engine.slot_b_q.run,
                aes_gcm_promises_check.u_dut.u_engine.slot_a_q.run,
                aes_gcm_promises_check.u_dut.u_engine.run_c_q};
  assign rows[0] = aes_gcm_promises_check.u_dut.u_engine.row_c_q;
  assign rows[1] = aes_gcm_promises_check.u_dut.u_engine.slot_a_q.row;
  assign rows[2] = aes_gcm_promises_check.u_dut.u_engine.slot_b_q.row;
  assign kind[0] = aes_gcm_promises_check.u_dut.u_engine.kind_c_q;
  assign kind[1] = aes_gcm_promises_check.u_dut.u_engine.slot_a_q.kind;
  assign kind[2] = aes_gcm_promises_check.u_dut.u_engine.slot_b_q.kind;
  assign kind[3] = aes_gcm_promises_check.u_dut.u_engine.result_kind_q;
  assign phase = aes_gcm_promises_check.u_dut.u_engine.phase_q;
  assign pace = aes_gcm_promises_check.u_dut.u_engine.pace_q;
  assign row = aes_gcm_promises_check.u_dut.u_engine.row_q;
  assign advance = aes_gcm_promises_check.u_dut.u_engine.advance_q;
  assign begins = aes_gcm_promises_check.u_dut.u_engine.begin_q;
  assign expanding = aes_gcm_promises_check.u_dut.u_engine.expanding_q;
  assign clears_keys = aes_gcm_promises_check.u_dut.u_engine.clear_key_q;
  assign idle_cipher = run == '0 && phase == '0 && !begins;
  assign asks = aes_gcm_promises_check.u_dut.start_q;
  assign wanted = aes_gcm_promises_check.u_dut.u_blocks.subkey_pending_q ||
      aes_gcm_promises_check.u_dut.u_blocks.tag_block_pending_q ||
      aes_gcm_promises_check.u_dut.u_blocks.counting_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The core does not stand still
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic fills;
  logic [4:0] hash_state;
  assign fills = aes_gcm_promises_check.u_dut.u_ghash.fill_q;
  assign hash_state = aes_gcm_promises_check.u_dut.u_hash.hash_q;

  logic mute, mute_q = 1'b0;
  logic [159:0] control, control_q;

  assign mute = !aes_gcm_promises_check.u_dut.s_axis_tready && !aes_gcm_promises_check.u_dut.m_axis_tvalid;
  assign control = 160'({
    aes_gcm_promises_check.state,
    aes_gcm_promises_check.ending,
    aes_gcm_promises_check.operand,
    aes_gcm_promises_check.next_operand,
    aes_gcm_promises_check.judge,
    aes_gcm_promises_check.moved,
    aes_gcm_promises_check.u_dut.u_input.pop_q,
    aes_gcm_promises_check.u_dut.u_input.accept_q,
    aes_gcm_promises_check.u_dut.u_input.expand_pending_q,
    aes_gcm_promises_check.u_dut.expand,
    aes_gcm_promises_check.u_dut.hashed_nonce,
    aes_gcm_promises_check.u_dut.clear_key_q,
    aes_gcm_promises_check.u_dut.can_accept_key_q,
    aes_gcm_promises_check.u_dut.can_accept_result_q,
    aes_gcm_promises_check.u_dut.subkey_valid_q,
    aes_gcm_promises_check.u_dut.u_end.end_pending_q,
    aes_gcm_promises_check.u_dut.end_operand_q,
    aes_gcm_promises_check.u_dut.end_text_q,
    aes_gcm_promises_check.u_dut.send_status_q,
    aes_gcm_promises_check.u_dut.u_end.text_ended_q,
    aes_gcm_promises_check.u_dut.u_blocks.j0_load_q1,
    aes_gcm_promises_check.u_dut.u_blocks.j0_load_q2,
    aes_gcm_promises_check.u_dut.u_blocks.j0_valid_q,
    aes_gcm_promises_check.u_dut.u_blocks.subkey_pending_q,
    aes_gcm_promises_check.u_dut.subkey_in_flight_q,
    aes_gcm_promises_check.u_dut.word_is_subkey_q,
    aes_gcm_promises_check.u_dut.u_blocks.tag_block_pending_q,
    aes_gcm_promises_check.u_dut.u_blocks.counting_q,
    asks,
    begins,
    advance,
    run,
    {4{run[0]}} & rows[0],
    {4{run[1]}} & rows[1],
    {4{run[2]}} & rows[2],
    {4{asks && idle_cipher}} & pace,
    phase,
    row,
    expanding,
    clears_keys,
    aes_gcm_promises_check.u_dut.u_engine.rows_ready_q,
    aes_gcm_promises_check.u_dut.result_valid,
    hash_state,
    aes_gcm_promises_check.u_dut.hash_valid_q,
    aes_gcm_promises_check.u_dut.text_pending_q,
    aes_gcm_promises_check.u_dut.tag_sum_valid_q,
    aes_gcm_promises_check.u_dut.u_hash.is_lengths_q,
    aes_gcm_promises_check.u_dut.j0_settles,
    aes_gcm_promises_check.u_dut.hash_ready,
    aes_gcm_promises_check.u_dut.u_ghash.step_q,
    aes_gcm_promises_check.u_dut.u_ghash.in_fire_q,
    fills,
    aes_gcm_promises_check.u_dut.u_ghash.fill_q1,
    aes_gcm_promises_check.u_dut.hash_busy,
    aes_gcm_promises_check.u_dut.u_ghash.again_q,
    {4{fills}} & aes_gcm_promises_check.u_dut.u_ghash.word_q,
    aes_gcm_promises_check.u_dut.u_output.pending_q
  });

  always_ff @(posedge clk_i) begin
    mute_q <= rst_ni && mute;
    control_q <= control;
  end

  always_comb begin
    assert (!mute_q || !rst_ni || !mute || control != control_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the cipher
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] rounds;
  logic [6:0] place[4];
  assign rounds = aes_gcm_promises_check.u_dut.u_engine.rounds;
  assign place[0] = 7'd3 * 7'(rows[0]);
  assign place[1] = 7'd3 * 7'(rows[1]) - 7'd2;
  assign place[2] = 7'd3 * 7'(rows[2]) - 7'd1;
  assign place[3] = 7'd3 * 7'(rounds);

  // Cycles of the expansion that are left.
  logic [6:0] left;
  always_comb begin
    left = '0;
    for (int unsigned p = 0; p < 6; p++) begin
      if (phase[p]) left = 7'd6 * (7'(rounds) - 7'(row)) + 7'(6 - p);
    end
  end

  always_comb begin
    if (on) begin
      assert ($onehot0(phase));
      assert (expanding == (phase != '0));
      assert (phase == '0 || row <= rounds);
      assert (!(expanding && clears_keys));
      for (int unsigned k = 1; k < 3; k++) begin
        assert (!aes_gcm_promises_check.flying[k] || (run[0] && kind[0] == 2'(k)) ||
                (run[1] && kind[1] == 2'(k)) || (run[2] && kind[2] == 2'(k)) ||
                (run[3] && kind[3] == 2'(k)));
      end
      for (int unsigned i = 0; i < 4; i++) begin
        assert (!run[i] || aes_gcm_promises_check.flying[kind[i]]);
        for (int unsigned j = 0; j < 4; j++) begin
          if (i != j) assert (!(run[i] && run[j]) || kind[i] == '0 || kind[i] != kind[j]);
        end
        // A round key is ready before its use.
        assert (!run[i] || place[3] - place[i] >= left);
      end
      assert (!(begins || aes_gcm_promises_check.u_dut.u_engine.rows_ready_q) || !expanding || row[3] ||
              (!aes_gcm_promises_check.u_dut.u_engine.aes256_q && row[2:1] == 2'b11));
      assert (!begins || left <= 7'd3 * 7'(rounds));
      // A block is asked for until it begins, and for a cycle more. An idle cipher begins it.
      assert (!asks || wanted || aes_gcm_promises_check.u_cipher.begun_q[0]);
      assert (!aes_gcm_promises_check.u_cipher.asked_q || wanted ||
              aes_gcm_promises_check.u_cipher.begun_q[0] || aes_gcm_promises_check.u_cipher.begun_q[1]);
      for (int unsigned k = 0; k < 3; k++) begin
        assert (!aes_gcm_promises_check.u_cipher.begun_q[k] || (run[0] && place[0] <= 7'(k)) ||
                (run[1] && place[1] <= 7'(k)) || (run[2] && place[2] <= 7'(k)));
      end
      assert (!(asks && idle_cipher && pace == '0 && !aes_gcm_promises_check.u_dut.flush &&
                aes_gcm_promises_check.u_dut.u_engine.rows_ready_q) ||
              aes_gcm_promises_check.u_dut.u_engine.begin_d);
      assert (!run[0] || rows[0] < rounds);
      assert (!run[1] || (rows[1] != '0 && rows[1] <= rounds));
      assert (!run[2] || (rows[2] != '0 && rows[2] <= rounds));
      assert (!run[1] || aes_gcm_promises_check.u_dut.u_engine.slot_a_q.last == (rows[1] == rounds));
      assert (!run[2] || aes_gcm_promises_check.u_dut.u_engine.slot_b_q.last == (rows[2] == rounds));
    end
  end

endmodule

bind aes_gcm_promises_check progress_aes_gcm u_progress ();
