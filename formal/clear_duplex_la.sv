// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When a low-area duplex core is at rest, and lemmas, for the proof of clearing.
//
// A pass of StClear overwrites the 25 lanes of the state in order. Where a lane is depends on the rounds so
// far, so the lemmas on the words of the memory count the lanes that the pass has written.
//
// Free: whether a received tag was accepted (the task connects a signal of the control). A session ends after
// a refused tag, and the time of the next command shows it.
//
// The lemmas follow from themselves only together, so they stand in one file.

module clear_duplex_la
  import roundel_duplex_la_pkg::*;
();

  import roundel_keccak_la_pkg::step_t;
  import roundel_keccak_la_pkg::mod5_t;
  import roundel_keccak_la_pkg::lane_number_t;

  (* keep *) logic rest;

  keccak_la_replaced u_replaced (
    .clk_i      (core_under_proof.clk_i),
    .old_lane_i (core_under_proof.u_core.u_core.u_state.u_datapath.old_lane),
    .operand_i  (core_under_proof.u_core.u_core.u_state.u_datapath.operand),
    .sum_step_i (core_under_proof.u_core.u_core.u_state.u_datapath.step_q[1]),
    .next_step_i(core_under_proof.u_core.u_core.u_state.u_datapath.step_q[2])
  );

  // The registers that the other form leaves without a use.
  (* keep *) roundel_keccak_la_pkg::lane_t by_4, replaced;
  assign by_4 = core_under_proof.u_core.u_core.u_state.u_datapath.by_4_q;
  assign replaced = core_under_proof.u_core.u_core.u_state.u_datapath.replaced_q;

  logic clk, rst_n;
  assign clk = core_under_proof.clk_i;
  assign rst_n = core_under_proof.rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic beat_secret, skid_secret;
  beat_t beat, skid;
  logic beat_valid, skid_valid;
  assign beat = core_under_proof.u_core.u_core.u_input.data_q;
  assign skid = core_under_proof.u_core.u_core.u_input.gen_skid.skid_data_q;
  assign beat_valid = core_under_proof.u_core.u_core.u_input.valid_q;
  assign skid_valid = core_under_proof.u_core.u_core.u_input.gen_skid.skid_valid_q;
  assign beat_secret = !beat_valid || !beat.command;
  assign skid_secret = !skid_valid || !skid.command;

  function automatic logic is_well_formed(beat_t one);
    return !(one.key || one.nonce || one.ad || one.text || one.tag || one.seed) ||
        (one.keep[0] >= one.keep[1] && (one.last || one.keep[1]));
  endfunction

  always_comb begin
    assert (!skid_valid || beat_valid);
    assert (!beat_valid || is_well_formed(beat));
    assert (!skid_valid || is_well_formed(skid));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Control
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state;
  progress_t progress;
  command_t command;
  logic live, drop, held, full, text;
  logic [1:0] gathered;
  logic [3:0] count;
  place_t place;
  assign state = core_under_proof.u_core.u_core.u_control.state_q;
  assign progress = core_under_proof.u_core.u_core.u_control.progress_q;
  assign command = core_under_proof.u_core.u_core.command;
  assign live = core_under_proof.u_core.u_core.u_control.live_q;
  assign drop = core_under_proof.u_core.u_core.u_control.drop_q;
  assign held = core_under_proof.u_core.u_core.u_control.held_q;
  assign count = core_under_proof.u_core.u_core.u_control.count_q;
  assign full = core_under_proof.u_core.u_core.u_gather.full_o;
  assign text = core_under_proof.u_core.u_core.u_gather.text_o;
  assign gathered = core_under_proof.u_core.u_core.u_gather.beat_o;
  assign place = core_under_proof.u_core.u_core.u_lane.place_o;

  // The steps of a pass: in the register before the memories, being summed, and on their way to the memory.
  step_t step;
  step_t steps[1:6];
  lane_number_t number, step_number;
  logic rounds, active, advance, fire, send, summing;
  logic [2:0] x;
  roundel_keccak_pkg::round_t round;
  roundel_keccak_la_pkg::place_t lane_place;
  mod5_t u[3];
  assign step = core_under_proof.u_core.u_core.u_state.u_rounds.step_o;
  assign steps = core_under_proof.u_core.u_core.u_state.u_datapath.step_q;
  assign step_number = core_under_proof.u_core.u_core.u_state.u_rounds.step_q;
  assign rounds = core_under_proof.u_core.u_core.u_state.u_rounds.rounds_q;
  assign active = core_under_proof.u_core.u_core.u_state.u_rounds.active_q;
  assign fire = core_under_proof.u_core.u_core.u_state.u_rounds.lane_fire;
  assign round = core_under_proof.u_core.u_core.u_state.u_rounds.round;
  assign x = core_under_proof.u_core.u_core.u_state.u_rounds.x_q;
  assign lane_place = core_under_proof.u_core.u_core.u_state.u_rounds.place_q;
  assign u = core_under_proof.u_core.u_core.u_state.u_rounds.u_q;
  assign advance = core_under_proof.u_core.u_core.u_state.advance;
  assign number = rounds ? '0 : step_number;
  assign send = step.send;
  assign summing = steps[1].send;

  // Nothing is kept, and the pass that clears the state has ended or is in the datapath.
  logic cleared, idle, between;
  assign idle = state inside {StCommand, StDecide, StError, StDrop};
  assign cleared = idle && !live;
  // No pass is in progress.
  assign between = idle || state inside {StVerdict, StCloseText, StSendEmpty, StWaitBlock};

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The gathered lane
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic gathers, keyed;
  logic keyed_q;
  logic [1:0] stored;
  assign stored = core_under_proof.u_core.u_core.u_lane.stored_q;
  assign gathers = state inside {StLoadKey, StPadKey, StLoadNonce, StStart, StAbsorb, StStoreAd, StAbsorbText,
                                 StAbsorbTrailingAd, StAbsorbAd, StEndBlock, StTag, StAbort} &&
      !(state == StStoreAd && stored == 2'd3);
  always_ff @(posedge clk) keyed_q <= state inside {StLoadKey, StPadKey};
  assign keyed = keyed_q;

  // Received beats of the tag: after the last of them, `count` is not their number.
  logic [3:0] received;
  assign received = count[3] ? {1'b0, command.tag_last[3:1]} + 4'd1 : count;

  always_comb begin
    assert (state <= StDrop);
    assert (place == place_of(number));
    assert (round <= 5'd23);
    assert (step_number <= (rounds ? 5'd29 : 5'd24));
    assert (!active || (rounds && step_number <= 5'd24));
    assert (!rounds || active || step_number >= 5'd20);
    assert (x == (rounds && !active ? 3'd0 : 3'(step_number % 5)));
    if (between) assert (number == '0);
    if (cleared || state == StVerdict || (state == StCloseText && command.check)) assert (!rounds);
    // A sum that is output is one of the lanes 0 to 20, and before the next of them.
    assert (!send || (!rounds && number >= 5'd1 && number <= 5'd21));
    if (between || state inside {StClear, StClearRemaining, StStoreAd}) assert (!send && !summing);
    assert (!text || (state inside {StAbsorbText, StAbsorbTrailingAd, StEndBlock, StAbort} &&
                      number <= 5'd20));
    if (state inside {StStart, StEndBlock, StAbsorbTrailingAd}) assert (gathered == '0);
    assert (!full || gathered == '0);
    if (state inside {StLoadKey, StLoadNonce}) assert (gathered == count[1:0]);
    if (state == StStoreAd && progress.ended) assert (gathered == '0);
    assert (count == '0 || state inside {StCommand, StDecide, StLoadKey, StLoadNonce, StTag, StCloseText,
                                         StVerdict, StAbort});
    if (state inside {StLoadKey, StLoadNonce}) assert (!count[3] || count[2:0] == '0);
    if (state == StTag && (progress.ended || !command.check)) assert (gathered == '0);
    if (state == StCommand) assert (count <= 4'd7);
    if (state == StAbort && drop && !text) assert (!full && gathered == '0);
    assert (!drop || state inside {StAbort, StClearRemaining, StClear});
    assert (!live || state inside {StCommand, StDecide, StAbort});
    if (!gathers) assert (!full && gathered == '0 && !text);
    if (state inside {StAbsorbText, StAbsorbTrailingAd}) assert (progress.has_text);
    if (state == StStoreAd) assert (number == '0);
    if (state == StAbsorbText) assert (number <= 5'd20 && !(number == 5'd20 && full));
    // The bytes of a received tag are in lanes 0 and 1.
    if (state == StTag && command.check && !progress.ended) begin
      assert (count[3] ? count[2:0] == command.tag_last[3:1] + 3'd1 : count[2:0] <= command.tag_last[3:1]);
      assert (6'(received) == {number, 1'b0} * 2 + 6'(gathered) + (full ? 6'd4 : 6'd0));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The clearing pass
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Whether a step of the datapath is one of StClear, and its lane. A step that is written is in [6]; what it
  // wrote is in the line of chi up to [9].
  logic [9:0] clears_q;
  lane_number_t [9:0] number_q;
  // Lanes that the pass has written; 25 until another lane is written.
  logic [4:0] done_q;

  always_ff @(posedge clk) begin
    if (advance) begin
      clears_q[1:0] <= {clears_q[0], fire && state == StClear};
      number_q[1:0] <= {number_q[0], number};
    end
    clears_q[2] <= clears_q[1] && advance;
    clears_q[9:3] <= clears_q[8:2];
    number_q[9:2] <= number_q[8:1];
    if (steps[6].valid) done_q <= clears_q[6] ? number_q[6] + 5'd1 : '0;
    if (!rst_n) {clears_q, done_q} <= '0;
  end

  function automatic mod5_t times(mod5_t a, mod5_t b);
    times = '0;
    for (int unsigned i = 0; i < 25; i++) begin
      if (a == 3'(i / 5) && b == 3'(i % 5)) times = 3'(i / 5 * (i % 5) % 5);
    end
  endfunction

  function automatic mod5_t plus(mod5_t a, mod5_t b);
    plus = '0;
    for (int unsigned i = 0; i < 25; i++) begin
      if (a == 3'(i / 5) && b == 3'(i % 5)) plus = 3'((i / 5 + i % 5) % 5);
    end
  endfunction

  // Lane (x, y) is in place (x - y) a + y b, with a = (u_{n-1}, u_{n-2}) and b = (u_n, u_{n-1}).
  function automatic roundel_keccak_la_pkg::place_t place_of_lane(lane_number_t lane, mod5_t u0, mod5_t u1,
                                                                  mod5_t u2);
    mod5_t difference, row;
    row = '0;
    difference = '0;
    for (int unsigned i = 0; i < 25; i++) begin
      if (lane == 5'(i)) {difference, row} = {3'((i % 5 + 4 * (i / 5)) % 5), 3'(i / 5)};
    end
    place_of_lane.x = plus(times(difference, u1), times(row, u0));
    place_of_lane.y = plus(times(difference, u2), times(row, u1));
  endfunction

  // The lane in a word of the memory; 31 if there is none.
  function automatic lane_number_t lane_of_word(lane_number_t word, mod5_t u1, mod5_t u2);
    int unsigned x, y, a, b;
    lane_of_word = '1;
    for (int unsigned i = 25; i < 25 * 25; i++) begin
      {x, y, a, b} = {i % 5, i / 5 % 5, i / 25 / 5, i / 25 % 5};
      if (u1 == 3'(a) && u2 == 3'(b) && word == roundel_keccak_la_pkg::address_of(
              {3'(((x + 4 * y) * a + y * (a + 3 * b)) % 5), 3'(((x + 4 * y) * b + y * a) % 5)}
          )) begin
        lane_of_word = 5'(5 * y + x);
      end
    end
  endfunction

  function automatic logic is_place(lane_number_t word);
    is_place = 1'b0;
    for (int unsigned i = 0; i < 25; i++) begin
      if (word == roundel_keccak_la_pkg::address_of({3'(i / 5), 3'(i % 5)})) is_place = 1'b1;
    end
  endfunction

  logic [31:0] word_used;
  for (genvar j = 0; j < 32; j++) begin : gen_word
    (* keep *) logic used;
    assign used = is_place(5'(j)) && !(lane_of_word(5'(j), u[1], u[2]) < done_q);
    assign word_used[j] = used;
  end

  always_comb begin
    assert (u[0] <= 3'd4 && u[1] <= 3'd4 && u[2] <= 3'd4 && {u[1], u[2]} != '0);
    assert (u[0] == plus(u[1], times(3'd3, u[2])));
    assert (lane_place.x <= 3'd4 && lane_place.y <= 3'd4);
    if (!rounds) assert (lane_place == place_of_lane(number, u[0], u[1], u[2]));
    if (step.valid) assert (is_place(step.place));
    for (int i = 1; i <= 6; i++) if (steps[i].valid) assert (is_place(steps[i].place));
  end

  always_comb begin
    assert (!clears_q[0] || step.valid);
    for (int i = 1; i <= 6; i++) assert (!clears_q[i] || steps[i].valid);
    for (int i = 0; i <= 9; i++) if (clears_q[i]) assert (number_q[i] <= 5'd24);
    // The steps follow each other without a gap.
    for (int i = 0; i <= 8; i++) begin
      if (clears_q[i+1] && number_q[i+1] != 5'd24)
        assert (clears_q[i] && number_q[i] == number_q[i+1] + 5'd1);
      if (clears_q[i] && number_q[i] != '0) assert (clears_q[i+1] && number_q[i+1] == number_q[i] - 5'd1);
    end
    if (clears_q[0] && number_q[0] != 5'd24)
      assert (state == StClear && !rounds && number == number_q[0] + 5'd1);
    if (state == StClear && number != '0) assert (clears_q[0] && number_q[0] == number - 5'd1);
    for (int i = 0; i <= 9; i++) if (clears_q[i] && number_q[i] == 5'd24) assert (!rounds && number <= 5'(i));
    if (live || state inside {StVerdict, StCloseText, StSendEmpty, StSqueeze}) assert (clears_q == '0);
    if (clears_q != '0) assert (!rounds);
    // No command that is served has come since.
    if (clears_q[6:0] != '0) begin
      assert (idle || state inside {StClear, StClearRemaining, StLoadKey, StAbsorb, StAbort});
      assert (!send && !summing && !text);
    end
    for (int i = 0; i <= 6; i++) begin
      if (clears_q[i] && number_q[i] == 5'd24 && state == StLoadKey) assert (count <= 4'(i));
    end
    assert (!held || (state inside {StClear, StClearRemaining, StAbort} && !command.resume));
    if (state == StDecide || (state == StCommand && count != '0)) begin
      assert (live || !command.resume || !core_under_proof.u_core.u_core.cmd_ok);
    end
    if (clears_q[6]) assert (number_q[6] == '0 || done_q == number_q[6]);
    if (done_q != '0 && done_q != 5'd25) assert (clears_q[6] && number_q[6] == done_q);
    assert (done_q <= 5'd25);
    if (cleared) begin
      assert (done_q == 5'd25 || clears_q[6]);
      assert (clears_q[0] || !step.valid);
      for (int i = 1; i <= 6; i++) assert (clears_q[i] || !steps[i].valid);
    end
    if (clears_q[0]) begin
      assert (step.place == roundel_keccak_la_pkg::address_of(place_of_lane(number_q[0], u[0], u[1], u[2])));
      assert (step.replace == '1 && !step.chi && step.first == (number_q[0] < 5'd5));
      assert (step.wrap_next == (number_q[0] % 5 == 5'd4));
      assert (step.operand == number_q[0][3:0]);
    end
    for (int i = 1; i <= 6; i++) begin
      if (clears_q[i]) begin
        assert (steps[i].place == roundel_keccak_la_pkg::address_of(
            place_of_lane(number_q[i], u[0], u[1], u[2])
        ));
        assert (steps[i].replace == '1 && !steps[i].chi && steps[i].first == (number_q[i] < 5'd5));
        assert (steps[i].wrap_next == (number_q[i] % 5 == 5'd4));
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lanes on their way
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // What may depend on a secret, for each register of the datapath. used_q[i] is the lane after i steps.
  (* keep *) logic
      old_used, operand_used, by_4_used, replaced_used, next_used, next_but_one_used, output_used;
  logic old_q, operand_q, by_4_q, replaced_q, next_q, next_but_one_q, output_q;
  logic [9:2] used_q;
  logic [15:0] operands_q;
  logic [4:0] parity_q;
  logic result_used;

  assign result_used = used_q[6] || next_q || next_but_one_q;

  always_ff @(posedge clk) begin
    if (advance) begin
      old_q <= word_used[step.place];
      operand_q <= operands_q[step.operand];
    end
    by_4_q <= old_q || operand_q;
    replaced_q <= old_q && steps[1].replace != '0;
    used_q <= {used_q[8:2], (old_q && steps[1].replace != '1) || operand_q};
    next_q <= steps[5].wrap_next ? used_q[9] : used_q[4];
    next_but_one_q <= steps[5].chi && (steps[5].wrap ? used_q[8] : used_q[3]);
    if (core_under_proof.u_core.u_core.u_state.u_datapath.write_operand_i) begin
      operands_q[core_under_proof.u_core.u_core.u_state.u_datapath.operand_address_i] <=
          core_under_proof.u_core.u_core.u_state.u_datapath.select_d_i ? parity_q[2] || parity_q[4] : gathers;
    end
    if (steps[6].valid || core_under_proof.u_core.u_core.u_state.ring_shift) begin
      parity_q <= {
        (parity_q[0] && !(steps[6].valid && steps[6].first)) || (steps[6].valid && result_used), parity_q[4:1]
      };
    end
    if (core_under_proof.u_core.u_core.u_output.ready_o) output_q <= old_q || operand_q;
  end

  assign old_used = old_q;
  assign operand_used = operand_q;
  assign by_4_used = by_4_q;
  assign replaced_used = replaced_q;
  assign next_used = next_q;
  assign next_but_one_used = next_but_one_q;
  assign output_used = output_q;
  for (genvar j = 2; j < 10; j++) begin : gen_step
    (* keep *) logic used;
    assign used = used_q[j];
  end
  for (genvar j = 0; j < 16; j++) begin : gen_operand
    (* keep *) logic used;
    assign used = operands_q[j];
  end
  for (genvar j = 0; j < 5; j++) begin : gen_parity
    (* keep *) logic used;
    assign used = parity_q[j];
  end

  always_comb begin
    for (int i = 2; i <= 9; i++) if (clears_q[i]) assert (!used_q[i]);
    if (clears_q[1]) assert (!operand_q);
    if (clears_q[6]) assert (!next_q && !next_but_one_q);
    if (clears_q[0]) assert (!operands_q[step.operand]);
    if (state == StClear) begin
      for (int i = 0; i < 16; i++) if (5'(i) < number) assert (!operands_q[i]);
    end
    for (int i = 0; i < 5; i++) if (done_q >= 5'(5 - i)) assert (!parity_q[i]);
    if (cleared) begin
      assert (operands_q == '0 && used_q == '0 && !next_q && !next_but_one_q && !operand_q);
      assert (clears_q[0] || step.place == '0);
      assert (clears_q[1] || !old_q);
      assert (clears_q[2:1] != '0 || !(by_4_q || replaced_q));
    end
  end

  // Steps without a lane, since a command is expected. After an error it is expected in StDrop. Rounds of a
  // generator that is kept may be in progress before.
  logic waiting;
  logic [6:0] quiet_q;
  assign waiting = state inside {StCommand, StDrop} && !rounds;
  always_ff @(posedge clk) quiet_q <= rst_n && waiting ? {quiet_q[5:0], 1'b1} : '0;

  always_comb begin
    if (quiet_q[0]) assert (step.replace == '0 && !step.chi && !clears_q[0]);
    for (int i = 1; i <= 6; i++)
    if (quiet_q[i]) assert (steps[i].replace == '0 && !steps[i].chi && !clears_q[i]);
  end

  // A command is expected, and no beat is held or sent. A session may be kept.
  assign rest = quiet_q == '1 && waiting && !beat_valid && !skid_valid && !core_under_proof.m_axis_tvalid;

  logic rest_q;
  always_ff @(posedge clk) rest_q <= rest;
  always_comb if (rest && rest_q && !live) assert (!output_q && done_q == 5'd25 && parity_q == '0);

endmodule

bind core_under_proof clear_duplex_la u_clear ();
