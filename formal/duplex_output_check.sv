// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_duplex_output answers by the rules of the stream for all captures that follow its contract
// (duplex_output_contract). For all time, by induction. The rules are proved of the beats that enter its
// queue, which always has space for them. The queue sends every beat once, in order and unchanged, and
// holds the beat on offer (the task stream-fifo). The lanes are free. A STATUS is ACCEPTED if and only if the
// tag that was compared last was equal to the lanes in all bits, and was compared after the last verdict.

module duplex_output_check
  import roundel_duplex_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic             reserve_i,
  input logic             capture_i,
  input capture_t         info_i,
  input logic     [127:0] tag_i,
  input logic     [ 63:0] even_i,
  input logic     [ 63:0] odd_i,
  input logic             error_i,
  input logic             close_i,
  input logic             m_axis_tready
);

  logic can_reserve, idle, answered;

  roundel_duplex_output u_dut (
    .clk_i,
    .rst_ni,
    .reserve_i,
    .can_reserve_o(can_reserve),
    .idle_o       (idle),
    .capture_i,
    .info_i,
    .tag_i,
    .even_i,
    .odd_i,
    .answered_o   (answered),
    .refused_o    (),
    .error_i,
    .close_i,
    .m_axis_tdata (),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (),
    .m_axis_tvalid(),
    .m_axis_tready
  );

  logic open;
  answer_e kind;
  logic [3:0] gap;
  logic [2:0] errors;

  duplex_output_contract #(
    .Assume(1'b1)
  ) u_contract (
    .clk_i,
    .rst_ni,
    .can_reserve_i(can_reserve),
    .idle_i       (idle),
    .reserve_i,
    .capture_i,
    .info_i,
    .error_i,
    .close_i,
    .open_o       (open),
    .kind_o       (kind),
    .gap_o        (gap),
    .error_o      (errors)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rules, of the beats that go into the queue
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic [63:0] high;
    logic [63:0] low;
    logic [15:0] keep;
    logic        last;
    answer_e     kind;
  } out_beat_t;

  out_beat_t beat;
  logic push;
  assign beat = u_dut.beat;
  assign push = u_dut.push;

  stream_properties #(
    .DataWidth(128)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .tdata_i ({beat.high, beat.low}),
    .tkeep_i (beat.keep),
    .tlast_i (beat.last),
    .tuser_i ({1'b0, beat.kind}),
    .tvalid_i(push),
    .tready_i(u_dut.queue_ready)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The verdict
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // What a comparison found: not judged yet, the verdict, the verdict that is sent.
  typedef struct packed {
    logic compared;
    logic equal;
  } found_t;

  logic started_q = 1'b0;
  found_t found_q[3];
  logic accepted;

  always_ff @(posedge clk_i) begin
    found_q[0] <= '0;
    if (u_dut.beat_q.check) found_q[0] <= '{compared: 1'b1, equal: u_dut.pair_q == tag_i};
    if (!rst_ni || answered) found_q[1] <= '0;
    else if (found_q[0].compared) found_q[1] <= found_q[0];
    found_q[2] <= rst_ni && answered ? found_q[1] : '0;
  end

  assign accepted = push && beat.kind == AnswerStatus && beat.low[7:0] == StatusAccepted;

  always_comb begin
    if (started_q && rst_ni) assert (accepted == (found_q[2].compared && found_q[2].equal));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic slot;
    logic has_even;
    logic has_odd;
    logic close;
    logic check;
    logic status;
    answer_e kind;
  } control_t;

  control_t stage[2];  // 0: the beat being made, 1: the pair before it
  logic [15:0] keep[2];
  capture_t info;
  logic run, carry, flush, in_segment;
  logic [3:0] slot, close_slot;
  logic [4:0] queued, space_left;
  logic [6:0] reserved, unreserved;
  answer_e carry_kind_q;

  assign stage[0] = u_dut.beat_q;
  assign stage[1] = u_dut.control_q;
  assign keep[0] = u_dut.beat_keep_q;
  assign keep[1] = u_dut.keep_q;
  assign info = u_dut.info_q;
  assign run = u_dut.run_q;
  assign slot = u_dut.slot_q;
  assign close_slot = u_dut.close_slot_q;
  assign carry = u_dut.carry_q;
  assign flush = u_dut.flush_q;
  assign in_segment = u_beats.inside_q;
  assign queued = u_dut.u_queue.write_q - u_dut.u_queue.read_q;
  assign space_left = 5'($countones(u_dut.space_q));

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (stage[0].has_even) carry_kind_q <= stage[0].kind;
  end

  // Places: in the queue, reserved, not reserved. Beats without a reservation are those of an error.
  logic [1:0] coming;
  assign coming = u_contract.reserved_q;
  assign reserved = (coming != '0 ? 7'd11 : 7'd0) + (run ? 7'd11 - 7'(slot) : 7'd0) +
      7'(stage[1].slot) + 7'(stage[0].slot);
  assign unreserved = 7'(stage[0].close && !stage[0].slot) + 7'(stage[1].close && !stage[1].slot) +
      7'(u_dut.error_q) + 7'(u_dut.error_status_q) + 7'(errors[2]);

  // The segment after each stage: in the queue, after beat, pair and run.
  logic after[4];
  answer_e after_kind[4];
  logic closes, sends;
  assign after[0] = (in_segment || carry) && !flush;
  assign after_kind[0] = in_segment ? answer_e'(u_beats.kind_q[2:0]) : carry_kind_q;
  for (genvar i = 0; i < 2; i++) begin : gen_after
    assign after[i+1] = !stage[i].status && !stage[i].close && (stage[i].has_even || after[i]);
    assign after_kind[i+1] = stage[i].has_even ? stage[i].kind : after_kind[i];
  end
  assign closes = run && info.close && !info.check && slot <= close_slot;
  assign sends = run && !info.check && {slot, 4'd0} < info.last;
  assign after[3] = !closes && ((sends && !info.close) || after[2]);
  assign after_kind[3] = sends ? info.kind : after_kind[2];

  always_comb begin
    assume (started_q || !rst_ni);
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (!push || beat.kind <= AnswerStatus);
      // The queue has a place for each beat.
      assert (!push || u_dut.queue_ready);
      assert ((u_dut.space_q & (u_dut.space_q + 16'd1)) == '0);
      assert (7'(space_left) + 7'(queued) + reserved == 7'd16);
      assert (7'(space_left) >= unreserved);
      assert (!u_contract.can_reserve_q || coming[0] || space_left >= 5'd11);
      assert (!idle || coming[0] || space_left == 5'd16);
      assert (unreserved == '0 || errors != '0);
      assert (errors == '0 || (errors & (errors - 3'd1)) == '0);
      assert (u_dut.error_q == errors[0] && u_dut.error_status_q == errors[1]);
      assert (errors[2] == (stage[0].status && !stage[0].slot));
      assert (errors == '0 || (gap == '0 && reserved == '0 && !open));
      // A block's schedule.
      assert (coming == 2'b00 || coming == 2'b01 || coming == 2'b10);
      assert (coming[0] == (gap == 4'd11) && coming[1] == (gap == 4'd10));
      assert (gap <= 4'd11);
      assert (!run || slot <= 4'd10);
      assert ((run && slot < 4'd9) == (gap != '0 && gap <= 4'd9));
      assert (!(run && slot < 4'd9) || slot == 4'd9 - gap);
      assert (!run || slot < 4'd9 || gap == '0 || (slot == 4'd10 && gap == 4'd11));
      assert (!run || slot == '0 || stage[1].slot);
      assert (!(run && slot == '0) || !stage[1].slot);
      // A block: what its information promises, as long as it runs.
      assert (!run || close_slot == (info.last == '0 ? 4'd0 : 4'((info.last - 8'd1) >> 4)));
      assert (!run || info.last <= TextBytes);
      assert (!run || info.kind < AnswerStatus);
      assert (!run || info.close || (info.last[2:0] == '0 && info.last != '0));
      assert (!run || info.close || !info.after_tag || info.last > 8'd16);
      assert (!(run && info.check) ||
          (info.close && !info.after_tag && info.last inside {8'd8, [8'd12:TagBytes]}));
      // The segment, from the queue to what is captured last.
      assert (after[3] == open);
      assert (!run || open == !info.close);
      assert (!open || (after_kind[3] == kind && info.kind == kind && kind < AnswerStatus));
      assert (!(after[2] && (sends || closes)) || info.kind == after_kind[2]);
      for (int unsigned i = 0; i < 2; i++) begin
        assert (!stage[i].slot || (keep[i] & (keep[i] + 16'd1)) == '0);
        assert (stage[i].has_even == (stage[i].slot && keep[i][0] && !stage[i].check));
        assert (stage[i].has_odd == (stage[i].slot && keep[i][8] && !stage[i].check));
        assert (!stage[i].has_even || stage[i].close || keep[i] == 16'h00ff || keep[i] == 16'hffff);
        assert (!stage[i].check || (stage[i].slot && !stage[i].close));
        assert (!stage[i].status || !(stage[i].has_even || stage[i].close || stage[i].check));
        assert (!(after[i] && (stage[i].has_even || stage[i].close)) || stage[i].kind == after_kind[i]);
        assert (!stage[i].status || (stage[i].kind == AnswerStatus && !after[i]));
        assert (!(stage[i].has_even || stage[i].close) || stage[i].kind < AnswerStatus);
        assert (!(stage[i].close && !stage[i].slot) || errors[i==0]);
      end
      assert (!(stage[1].status && !stage[1].slot) || errors[1]);
      assert (u_dut.status_q == (stage[1].status && stage[1].slot));
      assert (!errors[1] || stage[1].status);
      assert (!errors[0] || keep[1] == '0);
      assert (!errors[1] || (keep[1] == '0 && keep[0] == '0));
      assert (!errors[2] || keep[0] == '0);
      // The stages of a comparison, and of a STATUS.
      assert (u_dut.check_q == found_q[0].compared);
      assert ((u_dut.tag_match_q == '1) == (found_q[0].compared && found_q[0].equal));
      assert (u_dut.accepted_q == (found_q[1].compared && found_q[1].equal));
      assert (u_dut.refused_q == (found_q[1].compared && !found_q[1].equal));
      assert (!u_dut.status_q || (run && info.check && slot == 4'd5 && keep[1] == '0));
      assert (!found_q[2].compared || (stage[0].status && stage[0].slot));
      assert (!stage[0].status || (!carry && !flush));
      assert (!stage[1].status || !after[1]);
      assert (!stage[0].status || u_dut.pair_q[0] == (errors[2] ? StatusError :
              !found_q[2].compared ? StatusError : found_q[2].equal ? StatusAccepted : StatusRefused));
      // The lane in the carry is full, except the last of a segment, which leaves in the next cycle.
      assert (!carry || flush || u_dut.carry_keep_q == '1);
      assert (!flush || (carry && in_segment && u_dut.carry_keep_q[0]));
      assert ((u_dut.carry_keep_q & (u_dut.carry_keep_q + 8'd1)) == '0 || !carry);
      assert (!(carry && in_segment) || carry_kind_q == answer_e'(u_beats.kind_q[2:0]));
      assert (!in_segment || u_beats.kind_q < 4'(AnswerStatus));
      assert (!flush || (stage[0].slot && !stage[0].has_even && !stage[0].close && !stage[0].status &&
          stage[0].kind == carry_kind_q && keep[0] == '0));
      assert (!(stage[0].close && stage[0].has_odd) || (stage[1].slot && !stage[1].has_even &&
          !stage[1].close && !stage[1].check && stage[1].kind == stage[0].kind && keep[1] == '0));
      assert (!(stage[1].close && stage[1].has_odd) || (run && slot == close_slot + 4'd1 && info.close &&
          !info.check && info.kind == stage[1].kind));
      // Bytes not kept are zero.
      for (int unsigned k = 1; k < 16; k++) assert (keep[0][k] || u_dut.pair_q[k] == '0);
      assert (keep[0][0] || !(stage[0].close || flush) || u_dut.pair_q[0] == '0);
      for (int unsigned k = 0; k < 8; k++) begin
        assert (!carry || u_dut.carry_keep_q[k] || u_dut.carry_data_q[8*k+:8] == '0);
      end
    end
  end

endmodule
