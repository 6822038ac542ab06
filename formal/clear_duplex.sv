// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When a core of the roundel_duplex_core family is at rest, and lemmas, for the proof of clearing.
//
// Free: whether a received tag was accepted (the task connects an input). A session ends after a refused tag,
// and the time of the next command shows it.
//
// A core with roundel_aead_hold is also at rest while the hold has beats, as long as it offers none.

module clear_duplex
  import roundel_duplex_pkg::*;
();

  (* keep *) logic rest, secret_0, secret_1, secret_2, secret_3, read_secret, judged_secret;
  (* keep *) logic
      filled, filled_middle, carries, adding, next_iota, injecting, active, compared, drained, pairs;
  (* keep *) logic after_abort, step_free, next_free;

  // The core has HASH, MAC, VERIFY and PRNG too. Their lemmas are in clear_duplex_sponges.
  logic sponges;
  assign sponges = core_under_proof.u_core.u_core.Sponge;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] write, read, held, steps;
  logic valid, next_valid, idle, is_command, next_is_command, is_full, next_is_full, read_command, decoded;
  state_e state;

  assign write = core_under_proof.u_core.u_core.u_input.u_beat.write_q;
  assign read = core_under_proof.u_core.u_core.u_input.u_beat.read_q;
  assign valid = core_under_proof.u_core.u_core.u_input.u_beat.valid_q;
  assign next_valid = core_under_proof.u_core.u_core.u_input.u_beat.next_valid_q;
  assign is_command = core_under_proof.u_core.u_core.u_input.u_beat.beat_q.is_command;
  assign next_is_command = core_under_proof.u_core.u_core.u_input.u_beat.next_q.is_command;
  assign is_full = core_under_proof.u_core.u_core.u_input.u_beat.beat_q.is_full_command;
  assign next_is_full = core_under_proof.u_core.u_core.u_input.u_beat.next_q.is_full_command;
  assign read_command = core_under_proof.u_core.u_core.u_input.u_command.read_q;
  assign decoded = core_under_proof.u_core.u_core.u_input.u_command.decoded_o;
  assign idle = core_under_proof.u_core.u_core.u_input.idle;
  assign state = core_under_proof.u_core.u_core.u_input.state;
  assign held = 2'(valid) + 2'(next_valid);

  // The steps of roundel_duplex_move.
  step_t step, next;
  logic next_empty, starts;
  command_t command;

  assign command = core_under_proof.u_core.u_core.u_input.command;

  assign step = core_under_proof.u_core.u_core.u_input.u_move.step_q;
  assign next = core_under_proof.u_core.u_core.u_input.u_move.next_q;
  assign next_empty = core_under_proof.u_core.u_core.u_input.u_move.next_empty_q;
  assign steps = 2'(step.pop) + 2'(!next_empty && next.pop);

  // Whether a place of the memory has bytes that are no command; the same of the bytes that are decoded, and
  // of what they were judged to be. Four cycles without a beat clear the memory.
  logic [3:0] secret_q, cleared_q;
  logic read_secret_q, judged_secret_q;

  always_ff @(posedge core_under_proof.clk_i) begin
    if (core_under_proof.s_axis_tready) begin
      secret_q[write] <= core_under_proof.s_axis_tvalid &&
          core_under_proof.s_axis_tuser != roundel_stream_pkg::KindCmd;
    end
    read_secret_q <= secret_q[read];
    judged_secret_q <= is_full && read_secret_q;
    if (!core_under_proof.rst_ni || !core_under_proof.u_core.u_core.u_input.u_beat.clear) cleared_q <= '0;
    else cleared_q <= {cleared_q[2:0], 1'b1};
  end

  assign {secret_3, secret_2, secret_1, secret_0} = secret_q;
  assign read_secret = read_secret_q;
  assign judged_secret = judged_secret_q;

  always_comb begin
    for (int unsigned i = 0; i < 4; i++) begin
      assert (!cleared_q[i] || !secret_q[write-2'(i)-2'd1]);
    end
    assert (!next_valid || valid);
    if (core_under_proof.s_axis_tready) assert (!next_valid);
    assert (write - read == held + steps);
    if (valid) begin
      assert (secret_q[write-held] == !is_command);
      assert (!is_full || is_command);
    end
    if (next_valid) begin
      assert (secret_q[write-2'd1] == !next_is_command);
      assert (!next_is_full || next_is_command);
    end
    // A command is decoded in two steps, while its beat is held and all before it is done.
    assert (!(read_command && decoded));
    if (read_command || decoded) begin
      assert (state == InCommand && valid && idle);
      assert (read_secret_q == !is_command);
    end
    if (decoded) assert (!judged_secret_q);
    if (decoded && !is_command) assert (!core_under_proof.u_core.u_core.u_input.u_command.legal_o);
  end

  // After an illegal sequence, bytes that are no command may set the mark of a resumed session. It is used
  // from the next command on, which sets it too.
  assign starts = state inside {InCommand, InAbort, InFlush};
  assign after_abort = starts;
  assign step_free = !step.issue;
  assign next_free = !next.issue || next_empty;

  // The last step of a message issues its last block, and comes with no lanes of another.
  logic between, step_writes, next_writes, step_waits, next_waits, echoes, aborts;

  assign between = state inside {InCommand, InFlush};
  assign step_writes = step.lanes.write_even || step.lanes.write_odd || step.lanes.load_carry;
  assign next_writes = next.lanes.write_even || next.lanes.write_odd || next.lanes.load_carry;
  assign step_waits = step.wait_start || step.wait_capture || step.wait_absorb;
  assign next_waits = next.wait_start || next.wait_capture || next.wait_absorb;
  assign echoes = core_under_proof.u_core.u_core.u_input.u_move.echo_active_q;
  assign aborts = core_under_proof.u_core.u_core.abort;

  always_comb begin
    assert (!step_waits || step.issue);
    assert (!step.first || !(step.wait_capture || step.wait_absorb || step.capture_only || echoes));
    if (!sponges) begin
      assert (!core_under_proof.u_core.u_core.u_input.u_grammar.tag_ready_q);
      assert (!core_under_proof.u_core.u_core.u_permutation.issue_more_q1);
      assert (starts || !(command.mac || command.message.sponge));
      assert (starts || command.message.open == command.message.check);
    end
    assert (!(state inside {InKey, InKeyTail, InKeyClose, InNonce, InNonceTail, InNonceClose, InStart}) ||
            command.mac || !core_under_proof.u_core.u_core.u_input.contents.has_text);
    assert (!step.last || (step.issue && !step_writes && state == InCommand));
    assert (!step.capture_only || (step.issue && step.wait_capture && !step.wait_start && !step.wait_absorb));
    assert (!echoes || (step.issue && !step.capture_only && !step_waits));
    if (!next_empty) begin
      assert (!next_waits || next.issue);
      assert (!next.first || !(next.wait_capture || next.wait_absorb || next.capture_only));
      assert (!next.last || (next.issue && !next_writes && state == InCommand));
      assert (!next.capture_only ||
              (next.issue && next.wait_capture && !next.wait_start && !next.wait_absorb));
      assert (!between || !next_writes);
      assert (!between || !next.issue || next.last);
      assert (step.issue);
      assert (!step.last || !next.issue);
    end
    assert (!between || !step_writes || (!next_empty && next.last));
    assert (!between || !step.issue || step.last || (!next_empty && next.last));
    assert (!aborts || (state == InAbort && next_empty && !step.issue && !step.pop && !step_writes));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A message is received, or a block of it waits.
  logic busy;
  assign busy = !between || step.issue || (!next_empty && next.issue);

  logic clear_text, clear_rest, load_twice, clear_early, clear_late, issued, transfer, begins, ready;
  logic shown_q;  // the addend has the block
  logic [1:0] clear_first;
  assign clear_first = core_under_proof.u_core.u_core.u_permutation.u_block.clear_first_q;
  assign clear_text = core_under_proof.u_core.u_core.u_permutation.u_block.clear_text_q;
  assign clear_rest = core_under_proof.u_core.u_core.u_permutation.u_block.clear_rest_q;
  assign load_twice = core_under_proof.u_core.u_core.u_permutation.u_block.u_addend.load_twice_q;
  assign transfer = core_under_proof.u_core.u_core.u_permutation.u_block.u_addend.transfer_q;
  assign clear_early = core_under_proof.u_core.u_core.u_permutation.clear_q1;
  assign clear_late = core_under_proof.u_core.u_core.u_permutation.clear_q2;
  assign issued = core_under_proof.u_core.u_core.u_permutation.issue_block_q1;
  assign begins = core_under_proof.u_core.u_core.u_permutation.step_q2;
  assign ready = core_under_proof.u_core.u_core.u_permutation.u_issue.issue_ready_q;

  always_ff @(posedge core_under_proof.clk_i) shown_q <= transfer && clear_text;

  assign carries = busy;
  assign filled = busy || clear_text;
  assign filled_middle = filled && !(load_twice && !transfer);
  assign adding = shown_q;
  assign next_iota = busy || transfer || shown_q || clear_early || clear_late;
  assign injecting = core_under_proof.u_core.u_core.u_permutation.inject_load_q || clear_late;

  always_comb begin
    assert (core_under_proof.u_core.u_core.u_permutation.u_block.write_q == '0 || busy || clear_text);
    assert (!clear_text || busy || (clear_rest && clear_first == '1));
    assert (!transfer || clear_text);
    assert (core_under_proof.u_core.u_core.u_permutation.u_block.u_addend.clear_q == !transfer);
    assert (!(clear_early && core_under_proof.u_core.u_core.block_accepted));
    assert (!(clear_late && transfer) || clear_early);
    assert (!clear_late || (core_under_proof.u_core.u_core.u_permutation.clear_first_q &&
                            core_under_proof.u_core.u_core.u_permutation.clear_text_q));
    assert (!(shown_q && core_under_proof.u_core.u_core.u_permutation.inject_load_q) ||
            core_under_proof.u_core.u_core.u_permutation.replace_q2 || clear_early || clear_late);
    assert (!shown_q || load_twice);
    assert (!issued || transfer);
    assert (!(core_under_proof.u_core.u_core.start_ready || core_under_proof.u_core.u_core.capture_ready ||
              core_under_proof.u_core.u_core.absorb_ready) || ready);
    assert (!ready || !(issued || begins || transfer));
    assert (!(transfer && shown_q) || clear_early);
    // A block is added in the cycle in which it is shown, unless it is issued again or the state is cleared.
    assert (!(transfer && !issued) || clear_early);
    assert (!(issued && core_under_proof.u_core.u_core.u_permutation.block_q.capture_only) || echoes);
    assert (!(shown_q && !begins) || busy || clear_early || clear_late);
    assert (!core_under_proof.u_core.u_core.u_permutation.replace_q2 || shown_q || clear_early);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The state
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic
      zero,
      kept,
      pending,
      check,
      tag_busy,
      captures_tag,
      compares,
      status,
      start_ready,
      capture_ready,
      absorb_ready;
  message_t message;
  assign zero = core_under_proof.u_core.u_core.u_permutation.state_zero_q;
  assign kept = core_under_proof.u_core.u_core.u_input.kept;
  assign pending = core_under_proof.u_core.u_core.u_permutation.u_issue.answer_pending_q;
  assign check = core_under_proof.u_core.u_core.u_permutation.u_issue.check_q;
  assign message = core_under_proof.u_core.u_core.u_permutation.message_q;
  assign tag_busy = core_under_proof.u_core.u_core.tag_busy;
  assign start_ready = core_under_proof.u_core.u_core.start_ready;
  assign capture_ready = core_under_proof.u_core.u_core.capture_ready;
  assign absorb_ready = core_under_proof.u_core.u_core.absorb_ready;
  assign captures_tag = core_under_proof.u_core.u_core.capture_info.check &&
      (core_under_proof.u_core.u_core.capture ||
       core_under_proof.u_core.u_core.u_permutation.u_issue.capture_q1);
  assign compares = core_under_proof.u_core.u_core.u_output.run_q &&
      core_under_proof.u_core.u_core.u_output.info_q.check &&
      core_under_proof.u_core.u_core.u_output.slot_q <= 4'd4;
  assign status = core_under_proof.u_core.u_core.u_output.status_q;
  assign active = !zero;

  always_comb begin
    assert (!zero || core_under_proof.u_core.u_core.u_permutation.last_q);
    assert (zero || busy || kept || pending || clear_early || clear_late);
    assert (!(issued || begins) || busy || pending || clear_early || clear_late);
    assert (!(start_ready || capture_ready || absorb_ready) || !pending);
    if (step.last || (!next_empty && next.last)) begin
      assert (kept == command.message.keep_session);
      assert (sponges || command.message.open == command.message.check);
      assert (!command.message.check || !tag_busy);
    end
    assert (!(state inside {InLast, InTagClose} && command.message.check) || !tag_busy);
    assert (!(pending && message.keep_session) || kept || busy);
    // The next command waits for the verdict on the tag of a session.
    assert (!check || (tag_busy && kept && state == InCommand && !busy && command.message.open &&
                       !read_command && !decoded));
    assert (!(check && pending) || message.check);
    // A tag is compared, and its STATUS made, while the verdict is pending.
    assert (!(pending && message.check) || tag_busy);
    assert (!(captures_tag || compares || status) || tag_busy);
    assert (!(captures_tag || compares || status) || !(pending && message.check));
    assert (!core_under_proof.u_core.u_core.u_output.run_q ||
 core_under_proof.u_core.u_core.u_output.slot_q <= 4'd10);
    assert (!captures_tag || !(compares || status));
    assert (!compares || !status);
    assert (!(core_under_proof.u_core.u_core.u_permutation.u_issue.capture_q1 &&
              (ready || core_under_proof.u_core.u_core.capture)));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The answer
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Captures of the last 12 cycles: lanes of them are in the snapshot, or leave it.
  logic [11:0] loads_q;
  always_ff @(posedge core_under_proof.clk_i) begin
    loads_q <= {loads_q[10:0], core_under_proof.u_core.u_core.u_permutation.load_q};
  end
  for (genvar j = 0; j < 11; j++) begin : gen_pair
    (* keep *) logic held;
    assign held = |loads_q[10-j:0];
  end
  assign drained = |loads_q[11:1];

  logic pairs_q;  // lanes, or a STATUS, are in the pair
  always_ff @(posedge core_under_proof.clk_i) begin
    pairs_q <= drained || core_under_proof.u_core.u_core.u_output.status_q;
  end
  assign pairs = pairs_q;
  assign compared = core_under_proof.u_core.u_core.u_output.check_q;

  // Nothing is received, decoded, absorbed, captured, compared or sent. A session may be kept.
  assign rest = !read_secret && !judged_secret && !injecting && !pairs && !compared && !busy && !valid &&
      idle && core_under_proof.s_axis_tready && !pending && !issued && !clear_early && !clear_late &&
      loads_q == '0 && cleared_q == '1 &&
      !core_under_proof.u_core.u_core.u_permutation.u_issue.capture_q1 &&
      !core_under_proof.u_core.u_core.capture && !core_under_proof.u_core.u_core.u_output.run_q &&
      !core_under_proof.u_core.u_core.tag_busy && !core_under_proof.m_axis_tvalid;

endmodule

bind core_under_proof clear_duplex u_clear ();
