// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_multi_aes_hs does not stand still while it is mute, for every input: legal or not, with any pauses,
// any stalls of the sink, a reset at any time. In a cycle in which it neither offers an answer nor is ready
// for a beat, nothing from outside can move it, so some control register changes. For all time, by induction.
// The values that the lanes and GHASH compute are free.
//
// Bound to multi_aes_verdict_check with Promises = 1, whose lemmas hold here too. Those of this module say
// which segment and operand belong to a phase, that a batch, a block or a tag that control waits for is on
// its way, and that the last key of a generator is in its youngest batch.

module progress_multi_aes
  import roundel_multi_aes_pkg::*;
();

  logic clk_i, rst_ni, on;
  assign clk_i = multi_aes_verdict_check.clk_i;
  assign rst_ni = multi_aes_verdict_check.rst_ni;
  assign on = multi_aes_verdict_check.started_q && rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The core does not stand still
  //////////////////////////////////////////////////////////////////////////////////////////////////

  phase_e phase;
  state_e state;
  body_e body;
  operand_t operand;
  service_t service;
  beat_t beat;
  text_t text;
  logic [4:0] wipe;
  logic valid, aborting, open, resume, last, expand_pending, ended, start;
  logic begins, runs, result, last_round, last_early;
  batch_t begun, running, resulting, word_batch, pair_batch;
  logic [3:0] row, key_row;
  logic expanding, makes, writes, second;
  logic [14:0] load;
  logic [15:0] last_load;
  logic [13:0] pace;
  logic [1:0] slots;
  logic [3:0] slot_rounds[2];
  logic [1:0] waiting, keys_left, hash;
  logic j0_known, counting, tag_ready;
  logic [5:0] since;
  logic [4:0] step;
  logic accepted, hash_ready, fills, fills_1, hash_busy;
  logic [1:0] again;
  logic [3:0] word_number;
  logic word, pair, out_valid, hash_valid, used, load_hash, out_idle;

  assign phase = multi_aes_verdict_check.phase;
  assign state = multi_aes_verdict_check.state;
  assign body = multi_aes_verdict_check.u_dut.u_input.body_q;
  assign operand = multi_aes_verdict_check.operand;
  assign service = multi_aes_verdict_check.service;
  assign beat = multi_aes_verdict_check.beat;
  assign text = multi_aes_verdict_check.text;
  assign wipe = multi_aes_verdict_check.u_dut.u_control.wipe_q;
  assign valid = multi_aes_verdict_check.u_dut.u_input.valid;
  assign aborting = multi_aes_verdict_check.aborting;
  assign open = multi_aes_verdict_check.open;
  assign resume = multi_aes_verdict_check.u_dut.in.resume;
  assign last = multi_aes_verdict_check.u_dut.in.last;
  assign expand_pending = multi_aes_verdict_check.u_dut.u_input.expand_pending_q;
  assign ended = multi_aes_verdict_check.u_dut.u_input.ended_q;
  assign start = multi_aes_verdict_check.start;
  assign begins = multi_aes_verdict_check.u_dut.u_datapath.begin_q;
  assign runs = multi_aes_verdict_check.u_dut.u_datapath.run_q;
  assign result = multi_aes_verdict_check.u_dut.u_datapath.result_q;
  assign last_round = multi_aes_verdict_check.u_dut.u_datapath.last_round_q;
  assign last_early = multi_aes_verdict_check.u_dut.u_datapath.last_round_early_q;
  assign row = multi_aes_verdict_check.u_dut.u_datapath.row_q;
  assign begun = multi_aes_verdict_check.batch[0];
  assign running = multi_aes_verdict_check.batch[1];
  assign resulting = multi_aes_verdict_check.batch[2];
  assign word_batch = multi_aes_verdict_check.batch[3];
  assign pair_batch = multi_aes_verdict_check.batch[4];
  assign expanding = multi_aes_verdict_check.u_dut.u_datapath.u_schedule.expanding_q;
  assign makes = multi_aes_verdict_check.u_dut.u_datapath.u_schedule.make_q;
  assign writes = multi_aes_verdict_check.u_dut.u_datapath.u_schedule.write_q;
  assign second = multi_aes_verdict_check.u_dut.u_datapath.u_schedule.wide_second_q;
  assign key_row = multi_aes_verdict_check.u_dut.u_datapath.u_schedule.row_q;
  assign slots = {multi_aes_verdict_check.u_dut.u_datapath.u_schedule.slot_s2_q.run,
                  multi_aes_verdict_check.u_dut.u_datapath.u_schedule.slot_s1_q.run};
  assign slot_rounds[0] = multi_aes_verdict_check.u_dut.u_datapath.u_schedule.slot_s1_q.round;
  assign slot_rounds[1] = multi_aes_verdict_check.u_dut.u_datapath.u_schedule.slot_s2_q.round;
  assign load = multi_aes_verdict_check.u_dut.u_control.u_batches.load_q;
  assign last_load = multi_aes_verdict_check.u_dut.u_control.u_batches.load_last_q;
  assign pace = multi_aes_verdict_check.u_dut.u_control.u_batches.pace_q;
  assign waiting = multi_aes_verdict_check.u_dut.u_control.waiting;
  assign keys_left = multi_aes_verdict_check.u_dut.u_control.keys_left;
  assign hash = multi_aes_verdict_check.u_dut.u_control.u_ghash_control.hash_q;
  assign j0_known = multi_aes_verdict_check.known;
  assign counting = multi_aes_verdict_check.counting;
  assign tag_ready = multi_aes_verdict_check.tag_ready;
  assign since = multi_aes_verdict_check.since;
  assign step = multi_aes_verdict_check.u_dut.u_ghash.step_q;
  assign accepted = multi_aes_verdict_check.u_dut.u_ghash.in_fire_q;
  assign hash_ready = multi_aes_verdict_check.u_dut.u_ghash.ready_q;
  assign fills = multi_aes_verdict_check.u_dut.u_ghash.fill_q;
  assign fills_1 = multi_aes_verdict_check.u_dut.u_ghash.fill_q1;
  assign hash_busy = multi_aes_verdict_check.u_dut.u_ghash.busy_q;
  assign again = multi_aes_verdict_check.u_dut.u_ghash.again_q;
  assign word_number = multi_aes_verdict_check.u_dut.u_ghash.word_q;
  assign word = multi_aes_verdict_check.u_dut.u_output.word_valid_q;
  assign pair = multi_aes_verdict_check.u_dut.u_output.pair_valid_q;
  assign out_valid = multi_aes_verdict_check.u_dut.u_output.out_valid_q;
  assign hash_valid = multi_aes_verdict_check.u_dut.u_output.hash_valid_q;
  assign used = multi_aes_verdict_check.used;
  assign load_hash = multi_aes_verdict_check.u_dut.u_output.load_hash_q;
  assign out_idle = multi_aes_verdict_check.u_dut.u_output.idle_o;

  logic mute, mute_q = 1'b0;
  logic [199:0] control, control_q;

  assign mute = valid && !out_valid;
  assign control = 200'({
    phase,
    wipe,
    state,
    body,
    operand,
    expand_pending,
    ended,
    multi_aes_verdict_check.u_dut.u_input.ended_2_q,
    multi_aes_verdict_check.u_dut.u_control.quiet_q,
    multi_aes_verdict_check.u_dut.u_control.wide_q,
    start,
    begins,
    runs,
    {4{runs}} & row,
    result,
    last_round,
    last_early,
    multi_aes_verdict_check.u_dut.u_datapath.chain_q,
    expanding,
    makes,
    writes,
    {4{expanding}} & key_row,
    second,
    slots,
    {4{slots[0]}} & slot_rounds[0],
    {4{slots[1]}} & slot_rounds[1],
    load,
    pace,
    text.hold_valid,
    text.hold_full,
    text.hold_tag,
    text.text_valid,
    text.doubled,
    waiting,
    keys_left,
    hash,
    j0_known,
    since,
    counting,
    tag_ready,
    step,
    accepted,
    hash_ready,
    fills,
    fills_1,
    hash_busy,
    again,
    {4{fills}} & word_number,
    word,
    pair,
    {2{pair}} & pair_batch.lanes,
    hash_valid,
    used,
    load_hash
  });

  always_ff @(posedge clk_i) begin
    mute_q <= rst_ni && mute;
    control_q <= control;
  end

  always_comb begin
    assert (!mute_q || !rst_ni || !mute || control != control_q);
    assert (mute == (!multi_aes_verdict_check.u_dut.s_axis_tready && !multi_aes_verdict_check.m_axis_tvalid));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Phases and the input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic in_key, mac_taken;
  assign in_key = state inside {InKey, InKeyMore, InKeyClose};
  // The last block of a MAC has been taken.
  assign mac_taken = state == InComplete || (open && state inside {InBody, InTagClose});

  always_comb begin
    if (on) begin
      assert (phase <= Wipe);
      if (valid && (beat.service != '0 || beat.resume || beat.open)) assert (beat.is_command);
      assert (!valid || $onehot0(beat.service));
      assert (!service.prng || in_key || state inside {InComplete, InAbort});
      assert (!(service.mac || service.hash) || !resume);
      assert (!(service.gcm && resume) || !in_key);
      assert (!(service.prng && resume) || state inside {InKeyClose, InComplete, InAbort});
      if (expand_pending) begin
        assert (phase == Key && !in_key);
        assert (aborting || state == (service.prng ? InComplete : service.mac ? InMac : InNonce));
      end
      if (phase == Idle) begin
        assert (state inside {InCommand, InAbort} || (state == InKey && !resume && !service.hash) ||
                (state == InHashLow && service.hash) || (state == InNonce && service.gcm && resume) ||
                (state inside {InKeyClose, InComplete} && service.prng && resume));
        assert (!valid || state inside {InCommand, InKeyClose, InComplete, InAbort});
        assert (!aborting || service == '0 || (service.prng && resume));
        assert (operand == '0 && !(state == InHashLow && ended));
      end
      if (phase == Key) begin
        assert (!service.hash && !resume);
        assert (in_key || aborting || expand_pending);
      end
      assert (!in_key || phase inside {Idle, Key});
      assert (!operand.key || phase == Key);
      if (phase inside {Expand, Subkey, SubkeyWait} && service.gcm) begin
        assert (state inside {InNonce, InNonceMore, InNonceEnd, InBody, InAbort});
      end
      assert (phase != TagBlock ||
              (service.gcm ? state inside {InLengths, InComplete} : aborting || mac_taken));
      // The operand.
      assert (!operand.empty || service.gcm);
      assert (!(operand.text || operand.empty) ||
              !(phase inside {TagBlock, Close, Error, Finish, Clear, Wipe}));
      assert (!(in_key || state == InNonce) || operand == '0 || operand.key);
      assert (!(state inside {InNonceMore, InNonceEnd}) || operand == '0 || operand.hash);
      assert (!(state inside {InMac, InMacNext}) || operand == '0 || operand.key || operand.mac);
      assert (!(state inside {InHashLow, InCommand}) || operand == '0);
      assert (!operand.mac || !(phase inside {Idle, Finish, Clear, Wipe}));
      // A block to hash.
      assert (phase != Hash || state inside {InHashLow, InHashHigh, InAbort});
      assert (state != InHashHigh || operand.low);
      assert (!operand.low || aborting || state == InHashHigh);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The lanes and the output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [4:0] present;
  batch_t batch[5];
  logic [1:0] keys[5];
  logic [2:0] all_keys;
  assign present = multi_aes_verdict_check.present;
  assign batch = multi_aes_verdict_check.batch;
  for (genvar i = 0; i < 5; i++) begin : gen_place
    assign keys[i] = {2{present[i]}} & batch[i].keys & batch[i].lanes;
    always_comb begin
      if (on && present[i]) begin
        assert (service.prng || batch[i].keys == '0);
        if (i < 3) assert (batch[i].kind != BatchDigest || batch[i].lanes[0]);
        if (i < 3) assert (phase != HashEnd || batch[i].kind == BatchDigest);
        // The last block of a batch is a key if any is. A batch of the last keys is the youngest one.
        assert (!service.prng || batch[i].lanes != '0);
        assert (keys[i] == '0 || keys[i][1] == batch[i].lanes[1]);
        assert (!(phase == Rekey || (phase == Prng && keys_left == '0)) || keys[i] != '0 ||
                (present & 5'((1 << i) - 1)) != '0);
        assert (!service.prng || batch[i].kind == BatchRandom);
        assert (!(service.mac && phase inside {Mac, TagBlock}) ||
                batch[i].kind == (open ? BatchTag : BatchMac));
        assert (!(service.gcm && phase inside {Gcm, TagBlock}) ||
                batch[i].kind == (phase == Gcm ? BatchText : BatchTag));
      end
    end
  end
  always_comb begin
    all_keys = '0;
    for (int unsigned i = 0; i < 5; i++) all_keys += 3'(keys[i][0]) + 3'(keys[i][1]);
  end

  logic last_there;
  assign last_there = multi_aes_verdict_check.last_taken || (phase == Mac &&
      (multi_aes_verdict_check.last_held || multi_aes_verdict_check.last_ready ||
       multi_aes_verdict_check.last_begun));

  always_comb begin
    if (on) begin
      assert (!text.hold_valid[1] || service.gcm);
      assert (phase != SubkeyWait || $onehot({used, present}));
      assert (!(phase == TagBlock && open && !aborting) || $onehot({used, present}));
      assert (!(service.mac && phase inside {Key, Expand, Subkey, SubkeyWait, Double, Mac} && mac_taken) ||
              last_there);
      assert (!(phase == TagBlock && service.mac) || (present[2:0] == '0 && !start && open));
      assert (!hash_valid || (phase == Gcm && service.gcm && !open && !text.hold_tag));
      assert (load_hash == since[1]);
      assert (!(phase inside {Subkey, SubkeyWait, Double, Mac}) || !out_valid);
      assert (!(service.gcm && phase == Finish) || present == '0);
      assert (!(service.mac && phase == Finish && pair) || pair_batch.kind == BatchMac);
      assert (!(service.mac && phase == Finish && word) || word_batch.kind == BatchMac);
      // The keys of a generator that are being made.
      if (phase == Prng) begin
        assert (all_keys + 3'(keys_left) == 3'd2);
        for (int unsigned i = 1; i < 5; i++) begin
          for (int unsigned j = 0; j < i; j++) begin
            assert (keys_left == '0 || keys[i] == '0 || !present[j]);
          end
        end
      end
      assert (phase != Rekey || all_keys + 3'(used) == (
              multi_aes_verdict_check.u_dut.u_control.key_first_q ? 3'd2 : 3'd1));
      assert (!(service.prng && used) || phase == Rekey);
      assert (!(service.prng && phase inside {Finish, Clear}) || present == '0);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH and the tag
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (on) begin
      assert ($onehot(step));
      assert (!accepted || step[4]);
      assert (!hash_ready || step[3] || (step[4] && !accepted));
      assert (hash == '0 || (phase inside {Gcm, TagBlock} && service.gcm));
      assert (!(j0_known && !counting) || since[4:0] != '0);
      assert (hash == '0 || j0_known || operand.lengths || operand.nonce || aborting);
      assert (!(operand.lengths && !j0_known) || aborting || state == InBody);
      assert (!(service.mac && open && state == InComplete) || operand.tag ||
              phase inside {Clear, Wipe, Idle});
      if (service.gcm) begin
        assert (!operand.tag || (phase == Gcm && !text.hold_tag));
        assert (state != InLengths || operand.tag || text.hold_tag);
        assert (state != InComplete || text.hold_tag || phase inside {Wipe, Idle});
        assert (phase != TagBlock || text.hold_tag);
        assert (!(state == InComplete && phase inside {Gcm, TagBlock}) || tag_ready || operand.lengths ||
                hash != '0);
        assert (!(state inside {InTagClose, InLengths}) || phase inside {Gcm, TagBlock});
      end
    end
  end

endmodule

bind multi_aes_verdict_check progress_multi_aes u_progress ();
