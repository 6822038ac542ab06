// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_aes_gcm_hs is at rest, while which registers may depend on keys and text, and lemmas, for the
// proof of clearing.
//
// Between messages such a register is cleared, or is on the way of one that is cleared, some cycles after the
// message or a reset. The counters that clear round keys and tables number these cycles. A kept key stays in
// its registers, and in those of the cipher through which its first round key passes.
//
// The lemmas are on control only. They say that nothing is in the cipher or in GHASH when a message has
// ended, that a key is expanded before H leaves the cipher, and that H leaves while nothing is hashed.
// Together with the limits of the marks they follow from themselves in the two cycles before. They stand in
// one file, as those of each part need those of the others.
//
// A core with roundel_aead_hold is also at rest while the hold has beats, as long as it offers none.

module clear_aes_gcm_hs
  import roundel_aes_gcm_pkg::*;
();

  (* keep *)
  logic
      rest,
      text,
      has_operand,
      j0,
      summed,
      last_keyed,
      key_reads,
      rounds_1,
      rounds_2,
      rounds_3,
      mixes,
      subkey,
      gates,
      adds,
      sums,
      hashes,
      seconds,
      laters,
      late_sums,
      digits,
      words,
      compares_1,
      compares_2,
      judged;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // As in the core.
  typedef enum logic [3:0] {
    InCommand,
    InKey,
    InKeyMore,
    InKeyClose,
    InNonce,
    InNonceMore,
    InNonceEnd,
    InAdTextTag,
    InTagClose,
    InComplete,
    InAbort,
    InFlush,
    NumStates
  } state_e;

  typedef enum logic [3:0] {
    EndIdle,
    EndFlush,
    EndTag,
    EndCompare1,
    EndCompare2,
    EndCompare3,
    EndStatus,
    EndClose,
    EndError,
    EndAnswer,
    EndClear,
    NumEnds
  } end_e;

  typedef enum logic [3:0] {
    HashBlocks,
    HashLast,
    HashWait,
    HashSettle,
    HashDone,
    NumHashes
  } hash_e;

  logic [NumStates-1:0] state;
  logic [NumEnds-1:0] ending;
  logic [NumHashes-1:0] hash;
  operand_t operand, next_operand, any_operand;
  logic
      command, busy, valid, is_command, judge, moved, pop, accept, session, kept, clear_key, abort, complete;
  logic engine_busy, hash_busy, expand_pending;
  beat_t beat;
  logic [15:0] beat_keep;

  assign state = core_under_proof.u_core.u_input.state_q;
  assign ending = core_under_proof.u_core.u_end.end_q;
  assign hash = core_under_proof.u_core.u_hash.hash_q;
  assign operand = core_under_proof.u_core.u_input.u_operand.operand_o;
  assign next_operand = core_under_proof.u_core.u_input.next_operand_q;
  assign valid = core_under_proof.u_core.u_input.valid_q;
  assign any_operand = operand | next_operand;
  assign engine_busy = core_under_proof.u_core.engine_busy;
  assign hash_busy = core_under_proof.u_core.hash_busy;
  assign expand_pending = core_under_proof.u_core.u_input.expand_pending_q;
  assign beat = core_under_proof.u_core.u_input.beat_q;
  assign is_command = beat.is_command;
  assign beat_keep = core_under_proof.u_core.u_input.beat_keep_q;
  assign judge = core_under_proof.u_core.u_input.judge_q;
  assign moved = core_under_proof.u_core.u_input.moved_q;
  assign pop = core_under_proof.u_core.u_input.pop_q;
  assign accept = core_under_proof.u_core.u_input.accept_q;
  assign session = core_under_proof.u_core.u_input.session_valid_q;
  assign kept = core_under_proof.u_core.subkey_valid_q;
  assign clear_key = core_under_proof.u_core.clear_key_q;
  assign complete = state[InComplete];
  assign abort = state[InAbort];

  // A command is expected, or an illegal sequence was answered.
  assign command = state[InCommand] || state[InFlush];
  // A message is received or ends.
  assign busy = !command || !ending[EndIdle];

  // A beat that is no command is held.
  assign text = valid && !is_command;
  assign has_operand = operand != '0;

  // Legal beats, as in the core.
  typedef struct packed {
    logic command;
    logic key_full;
    logic key_empty;
    logic nonce_96bit;
    logic nonce_nonempty;
    logic nonce_empty;
    logic ad_nonempty;
    logic ad_empty;
    logic text_nonempty;
    logic text_empty;
    logic tag;
    logic tag_empty;
  } legal_t;

  legal_t legal;
  logic ended, late, expands, settles, load_1, load_2, hashed_nonce;
  assign legal = core_under_proof.u_core.u_input.legal_q;
  assign settles = core_under_proof.u_core.j0_settles;
  assign load_1 = core_under_proof.u_core.u_blocks.j0_load_q1;
  assign load_2 = core_under_proof.u_core.u_blocks.j0_load_q2;
  assign hashed_nonce = core_under_proof.u_core.u_input.hashed_nonce;
  assign ended = !ending[EndIdle] || core_under_proof.u_core.u_end.end_pending_q;
  // A tag has left the cipher, or an illegal sequence is answered.
  assign late = |ending[EndClear:EndCompare1];
  assign expands = expand_pending || core_under_proof.u_core.u_input.expand_q;

  always_comb begin
    assert ($onehot(state));
    assert ($onehot(ending));
    assert ($onehot(hash));
    assert ($onehot0(operand));
    // A beat is judged, moves, and becomes the operand.
    assert (!(judge && moved));
    if (valid) begin
      assert ($onehot0({beat.is_command, beat.is_key, beat.is_nonce, beat.is_ad, beat.is_text, beat.is_tag}));
      assert (beat.is_command || (beat.cmd_ok == '0 && !beat.resume && !beat.open));
      assert (beat.empty == !beat_keep[0] && beat.full == beat_keep[15]);
      assert (beat.malformed == (|(beat_keep[15:1] & ~beat_keep[14:0]) || !(beat.last || beat_keep[15])));
    end
    assert (!pop || (moved && valid));
    assert (!accept || (pop && is_command && (state[InKey] || state[InNonce])));
    assert (core_under_proof.u_core.u_input.next_valid_q == (next_operand != '0));
    assert (core_under_proof.u_core.u_input.operand_idle_o == !has_operand);
    assert (next_operand == '0 || (moved && !has_operand));
    if (judge) begin
      assert (valid && !state[InNonceEnd] && !complete && !abort);
      assert (!has_operand || state[InTagClose]);
      assert ($onehot0(legal));
      assert (!legal.command || (state[InCommand] && is_command));
      assert (!legal.key_full || state[InKey] || state[InKeyMore]);
      assert (!legal.key_empty || state[InKeyMore] || state[InKeyClose]);
      assert (!legal.nonce_96bit || state[InNonce]);
      assert (!legal.nonce_nonempty || state[InNonce] || state[InNonceMore]);
      assert (!legal.nonce_empty || state[InNonceMore]);
      assert (!(legal.ad_nonempty || legal.ad_empty || legal.text_nonempty || legal.text_empty ||
                legal.tag) || state[InAdTextTag]);
      assert (!legal.tag_empty || state[InTagClose]);
      assert (!(legal.key_full || legal.key_empty) || beat.is_key);
      assert (!(legal.nonce_96bit || legal.nonce_nonempty || legal.nonce_empty) || beat.is_nonce);
    end
    assert (!any_operand.hash || state[InNonceMore] || state[InNonceEnd] || state[InAdTextTag]);
    assert (!(any_operand.nonce || any_operand.nonce_end || any_operand.text || any_operand.empty) ||
            state[InAdTextTag]);
    assert (!any_operand.tag || state[InTagClose] || complete || ending[EndClear] || abort);
    // The end of a message.
    assert (!ended || complete || abort);
    assert (!ended || !complete || operand.tag);
    assert (!(ended && abort) || !has_operand);
    assert (!command || any_operand == '0);
    assert (!(|ending[EndStatus:EndTag]) || complete);
    assert (!(ending[EndClose] || ending[EndError]) || abort);
    assert (core_under_proof.u_core.u_end.finished_o == (ending[EndClear] && complete));
    assert (core_under_proof.u_core.u_end.aborted_o == (ending[EndClear] && abort));
    // A key is known while blocks are hashed.
    assert (!(|state[InNonceEnd:InNonceMore] || state[InTagClose] || complete || session) || kept);
    assert (!(state[InAdTextTag] && judge) || kept);
    assert (!clear_key || ((command || state[InKey]) && !session));
    assert (!(abort && session));
    assert (!(any_operand.text || any_operand.empty) || kept);
    assert (!operand.key || core_under_proof.u_core.u_input.u_operand.clear_q);
    assert (!settles || core_under_proof.u_core.u_input.u_operand.clear_q);
    assert (!(judge && hashed_nonce) || kept);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Cipher
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [3:0] run;
  logic [3:0] rows[3];
  logic [1:0] last, kind[4];
  logic [5:0] phase;
  logic [3:0] row, rounds;
  logic begins, result, clearing, expanding, advance, pending_subkey, pending_tag, tag_started, counting;
  logic empty;  // no block is in the cipher or offered to it
  logic word_is_subkey, in_flight;

  assign run = {
    core_under_proof.u_core.u_engine.result_q,
    core_under_proof.u_core.u_engine.slot_b_q.run,
    core_under_proof.u_core.u_engine.slot_a_q.run,
    core_under_proof.u_core.u_engine.run_c_q
  };
  assign rows[0] = core_under_proof.u_core.u_engine.row_c_q;
  assign rows[1] = core_under_proof.u_core.u_engine.slot_a_q.row;
  assign rows[2] = core_under_proof.u_core.u_engine.slot_b_q.row;
  assign last[0] = core_under_proof.u_core.u_engine.slot_a_q.last;
  assign last[1] = core_under_proof.u_core.u_engine.slot_b_q.last;
  assign kind[0] = core_under_proof.u_core.u_engine.kind_c_q;
  assign kind[1] = core_under_proof.u_core.u_engine.slot_a_q.kind;
  assign kind[2] = core_under_proof.u_core.u_engine.slot_b_q.kind;
  assign kind[3] = core_under_proof.u_core.u_engine.result_kind_q;
  assign phase = core_under_proof.u_core.u_engine.phase_q;
  assign row = core_under_proof.u_core.u_engine.row_q;
  assign rounds = core_under_proof.u_core.u_engine.rounds;
  assign begins = core_under_proof.u_core.u_engine.begin_q;
  assign result = core_under_proof.u_core.u_engine.result_valid_o;
  assign clearing = core_under_proof.u_core.u_engine.clear_key_q;
  assign expanding = core_under_proof.u_core.u_engine.expanding_q;
  assign advance = core_under_proof.u_core.u_engine.advance_q;
  assign pending_subkey = core_under_proof.u_core.u_blocks.subkey_pending_q;
  assign pending_tag = core_under_proof.u_core.u_blocks.tag_block_pending_q;
  assign counting = core_under_proof.u_core.u_blocks.counting_q;
  assign tag_started = core_under_proof.u_core.u_end.tag_started_q;
  assign in_flight = core_under_proof.u_core.subkey_in_flight_q;
  assign word_is_subkey = core_under_proof.u_core.word_is_subkey_q;
  assign empty = run == '0 && !begins && !result && !pending_subkey && !pending_tag && !counting &&
      !core_under_proof.u_core.start_q && !in_flight && !word_is_subkey;

  // A key is expected, received or kept, or its clearing begins. At rest this is set only by a kept key.
  logic may_have_key;
  assign may_have_key = busy || session || clear_key;
  for (genvar i = 0; i < 16; i++) begin : gen_row
    (* keep *) logic held;
    assign held = may_have_key || (clearing && row <= 4'(i));
  end
  assign last_keyed = may_have_key || (clearing && row == '0);
  assign key_reads = may_have_key || (clearing && row <= 4'd1);
  assign rounds_1 = may_have_key || (clearing && row <= 4'd2);
  assign rounds_2 = may_have_key || (clearing && row <= 4'd3);
  assign rounds_3 = may_have_key || (clearing && row <= 4'd4);
  assign mixes = busy || (clearing && row == '0);
  assign j0 = core_under_proof.u_core.u_blocks.j0_valid_q;
  assign summed = core_under_proof.u_core.tag_sum_valid_q;

  // Cycles that the expansion takes, and those until a block leaves: 3 for each round.
  logic [6:0] left, place[4];
  always_comb begin
    left = 7'd6 * (7'(rounds) - 7'(row)) + 7'd1;
    for (int unsigned i = 0; i < 6; i++) if (phase[i]) left += 7'(5 - i);
  end
  assign place[0] = 7'd3 * 7'(rows[0]);
  assign place[1] = 7'd3 * 7'(rows[1]) - 7'd2;
  assign place[2] = 7'd3 * 7'(rows[2]) - 7'd1;
  assign place[3] = 7'd3 * 7'(rounds);

  logic flushed;  // blocks in the cipher may have been discarded in the cycle before
  assign flushed = (ending[EndClose] || ending[EndError]) && !core_under_proof.u_core.send_status_q;
  // Where H is in the cipher; results of the last three cycles.
  logic [3:0] first;
  logic [2:0] came_q;
  for (genvar i = 0; i < 4; i++) begin : gen_first
    assign first[i] = run[i] && kind[i] == 2'd1;
  end
  always_ff @(posedge core_under_proof.clk_i) begin
    came_q <= core_under_proof.rst_ni ? {came_q[1:0], result} : '0;
  end

  logic first_row;  // the first cycle in which round keys are cleared
  assign first_row = clearing && row == '0;

  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      assert (busy || first_row || core_under_proof.u_core.u_engine.read_row[i] == '0);
    end
    for (int unsigned i = 0; i < 6; i++) assert (core_under_proof.u_core.u_engine.move[i] == advance);
    assert ($onehot0(phase));
    assert (expanding == (phase != '0));
    assert (core_under_proof.u_core.u_engine.load_row_q == !expanding);
    assert (!begins || advance);
    assert (!result || (run[3] && advance));
    assert (!(clearing && expanding));
    // Nothing is in the cipher between messages, and after a message.
    assert ((busy && !late) || (empty && advance));
    assert ((busy && !late) || flushed || core_under_proof.u_core.u_engine.clear_mix_q);
    assert (!command || !expands);
    assert (!(abort || complete) || !expands);
    assert (!ended || !expanding);
    assert (!(ended && abort) || !(clearing || expanding || hash_busy));
    assert (!result || core_under_proof.u_core.u_engine.result_kind_o == kind[3]);
    // Blocks in the cipher are apart. H is the first.
    assert (!pending_subkey || run == '0);
    assert ($onehot0({pending_subkey, in_flight, word_is_subkey}));
    assert (in_flight == |first);
    for (int unsigned i = 0; i < 4; i++) begin
      assert (!run[i] || place[i] + 7'(core_under_proof.u_core.u_engine.pace_q) + 7'd2 >= 7'(rounds));
      assert (!(run[i] && begins) || place[i] + 7'd2 >= 7'(rounds));
      for (int unsigned k = 0; k < 3; k++) begin
        assert (!(run[i] && came_q[k]) || place[i] + 7'(7 - k) <= place[3]);
      end
      for (int unsigned j = 0; j < 4; j++) begin
        if (i != j) begin
          assert (!(run[i] && run[j]) || place[i] >= place[j] + 7'd8 || place[j] >= place[i] + 7'd8);
          assert (!(run[i] && run[j]) || kind[i] != 2'd1 || place[i] > place[j]);
        end
      end
    end
    // The tag is the last block of a message.
    assert (!core_under_proof.u_core.u_end.text_ended_q || core_under_proof.u_core.text_pending_q);
    assert (!(ending[EndTag] || late) || tag_started);
    assert (!tag_started || (state[InAdTextTag] && kept) || state[InTagClose] || complete || abort);
    assert (!(state[InKey] || state[InKeyMore] || state[InKeyClose] || expands) || empty);
    if (tag_started) begin
      assert (!counting && !pending_subkey);
      assert ($onehot0({pending_tag, run}));
      assert (!begins || pending_tag);
      for (int unsigned i = 0; i < 4; i++) assert (!run[i] || kind[i] == 2'd2);
    end
    // The expansion ends before the first block leaves.
    assert (!kept || !(expanding || expands));
    assert (!core_under_proof.u_core.u_input.expand_q || (empty && !clearing && !clear_key));
    if (expanding) begin
      assert (row != '0 && row <= rounds);
      assert (phase[0] || core_under_proof.u_core.u_engine.last_row_q == (row == rounds));
      assert (!core_under_proof.u_core.u_engine.rows_ready_q || row >= (rounds == 4'd14 ? 4'd8 : 4'd6));
      assert (!begins || left + 7'd1 <= place[3]);
      for (int unsigned i = 0; i < 4; i++) assert (!run[i] || left + place[i] + 7'd1 <= place[3]);
      assert (!result);
    end
    assert (!run[0] || rows[0] < rounds);
    for (int unsigned i = 1; i < 3; i++) begin
      assert (!run[i] || (rows[i] != '0 && rows[i] <= rounds && last[i-1] == (rows[i] == rounds)));
    end
  end

  // The rows of a key, which waits until the last one is cleared.
  logic ready_key;
  logic [3:0] next_row;
  assign ready_key = !engine_busy && !hash_busy && !clear_key &&
      !kept;
  assign next_row = row + 4'(next_operand.key || operand.key);

  always_comb begin
    assert (busy || kept || clearing || clear_key || row == '0);
    if (state[InKey]) begin
      assert (accept || clear_key || !kept);
      assert (accept || clear_key || clearing || row == '0);
      assert (!judge || ready_key);
      assert (any_operand == '0);
    end
    if (state[InKeyMore]) assert (ready_key && next_row == 4'd1);
    if (state[InKeyClose]) assert (ready_key && next_row == 4'd2);
    if (expands) assert (ready_key && state[InNonce] && next_row inside {4'd1, 4'd2});
    assert (!(expand_pending && judge));
    assert (!any_operand.key || expand_pending || state[InKeyMore] || state[InKeyClose]);
    assert (!any_operand.key || !(clearing || clear_key));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic fill, fill_1, fill_2, fire, fire_q, zero_key, clear_q, busy_q1, busy_q2, block_valid, pending_text;
  logic [3:0] word, word_1, word_2;

  assign fill = core_under_proof.u_core.u_ghash.fill_q;
  assign fill_1 = core_under_proof.u_core.u_ghash.fill_q1;
  assign fill_2 = core_under_proof.u_core.u_ghash.fill_q2;
  assign word = core_under_proof.u_core.u_ghash.word_q;
  assign word_1 = core_under_proof.u_core.u_ghash.word_q1;
  assign word_2 = core_under_proof.u_core.u_ghash.word_q2;
  assign fire = core_under_proof.u_core.u_ghash.in_fire_q;
  assign zero_key = core_under_proof.u_core.u_ghash.clear_key_q;
  assign clear_q = core_under_proof.u_core.u_ghash.clear_q;
  assign block_valid = core_under_proof.u_core.hash_valid_q;
  assign pending_text = core_under_proof.u_core.text_pending_q;

  always_ff @(posedge core_under_proof.clk_i) begin
    fire_q  <= core_under_proof.u_core.u_ghash.in_fire;
    busy_q1 <= busy;
    busy_q2 <= busy_q1;
  end

  // H and the tables are cleared. A low number of the word means that this has just begun.
  logic clears;
  assign clears = fill && zero_key;
  assign subkey = may_have_key && !zero_key;
  assign gates = busy || clear_q || (clears && word == '0);
  assign adds = fire_q;
  assign sums = busy || clear_q || (clears && word <= 4'd1);
  assign hashes = !(zero_key && fill_2) && (busy || (clears && word <= 4'd1));
  assign seconds = busy || busy_q1;
  assign laters = busy || busy_q1;
  assign late_sums = busy || busy_q1 || busy_q2;
  assign digits = busy || clear_q || (clears && word <= 4'd2);
  for (genvar i = 0; i < 16; i++) begin : gen_word
    (* keep *) logic held;
    assign held = may_have_key && !zero_key || clear_key || (zero_key &&
        ((fill && word <= 4'(i)) || (fill_1 && word_1 <= 4'(i)) || (fill_2 && word_2 <= 4'(i))));
  end

  logic subkey_starts;
  assign subkey_starts = (pending_subkey && core_under_proof.u_core.start_q) || word_is_subkey || first != '0;

  always_comb begin
    assert (core_under_proof.u_core.u_ghash.busy_q == (fill || fill_1 || fill_2));
    assert (!(busy_q1 && !busy && fill) || word == '0);
    assert (!(busy_q2 && !busy_q1 && !busy && fill) || word <= 4'd1);
    // The order of a hash.
    assert (hash[HashBlocks] || !ending[EndIdle] || operand.nonce || operand.nonce_end);
    assert (hash[HashBlocks] || ending[EndIdle] || (complete && (ending[EndTag] || hash[HashDone])));
    assert (summed == hash[HashDone]);
    assert (!summed || (complete && !ending[EndIdle]));
    assert (!((state[InNonce] || state[InAdTextTag]) && !kept) || (!fill && !fill_1 && !fill_2));
    assert (!tag_started || !(any_operand.nonce || any_operand.nonce_end));
    assert (!(late && complete) || hash[HashDone]);
    assert (!(hash[HashSettle] && ending[EndIdle]) || settles);
    assert (!(block_valid && hash[HashBlocks]) || operand.hash || operand.nonce || operand.nonce_end ||
            pending_text || ending[EndTag]);
    assert (!(complete && result) || summed);
    assert (!(state[InKey] || state[InKeyMore] || state[InKeyClose] || state[InNonce]) ||
            (!j0 && !settles && hash[HashBlocks] && !block_valid));
    assert (!fill || core_under_proof.u_core.u_ghash.work_q);
    assert (!(fill || fill_1 || fill_2) || hash[HashBlocks]);
    // No block is hashed between messages, nor when a hash begins.
    assert (busy || !fire && !block_valid && !pending_text && hash[HashBlocks] &&
            core_under_proof.u_core.u_ghash.step_q[9] && (zero_key || !(fill || fill_1 || fill_2)));
    assert (!(ending[EndClear] || word_is_subkey || settles) || !block_valid);
    assert (!pending_text || operand.text);
    assert (!(result && kind[3] == 2'd0) || (operand.text && !pending_text));
    assert (!core_under_proof.u_core.can_accept_result_q || in_flight || summed ||
            run == '0 || (operand.text && !pending_text) || came_q[0]);
    assert (!((command || accept) && kept && !clear_key) || (!fill && !fill_1 && !fill_2));
    assert (!(clear_key || word_is_subkey) || (hash[HashBlocks] && !fill && !fill_1 && !fill_2));
    if (zero_key) begin
      assert (!fill_1 || word_1 == 4'd15 || (fill && (word == word_1 || word == word_1 + 4'd1)));
      assert (!fill_2 || word_2 == 4'd15 || (fill_1 && (word_1 == word_2 || word_1 == word_2 + 4'd1)));
    end
    // J0.
    assert (!(load_1 || load_2) || j0);
    assert (!command || ending[EndClear] || !(j0 || summed || settles));
    assert (!judge || !(settles || load_1));
    assert (!(settles || load_1 ||
              load_2) ||
            (state[InAdTextTag] && !tag_started && !core_under_proof.u_core.u_end.text_ended_q &&
             next_operand == '0 && (!has_operand || operand.nonce || operand.nonce_end)));
    // H leaves the cipher while nothing is hashed.
    if (subkey_starts) begin
      assert (any_operand == '0 && hash[HashBlocks] && !block_valid && !kept && !clear_key && !judge);
      assert ((state[InNonce] && hashed_nonce) || (state[InAdTextTag] && j0));
    end
    assert (!kept || !(pending_subkey || in_flight || word_is_subkey));
    assert (!core_under_proof.u_core.hashed_nonce || accept || command || abort || kept ||
            (state[InNonce] && hashed_nonce));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic words_q1, words_q2;

  always_ff @(posedge core_under_proof.clk_i) begin
    words_q1 <= words;
    words_q2 <= words_q1;
  end
  assign words = busy || core_under_proof.u_core.clear_word_q;
  assign compares_1 = words || words_q1;
  assign compares_2 = words || words_q1 || words_q2;
  assign judged = ending[EndStatus];

  always_comb begin
    assert (!ending[EndClear] || core_under_proof.u_core.clear_word_q);
    assert (busy || !core_under_proof.u_core.clear_word_q || (clears && word == '0));
    assert (!ending[EndClear] || !core_under_proof.u_core.u_output.pending_q);
    assert (busy || !core_under_proof.u_core.u_output.pending_q);
  end

  // Nothing is received, computed, cleared or sent.
  assign rest = !busy && !valid && !engine_busy && !hash_busy &&
      !clear_key && !core_under_proof.m_axis_tvalid;

endmodule

bind core_under_proof clear_aes_gcm_hs u_clear ();
