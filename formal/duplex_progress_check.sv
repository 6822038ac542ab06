// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_duplex_core does not stand still while it is mute, for every input: legal or not, with any pauses,
// any stalls of the sink, a reset at any time. In a cycle in which it neither offers an answer nor is ready
// for a beat, nothing from outside can move it, so some control register changes. For all time, by induction.
// The lanes that come out of the state are left free (the task cuts them), so nothing rests on what the
// permutation computes.
//
// Captures and errors keep duplex_output_contract: that is proved for every answer of the output
// (duplex-promises, duplex-segments), and used here. The lemmas say what each wait is
// for: a step for the permutation or for the text that returns, the permutation for the output, a verdict for
// a tag that is on its way. The output has places for all beats except those that are in it or are coming.

module duplex_progress_check
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic s_axis_tready;
  logic m_axis_tvalid;

  roundel_duplex_core #(
    .Sponge(Sponge)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata(),
    .m_axis_tkeep(),
    .m_axis_tlast(),
    .m_axis_tuser(),
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic [3:0] gap;
  logic [2:0] errors;

  duplex_output_contract #(
    .Assume(1'b1)
  ) u_contract (
    .clk_i,
    .rst_ni,
    .can_reserve_i(u_dut.can_reserve),
    .idle_i       (u_dut.idle),
    .reserve_i    (u_dut.reserve),
    .capture_i    (u_dut.capture),
    .info_i       (u_dut.capture_info),
    .error_i      (u_dut.aborted),
    .close_i      (u_dut.text_open),
    .open_o       (),
    .kind_o       (),
    .gap_o        (gap),
    .error_o      (errors)
  );

  logic started_q = 1'b0;
  logic on;
  assign on = started_q && rst_ni;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || !rst_ni);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The core does not stand still
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state;
  command_t command;
  step_t step, next;
  logic read, decoded, next_held, ends, echoes;
  capture_t info;
  logic [1:0] coming;  // a capture was reserved one, two cycles ago
  logic [3:0] echo_pair;
  assign command = u_dut.u_input.command;
  assign ends = step.last || (next_held && next.last);
  assign read = u_dut.u_input.u_command.read_q;
  assign decoded = u_dut.u_input.decoded;
  assign state = u_dut.u_input.state;
  assign step = u_dut.u_input.u_move.step_q;
  assign next = u_dut.u_input.u_move.next_q;
  assign next_held = !u_dut.u_input.u_move.next_empty_q;
  assign info = u_dut.capture_info;
  assign coming = u_contract.reserved_q;
  assign echoes = u_dut.u_input.u_move.echo_active_q;
  assign echo_pair = u_dut.u_input.u_move.echo_pair_q;

  logic mute, mute_q = 1'b0;
  logic [79:0] control, control_q;

  assign mute = !s_axis_tready && !m_axis_tvalid;
  assign control = 80'({
    4'(u_dut.u_input.u_grammar.state_q),
    read,
    decoded,
    u_dut.u_input.suffix_pending,
    u_dut.u_input.absorb_ended,
    u_dut.u_input.u_grammar.tag_ready_q,
    u_dut.u_input.abort_o,
    step.issue,
    step.pop,
    step.capture_only,
    next_held,
    echoes,
    {4{echoes}} & echo_pair,
    u_dut.u_input.u_place.pair_q,
    u_dut.u_input.u_place.full_q,
    u_dut.u_input.u_place.carry_q,
    u_dut.u_permutation.round_q,
    u_dut.u_permutation.state_zero_q,
    u_dut.u_permutation.clear_q1,
    u_dut.u_permutation.clear_q2,
    u_dut.u_permutation.u_issue.drain_count_q,
    u_dut.u_permutation.u_issue.near_last_q,
    u_dut.u_permutation.u_issue.issue_ready_q,
    u_dut.u_permutation.u_issue.can_capture_q,
    u_dut.u_permutation.u_issue.answer_pending_q,
    u_dut.u_permutation.u_issue.answer_ready_q,
    u_dut.u_permutation.start_ready_o,
    u_dut.u_permutation.capture_ready_o,
    u_dut.u_permutation.absorb_ready_o,
    u_dut.u_permutation.tag_busy_o,
    u_dut.u_permutation.issue_block_q1,
    u_dut.u_permutation.issue_more_q1,
    u_dut.u_permutation.u_issue.issue_final_q1,
    u_dut.u_permutation.step_q2,
    u_dut.u_permutation.u_issue.capture_q1,
    u_dut.u_permutation.capture_o,
    u_dut.u_output.run_q,
    {4{u_dut.u_output.run_q}} & u_dut.u_output.slot_q,
    u_dut.u_output.space_q,
    u_dut.u_output.idle_o,
    u_dut.u_output.error_q,
    u_dut.u_output.status_q
  });

  always_ff @(posedge clk_i) begin
    mute_q <= rst_ni && mute;
    control_q <= control;
  end

  always_comb begin
    assert (!mute_q || !rst_ni || !mute || control != control_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The steps of the input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [3:0] LastTextPair = 4'd10;
  // The shape of a message of Keyak.
  localparam shape_t KeyakShape = '{before_last_pair: LastTextPair - 4'd1, odd: 1'b1, default: 1'b0};

  logic known_q = 1'b0;  // a command was accepted
  always_ff @(posedge clk_i) begin
    if (!rst_ni) known_q <= 1'b0;
    else if (u_dut.u_input.ready && u_dut.u_input.start) known_q <= 1'b1;
  end

  // What is written to the block of a message of Keyak.
  contents_t contents;
  logic in_keyak, at_last;
  logic [3:0] pair;
  assign contents = u_dut.u_input.contents;
  assign in_keyak = state inside {InBody, InTagClose, InLast} && known_q && !command.message.sponge;
  assign at_last = u_dut.u_input.u_place.at_last_q;
  assign pair = u_dut.u_input.u_place.pair_q;

  always_comb begin
    if (on) begin
      assert (known_q || (state inside {InCommand, InAbort, InFlush} && !step.issue && !next_held));
      if (known_q) begin
        assert (command.message.sponge ? Sponge && !command.message.open :
                command.shape == KeyakShape && !command.mac);
        assert (!command.message.open || command.message.check);
        assert (!command.message.sponge || !(state inside {InBody, InStart, InKeyTail, InNonceTail}));
        assert (command.message.sponge || !(state inside {InAbsorb, InTag, InForget}));
        assert (!command.message.sponge || command.mac ||
                !(state inside {InKey, InKeyClose, InNonce, InNonceClose}));
      end
      // The pair to write next.
      if (in_keyak && contents.segment_text) begin
        assert (pair <= LastTextPair + 4'd1);
        assert (at_last == (pair == LastTextPair) && contents.full == (pair == LastTextPair + 4'd1));
      end
      if (in_keyak && !contents.segment_text && !contents.segment_ad) begin
        assert (pair == '0 && !at_last && !contents.full);
      end
    end
  end

  // The pair of text that was written last: now, after the step, after the next one.
  logic [3:0] ends_at[3];
  assign ends_at[0] = u_dut.u_input.u_move.text_pair_q;
  assign ends_at[1] = step.lanes.is_text ? step.lanes.pair : ends_at[0];
  assign ends_at[2] = next_held && next.lanes.is_text ? next.lanes.pair : ends_at[1];

  // A step waits for what its block needs.
  function automatic logic is_waiting(step_t given);
    return (given.issue || !(given.wait_start || given.wait_capture || given.wait_absorb)) &&
        (given.first || !given.wait_start) && given.wait_capture == (given.issue && given.capture) &&
        (!given.capture_only ||
         (given.issue && given.wait_capture && !given.wait_start && !given.wait_absorb));
  endfunction

  // A command is of no other kind.
  function automatic logic is_beat(beat_t one);
    return !one.is_command || !(one.is_key || one.is_nonce || one.is_tag || one.is_text || one.is_seed ||
        one.text_begins || one.ad_begins || one.continues || one.empty_body || one.empty_ad);
  endfunction

  always_comb begin
    if (on) begin
      assert (u_dut.u_input.u_beat.write_q - u_dut.u_input.u_beat.read_q ==
              2'(u_dut.u_input.valid) + 2'(u_dut.u_input.u_beat.next_valid_q) + 2'(step.pop) +
              2'(next_held && next.pop));
      assert (!u_dut.u_input.valid || is_beat(u_dut.u_input.beat));
      assert (!u_dut.u_input.u_beat.next_valid_q || is_beat(u_dut.u_input.u_beat.next_q));
      assert (!u_dut.u_input.u_beat.next_valid_q || (u_dut.u_input.valid && !s_axis_tready));
      assert (is_waiting(step));
      assert (!step.issue || step.wait_start || step.wait_capture || step.wait_absorb || echoes);
      if (next_held) begin
        assert (step.issue && is_waiting(next));
        assert (!next.issue || next.wait_start || next.wait_capture || next.wait_absorb);
      end
      // A command is decoded in two steps, while its beat is held and all before it is done.
      assert (!(read && decoded));
      assert (!read || u_dut.u_input.u_command.data_q == u_dut.u_input.data[7:0]);
      assert (!(read || decoded) || (state == InCommand && u_dut.u_input.valid && u_dut.u_input.idle));
      // The last step of a message issues its last block. A tag is checked in every OPEN.
      assert (!step.last || (step.issue && state == InCommand && !(next_held && next.issue)));
      assert (!(next_held && next.last) || (next.issue && state == InCommand));
      // Before the first block nothing is written but key and nonce.
      assert (!(state inside {InKey, InKeyTail, InKeyClose, InNonce, InNonceTail, InNonceClose, InStart}) ||
              command.mac || !contents.has_text);
      // Text that returns ends with the pair that was written last.
      assert (!echoes || (step.issue && !step.capture_only &&
              !(step.wait_start || step.wait_capture || step.wait_absorb)));
      assert (!echoes || echo_pair >= 4'd12 || echo_pair <= ends_at[0]);
      assert (!(echoes || step.capture_only) || ends_at[0] <= LastTextPair);
      assert (!(next_held && next.capture_only) || ends_at[1] <= LastTextPair);
      assert (!(in_keyak && contents.has_text) || ends_at[2] <= LastTextPair);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The permutation
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic pending, check, tag_busy, issued, begins, ready, clears;
  message_t message;
  assign pending = u_dut.u_permutation.u_issue.answer_pending_q;
  assign check = u_dut.u_permutation.u_issue.check_q;
  assign tag_busy = u_dut.tag_busy;
  assign message = u_dut.u_permutation.message_q;
  assign issued = u_dut.u_permutation.issue_block_q1;
  assign begins = u_dut.u_permutation.step_q2;
  assign ready = u_dut.u_permutation.u_issue.issue_ready_q;
  assign clears = u_dut.u_permutation.clear_q1 || u_dut.u_permutation.clear_q2;

  // A tag to compare is captured, is compared, or its STATUS is made.
  logic captures_tag, compares, status;
  assign captures_tag = info.check && (u_dut.capture || u_dut.u_permutation.u_issue.capture_q1);
  assign compares = u_dut.u_output.run_q && u_dut.u_output.info_q.check && u_dut.u_output.slot_q <= 4'd4;
  assign status = u_dut.u_output.status_q;

  always_comb begin
    if (on) begin
      if (!clears) begin
        assert (u_dut.u_permutation.round_q <= 5'd23);
        assert (u_dut.u_permutation.last_q == (u_dut.u_permutation.round_q == 5'd23));
        assert (u_dut.u_permutation.before_last_q == (u_dut.u_permutation.round_q == 5'd22));
        assert (!u_dut.u_permutation.state_zero_q || u_dut.u_permutation.last_q);
      end
      assert (!(u_dut.start_ready || u_dut.capture_ready || u_dut.absorb_ready) || (ready && !pending));
      assert (!ready || !(issued || begins || u_dut.u_permutation.u_issue.capture_q1));
      // A verdict comes.
      assert (!check || tag_busy);
      assert (!tag_busy || (pending && message.check) || captures_tag || compares || status);
      assert (!status || (u_dut.u_output.run_q && u_dut.u_output.info_q.check &&
                          u_dut.u_output.slot_q == 4'd5));
      // The schedule of captures.
      assert (u_dut.u_permutation.u_issue.drain_count_q == gap);
      assert (u_dut.u_permutation.u_issue.drain_idle_q == (gap == '0));
      assert (!(u_dut.u_permutation.u_issue.can_capture_q || u_dut.capture_ready) ||
              (u_contract.can_reserve_q && gap == '0));
      assert (u_dut.u_permutation.u_issue.capture_q1 == u_contract.reserved_q[0]);
      assert (u_dut.u_permutation.capture_o == u_contract.reserved_q[1]);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The places of the output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic run, slots[2];  // slots: of the beat being made, of the pair before it
  logic [3:0] slot;
  logic [4:0] queued, space_left;
  logic [6:0] reserved, unreserved;

  assign run = u_dut.u_output.run_q;
  assign slot = u_dut.u_output.slot_q;
  assign slots[0] = u_dut.u_output.beat_q.slot;
  assign slots[1] = u_dut.u_output.control_q.slot;
  assign queued = u_dut.u_output.u_queue.write_q - u_dut.u_output.u_queue.read_q;
  assign space_left = 5'($countones(u_dut.u_output.space_q));
  assign reserved = (coming != '0 ? 7'd11 : 7'd0) + (run ? 7'd11 - 7'(slot) : 7'd0) +
      7'(slots[1]) + 7'(slots[0]);
  assign unreserved = 7'(u_dut.u_output.beat_q.close && !slots[0]) +
      7'(u_dut.u_output.control_q.close && !slots[1]) + 7'(u_dut.u_output.error_q) +
      7'(u_dut.u_output.error_status_q) + 7'(errors[2]);

  always_comb begin
    if (on) begin
      assert (!u_dut.u_output.push || u_dut.u_output.queue_ready);
      assert ((u_dut.u_output.space_q & (u_dut.u_output.space_q + 16'd1)) == '0);
      assert (7'(space_left) + 7'(queued) + reserved == 7'd16);
      assert (7'(space_left) >= unreserved);
      assert (!u_contract.can_reserve_q || coming[0] || space_left >= 5'd11);
      assert (!u_dut.idle || coming[0] || space_left == 5'd16);
      assert (unreserved == '0 || errors != '0);
      assert (errors == '0 || (errors & (errors - 3'd1)) == '0);
      assert (u_dut.u_output.error_q == errors[0] && u_dut.u_output.error_status_q == errors[1]);
      assert (errors[2] == (u_dut.u_output.beat_q.status && !slots[0]));
      assert (errors == '0 || (gap == '0 && reserved == '0));
      // A block's schedule.
      assert (coming == 2'b00 || coming == 2'b01 || coming == 2'b10);
      assert (coming[0] == (gap == 4'd11) && coming[1] == (gap == 4'd10));
      assert (gap <= 4'd11);
      assert (!run || slot <= 4'd10);
      assert ((run && slot < 4'd9) == (gap != '0 && gap <= 4'd9));
      assert (!(run && slot < 4'd9) || slot == 4'd9 - gap);
      assert (!run || slot < 4'd9 || gap == '0 || (slot == 4'd10 && gap == 4'd11));
      assert (!run || slot == '0 || slots[1]);
      assert (!(run && slot == '0) || !slots[1]);
      // The lane in the carry leaves at the end of its segment, in the place of the next pair.
      assert (!run || u_dut.u_output.info_q.last <= TextBytes);
      assert (!run || u_dut.u_output.close_slot_q == (u_dut.u_output.info_q.last == '0 ? 4'd0 :
              4'((u_dut.u_output.info_q.last - 8'd1) >> 4)));
      assert (!(u_dut.u_output.control_q.has_odd || u_dut.u_output.control_q.has_even) || slots[1]);
      assert (!(u_dut.u_output.beat_q.has_odd || u_dut.u_output.beat_q.has_even) || slots[0]);
      assert (!(u_dut.u_output.control_q.has_odd && u_dut.u_output.control_q.close) || run);
      assert (!(u_dut.u_output.beat_q.has_odd && u_dut.u_output.beat_q.close) || slots[1]);
      assert (!u_dut.u_output.flush_q || slots[0]);
    end
  end

endmodule
