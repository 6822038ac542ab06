// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_keccak_kmac is at rest, and lemmas, for the proof of clearing.

module clear_keccak_kmac;

  import roundel_stream_pkg::KindCmd;
  import roundel_keccak_kmac_pkg::*;
  import core_under_proof_pkg::KeepKey;

  (* keep *) logic rest, filled, state_filled, skid_text, next_text, first_text, second_text, holds;
  logic beat_text;

  logic read, packed_any, answers, first_valid, second_valid, ended;
  word_t first, second;
  logic [3:0] state;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // In front of the hash
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign state = 4'(core_under_proof.u_core.u_grammar.state_q);
  assign first = core_under_proof.u_core.u_words.first_q;
  assign first_valid = core_under_proof.u_core.u_words.first_valid_q;
  assign second = core_under_proof.u_core.u_words.second_q;
  assign second_valid = core_under_proof.u_core.u_words.second_valid_q;
  assign ended = core_under_proof.u_core.u_pack.rest_q;

  assign read = core_under_proof.u_core.u_reader.valid_q || core_under_proof.u_core.u_reader.next_valid_q ||
      core_under_proof.u_core.u_reader.gen_skid.skid_valid_q;
  assign packed_any = first_valid || ended || core_under_proof.u_core.message_tvalid;
  assign answers = core_under_proof.u_core.u_answer.held || core_under_proof.u_core.m_axis_tvalid ||
      core_under_proof.u_core.u_answer.answer_known;

  // A beat or a word is no command.
  assign skid_text = core_under_proof.u_core.u_reader.gen_skid.skid_q.kind != KindCmd;
  assign next_text = core_under_proof.u_core.u_reader.next_q.kind != KindCmd;
  assign beat_text = core_under_proof.u_core.beat.kind != KindCmd;
  assign first_text = first.kind == WordText;
  assign second_text = second.kind == WordText;

  // Bytes may be held: in a transaction, from StHead on, until its last word is used.
  assign holds = !(state inside {4'd0, 4'd1, 4'd2, 4'd12, 4'd13, 4'd14}) || first_valid || ended;

  always_comb begin
    assert (core_under_proof.u_core.u_pack.held_keep_q ==
            ~(8'hff << core_under_proof.u_core.u_pack.held_count_q));
    if (core_under_proof.u_core.u_reader.waits_q) assert (core_under_proof.u_core.u_reader.valid_q);
    if (second_valid) assert (first_valid);
    if (first_valid && first.kind == WordCommand) begin
      assert (first.count == 4'd8 && (core_under_proof.u_core.u_pack.held_count_q == '0 || ended));
    end
    if (state inside {4'd1, 4'd2} ||
        (state == 4'd0 && core_under_proof.u_core.u_grammar.second_q &&
         core_under_proof.u_core.u_grammar.legal_q)) begin
      assert (core_under_proof.u_core.offered && !beat_text);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // In the hash
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [4:0] position, rate, done, most;
  logic [2:0] in_state;
  logic [21:0] next;
  logic text, full, run, hash_rest, state_zero, kept;

  assign position = core_under_proof.u_core.gen_hash.u_hash.u_message.u_input.position_q;
  assign rate = core_under_proof.u_core.gen_hash.u_hash.u_message.u_input.rate_q;
  assign full = core_under_proof.u_core.gen_hash.u_hash.u_message.u_input.full_q;
  assign in_state = core_under_proof.u_core.gen_hash.u_hash.u_message.u_input.in_state_bits;
  assign next = core_under_proof.u_core.gen_hash.u_hash.u_message.u_drain.next_q;
  assign run = core_under_proof.u_core.gen_hash.u_hash.u_message.u_drain.run_q;
  assign text = core_under_proof.u_core.gen_hash.u_hash.u_message.u_input.feed;

  assign state_zero = core_under_proof.u_core.gen_hash.u_hash.u_message.u_schedule.state_zero_q;

  assign hash_rest = !core_under_proof.u_core.gen_hash.u_hash.u_message.u_input.u_feed.valid_q &&
      position == 5'd1 && !full && state_zero && !kept && !run &&
      !core_under_proof.u_core.gen_hash.u_hash.u_message.u_drain.lane_valid_q &&
      !core_under_proof.u_core.gen_hash.u_hash.u_message.u_output.valid_q;

  // The gathered block has text only while this is set.
  assign filled = position != 5'd1 || full ||
      core_under_proof.u_core.gen_hash.u_hash.u_message.u_block.clear_block_q;

  // With KeepKey, the state has bytes of a message or of a kept key only while state_filled is set.
  if (KeepKey) begin : gen_kept
    logic clears, loads;
    assign clears = core_under_proof.u_core.gen_hash.u_hash.state_clear_q;
    assign loads = core_under_proof.u_core.gen_hash.u_hash.load_q;
    assign kept = loads || core_under_proof.u_core.gen_hash.u_hash.restored_q;
    assign state_filled = !state_zero || kept || clears;
    always_comb begin
      assert (clears == (core_under_proof.u_core.gen_hash.u_hash.clear_state && !loads));
    end
  end else begin : gen_no_kept
    assign kept = 1'b0;
    assign state_filled = 1'b0;
  end

  // Positions count from 1 to the rate; 0 as a rate counts like 32.
  assign done = position - 5'd1;
  assign most = rate - 5'd1;

  always_comb begin
    assert (!text || core_under_proof.u_core.gen_hash.u_hash.u_message.u_input.block_last_q ==
            (position == rate));
    assert (!text || !(done > most));
    assert (!(in_state inside {3'd0, 3'd2, 3'd5}) || position == 5'd1);
    assert (run == (next != '0));
    assert ((next & (next - 22'd1)) == '0);
  end

  // Nothing is received, packed, absorbed, squeezed or sent, and no kept state is loaded.
  assign rest = state == 4'd0 && !read && !packed_any && !answers && hash_rest;

endmodule

bind core_under_proof clear_keccak_kmac u_clear ();
