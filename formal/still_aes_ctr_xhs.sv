// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_properties on aes-ctr-xhs, and lemmas: where the beats of the input are, what the grammar may expect
// of the key, and where the answers are. A lemma is an assertion like the others: a wrong one fails the
// proof.

module still_aes_ctr_xhs
  import core_under_proof_pkg::KeyBytes;
  import roundel_aes_ctr_xhs_pkg::*;
();

  localparam int unsigned Places = 3;
  localparam int unsigned Rounds = KeyBytes / 4 + 6;
  localparam int unsigned Cycles = roundel_aes_line_pkg::line_cycles(Rounds, core_under_proof_pkg::Phases, 1);

  logic started_q = 1'b0;
  logic reset_q;  // the cycle before was one of a reset
  logic on;
  always_ff @(posedge core_ports_check.clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !core_ports_check.rst_ni;
  end
  assign on = started_q && core_ports_check.rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beats: transferred, held by the scanner, and in the queue
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [2:0] count, queued;
  logic next_valid, held, waits, closes, valid, dropping;
  logic [Places-1:0] free, read, write;

  assign count = 3'(core_ports_check.u_dut.u_core.u_scanner.count_q);
  assign next_valid = core_ports_check.u_dut.u_core.u_scanner.next_valid_q;
  assign held = core_ports_check.u_dut.u_core.u_scanner.valid_q;
  assign waits = core_ports_check.u_dut.u_core.u_scanner.waits_q;
  assign closes = core_ports_check.u_dut.u_core.u_scanner.closes_q;
  assign valid = core_ports_check.u_dut.u_core.u_offer.u_beats.valid_o;
  assign free = core_ports_check.u_dut.u_core.u_offer.u_beats.free_q;
  assign read = core_ports_check.u_dut.u_core.u_offer.u_beats.read_q;
  assign write = core_ports_check.u_dut.u_core.u_offer.u_beats.write_q;
  assign dropping = core_ports_check.u_dut.u_core.u_offer.dropping_q;
  assign queued = 3'(valid) + 3'(!free[0]) + 3'(!free[1]) + 3'(!free[2]);

  // A beat is of one kind.
  offered_t offered;
  assign offered = core_ports_check.u_dut.u_core.u_offer.beat_o;

  function automatic logic is_one(offered_t beat);
    return $onehot0({beat.command, beat.key, beat.nonce, beat.text});
  endfunction

  // The next places of a ring.
  logic [Places-1:0] second, third;
  assign second = (read << 1) | (read >> (Places - 1));
  assign third = (second << 1) | (second >> (Places - 1));

  always_comb begin
    if (on) begin
      assert (count == 3'(next_valid) + 3'(held) + 3'(closes) + queued);
      assert (count <= 3'(Places + 1));
      assert (core_ports_check.s_axis_tready == (count != 3'(Places + 1)));
      assert (!waits || held);
      assert ($onehot(read));
      assert ((&free && write == read) || (free == ~read && write == second) ||
              (free == third && write == third) || (free == '0 && write == read));
      assert (is_one(offered));
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    offered_t place;
    assign place = core_ports_check.u_dut.u_core.u_offer.u_beats.place_q[i];
    always_comb if (on) assert (is_one(place));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The grammar and the key
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The states are one-hot in the grammar; KeyEmpty to KeyDrain in the key.
  localparam int unsigned StCommand = 0;
  localparam int unsigned StKey = 1;
  localparam int unsigned StKeyMore = 2;
  localparam int unsigned StNonce = 3;
  localparam int unsigned StText = 4;
  localparam int unsigned StTextMore = 5;
  localparam int unsigned StClose = 6;
  localparam int unsigned StError = 7;

  logic [7:0] state;
  logic [2:0] key;
  logic illegal, wrong, check, silent, session, load_key, clear_key, clear_pending, key_free, key_ready;
  logic no_clear, half_good, key_good;

  assign state = core_ports_check.u_dut.u_core.u_grammar.state_q;
  assign illegal = core_ports_check.u_dut.u_core.u_grammar.illegal_q;
  assign wrong = core_ports_check.u_dut.u_core.u_grammar.wrong_q;
  assign check = core_ports_check.u_dut.u_core.u_grammar.check_q;
  assign silent = core_ports_check.u_dut.u_core.u_grammar.silent_q;
  assign session = core_ports_check.u_dut.u_core.u_grammar.session_q;
  assign load_key = core_ports_check.u_dut.u_core.load_key;
  assign clear_key = core_ports_check.u_dut.u_core.clear_key;
  assign key = 3'(core_ports_check.u_dut.u_core.u_key.state_q);
  assign clear_pending = core_ports_check.u_dut.u_core.u_key.clear_pending_q;
  assign key_free = core_ports_check.u_dut.u_core.key_free;
  assign key_ready = core_ports_check.u_dut.u_core.key_ready;

  // The first of two rows is loaded, or all of them, or will be in the next cycle.
  assign no_clear = !clear_pending && !clear_key;
  assign half_good = no_clear && (key == 3'd1 || (load_key && key == 3'd0));
  assign key_good = no_clear &&
      (key inside {3'd2, 3'd3} || (load_key && key == (KeyBytes == 16 ? 3'd0 : 3'd1)));

  always_comb begin
    if (on) begin
      assert (illegal ? state == '0 : $onehot(state));
      assert (silent == (state[StClose] || state[StError]));
      assert (!wrong || check);
      assert (key <= 3'd4);
      assert (!key_free || key inside {3'd0, 3'd1});
      assert (key_free || !(key inside {3'd0, 3'd1}) || reset_q);
      assert (key_ready == (key == 3'd3 && !clear_pending));
      assert (!clear_pending || key != 3'd0);
      assert (!session || key_good);
      assert (!state[StKey] || key inside {3'd0, 3'd4} || clear_pending || clear_key);
      assert (!state[StKey] || key != 3'd1);
      assert (key != 3'd1 || state[StKeyMore] || load_key || illegal || state[StError] || state[StCommand]);
      assert (!(key == 3'd1 && state[StCommand]) || (clear_key && dropping) || clear_pending);
      assert (!state[StKeyMore] || half_good);
      assert (!(state[StNonce] && !wrong) || key_good);
      assert (!(state[StText] || state[StTextMore]) || key_good);
      assert (!load_key || (KeyBytes != 16 && state[StKeyMore]) || state[StNonce] || state[StText] ||
              illegal);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The expansion of the key
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic expanding, write_row;
  logic [Rounds:0] row;
  logic [3:0] row_step;
  assign expanding = core_ports_check.u_dut.u_core.u_keys.expanding_q;
  assign write_row = core_ports_check.u_dut.u_core.u_keys.write_q;
  assign row = core_ports_check.u_dut.u_core.u_keys.row_q;
  assign row_step = core_ports_check.u_dut.u_core.u_keys.step_q;

  always_comb begin
    if (on) begin
      assert (!expanding || $onehot(row_step));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The answers: on their way through the cipher, and stored
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [Cycles:0] steps;
  logic [7:0] answers, stored;
  logic space, left, write_answer, word_valid;

  for (genvar c = 0; c <= Cycles; c++) begin : gen_step
    step_t step;
    assign step = core_ports_check.u_dut.u_core.step_q[c];
    assign steps[c] = step != NoStep;
    always_comb if (on) assert (step.text || !step.last);
  end
  assign answers = 8'(core_ports_check.u_dut.u_core.u_answer.answers_q);
  assign left = core_ports_check.u_dut.u_core.u_answer.left_q;
  assign write_answer = core_ports_check.u_dut.u_core.u_answer.write_q;
  assign word_valid = core_ports_check.u_dut.u_core.u_answer.stored_valid;
  assign space = core_ports_check.u_dut.u_core.u_answer.space_o;
  assign stored = 8'(core_ports_check.u_dut.u_core.u_answer.u_memory.write_q -
      core_ports_check.u_dut.u_core.u_answer.u_memory.read_q);

  // A step was decided in the cycle before. There was space so many cycles before.
  logic decided;
  logic [3:1] space_q;
  assign decided = core_ports_check.u_dut.u_core.u_grammar.step_q.text ||
      core_ports_check.u_dut.u_core.u_grammar.step_q.error;
  always_ff @(posedge core_ports_check.clk_i) begin
    space_q <= on ? {space_q[2:1], space} : '0;
  end

  // Steps that are counted and have not left the cipher: the number in each place and those after it. All
  // steps move in every cycle, so each number is that of the place before, without the step that leaves.
  logic [7:0] flying_q[Cycles+1];

  for (genvar c = 2; c <= Cycles; c++) begin : gen_flying
    logic [7:0] previous, next;
    if (c == 2) begin : gen_first
      assign previous = flying_q[2] + 8'(steps[1]);
    end else begin : gen_other
      assign previous = flying_q[c-1];
    end
    if (c == Cycles) begin : gen_last
      assign next = '0;
    end else begin : gen_inner
      assign next = flying_q[c+1];
    end
    always_ff @(posedge core_ports_check.clk_i) begin
      flying_q[c] <= !on ? '0 : previous - 8'(steps[Cycles]);
    end
    always_comb if (on) assert (flying_q[c] == next + 8'(steps[c]));
  end

  always_comb begin
    if (on) begin
      assert (core_ports_check.u_dut.u_core.u_answer.u_memory.commit_q ==
              core_ports_check.u_dut.u_core.u_answer.u_memory.write_q);
      assert (answers == flying_q[2] + 8'(write_answer) + stored + 8'(word_valid) + 8'(left));
      assert (answers <= 8'd125 && stored <= 8'd125);
      // A step is decided only while there is space, and counted three cycles later.
      assert (!space || answers <= 8'd121);
      assert (!space_q[1] || answers <= 8'd122);
      assert (!space_q[2] || answers <= 8'd123);
      assert (!space_q[3] || answers <= 8'd124);
      assert (!steps[0] || space_q[2]);
      assert (!steps[1] || space_q[3]);
      assert (!(decided || check || wrong) || space_q[1]);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The control registers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned Width = 192;
  logic [Width-1:0] control;
  assign control = Width'({
    count,
    next_valid,
    held,
    waits,
    closes,
    valid,
    free,
    read,
    write,
    dropping,
    state,
    illegal,
    wrong,
    check,
    silent,
    session,
    decided,
    key,
    load_key,
    clear_key,
    clear_pending,
    key_free,
    key_ready,
    core_ports_check.u_dut.u_core.u_key.idle_q,
    core_ports_check.u_dut.u_core.u_key.drained_q,
    expanding,
    write_row,
    row,
    expanding ? row_step : 4'd0,
    steps,
    answers,
    space,
    left,
    write_answer,
    word_valid,
    core_ports_check.u_dut.u_core.u_answer.u_memory.write_q,
    core_ports_check.u_dut.u_core.u_answer.u_memory.read_q
  });

  still_properties #(
    .Width(Width)
  ) u_still (
    .clk_i        (core_ports_check.clk_i),
    .rst_ni       (core_ports_check.rst_ni),
    .s_axis_tready(core_ports_check.s_axis_tready),
    .m_axis_tvalid(core_ports_check.m_axis_tvalid),
    .control_i    (control)
  );

endmodule

bind core_ports_check still_aes_ctr_xhs u_still_aes_ctr_xhs ();
