// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_multi_aes_hs is at rest, while which registers may depend on keys and text, and lemmas, for
// the proof of clearing.
//
// A transaction ends with a cycle that clears text, sums and hash. Round keys, tables, H and the counter are
// then cleared, row by row, unless the transaction keeps them; a reset clears them too. The counters that
// clear rows number these cycles.
//
// The lemmas are on control only. They say that nothing is in the lanes, in the output or in GHASH when a
// transaction has ended, and that the input has then ended too. Together with the limits of the marks they
// follow from themselves in the two cycles before. They stand in one file, as those of each part need those
// of the others.

module clear_multi_aes_hs
  import roundel_multi_aes_pkg::*;
();

  (* keep *)
  logic
      rest,
      text,
      busy,
      counters_1,
      counters_2,
      units_1,
      units_2,
      key_reads,
      rounds,
      results,
      sums_up,
      pair,
      blocks,
      compares_1,
      compares_2,
      judged,
      adds,
      subkey,
      gates,
      sums,
      hashes,
      seconds,
      laters,
      late_sums,
      digits;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Phases and input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  phase_e phase;
  state_e state;
  service_t service, kept;
  operand_t operand;
  beat_t beat;
  logic valid, open, aborting, expand_pending, keep_session, resume, last, operand_idle;
  logic [4:0] wipe;

  assign phase = core_under_proof.u_core.u_control.phase_q;
  assign wipe = core_under_proof.u_core.u_control.wipe_q;
  assign state = core_under_proof.u_core.u_input.state_q;
  assign service = core_under_proof.u_core.u_input.service_q;
  assign kept = core_under_proof.u_core.u_input.kept_q;
  assign operand = core_under_proof.u_core.u_input.operand_o;
  assign operand_idle = core_under_proof.u_core.u_input.operand_idle_o;
  assign beat = core_under_proof.u_core.u_input.beat;
  assign valid = core_under_proof.u_core.u_input.valid;
  assign open = core_under_proof.u_core.u_input.open_o;
  assign resume = core_under_proof.u_core.u_input.resume_o;
  assign last = core_under_proof.u_core.u_input.last_o;
  assign keep_session = core_under_proof.u_core.u_input.keep_session_o;
  assign expand_pending = core_under_proof.u_core.u_input.expand_pending_q;
  assign aborting = state == InAbort;

  logic wiping, wiped_q, may_have_key, ended;
  assign wiping = phase == Wipe;
  // A transaction is received, computed or ends.
  assign busy = !(phase inside {Idle, Wipe});
  // Nothing is computed any more.
  assign ended = phase inside {Idle, Clear, Wipe};
  // A key or generator is expected, used or kept.
  assign may_have_key = busy || (phase == Idle && (state != InCommand || kept != '0));
  assign text = valid && !beat.is_command;

  always_ff @(posedge core_under_proof.clk_i) wiped_q <= wiping;

  // The last block of a MAC has been taken.
  logic mac_taken;
  assign mac_taken = state inside {InComplete, InAbort} || (open && state inside {InBody, InTagClose});

  always_comb begin
    assert (phase <= Wipe);
    assert ($onehot0(service));
    assert ($onehot0(operand));
    assert ($onehot0(kept));
    assert (operand_idle == (operand == '0));
    if (valid) begin
      assert ($onehot0(
          {beat.is_command, beat.is_key, beat.is_nonce, beat.is_ad, beat.is_text, beat.is_tag, beat.is_seed}
      ));
      if (beat.service != '0 || beat.resume || beat.open || beat.keep_session) assert (beat.is_command);
      assert ($onehot0(beat.service));
    end
    assert (!keep_session || service.gcm || service.prng);
    assert (!kept.hash && !kept.mac);
    assert (service == '0 || kept == '0 || kept == service);
    // Phases and the state of the input.
    assert (state != InCommand || (phase inside {Idle, Wipe} && service == '0 && !keep_session));
    assert (state == InCommand || service != '0 || aborting);
    assert (!(phase inside {Finish, Clear}) || state inside {InComplete, InAbort});
    assert (!wiping || state inside {InCommand, InComplete, InAbort});
    assert (!(wiping && state == InCommand) || kept == '0);
    assert (!ended || phase == Clear || operand == '0);
    if (expand_pending) begin
      assert (phase == Key && !(state inside {InKey, InKeyMore, InKeyClose}));
      assert (aborting || state == (service.prng ? InComplete : service.mac ? InMac : InNonce));
    end
    if (phase == Idle) begin
      assert (state inside {InCommand, InAbort} || (state == InKey && !resume && !service.hash) ||
              (state == InHashLow && service.hash) || (state == InNonce && service.gcm && resume) ||
              (state inside {InKeyClose, InComplete} && service.prng && resume));
      assert (!valid || state inside {InCommand, InKeyClose, InComplete, InAbort});
      assert (state != InHashLow || !core_under_proof.u_core.u_input.ended_q);
      assert (!aborting || service == '0 || (service.prng && resume));
    end
    if (phase inside {Close, Error}) assert (aborting);
    // The services.
    if (phase inside {Key, Expand}) assert (service.mac || service.gcm || service.prng);
    if (phase inside {Subkey, SubkeyWait}) assert (service.gcm || service.mac);
    if (phase inside {Double, Mac}) assert (service.mac);
    if (phase inside {Hash, HashKey, HashEnd}) assert (service.hash);
    if (phase inside {Prng, Rekey}) assert (service.prng);
    if (phase == Gcm) assert (service.gcm);
    if (phase == TagBlock) assert (service.gcm || (service.mac && open));
    if (phase == Key) begin
      assert (!service.hash && !resume);
      assert (state inside {InKey, InKeyMore, InKeyClose, InAbort} || expand_pending);
    end
    if (state inside {InKey, InKeyMore, InKeyClose}) assert (!service.hash);
    if (state inside {InNonce, InNonceMore, InNonceEnd, InLengths}) assert (service.gcm);
    if (state inside {InBody, InTagClose}) assert (service.gcm || (service.mac && open));
    if (state inside {InMac, InMacNext}) assert (service.mac);
    if (state inside {InHashLow, InHashHigh}) assert (service.hash);
    if (service.prng) assert (state inside {InKey, InKeyMore, InKeyClose, InComplete, InAbort});
    if (phase inside {Prng, Rekey, Expand} && service.prng) assert (state inside {InComplete, InAbort});
    if (phase inside {HashKey, HashEnd}) assert (state inside {InComplete, InAbort});
    if (phase inside {Compare1, Compare2, Verdict}) assert (state == InComplete);
    if (phase inside {Expand, Subkey, SubkeyWait} && service.gcm) begin
      assert (state inside {InNonce, InNonceMore, InNonceEnd, InBody, InAbort});
    end
    if (state inside {InKey, InKeyMore, InKeyClose}) assert (phase inside {Idle, Key});
    if (state inside {InTagClose, InLengths} && service.gcm) assert (phase inside {Gcm, TagBlock});
    if (phase == TagBlock) assert (service.gcm ? state inside {InLengths, InComplete} : mac_taken);
    if (service.mac && state inside {InMacNext, InBody, InTagClose}) begin
      assert (core_under_proof.u_core.u_input.body_q == AfterText);
    end
    if (phase inside {Compare1, Compare2, Verdict, Close, Error, Finish}) assert (!operand.empty);
    // The last block of a MAC.
    if (service.mac && operand.mac && last) assert (mac_taken);
    // The operands of the services.
    if (operand.mac) assert (service.mac);
    if (operand.low) assert (service.hash);
    if (operand.nonce || operand.hash || operand.text || operand.empty || operand.lengths)
      assert (service.gcm);
    if (operand.tag) assert (state inside {InLengths, InComplete});
    if (operand.tag && service.mac) assert (state == InComplete);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Round keys
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic write, expanding, wide;
  logic [3:0] row, written_row;

  assign write = core_under_proof.u_core.u_datapath.u_schedule.write_q;
  assign expanding = core_under_proof.u_core.u_datapath.u_schedule.expanding_q;
  assign row = core_under_proof.u_core.u_datapath.u_schedule.row_q;
  assign written_row = core_under_proof.u_core.u_datapath.u_schedule.written_row_q;
  assign wide = core_under_proof.u_core.u_control.wide_q;

  // Rows of zeros are written in the cycles after they are loaded.
  for (genvar i = 0; i < 16; i++) begin : gen_row
    (* keep *) logic held;
    if (i < 15) assign held = may_have_key || (wiping && wipe < 5'(i + 2));
    else assign held = may_have_key || (wiping && (!wipe[4] || write));
  end
  assign units_1 = may_have_key || (wiping && wipe == '0);
  assign units_2 = may_have_key || (wiping && wipe <= 5'd1);
  assign key_reads = may_have_key || wiping || wiped_q;

  always_comb begin
    assert (!(ended && expanding));
    assert (!ended || !core_under_proof.u_core.u_datapath.u_schedule.slot_s1_q.run || phase == Clear);
    assert (!ended || !core_under_proof.u_core.u_datapath.u_schedule.slot_s2_q.run || phase == Clear);
    assert (!(phase inside {Idle, Wipe} && wide));
    assert (wipe <= 5'd16);
    if (wiping && wipe != '0) begin
      assert (row == wipe[3:0]);
      assert (write ? written_row == 4'(wipe - 5'd1) : wipe == 5'd16);
    end
    if (wiping && wipe == '0) assert (!write);
    if (phase == Idle) assert (!write || wiped_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The counter
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // PRNG starts its counter at zero, and the counter of a kept generator depends on no secret.
  assign counters_1 = (busy && !(service.prng && phase != Key)) || (wiping && wipe == '0) ||
      (phase == Idle && (state == InCommand ? kept.gcm : !(service.prng && resume)));
  always_ff @(posedge core_under_proof.clk_i) counters_2 <= counters_1;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic starts, begins, runs, result, chained, last_round, batches;
  batch_t begun, running, resulting;

  assign starts = core_under_proof.u_core.u_control.start;
  assign begins = core_under_proof.u_core.u_datapath.begin_q;
  assign runs = core_under_proof.u_core.u_datapath.run_q;
  assign last_round = core_under_proof.u_core.u_datapath.last_round_q;
  assign result = core_under_proof.u_core.u_datapath.result_q;
  assign chained = core_under_proof.u_core.u_datapath.chain_q;
  assign begun = core_under_proof.u_core.u_control.u_batches.begun_o;
  assign running = core_under_proof.u_core.u_control.u_batches.running_q;
  assign resulting = core_under_proof.u_core.u_control.u_batches.result_o;
  assign batches = begins || runs || result;

  assign rounds = busy || (wiping && wipe == '0);
  assign results = result || chained;
  assign sums_up = begins || result || chained;

  always_comb begin
    assert (!(ended && (starts || batches || chained || last_round)));
    assert (!(last_round && !runs));
    assert (!(core_under_proof.u_core.u_datapath.last_round_early_q && !runs));
    assert (!(chained && wide));
    assert (!ended || core_under_proof.u_core.u_datapath.clear_mix_q);
    // Only these phases begin a batch.
    if (starts) begin
      assert (phase inside {Subkey, SubkeyWait, Mac, Hash, HashKey, HashEnd, Prng, Rekey, Gcm, TagBlock,
                            Finish});
    end
    if (starts && phase == SubkeyWait) assert (begins);
    if (starts && phase == TagBlock && service.gcm) assert (begins);
    if (starts && phase == Finish) assert (core_under_proof.u_core.u_output.word_valid_q);
    if (phase inside {Hash, HashKey, HashEnd}) begin
      assert (!begins || begun.lanes != '0);
      assert (!runs || running.lanes != '0);
      assert (!result || resulting.lanes != '0);
    end
    if (phase inside {Close, Error, Compare1, Compare2, Verdict}) assert (!starts);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic word, used, out_idle, blocks_q;
  batch_t word_batch, pair_batch;
  batch_e used_kind;
  logic [5:0] tokens;

  assign word = core_under_proof.u_core.u_output.word_valid_q;
  assign pair = core_under_proof.u_core.u_output.pair_valid_q;
  assign used = core_under_proof.u_core.u_output.use_q;
  assign out_idle = core_under_proof.u_core.u_output.idle_o;
  assign word_batch = core_under_proof.u_core.u_output.word_batch_q;
  assign pair_batch = core_under_proof.u_core.u_output.pair_batch_q;
  assign used_kind = core_under_proof.u_core.u_output.use_kind_q;
  assign tokens = {begins, runs, result, word, pair, used};

  always_ff @(posedge core_under_proof.clk_i) begin
    blocks_q   <= !out_idle;
    compares_1 <= used;
    compares_2 <= compares_1;
  end
  assign blocks = !out_idle || blocks_q;
  assign judged = phase == Verdict;

  function automatic logic of_text(batch_e kind);
    return kind == BatchText || kind == BatchTag;
  endfunction

  function automatic logic of_mac(batch_e kind);
    return kind == (open ? BatchTag : BatchMac);
  endfunction

  // The last block of a MAC is taken, held, and in the lanes; nothing follows it.
  text_t held;
  logic last_held, last_ready, last_begins, last_runs, last_results;
  assign held = core_under_proof.u_core.u_control.u_text_control.text_o;
  assign last_held = held.hold_valid[0] && core_under_proof.u_core.u_control.u_text_control.hold_last_q;
  assign last_ready = held.text_valid && held.text_last;
  assign last_begins = begins && begun.lanes[0];
  assign last_runs = runs && running.lanes[0];
  assign last_results = result && resulting.lanes[0];

  always_comb begin
    if (phase == Mac) begin
      if (last_held || last_ready || last_begins || last_runs || last_results) begin
        assert (mac_taken && !operand.mac);
      end
      if (last_ready) assert (held.hold_valid == '0);
      if (last_begins || last_runs || last_results) assert (held.hold_valid == '0 && !held.text_valid);
      if (last_runs || last_results) assert (!starts && !begins);
      if (last_results) assert (!runs);
    end
    if ((ended && phase != Clear) || phase inside {Key, Expand, Subkey, SubkeyWait, Double}) begin
      assert (held.hold_valid == '0 && !held.text_valid && !held.hold_tag);
    end
    if (phase == TagBlock && service.mac) assert (!starts && !begins && !runs);
    assert (!held.hold_full || held.hold_valid != '0);
    assert (!held.hold_tag || state inside {InLengths, InComplete});
    assert (!held.text_valid || service.mac);
  end

  always_comb begin
    assert (!ended || out_idle);
    assert (!(phase inside {Key, Expand, Subkey, Double}) || tokens == '0);
    assert (phase != SubkeyWait || $onehot0(tokens));
    if (phase == Mac || (phase == TagBlock && service.mac)) begin
      assert (!begins || of_mac(begun.kind));
      assert (!runs || of_mac(running.kind));
      assert (!result || of_mac(resulting.kind));
      assert (!word || of_mac(word_batch.kind));
      assert (!pair || of_mac(pair_batch.kind));
      assert (!used || of_mac(used_kind));
    end
    if (service.gcm &&
        (phase inside {Gcm, TagBlock, Compare1, Compare2, Verdict, Close, Error, Finish})) begin
      assert (!begins || of_text(begun.kind));
      assert (!runs || of_text(running.kind));
      assert (!result || of_text(resulting.kind));
      assert (!word || of_text(word_batch.kind));
      assert (!pair || of_text(pair_batch.kind));
      assert (!used || of_text(used_kind));
    end
    if (phase == SubkeyWait) begin
      assert (!begins || (begun.kind == BatchSubkey && begun.lanes == 2'b01));
      assert (!runs || (running.kind == BatchSubkey && running.lanes == 2'b01));
      assert (!result || (resulting.kind == BatchSubkey && resulting.lanes == 2'b01));
      assert (!word || (word_batch.kind == BatchSubkey && word_batch.lanes == 2'b01));
      assert (!pair || (pair_batch.kind == BatchSubkey && pair_batch.lanes == 2'b01));
      assert (!used || used_kind == BatchSubkey);
    end
    // A ciphertext is hashed.
    if (phase inside {Key, Expand, Subkey, SubkeyWait, Double, Mac} ||
        (phase inside {Gcm, TagBlock} && open)) begin
      assert (!core_under_proof.u_core.u_output.hash_valid_q);
    end
    if (service.gcm && used && used_kind == BatchSubkey) assert (phase == SubkeyWait);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic fill, fill_1, fill_2, fills, fire_q, zero_key, clear_q, hash_busy, hash_busy_q1, hash_busy_q2;
  logic [3:0] word_0, word_1, word_2;
  logic [1:0] hash;
  logic j0_known, tag_ready;

  assign fill = core_under_proof.u_core.u_ghash.fill_q;
  assign fill_1 = core_under_proof.u_core.u_ghash.fill_q1;
  assign fill_2 = core_under_proof.u_core.u_ghash.fill_q2;
  assign word_0 = core_under_proof.u_core.u_ghash.word_q;
  assign word_1 = core_under_proof.u_core.u_ghash.word_q1;
  assign word_2 = core_under_proof.u_core.u_ghash.word_q2;
  assign zero_key = core_under_proof.u_core.u_ghash.clear_key_q;
  assign clear_q = core_under_proof.u_core.u_ghash.clear_q;
  assign hash = core_under_proof.u_core.u_control.u_ghash_control.hash_q;
  assign j0_known = core_under_proof.u_core.u_control.u_ghash_control.j0_known_q;
  assign tag_ready = core_under_proof.u_core.u_control.u_ghash_control.tag_ready_o;
  assign fills = fill || fill_1 || fill_2;

  // GHASH is used only by SEAL and OPEN.
  assign hash_busy = busy && service.gcm;
  always_ff @(posedge core_under_proof.clk_i) begin
    fire_q <= core_under_proof.u_core.u_ghash.in_fire;
    hash_busy_q1 <= hash_busy;
    hash_busy_q2 <= hash_busy_q1;
  end

  // H and the tables are cleared. A low number of the word means that this has just begun.
  logic clears;
  assign clears = fill && zero_key;
  assign subkey = !zero_key;
  assign gates = hash_busy || clear_q || (clears && word_0 == '0);
  assign adds = fire_q;
  assign sums = hash_busy || clear_q || (clears && word_0 <= 4'd1);
  assign hashes = !(zero_key && fill_2) && (hash_busy || (clears && word_0 <= 4'd1));
  assign seconds = hash_busy || hash_busy_q1;
  assign laters = hash_busy || hash_busy_q1;
  assign late_sums = hash_busy || hash_busy_q1 || hash_busy_q2;
  assign digits = hash_busy || clear_q || (clears && word_0 <= 4'd2);
  for (genvar i = 0; i < 16; i++) begin : gen_word
    (* keep *) logic held;
    assign held = !zero_key || (fill && word_0 <= 4'(i)) || (fill_1 && word_1 <= 4'(i)) ||
        (fill_2 && word_2 <= 4'(i));
  end

  always_comb begin
    assert (core_under_proof.u_core.u_ghash.busy_q == fills);
    // Tables are filled with a key only by SEAL and OPEN.
    assert (!fills || zero_key || hash_busy);
    assert (!(hash_busy_q1 && !hash_busy && fill) || word_0 == '0);
    assert (!(hash_busy_q2 && !hash_busy_q1 && !hash_busy && fill) || word_0 <= 4'd1);
    assert (may_have_key || zero_key || (wiping && wipe == '0));
    // A kept generator has no subkey.
    if (phase == Idle && state == InCommand) assert (zero_key || kept.gcm);
    if (service.prng && (busy || resume)) assert (zero_key);
    assert (!fill || core_under_proof.u_core.u_ghash.work_q);
    assert (hash == '0 || (phase inside {Gcm, TagBlock} && !fills && service.gcm));
    assert (!tag_ready ||
            (phase inside {TagBlock, Compare1, Compare2, Verdict, Finish, Clear, Gcm, Mac, Close, Error}));
    if (tag_ready && service.gcm) begin
      assert (hash == '0 && operand == '0 && !fills && (state == InComplete || phase == Clear));
    end
    assert (hash_busy || (core_under_proof.u_core.u_control.u_ghash_control.since_j0_q == '0 && !j0_known));
    assert (hash == '0 || !j0_known || operand == '0);
    assert (hash == '0 || j0_known || state inside {InBody, InAbort});
    if (service.gcm && state inside {InBody, InTagClose, InLengths, InComplete}) begin
      if (phase inside {Expand, Subkey, SubkeyWait}) assert (operand.nonce || operand.lengths);
      if (phase == Gcm) assert (operand.nonce || operand.lengths || j0_known);
      if (phase == TagBlock) assert (j0_known);
    end
    if (tag_ready && service.mac) assert (state inside {InComplete, InAbort});
    if (service.gcm && phase inside {Close, Error, Compare1, Compare2, Verdict, Finish, Clear})
      assert (!fills);
    assert (hash_busy || (!core_under_proof.u_core.u_ghash.in_fire_q &&
                          core_under_proof.u_core.u_ghash.step_q[4]));
    if (zero_key) begin
      assert (!fill_1 || word_1 == 4'd15 ||
              (fill && (word_0 == word_1 || word_0 == word_1 + 4'd1 || word_0 == '0)));
      assert (!fill_2 || word_2 == 4'd15 ||
              (fill_1 && (word_1 == word_2 || word_1 == word_2 + 4'd1 || word_1 == '0)));
    end
    // J0.
    assert (hash == '0 || !j0_known || state == InComplete);
    assert (hash == '0 || j0_known || operand.lengths || operand.nonce || aborting);
    assert (!j0_known ||
            (phase inside {Gcm, TagBlock, Compare1, Compare2, Verdict, Close, Error, Finish, Clear}));
    if (j0_known) assert (!operand.nonce && !(state inside {InNonce, InNonceMore, InNonceEnd}));
    if (operand.lengths && j0_known) assert (state == InComplete);
    if (operand.lengths && !j0_known && !aborting) assert (state == InBody);
    if (operand.nonce) assert (state inside {InBody, InAbort});
  end

  // Nothing is received, computed, cleared or sent.
  assign rest = phase == Idle && state == InCommand && !valid && !core_under_proof.u_core.u_ghash.busy_q &&
      !core_under_proof.m_axis_tvalid;

endmodule

bind core_under_proof clear_multi_aes_hs u_clear ();
