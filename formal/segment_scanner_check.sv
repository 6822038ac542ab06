// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_segment_scanner and roundel_beat_queue offer the beats that were sent, in order, each once, with
// the properties that docs/stream-protocol.md gives them, for every input, any pauses and a core that uses a
// beat at any time. The queue never overflows. For all time, by induction.
//
// The specification is a list of the beats that were transferred and are not used yet, with the properties
// that they have when they are offered. It is written when a beat is transferred: an empty beat that ends a
// segment after a full one changes the entry of that one. Of the bytes the list has one, whose place in a
// beat is free and stays the same: what holds for it holds for each.

module segment_scanner_check #(
  parameter int unsigned Width  = 128,
  parameter int unsigned Places = 3
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [Width-1:0] s_axis_tdata,
  input logic [Width/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [3:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic leave_i
);

  import roundel_segment_pkg::*;

  localparam int unsigned Bytes = Width / 8;
  localparam int unsigned Room = Places + 1;
  localparam int unsigned Patience = 3;
  localparam logic [3:0] Cmd = 4'd0;

  typedef struct packed {
    segment_beat_t beat;
    logic [Width-1:0] data;
    logic [Bytes-1:0] keep;
  } full_t;

  typedef struct packed {
    segment_beat_t beat;
    logic [7:0] data;
    logic [Bytes-1:0] keep;
  } entry_t;

  logic [$clog2(Bytes)-1:0] byte_q;  // place of the byte in the list

  always_ff @(posedge clk_i) byte_q <= byte_q;

  function automatic entry_t entry_of(full_t full);
    return '{full.beat, full.data[8*byte_q+:8], full.keep};
  endfunction

  logic s_axis_tready, in_valid, valid, used;
  full_t in, head;

  assign used = valid && leave_i;

  roundel_segment_scanner #(
    .Width(Width),
    .Room (Room)
  ) u_scanner (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o(in_valid),
    .beat_o (in.beat),
    .data_o (in.data),
    .keep_o (in.keep),
    .used_i (used)
  );

  roundel_beat_queue #(
    .Width ($bits(full_t)),
    .Places(Places)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .in_valid_i(in_valid),
    .in_data_i (in),
    .valid_o   (valid),
    .leave_i,
    .data_o    (head)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The specification
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef logic [2:0] count_t;

  entry_t [Room-1:0] list_q, list_d;  // the oldest first
  count_t count_q = '0, count_d, left;
  logic open_q = 1'b0;  // the segment of the latest beat is open
  logic [3:0] kind_q = Cmd;  // the kind of the latest beat
  logic waits_q = 1'b0;  // the latest beat is full, and an empty beat may end its segment
  logic [1:0] merged_q = '0;  // one and two cycles ago came an empty beat that ended a segment
  logic push, merge;
  entry_t pushed;

  // No hole in tkeep, and none missing before tlast.
  function automatic logic keep_ok(logic [Bytes-1:0] keep, logic last);
    for (int i = 1; i < int'(Bytes); i++) if (keep[i] && !keep[i-1]) return 1'b0;
    return last || (&keep);
  endfunction

  assign push = s_axis_tvalid && s_axis_tready;
  assign merge = push && waits_q && s_axis_tlast && s_axis_tkeep == '0 && s_axis_tuser == kind_q;

  always_comb begin
    pushed.beat = '{
        kind: s_axis_tuser,
        first: !open_q,
        last: s_axis_tlast,
        empty: !s_axis_tkeep[0],
        full: s_axis_tkeep[Bytes-1],
        malformed: !keep_ok(s_axis_tkeep, s_axis_tlast) || (open_q && s_axis_tuser != kind_q)
    };
    pushed.keep = s_axis_tkeep;
    pushed.data = s_axis_tkeep[byte_q] ? s_axis_tdata[8*byte_q+:8] : 8'd0;
  end

  assign left = count_q - count_t'(used);

  always_comb begin
    list_d = used ? list_q >> $bits(entry_t) : list_q;
    count_d = left + count_t'(push && !merge);
    if (merge && left != '0) list_d[left-3'd1].beat.last = 1'b1;
    if (push && !merge && left < count_t'(Room)) list_d[left] = pushed;
  end

  always_ff @(posedge clk_i) begin
    list_q <= list_d;
    count_q <= count_d;
    merged_q <= {merged_q[0], merge};
    if (push) begin
      open_q <= !s_axis_tlast;
      kind_q <= s_axis_tuser;
      waits_q <= (&s_axis_tkeep) && !s_axis_tlast && s_axis_tuser != Cmd && !pushed.beat.malformed;
    end
    if (!rst_ni) begin
      count_q <= '0;
      open_q <= 1'b0;
      kind_q <= Cmd;
      waits_q <= 1'b0;
      merged_q <= '0;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What the core sees
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  logic held_q = 1'b0;  // a beat was offered in the last cycle, and not used
  logic [1:0] idle_q = '0;
  logic idle, waits;

  assign waits = count_q == 3'd1 && waits_q;
  assign idle = count_q != '0 && !valid && !waits;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    held_q <= rst_ni && valid && !leave_i;
    // Cycles in which no beat is offered, although one was sent and need not wait for the next.
    idle_q <= rst_ni && idle ? idle_q + 2'd1 : '0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (count_q <= count_t'(Room));
      assert (idle_q < 2'(Patience));
      if (valid) begin
        assert (count_q != '0 && !waits);
        assert (entry_of(head) == list_q[0]);
      end
      assert (!held_q || valid);
      // A beat is transferred whenever there is room for it.
      assert (s_axis_tready || count_q + count_t'(merged_q[0]) + count_t'(merged_q[1]) >= count_t'(Room));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants: where the beats of the list are
  //////////////////////////////////////////////////////////////////////////////////////////////////

  count_t stored, queued, held;  // beats in the places, in the queue, and with the one in the scanner
  logic closes;
  entry_t next;

  always_comb begin
    stored = '0;
    for (int i = 0; i < int'(Places); i++) stored += count_t'(!u_queue.free_q[i]);
  end
  assign queued = stored + count_t'(valid);
  assign held   = queued + count_t'(u_scanner.valid_q);
  assign closes = u_scanner.closes;

  always_comb begin
    next.beat = u_scanner.beat_d;
    next.keep = u_scanner.next_keep_q;
    next.data = u_scanner.next_keep_q[byte_q] ? u_scanner.next_data_q[8*byte_q+:8] : 8'd0;
  end

  always_comb begin
    if (started_q && rst_ni) begin
      // Counts.
      assert (stored == '0 || valid);
      assert (count_q == held + count_t'(u_scanner.next_valid_q && !closes));
      assert (u_scanner.count_q == held + count_t'(u_scanner.next_valid_q) + count_t'(u_scanner.closes_q));
      assert (32'(u_scanner.count_q) <= Room);
      assert (s_axis_tready == (32'(u_scanner.count_q) != Room));
      // A beat that need not wait is in the scanner for two cycles.
      assert (!idle || idle_q <= 2'(u_scanner.valid_q));
      // The scanner.
      assert (u_scanner.latest_kind_q == kind_q);
      assert (u_scanner.next_valid_q ? u_scanner.next_same_q == (u_scanner.next_kind_q == in.beat.kind) :
          in.beat.kind == kind_q);
      assert ({u_scanner.closes_q, closes} == merged_q);
      assert (!closes || u_scanner.next_valid_q);
      assert (u_scanner.next_valid_q ? open_q == !u_scanner.next_last_q : open_q == u_scanner.open_q);
      assert (u_scanner.next_valid_q || waits_q == u_scanner.waits_q);
      assert (!u_scanner.waits_q || u_scanner.valid_q);
      if (u_scanner.valid_q) begin
        assert (entry_of(in) == list_q[queued]);
        assert (u_scanner.waits_q == (in.beat.full && !u_scanner.beat_q.last && in.beat.kind != Cmd &&
            !in.beat.malformed));
        assert (!u_scanner.waits_q || (&in.keep));
        assert (u_scanner.open_q == !u_scanner.beat_q.last);
      end
      if (u_scanner.next_valid_q) begin
        assert (u_scanner.next_kind_q == kind_q);
        assert (u_scanner.next_ends_q == (u_scanner.next_last_q && u_scanner.next_keep_q == '0));
        assert (u_scanner.next_whole_q == (u_scanner.next_keep_q == '1));
        if (!closes) begin
          assert (next == list_q[held]);
          assert (waits_q == (next.beat.full && !next.beat.last && !next.beat.malformed &&
              next.beat.kind != Cmd));
        end else begin
          assert (!waits_q);
        end
      end
    end
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert ($onehot(u_queue.read_q) && $onehot(u_queue.write_q));
      for (int r = 0; r < int'(Places); r++) begin
        if (u_queue.read_q[r]) begin
          for (int i = 0; i < int'(Places); i++) begin
            assert (u_queue.free_q[(r+i)%Places] == (i >= int'(stored)));
            if (i < int'(stored)) assert (entry_of(u_queue.place_q[(r+i)%Places]) == list_q[i+1]);
            if (i == int'(stored)) assert (u_queue.write_q[(r+i)%Places]);
          end
          if (stored == count_t'(Places)) assert (u_queue.write_q[r]);
        end
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The bytes of a beat that has left are gone two cycles later
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic empty_q = 1'b0;  // the scanner held no beat in the cycle before
  logic [Places-1:0] free_q = '0;  // places that were free in the cycle before

  always_ff @(posedge clk_i) begin
    empty_q <= !rst_ni || !u_scanner.valid_q;
    free_q <= rst_ni ? u_queue.free_q : '1;
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (u_scanner.next_valid_q || u_scanner.next_data_q == '0);
      assert (u_scanner.valid_q || (in.data == '0 && in.keep == '0));
      for (int i = 0; i < int'(Places); i++)
      if (empty_q && free_q[i] && u_queue.free_q[i]) assert (u_queue.place_q[i][0+:Width+Bytes] == '0);
      if (empty_q && !valid) assert (head.data == '0 && head.keep == '0);
    end
  end

endmodule
