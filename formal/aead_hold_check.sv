// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks roundel_aead_hold for any segments in any order, with any pauses, stalls and resets, for all time:
//
//   secret     no beat is sent as UNVERIFIED. No beat is sent of a text whose tag is refused, whose message
//              ends in an error, that was too long or that no STATUS followed
//   in_order   every other beat is sent once, in order
//   unchanged  with its tkeep, its tlast and its kind, except that UNVERIFIED becomes TEXT
//   true       with its data, except that ACCEPTED becomes OVERFLOW after a text that was dropped
//   an offered beat does not change until it is accepted (stream_properties)
//
// and with Progress = 1:
//
//   not_mute   a beat that can be sent is offered in less than 8 cycles
//   not_deaf   an offered beat is accepted in less than Depth + 8 cycles, if the sink is always ready
//
// Whether a text will be released is guessed when it begins (released_i is free). Runs in which the guess is
// wrong are not checked. So each beat can carry, in its data, what must be true of it when it is sent:
// byte 1 {must not be sent, the three low bits that byte 0 must have, its number},
// byte 2 {kind, tlast, tkeep}. The empty beat that closes a text carries nothing but counts.

module aead_hold_check #(
  parameter int unsigned Depth    = 4,
  parameter bit          Progress = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [23:0] s_axis_tdata,
  input logic [2:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready,

  input logic released_i
);

  import roundel_stream_pkg::*;

  logic s_axis_tready;
  logic [23:0] m_axis_tdata;
  logic [2:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_aead_hold #(
    .DataWidth(24),
    .Depth    (Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  stream_properties #(
    .DataWidth(24),
    .Assume   (1'b1)
  ) u_input (
    .clk_i,
    .rst_ni,
    .tdata_i (s_axis_tdata),
    .tkeep_i (s_axis_tkeep),
    .tlast_i (s_axis_tlast),
    .tuser_i (s_axis_tuser),
    .tvalid_i(s_axis_tvalid),
    .tready_i(s_axis_tready)
  );

  // Bytes without tkeep carry data for this check only: Segments = 0.
  stream_properties #(
    .DataWidth(24),
    .Segments (1'b0)
  ) u_output (
    .clk_i,
    .rst_ni,
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  logic started_q = 1'b0;
  logic in, out;
  assign in = s_axis_tvalid && s_axis_tready;
  assign out = m_axis_tvalid && m_axis_tready;

  // The input. text_q: a text has begun and no other kind has come after it. lost_q: it will not be released.
  // length_q: the number of its beats that need a cell. released_q: the guess.
  logic text_q = 1'b0;
  logic lost_q = 1'b0;
  logic released_q = 1'b0;
  logic [3:0] length_q = '0;
  logic [3:0] number_q = '0;
  logic unverified, empty_end, begins, lost, released, accepted;
  logic [2:0] low;

  assign unverified = s_axis_tuser == KindUnverified;
  assign empty_end = s_axis_tlast && s_axis_tkeep == '0 && (unverified || s_axis_tuser == KindText);
  assign begins = unverified && !u_input.inside_q;
  assign accepted = s_axis_tuser == KindStatus && s_axis_tkeep[0] && s_axis_tdata[7:0] == StatusAccepted;
  // A second text without a STATUS between them, or more text than the memory can keep.
  assign lost = lost_q || (begins && text_q) ||
      (unverified && !begins && length_q == 4'(Depth) && !empty_end);
  assign released = begins ? released_i : released_q;
  assign low = accepted && lost_q ? 3'(StatusOverflow) : s_axis_tdata[2:0];

  always_comb begin
    assume (started_q || !rst_ni);
    if (rst_ni && s_axis_tvalid) begin
      if (unverified) begin
        assume (!released || !lost);
        assume (!begins || !text_q || !released_q);
      end else if (text_q) begin
        assume (released_q == (accepted && !lost_q));
      end
      if (Progress) begin
        // Nothing is said of the data.
      end else if (empty_end) begin
        assume (s_axis_tdata == '0);
      end else begin
        assume (s_axis_tdata[15:8] == {unverified && !released, low, number_q});
        assume (s_axis_tdata[23:16] == {unverified ? KindText : s_axis_tuser, s_axis_tlast, s_axis_tkeep});
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      text_q <= 1'b0;
      lost_q <= 1'b0;
      number_q <= '0;
    end else if (in) begin
      text_q <= unverified;
      lost_q <= unverified && lost;
      released_q <= released;
      if (begins) length_q <= 4'd1;
      else if (unverified && length_q != 4'(Depth)) length_q <= length_q + 4'd1;
      if (!unverified || released) number_q <= number_q + 4'd1;
    end
  end

  // The output.
  typedef struct packed {
    logic [UserWidth-1:0] user;
    logic last;
    logic [2:0] keep;
    logic [23:0] data;
  } beat_t;

  // It may be sent as beat `number`, and what it carries is true of it.
  function automatic logic is_right(beat_t beat, logic [3:0] number);
    if (beat.user == KindText && beat.last && beat.keep == '0) return beat.data == '0;
    return beat.user != KindUnverified && beat.data[23:16] == {beat.user, beat.last, beat.keep} &&
        beat.data[15:8] == {1'b0, beat.data[2:0], number};
  endfunction

  beat_t offer;
  logic [3:0] expected_q = '0;

  assign offer = '{user: m_axis_tuser, last: m_axis_tlast, keep: m_axis_tkeep, data: m_axis_tdata};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) expected_q <= '0;
    else if (out) expected_q <= expected_q + 4'd1;
  end

  always_comb begin
    if (started_q && rst_ni && m_axis_tvalid) begin
      assert (number_q != expected_q && (Progress || is_right(offer, expected_q)));
    end
  end

  if (Progress) begin : gen_progress
    logic [3:0] mute_q = '0;
    logic [3:0] deaf_q = '0;
    logic pending, not_mute, not_deaf;
    assign pending = number_q != expected_q && !(text_q && released_q);
    assign not_mute = mute_q < 4'd8;
    assign not_deaf = deaf_q < 4'(Depth + 8);

    always_ff @(posedge clk_i) begin
      mute_q <= rst_ni && pending && !m_axis_tvalid ? mute_q + 4'd1 : '0;
      deaf_q <= rst_ni && s_axis_tvalid && !s_axis_tready && m_axis_tready ? deaf_q + 4'd1 : '0;
    end

    always_comb begin
      if (started_q && rst_ni) begin
        assert (not_mute);
        assert (not_deaf);
      end
    end
  end

  // For induction: the place of each beat that has come and was not sent, and the text's state in the hold,
  // compared with the input. The places are the beat that is judged, the memory, the word that was read and
  // the offered beat. text, released_before and so on: their values before the beat that is judged, if any.
  localparam int unsigned PointerWidth = $clog2(Depth) + 1;
  logic text_before_q = 1'b0;
  logic lost_before_q = 1'b0;
  logic released_before_q = 1'b0;
  logic open_before_q = 1'b0;
  logic [3:0] length_before_q = '0;
  logic first_beat_q = 1'b0;  // the beat that is judged is no further one of a text
  logic sent_later_q = 1'b0;  // it will be sent
  logic judged, text, lost_before, released_before, open_before;
  logic [3:0] length;
  logic [PointerWidth-1:0] committed, waiting;
  logic [4:0] stored;
  logic [3:0] held_count, longer;

  always_ff @(posedge clk_i) begin
    if (in) begin
      text_before_q <= text_q;
      lost_before_q <= lost_q;
      released_before_q <= released_q;
      open_before_q <= u_input.inside_q;
      length_before_q <= length_q;
      first_beat_q <= !unverified || begins;
      sent_later_q <= !unverified || released;
    end
  end

  assign judged = u_dut.valid_q;
  assign text = judged ? text_before_q : text_q;
  assign lost_before = judged ? lost_before_q : lost_q;
  assign released_before = judged ? released_before_q : released_q;
  assign open_before = judged ? open_before_q : u_input.inside_q;
  assign length = judged ? length_before_q : length_q;
  assign committed = u_dut.u_memory.commit_q - u_dut.u_memory.read_q;
  assign waiting = u_dut.u_memory.write_q - u_dut.u_memory.commit_q;
  assign longer = first_beat_q ? 4'd1 : length == 4'(Depth) ? length : length + 4'd1;
  assign stored = 5'(committed) + 5'(waiting);

  always_comb begin
    held_count = 4'(committed) + 4'(u_dut.word_valid) + 4'(u_dut.out_valid_q) + 4'(judged && sent_later_q);
    if (!u_dut.held_q || released_before) held_count = held_count + 4'(waiting) + 4'(u_dut.end_q);
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (4'(number_q - expected_q) == held_count);
      // Memory.
      assert (stored <= 5'(Depth));
      assert (u_dut.full == (stored == 5'(Depth)));
      assert (u_dut.uncommitted_full == (5'(waiting) == 5'(Depth)));
      assert (u_dut.held_q == (waiting != '0));
      // The beat that is judged.
      assert (!judged || u_dut.unverified_q == text_q);
      assert (!judged || sent_later_q == (!u_dut.unverified_q || released_q));
      assert (!judged || !first_beat_q || !text || !open_before);
      assert (!judged || first_beat_q || (u_dut.unverified_q && open_before && text));
      assert (!judged || first_beat_q || released_q == released_before);
      assert (!judged || u_dut.unverified_q || !text ||
          released_before == (u_dut.accepted_q && !lost_before));
      assert (!judged || !u_dut.unverified_q || !first_beat_q || !text || !released_before);
      assert (!judged || !u_dut.unverified_q || length_q == longer);
      assert (!judged || lost_q == (u_dut.unverified_q && (lost_before || (first_beat_q && text) ||
          (!first_beat_q && length == 4'(Depth) && !u_dut.empty_end_q))));
      assert (!judged || !u_dut.accepted_q || !u_dut.unverified_q);
      assert (!u_input.inside_q || text_q == (u_input.kind_q == KindUnverified));
      assert (!judged || u_dut.beat_q.last == !u_input.inside_q);
      // The text before it is held, dropped, or was just decided.
      assert (!u_dut.held_q || text);
      assert (!u_dut.dropped_q || (text && !u_dut.held_q && !released_before));
      assert (!lost_before || u_dut.dropped_q);
      assert (!text || u_dut.held_q || u_dut.dropped_q || (judged && u_dut.accepted_q && released_before));
      assert (!u_dut.dropped_q || lost_before || (judged && first_beat_q));
      assert (!u_dut.held_q || length == 4'(waiting));
      assert (!u_dut.held_q || u_dut.closed_q == !open_before);
      assert (!u_dut.end_q || !u_dut.held_q || (u_dut.uncommitted_full && u_dut.closed_q));
      assert (!text_q || !lost_q || !released_q);
    end
  end

  // Each beat that will be sent is right, at every place.
  logic [3:0] next;
  beat_t beat, word;
  assign next = expected_q + 4'(m_axis_tvalid);
  assign beat = u_dut.beat_q;
  assign word = u_dut.word;

  for (genvar i = 0; i < Depth; i++) begin : gen_word
    logic [PointerWidth-1:0] place;
    logic sent;
    beat_t stored_word;
    assign place = u_dut.u_memory.read_q + PointerWidth'(i);
    assign stored_word = u_dut.u_memory.mem_q[place[PointerWidth-2:0]];
    assign sent = 5'(i) < 5'(committed) || (5'(i) < stored && released_before);
    always_comb begin
      if (!Progress && started_q && rst_ni && sent) begin
        assert (is_right(stored_word, next + 4'(u_dut.word_valid) + 4'(i)));
      end
    end
  end

  logic [2:0] beat_low;
  logic beat_empty;
  assign beat_low = u_dut.accepted_q && lost_before ? 3'(StatusOverflow) : beat.data[2:0];
  assign beat_empty = beat.last && beat.keep == '0 && (u_dut.unverified_q || beat.user == KindText);
  always_comb begin
    if (!Progress && started_q && rst_ni && u_dut.word_valid) assert (is_right(word, next));
    if (!Progress && started_q && rst_ni && judged) begin
      assert (u_dut.unverified_q == (beat.user == KindUnverified));
      assert (u_dut.accepted_q ==
          (beat.user == KindStatus && beat.keep[0] && beat.data[7:0] == StatusAccepted));
      assert (u_dut.not_accepted_q == (beat.user == KindStatus && !u_dut.accepted_q));
      assert (u_dut.empty_end_q == (beat.last && !beat.keep[0]));
      assert ((beat.keep & (beat.keep + 3'd1)) == '0);
      if (beat_empty) begin
        assert (beat.data == '0);
      end else if (sent_later_q) begin
        assert (beat.data[15:8] == {1'b0, beat_low, 4'(number_q - 4'd1)});
        assert (beat.data[23:16] == {u_dut.unverified_q ? KindText : beat.user, beat.last, beat.keep});
      end
    end
  end

endmodule
