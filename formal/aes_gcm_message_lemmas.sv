// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas on the messages of roundel_aes_gcm_hs for progress_aes_gcm, bound to aes_gcm_promises_check. They
// say what the beat, the operand, GHASH, the cipher and the end of a message wait for, and that it is being
// made. A lemma is an assertion like the others: a wrong one fails the proof.

module aes_gcm_message_lemmas
  import roundel_aes_gcm_pkg::*;
();

  localparam int unsigned InCommand = 0;
  localparam int unsigned InKey = 1;
  localparam int unsigned InKeyMore = 2;
  localparam int unsigned InKeyClose = 3;
  localparam int unsigned InNonce = 4;
  localparam int unsigned InNonceMore = 5;
  localparam int unsigned InNonceEnd = 6;
  localparam int unsigned InAdTextTag = 7;
  localparam int unsigned InTagClose = 8;
  localparam int unsigned InComplete = 9;
  localparam int unsigned InAbort = 10;
  localparam int unsigned InFlush = 11;
  localparam int unsigned EndIdle = 0;
  localparam int unsigned EndFlush = 1;
  localparam int unsigned EndTag = 2;
  localparam int unsigned HashBlocks = 0;
  localparam int unsigned HashLast = 1;
  localparam int unsigned HashWait = 2;
  localparam int unsigned HashSettle = 3;
  localparam int unsigned HashDone = 4;

  logic on;
  assign on = aes_gcm_promises_check.started_q && aes_gcm_promises_check.rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The parts' registers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The input: its state, the beat, what is judged of it, the operand.
  logic [11:0] state;
  beat_t beat;
  logic [15:0] beat_keep;
  logic
      valid, judge, moved, pop, accept, kept, ad_expected, text_expected, tag_expected, text_open, text_seen;
  logic judges_ad, judges_text, judges_text_end, judges_tag, hashed_nonce, drop_tag, done;
  operand_t operand, next;
  logic operand_last;
  assign state = aes_gcm_promises_check.state;
  assign beat = aes_gcm_promises_check.u_dut.u_input.beat_q;
  assign beat_keep = aes_gcm_promises_check.u_dut.u_input.beat_keep_q;
  assign valid = aes_gcm_promises_check.valid;
  assign judge = aes_gcm_promises_check.judge;
  assign moved = aes_gcm_promises_check.moved;
  assign pop = aes_gcm_promises_check.u_dut.u_input.pop_q;
  assign accept = aes_gcm_promises_check.u_dut.u_input.accept_q;
  assign kept = aes_gcm_promises_check.u_dut.u_input.session_valid_q;
  assign ad_expected = aes_gcm_promises_check.u_dut.u_input.ad_expected_q;
  assign text_expected = aes_gcm_promises_check.u_dut.u_input.text_expected_q;
  assign tag_expected = aes_gcm_promises_check.u_dut.u_input.tag_expected_q;
  assign text_open = aes_gcm_promises_check.u_dut.text_open;
  assign text_seen = aes_gcm_promises_check.u_dut.text_seen;
  assign judges_ad = judge && (aes_gcm_promises_check.u_dut.u_input.legal_q.ad_nonempty ||
                               aes_gcm_promises_check.u_dut.u_input.legal_q.ad_empty);
  assign judges_text_end = judge && aes_gcm_promises_check.u_dut.u_input.legal_q.text_empty;
  assign judges_text = judges_text_end ||
      (judge && aes_gcm_promises_check.u_dut.u_input.legal_q.text_nonempty);
  assign judges_tag = judge && aes_gcm_promises_check.u_dut.u_input.legal_q.tag;
  assign hashed_nonce = aes_gcm_promises_check.u_dut.hashed_nonce;
  assign drop_tag = aes_gcm_promises_check.u_dut.u_input.drop_tag_q;
  assign done = aes_gcm_promises_check.u_dut.u_input.u_operand.clear_q;
  assign operand = aes_gcm_promises_check.operand;
  assign next = aes_gcm_promises_check.next_operand;
  assign operand_last = aes_gcm_promises_check.u_dut.operand_last;

  // The key and its subkey.
  logic expand_pending, expand, expanding, clears_keys, can_accept_key;
  logic subkey_valid, clears_subkey, making_subkey, word_is_subkey, subkey_flies;
  logic [3:0] row;
  assign expand_pending = aes_gcm_promises_check.u_dut.u_input.expand_pending_q;
  assign expand = aes_gcm_promises_check.u_dut.expand;
  assign expanding = aes_gcm_promises_check.u_dut.u_engine.expanding_q;
  assign clears_keys = aes_gcm_promises_check.u_dut.u_engine.clear_key_q;
  assign row = aes_gcm_promises_check.u_dut.u_engine.row_q;
  assign can_accept_key = aes_gcm_promises_check.u_dut.can_accept_key_q;
  assign subkey_valid = aes_gcm_promises_check.u_dut.subkey_valid_q;
  assign clears_subkey = aes_gcm_promises_check.u_dut.clear_key_q;
  assign making_subkey = aes_gcm_promises_check.subkey;
  assign word_is_subkey = aes_gcm_promises_check.u_dut.word_is_subkey_q;
  assign subkey_flies = aes_gcm_promises_check.u_dut.subkey_in_flight_q;

  // The blocks of the cipher.
  logic [3:0] flying;
  logic [2:0] j0_load;  // J0 is loaded; was loaded one, two cycles ago
  logic j0_valid, counting, tag_pending, tag_started, text_ended, can_accept_result, result_valid;
  logic [1:0] result_kind;
  assign flying = aes_gcm_promises_check.flying;
  assign j0_load = {
    aes_gcm_promises_check.u_dut.u_blocks.j0_load_q2,
    aes_gcm_promises_check.u_dut.u_blocks.j0_load_q1,
    aes_gcm_promises_check.u_dut.j0_settles
  };
  assign j0_valid = aes_gcm_promises_check.u_dut.u_blocks.j0_valid_q;
  assign counting = aes_gcm_promises_check.u_dut.u_blocks.counting_q;
  assign tag_pending = aes_gcm_promises_check.u_dut.u_blocks.tag_block_pending_q;
  assign tag_started = aes_gcm_promises_check.u_dut.u_end.tag_started_q;
  assign text_ended = aes_gcm_promises_check.u_dut.u_end.text_ended_q;
  assign can_accept_result = aes_gcm_promises_check.u_dut.can_accept_result_q;
  assign result_valid = aes_gcm_promises_check.u_dut.result_valid;
  assign result_kind = aes_gcm_promises_check.u_dut.result_kind_bits;

  // GHASH, and the end of a message.
  logic [9:0] step;
  logic accepted, hash_ready, hash_valid, hash_fire, is_lengths, text_pending, tag_sum_valid;
  logic [4:0] hash;
  logic [10:0] ending;
  assign step = aes_gcm_promises_check.u_dut.u_ghash.step_q;
  assign accepted = aes_gcm_promises_check.u_dut.u_ghash.in_fire_q;
  assign hash_ready = aes_gcm_promises_check.u_dut.hash_ready;
  assign hash_valid = aes_gcm_promises_check.u_dut.hash_valid_q;
  assign hash_fire = aes_gcm_promises_check.u_dut.u_hash.hash_fire;
  assign is_lengths = aes_gcm_promises_check.u_dut.u_hash.is_lengths_q;
  assign text_pending = aes_gcm_promises_check.u_dut.text_pending_q;
  assign tag_sum_valid = aes_gcm_promises_check.u_dut.tag_sum_valid_q;
  assign hash = aes_gcm_promises_check.u_dut.u_hash.hash_q;
  assign ending = aes_gcm_promises_check.ending;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic before_key, before_nonce, before_body, nonce, nonce_ends;
  assign before_key = state[InCommand] || state[InKey] || state[InFlush];
  assign before_nonce = (before_key || state[InKeyMore] || state[InKeyClose]) && ending[EndIdle];
  assign before_body = before_nonce || state[InNonce] || state[InNonceMore] || state[InNonceEnd] || nonce;
  // The nonce is being hashed.
  assign nonce_ends = operand.nonce || operand.nonce_end;
  assign nonce = nonce_ends || next.nonce || next.nonce_end;

  always_comb begin
    if (on) begin
      assert (!pop || valid);
      assert (!accept || (pop && moved && !judge && state[beat.resume?InNonce : InKey]));
      assert (!valid || beat.empty == !beat_keep[0]);
      assert (!valid || beat.full == beat_keep[15]);
      assert (!valid || $onehot0(
          {beat.is_command, beat.is_key, beat.is_nonce, beat.is_ad, beat.is_text, beat.is_tag}
      ));
      // The operand, by the state.
      assert (!before_key || (operand == '0 && next == '0));
      assert (!(operand.key || next.key) || state[InKeyMore] || state[InKeyClose] || state[InNonce]);
      assert (!nonce || state[InAdTextTag]);
      assert (!(operand.hash || next.hash) || state[InNonceMore] || state[InNonceEnd] || state[InAdTextTag]);
      assert (!(operand.text || next.text || operand.empty || next.empty) || state[InAdTextTag]);
      assert (!(operand.tag || next.tag) || state[InTagClose] || state[InComplete] || drop_tag);
      assert (!(state[InTagClose] || state[InComplete]) || operand.tag || next.tag);
      assert (!state[InAbort] || !operand.tag || drop_tag);
      // It is cleared when it is done.
      assert (!operand.key || done);
      assert (!done || !nonce_ends || j0_load[0]);
      assert (!j0_load[0] || done);
      assert (!done || !(operand.hash || operand.text) || hash_fire);
      assert (!done || !operand.empty || aes_gcm_promises_check.u_dut.end_operand_q);
      assert (!done || !operand.tag || aes_gcm_promises_check.u_dut.finished);
      // AD comes before text, and text before the tag.
      assert (!judges_text || text_expected);
      assert (!judges_ad || ad_expected);
      assert (!judges_tag || (state[InAdTextTag] && tag_expected));
      assert (!ad_expected || !text_seen);
      assert (!text_open || (text_seen && !tag_expected && !state[InTagClose]));
      // An empty beat of text is the last of its segment.
      assert (!judges_text_end || beat.last);
      assert (!next.empty || beat.last);
      assert (!operand.empty || operand_last);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key, and the subkey that is made of it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic loads, expands, has_subkey;
  assign loads = next.key || operand.key;
  assign expands = expand_pending || expand;
  assign has_subkey = subkey_valid || making_subkey || expands;

  always_comb begin
    if (on) begin
      assert (!kept || (subkey_valid && !clears_subkey && !state[InAbort] && !state[InFlush]));
      assert (!(state[InNonce] || state[InAdTextTag]) || has_subkey);
      assert (!(state[InNonceMore] || state[InNonceEnd] || state[InTagClose] || state[InComplete]) ||
              subkey_valid);
      assert (!(operand.hash || next.hash) || subkey_valid);
      assert (!expand_pending || (state[InNonce] && !judge));
      assert (!expand || (state[InNonce] && next == '0 && !loads));
      assert (!(expanding || expands) || !(subkey_valid || word_is_subkey || clears_subkey));
      assert (!(expanding || expands) || !aes_gcm_promises_check.ended);
      assert (!expanding || !(before_key || state[InKeyMore] || state[InKeyClose]));
      assert (!(loads || expands) || !(expanding || clears_keys || making_subkey));
      assert (!before_nonce || !making_subkey);
      assert (!(making_subkey || loads || state[InKeyMore] || state[InKeyClose] || (state[InKey] && judge)) ||
              !(subkey_valid || clears_subkey));
      assert (!(state[InKey] && subkey_valid) || accept || clears_subkey);
      assert (!clears_subkey || before_key);
      // The rows of the key that were loaded.
      assert (!(state[InKey] && can_accept_key) || !clears_keys);
      assert (!(before_key && ending[EndIdle] && !subkey_valid) || clears_subkey || clears_keys || row == '0);
      assert (!(state[InKey] && judge) || (row == '0 && !clears_keys));
      assert (!state[InKeyMore] || (row + 4'(loads) == 4'd1 && !clears_keys));
      assert (!state[InKeyClose] || (row + 4'(loads) == 4'd2 && !clears_keys));
      assert (!expands || row + 4'(loads) inside {4'd1, 4'd2});
      assert (!(loads || expands || aes_gcm_promises_check.u_dut.u_blocks.subkey_pending_q) || flying == '0);
      assert (flying[1] == subkey_flies && !flying[3]);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The nonce, the text, the tag
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic counter, text, tag_begun;
  // Counter blocks are requested; a block of text waits for the cipher; the block of the tag is next.
  assign counter = counting || j0_load[1] || j0_load[2];
  assign text = next.text || (operand.text && !text_pending);
  assign tag_begun = tag_started || text_ended;

  always_comb begin
    if (on) begin
      assert (!before_body || !(tag_begun || counter || j0_valid || flying[0] || flying[2] || tag_pending));
      assert (!before_nonce || flying == '0);
      assert (!(state[InNonceMore] || state[InNonceEnd]) || hashed_nonce);
      assert (!(state[InAdTextTag] || state[InTagClose] || state[InComplete]) || nonce || j0_load[0] ||
              j0_valid);
      assert (j0_load == '0 || (state[InAdTextTag] && !(tag_begun || text || operand.text)));
      assert (!j0_load[0] || (hash[HashSettle] && nonce_ends));
      assert (!j0_load[1] || !judge);
      // Text has counter blocks until its last block.
      assert (!text || (counter && j0_valid && !tag_begun));
      assert (!(state[InAdTextTag] && j0_valid) || tag_begun || counter);
      assert (!tag_started || !counter);
      assert (!(tag_begun && !state[InAbort]) || subkey_valid);
      assert (!(state[InAdTextTag] && (tag_begun || (next.text && beat.last) ||
                                       (operand.text && operand_last))) || !(text_expected || ad_expected));
      // The tag.
      assert (!(flying[2] && tag_pending));
      assert (!(tag_started && !state[InAbort] && (ending[EndIdle] || ending[EndFlush] || ending[EndTag])) ||
              tag_pending || flying[2]);
      assert (!ending[EndTag] || tag_started);
      // What leaves the cipher.
      assert (!can_accept_result || flying == '0 || subkey_flies || word_is_subkey || tag_sum_valid ||
              (operand.text && !text_pending));
      if (result_valid) begin
        unique case (result_kind)
          2'd0: assert (operand.text && !text_pending);
          2'd1: assert (subkey_flies);
          default: assert (tag_sum_valid && ending[EndTag]);
        endcase
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (on) begin
      assert ($onehot(step));
      assert (!accepted || step[9]);
      assert (!hash_ready || step[8] || (step[9] && !accepted));
      assert (!(hash[HashLast] || hash[HashWait] || hash[HashSettle]) || ending[EndTag] || nonce_ends);
      assert (hash[HashDone] == tag_sum_valid);
      assert (!hash[HashDone] || !(ending[EndIdle] || ending[EndFlush]));
      assert (!hash_valid || hash[HashLast] || (hash[HashBlocks] &&
              (text_pending || operand.hash || nonce_ends || ending[EndTag])));
      assert (!(hash_valid && hash[HashBlocks] && is_lengths) || operand.nonce_end || operand.tag);
    end
  end

endmodule

bind aes_gcm_promises_check aes_gcm_message_lemmas u_messages ();
