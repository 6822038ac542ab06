// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks roundel_aead_hold with the Depth of a core, for all time, with any pauses, stalls and resets.
//
//   Legal = 0   for any input: a beat that entered as UNVERIFIED leaves only if its segment was complete and
//               the segment right after it is a STATUS that is ACCEPTED and has entered. It leaves as TEXT.
//   Legal = 1   if the input keeps the rules of the stream, the output does (stream_properties)
//
// Of the memory one cell is followed, whose address is free and constant, and the beat that leaves after the
// beat of that cell. What holds of it holds of every cell. The empty beat that closes a text of Depth beats
// comes from no cell and is followed always.

module aead_hold_rules_check
  import roundel_stream_pkg::*;
#(
  parameter int unsigned Depth = 1024,
  parameter bit          Legal = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready,

  input logic [$clog2(Depth)-1:0] followed_i
);

  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth-1:0] address_t;
  typedef logic [AddressWidth:0] pointer_t;

  typedef struct packed {
    logic [UserWidth-1:0] user;
    logic last;
    logic [15:0] keep;
    logic [127:0] data;
  } beat_t;

  logic s_axis_tready, m_axis_tvalid;
  beat_t in, out;

  assign in = '{user: s_axis_tuser, last: s_axis_tlast, keep: s_axis_tkeep, data: s_axis_tdata};

  roundel_aead_hold #(
    .DataWidth(128),
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
    .m_axis_tdata(out.data),
    .m_axis_tkeep(out.keep),
    .m_axis_tlast(out.last),
    .m_axis_tuser(out.user),
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic on;
  address_t followed_q;

  always_ff @(posedge clk_i) begin
    started_q  <= 1'b1;
    followed_q <= followed_i;
  end
  assign on = started_q && rst_ni;

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!started_q || followed_i == followed_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat of the followed cell: in the cell, in the word that was read, offered, and sent
  //////////////////////////////////////////////////////////////////////////////////////////////////

  address_t write_address, read_address;
  pointer_t stored, committed, waiting, distance;
  logic in_fire, write_followed, fetch, word_valid, out_fire;
  logic cell_written_q = 1'b0;  // since the reset
  logic word_followed_q, out_followed_q;

  assign write_address = u_dut.u_memory.write_q[AddressWidth-1:0];
  assign read_address = u_dut.u_memory.read_q[AddressWidth-1:0];
  assign stored = u_dut.u_memory.write_q - u_dut.u_memory.read_q;
  assign committed = u_dut.u_memory.commit_q - u_dut.u_memory.read_q;
  assign waiting = u_dut.u_memory.write_q - u_dut.u_memory.commit_q;
  assign distance = pointer_t'(address_t'(followed_i - read_address));
  assign in_fire = s_axis_tvalid && s_axis_tready;
  assign write_followed = u_dut.write && write_address == followed_i;
  assign fetch = u_dut.u_memory.fetch;
  assign word_valid = u_dut.word_valid;
  assign out_fire = m_axis_tvalid && m_axis_tready;

  always_ff @(posedge clk_i) begin
    if (write_followed) cell_written_q <= 1'b1;
    if (!rst_ni) cell_written_q <= 1'b0;
    if (fetch) word_followed_q <= read_address == followed_i;
    if (u_dut.send_end) out_followed_q <= 1'b0;
    else if (u_dut.can_accept) out_followed_q <= word_followed_q;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What has entered after a beat of text
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic text;      // it entered as UNVERIFIED
    logic open;      // its segment has not ended
    logic waits;     // nothing has entered since but beats of its segment
    logic released;  // its segment was complete, and then a STATUS entered that is ACCEPTED
  } entered_t;

  // The same after another beat.
  function automatic entered_t followed_by(entered_t as, beat_t beat);
    followed_by = as;
    if (as.waits) begin
      if (beat.user == KindUnverified && as.open) begin
        followed_by.open = !beat.last;
      end else begin
        followed_by.waits = 1'b0;
        followed_by.released = !as.open && beat.user == KindStatus && beat.keep[0] &&
            beat.data[7:0] == StatusAccepted;
      end
    end
  endfunction

  entered_t beat_as_q;  // of the beat that is judged
  entered_t cell_as_q, end_as_q, word_as_q, out_as_q;
  entered_t beat_as, cell_as, end_as, new_as;
  logic end_followed_q;  // the beat on offer is the empty end of a text

  assign new_as = '{
          text: in.user == KindUnverified,
          open: !in.last,
          waits: in.user == KindUnverified,
          released: 1'b0
      };
  assign beat_as = in_fire ? followed_by(beat_as_q, in) : beat_as_q;
  assign cell_as = in_fire ? followed_by(cell_as_q, in) : cell_as_q;
  assign end_as = in_fire ? followed_by(end_as_q, in) : end_as_q;

  always_ff @(posedge clk_i) begin
    beat_as_q <= in_fire ? new_as : beat_as;
    cell_as_q <= write_followed ? beat_as : cell_as;
    end_as_q  <= u_dut.keep_end ? beat_as : end_as;
    if (fetch) word_as_q <= cell_as;
    end_followed_q <= rst_ni && (u_dut.send_end || (end_followed_q && !m_axis_tready));
    if (u_dut.send_end) out_as_q <= end_as;
    else if (u_dut.can_accept) out_as_q <= word_as_q;
  end

  logic out_tracked;
  assign out_tracked = m_axis_tvalid && (out_followed_q || end_followed_q);

  always_comb begin
    if (on && out_tracked) begin
      assert (!out_as_q.text || out_as_q.released);
      assert (!out_as_q.text || out.user == KindText);
      assert (out.user != KindUnverified);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the memory, and what has entered after the beat at each place
  //////////////////////////////////////////////////////////////////////////////////////////////////

  beat_t beat, cell_beat, word;
  assign beat = u_dut.beat_q;
  assign cell_beat = u_dut.u_memory.mem_q[followed_i];
  assign word = u_dut.word;

  // Of a text that is held, by what is judged.
  entered_t held_as;
  always_comb begin
    held_as = '{text: 1'b1, open: !u_dut.closed_q, waits: 1'b1, released: 1'b0};
    if (u_dut.valid_q) held_as = followed_by(held_as, beat);
  end

  function automatic logic is_kept(entered_t as);
    return !as.text || as.released;
  endfunction

  always_comb begin
    if (on) begin
      assert (stored <= pointer_t'(Depth));
      assert (waiting <= stored);
      assert (u_dut.full == (stored == pointer_t'(Depth)));
      assert (u_dut.uncommitted_full == (waiting == pointer_t'(Depth)));
      assert (u_dut.held_q == (waiting != '0));
      assert (distance >= stored || cell_written_q);
      assert (!u_dut.held_q || !u_dut.dropped_q);
      assert (!end_followed_q || (m_axis_tvalid && !out_followed_q));
      assert (!u_dut.end_q || !u_dut.held_q || (u_dut.uncommitted_full && u_dut.closed_q));
      // The beat that is judged: nothing has entered after it.
      if (u_dut.valid_q) begin
        assert (beat_as_q.text == (beat.user == KindUnverified));
        assert (beat_as_q.open == !beat.last && beat_as_q.waits == beat_as_q.text && !beat_as_q.released);
        assert (u_dut.unverified_q == beat_as_q.text);
        assert (u_dut.accepted_q ==
            (beat.user == KindStatus && beat.keep[0] && beat.data[7:0] == StatusAccepted));
        assert (u_dut.not_accepted_q == (beat.user == KindStatus && !u_dut.accepted_q));
        assert (u_dut.empty_end_q == (beat.last && !beat.keep[0]));
      end
      // A text that is held: the beat that is judged has entered after it.
      if (distance < stored) begin
        assert (cell_beat.user != KindUnverified);
        assert (!cell_as_q.text || cell_beat.user == KindText);
        if (distance < committed) begin
          assert (is_kept(cell_as_q) && !(cell_as_q.text && cell_as_q.waits));
        end else begin
          assert (cell_as_q == held_as);
        end
      end
      if (u_dut.end_q) begin
        assert (u_dut.held_q ? end_as_q == held_as : end_as_q.text && end_as_q.released && !end_as_q.waits);
      end
      if (word_valid && word_followed_q) begin
        assert (is_kept(word_as_q) && word.user != KindUnverified);
        assert (!word_as_q.text || word.user == KindText);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rules of the stream
  //////////////////////////////////////////////////////////////////////////////////////////////////

  if (Legal) begin : gen_legal
    stream_properties #(
      .DataWidth(128),
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

    always_comb assume (!s_axis_tvalid || u_input.unused_zero);

    // The rules of segments are checked below, of the beats that are followed.
    stream_properties #(
      .DataWidth(128),
      .Segments (1'b0)
    ) u_output (
      .clk_i,
      .rst_ni,
      .tdata_i (out.data),
      .tkeep_i (out.keep),
      .tlast_i (out.last),
      .tuser_i (out.user),
      .tvalid_i(m_axis_tvalid),
      .tready_i(m_axis_tready)
    );

    logic sent_followed_q = 1'b0;  // the beat that was accepted last
    always_ff @(posedge clk_i) begin
      if (!rst_ni) sent_followed_q <= 1'b0;
      else if (out_fire) sent_followed_q <= out_followed_q;
    end

    always_comb begin
      if (on && out_tracked) begin
        assert (u_output.keep_prefix);
        assert (u_output.keep_full);
        assert (u_output.kind_known);
        assert (u_output.unused_zero);
      end
      if (on && m_axis_tvalid && sent_followed_q) assert (u_output.kind_holds);
    end

    // Lemmas. The segment before the beat that is judged, if any.
    logic before_open_q, open;
    logic [UserWidth-1:0] before_kind_q, kind;
    always_ff @(posedge clk_i) begin
      if (in_fire) begin
        before_open_q <= u_input.inside_q;
        before_kind_q <= u_input.kind_q;
      end
    end
    assign open = u_dut.valid_q ? before_open_q : u_input.inside_q;
    assign kind = u_dut.valid_q ? before_kind_q : u_input.kind_q;

    function automatic logic is_beat(beat_t beat);
      is_beat = (beat.keep & (beat.keep + 16'd1)) == '0 && (beat.keep == '1 || beat.last) &&
          beat.user <= KindUnverified;
      for (int unsigned k = 0; k < 16; k++) is_beat &= beat.keep[k] || beat.data[8*k+:8] == '0;
    endfunction

    // `next` may follow a beat of this kind and end.
    function automatic logic precedes(logic [UserWidth-1:0] user, logic last, beat_t next);
      return last || user == next.user;
    endfunction

    // No committed beat comes after it: text that is held, the empty end of a text, or the next beat.
    function automatic logic is_newest(logic [UserWidth-1:0] user, logic last);
      if (waiting != '0) return last;
      if (u_dut.end_q) return !last && user == KindText;
      return last || (open && kind == user && kind != KindUnverified);
    endfunction

    beat_t next_beat;
    address_t next_address;
    assign next_address = followed_i + address_t'(1);
    assign next_beat = u_dut.u_memory.mem_q[next_address];

    // `next_beat` or what is newest comes after it.
    function automatic logic goes_on(logic [UserWidth-1:0] user, logic last);
      return read_address == next_address &&
          (committed == '0 ? is_newest(user, last) : precedes(user, last, next_beat));
    endfunction

    always_comb begin
      if (on) begin
        if (u_dut.valid_q) begin
          assert (is_beat(beat));
          assert (precedes(before_kind_q, !before_open_q, beat));
          assert (u_input.inside_q == !beat.last && u_input.kind_q == beat.user);
        end
        if (u_dut.held_q) assert (open == !u_dut.closed_q && (!open || kind == KindUnverified));
        // The followed cell.
        if (distance < stored) assert (is_beat(cell_beat));
        if (distance + pointer_t'(1) < stored && distance + pointer_t'(1) != committed) begin
          assert (precedes(cell_beat.user, cell_beat.last, next_beat));
        end
        if (distance < stored && distance + pointer_t'(1) == committed) begin
          assert (is_newest(cell_beat.user, cell_beat.last));
        end
        if (u_dut.held_q && distance + pointer_t'(1) == stored) begin
          assert (cell_beat.user == KindText && cell_beat.last == (u_dut.closed_q && !u_dut.end_q));
        end
        // The word that was read, the beat on offer and the beat before it.
        if (word_valid && word_followed_q) assert (is_beat(word) && goes_on(word.user, word.last));
        if (m_axis_tvalid && out_followed_q) begin
          if (word_valid)
            assert (precedes(out.user, out.last, word));
            else assert (goes_on(out.user, out.last));
        end
        if (sent_followed_q && !m_axis_tvalid) begin
          if (word_valid)
            assert (precedes(u_output.kind_q, !u_output.inside_q, word));
            else assert (goes_on(u_output.kind_q, !u_output.inside_q));
        end
      end
    end
  end

endmodule
