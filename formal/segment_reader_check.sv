// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_segment_reader offers the beats that it was sent, in order, with the properties that
// docs/stream-protocol.md gives them, for every input, any pauses and a core that accepts and drops at any
// time. For all time, by induction.
//
// The specification is a queue of the beats that were transferred and are not used yet, and three facts about
// the segment before the oldest one: is it open, of which kind, are beats dropped. The reader decides when a
// dropped beat or an empty last beat leaves; the queue checks that it may, and within `Patience` cycles does.

module segment_reader_check #(
  parameter int unsigned Width = 128,
  parameter bit          Skid  = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [Width-1:0] s_axis_tdata,
  input logic [Width/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [3:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic accept_i,
  input logic drop_i
);

  localparam int unsigned Bytes = Width / 8;
  localparam int unsigned Places = Skid ? 3 : 2;
  localparam int unsigned Patience = 4;
  localparam logic [3:0] Cmd = 4'd0;

  typedef struct packed {
    logic [Bytes-1:0][7:0] data;
    logic [Bytes-1:0] keep;
    logic last;
    logic [3:0] kind;
  } sent_t;

  logic s_axis_tready, valid, accept;
  roundel_segment_pkg::segment_beat_t beat;
  logic [Width-1:0] data;
  logic [Bytes-1:0] keep;

  assign accept = accept_i && valid;

  roundel_segment_reader #(
    .Width(Width),
    .Skid (Skid)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o (valid),
    .accept_i(accept),
    .drop_i,
    .beat_o  (beat),
    .data_o  (data),
    .keep_o  (keep)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The specification
  //////////////////////////////////////////////////////////////////////////////////////////////////

  sent_t [2:0] queue_q, queue_d;  // the oldest first
  logic [1:0] count_q = 2'd0, count_d;
  logic closed_q = 1'b0;  // the empty beat that ends the oldest one's segment has been discarded
  logic open_q = 1'b0;  // the segment before the oldest beat is open
  logic [3:0] kind_q;  // and of this kind
  logic dropping_q = 1'b0;  // beats are discarded
  logic push, leave, close, oldest_command;
  sent_t oldest, second;

  assign oldest = queue_q[0];
  assign second = queue_q[1];

  // No hole in tkeep, and none missing before tlast.
  function automatic logic keep_ok(sent_t b);
    for (int i = 1; i < int'(Bytes); i++) if (b.keep[i] && !b.keep[i-1]) return 1'b0;
    return b.last || (&b.keep);
  endfunction

  logic well_formed, may_be_last, is_close;
  assign oldest_command = oldest.kind == Cmd;
  assign well_formed = keep_ok(oldest) && (!open_q || oldest.kind == kind_q);
  // A full beat without tlast is the last with data if an empty last beat of its segment follows.
  assign may_be_last = well_formed && !oldest_command && (&oldest.keep) && !oldest.last && !closed_q;
  assign is_close = count_q >= 2'd2 && second.keep == '0 && second.last && second.kind == oldest.kind;

  assign push = s_axis_tvalid && s_axis_tready;
  assign leave = accept || (u_dut.discard && count_q != 2'd0);
  assign close = u_dut.close_q && !leave;

  always_comb begin
    queue_d = queue_q;
    count_d = count_q;
    if (leave) begin
      queue_d = {queue_q[2], queue_q[2], queue_q[1]};
      count_d = count_q - 2'd1;
    end else if (close) begin
      queue_d = {queue_q[2], queue_q[2], queue_q[0]};
      count_d = count_q - 2'd1;
    end
    if (push) begin
      queue_d[count_d] = '{s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser};
      count_d = count_d + 2'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    queue_q <= queue_d;
    count_q <= count_d;
    if (leave) begin
      open_q   <= !(oldest.last || closed_q) && !dropping_q;
      kind_q   <= oldest.kind;
      closed_q <= 1'b0;
    end else if (close) begin
      closed_q <= 1'b1;
    end
    if (drop_i) begin
      dropping_q <= 1'b1;
      open_q <= 1'b0;
    end else if (dropping_q && count_q != 2'd0 && u_dut.valid_q && oldest_command) begin
      dropping_q <= 1'b0;
    end
    if (!rst_ni) begin
      count_q <= 2'd0;
      open_q <= 1'b0;
      closed_q <= 1'b0;
      dropping_q <= 1'b0;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What the core sees
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  logic held_q = 1'b0;  // a beat was offered in the last cycle, and not used
  logic [2:0] idle_q = 3'd0;
  logic idle;
  logic [Width-1:0] kept;

  always_comb for (int i = 0; i < int'(Bytes); i++) kept[8*i+:8] = oldest.keep[i] ? oldest.data[i] : 8'd0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    held_q <= rst_ni && valid && !accept && !drop_i;
    // Cycles in which the reader neither offers the oldest beat nor discards one, and need not wait.
    idle_q <= rst_ni && idle ? idle_q + 3'd1 : 3'd0;
  end

  assign idle = count_q != 2'd0 && !valid && !leave && !close && !drop_i &&
      !(may_be_last && !dropping_q && count_q == 2'd1);

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (count_q <= 2'(Places));
      assert (idle_q < 3'(Patience));
      if (valid) begin
        assert (count_q != 2'd0 && !dropping_q);
        assert (!may_be_last || (count_q >= 2'd2 && !is_close));
        assert (data == kept && keep == oldest.keep);
        assert (beat.kind == oldest.kind);
        assert (beat.first == !open_q);
        assert (beat.last == (oldest.last || closed_q));
        assert (beat.empty == (oldest.keep == '0) || beat.malformed);
        assert (beat.full == (&oldest.keep) || beat.malformed);
        assert (beat.malformed == !well_formed);
      end
      assert (!held_q || valid);
      assert (!close || (may_be_last && is_close && !dropping_q));
      assert (!u_dut.discard || (dropping_q && !oldest_command));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants: where the beats of the queue are, and what the registers know of the oldest one
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic skid_valid;
  sent_t skid, next;
  if (Skid) begin : gen_skid
    assign skid_valid = u_dut.gen_skid.skid_valid_q;
    assign skid = u_dut.gen_skid.skid_q;
  end else begin : gen_no_skid
    assign skid_valid = 1'b0;
    assign skid = '0;
  end
  assign next = u_dut.next_q;

  logic [1:0] first_next;  // place of next_q in the queue
  assign first_next = 2'(u_dut.valid_q);

  always_comb begin
    if (started_q && rst_ni) begin
      assert (count_q == 2'(u_dut.valid_q) + 2'(u_dut.next_valid_q) + 2'(skid_valid));
      assert (!skid_valid || u_dut.next_valid_q);
      assert (!u_dut.next_valid_q || next == queue_q[first_next]);
      assert (!skid_valid || skid == queue_q[first_next+2'd1]);
      assert (dropping_q == u_dut.dropping_q);
      assert (!dropping_q || !open_q);
      assert (!u_dut.waits_q || u_dut.valid_q);
      assert (!u_dut.close_q || (u_dut.waits_q && is_close));
      if (u_dut.valid_q) begin
        assert (data == kept && keep == oldest.keep);
        assert (beat.kind == oldest.kind && u_dut.is_command_q == oldest_command);
        assert (beat.first == !open_q && beat.last == (oldest.last || closed_q));
        assert (beat.empty == !oldest.keep[0] && beat.full == oldest.keep[Bytes-1]);
        assert (beat.malformed == !well_formed && u_dut.bad_keep_q == !keep_ok(oldest));
        assert (u_dut.open_q == !(oldest.last || closed_q));
        assert (!u_dut.waits_q || may_be_last);
        assert (u_dut.waits_q || dropping_q || !may_be_last || (count_q >= 2'd2 && !is_close));
      end else begin
        assert (!closed_q);
        assert (dropping_q || u_dut.open_q == open_q);
        assert (!open_q || beat.kind == kind_q);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // A register without a beat is zero from the next cycle on
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic beat_empty_q, next_empty_q;

  always_ff @(posedge clk_i) begin
    beat_empty_q <= !rst_ni || !u_dut.valid_q;
    next_empty_q <= !rst_ni || !u_dut.next_valid_q;
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (!beat_empty_q || u_dut.valid_q || (data == '0 && keep == '0));
      assert (!next_empty_q || u_dut.next_valid_q || next == '0);
      assert (skid_valid || skid == '0);
    end
  end

endmodule
