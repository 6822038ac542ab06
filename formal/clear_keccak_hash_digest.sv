// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_keccak_hash_digest is at rest, and while which registers may depend on text, for the proof of
// clearing. The data of a digest are the state itself.

module clear_keccak_hash_digest;

  (* keep *) logic rest, filled, loaded, active;

  logic [17:0] place;
  logic gather, zeros, full, last_round, before_last, zero, final_block;
  logic advance, absorb, finish, transfer, held, final_held, valid, clear;

  assign place = core_under_proof.u_core.u_message.u_input.place_q;
  assign gather = core_under_proof.u_core.u_message.u_input.gather_q;
  assign zeros = core_under_proof.u_core.u_message.u_input.zeros_q;
  assign full = core_under_proof.u_core.u_message.u_input.full_q;
  assign last_round = core_under_proof.u_core.u_message.u_schedule.last_q;
  assign before_last = core_under_proof.u_core.u_message.u_schedule.before_last_q;
  assign zero = core_under_proof.u_core.u_message.u_schedule.zero_q;
  assign final_block = core_under_proof.u_core.u_message.u_schedule.final_q;
  assign advance = core_under_proof.u_core.u_message.u_schedule.advance_q;
  assign absorb = core_under_proof.u_core.u_message.u_schedule.absorb_q;
  assign finish = core_under_proof.u_core.u_message.u_schedule.finish_q;
  assign transfer = core_under_proof.u_core.u_message.u_schedule.transfer_q;
  assign held = core_under_proof.u_core.u_message.u_schedule.loaded_q;
  assign final_held = core_under_proof.u_core.u_message.u_schedule.final_loaded_q;
  assign valid = core_under_proof.u_core.u_message.u_schedule.valid_q;

  assign clear = core_under_proof.u_core.u_message.u_schedule.clear_rest_q;

  // Nothing is received, absorbed, sent or cleared.
  assign rest = !core_under_proof.u_core.u_message.u_input.u_feed.valid_q && place == 18'd1 && gather &&
      zero && !advance && !valid && !transfer && !held && !clear;

  // The gathered block has text only while this is set, the addend and the state each as well.
  assign filled = place != 18'd1 || !gather || core_under_proof.u_core.u_message.u_block.clear_block_q;
  assign loaded = held || core_under_proof.u_core.u_message.u_block.reload_q ||
      core_under_proof.u_core.u_message.u_block.load_q;
  assign active = !zero || advance || valid || clear;

  // As in keccak_hash_digest_check.sv.
  always_comb begin
    assert ($onehot({gather, zeros, full}));
    assert ($onehot(place));
    assert (!full || place == 18'd1);
    assert (!(transfer && held));
    assert (!(transfer || held) || full);
    assert (!absorb || (advance && held && last_round && !final_block));
    assert (!final_held || transfer || held);
    assert (!finish || (advance && last_round && final_block && !absorb));
    assert (!advance || !last_round || absorb || finish);
    assert (advance || last_round);
    assert (!zero || last_round);
    assert (!(last_round && before_last));
    assert (!valid || (zero && !advance));
    assert (!final_block || advance);
    assert (!(held && !absorb) || !advance || finish || last_round || before_last);
  end

endmodule

bind core_under_proof clear_keccak_hash_digest u_clear ();
