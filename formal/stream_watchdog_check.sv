// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_stream_watchdog with any sender, core and receiver.
//
// - The answers keep the rules of the stream if those of the core do, also when the core is reset on the way.
// - Every beat passes once, in the same cycle; only the empty beat that closes a segment is added.
// - The core is reset only after Patience cycles without a beat on offer.
// - A core that neither accepts a beat nor offers one for Patience + 1 cycles is reset.
// - Works = 1: a core is never reset if it answers legal transactions in order and without ERROR, and if it
//   is never silent for Patience cycles while a beat waits or an answer is due. The sender may pause.
//
// Interfaces: instances roundel_stream_watchdog; the tasks stream-watchdog and stream-watchdog-works.

module stream_watchdog_check
  import roundel_stream_pkg::*;
#(
  parameter int unsigned Width       = 16,
  parameter int unsigned Patience    = 8,
  parameter bit          Works       = 1'b0,
  parameter bit          CounterMode = 1'b0   // with Works: all transactions are in counter mode, or none
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [  Width-1:0] s_axis_tdata,
  input logic [Width/8-1:0] s_axis_tkeep,
  input logic               s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic               s_axis_tvalid,

  input logic               core_s_axis_tready,

  input logic [  Width-1:0] core_m_axis_tdata,
  input logic [Width/8-1:0] core_m_axis_tkeep,
  input logic               core_m_axis_tlast,
  input logic [UserWidth-1:0] core_m_axis_tuser,
  input logic               core_m_axis_tvalid,

  input logic               m_axis_tready
);

  logic s_axis_tready, core_rst_n, stopped;
  logic [Width-1:0] core_s_axis_tdata, m_axis_tdata;
  logic [Width/8-1:0] core_s_axis_tkeep, m_axis_tkeep;
  logic core_s_axis_tlast, m_axis_tlast, core_s_axis_tvalid, m_axis_tvalid, core_m_axis_tready;
  logic [UserWidth-1:0] core_s_axis_tuser, m_axis_tuser;

  roundel_stream_watchdog #(
    .InputWidth (Width),
    .OutputWidth(Width),
    .Patience   (Patience)
  ) u_dut (
    .core_rst_no(core_rst_n),
    .stopped_o  (stopped),
    .*
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb if (!started_q) assume (!rst_ni);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rules of the streams
  //////////////////////////////////////////////////////////////////////////////////////////////////

  stream_properties #(
    .DataWidth(Width),
    .Assume   (1),
    .Segments (Works)
  ) u_sender (
    .clk_i,
    .rst_ni,
    .tdata_i (s_axis_tdata),
    .tkeep_i (s_axis_tkeep),
    .tlast_i (s_axis_tlast),
    .tuser_i (s_axis_tuser),
    .tvalid_i(s_axis_tvalid),
    .tready_i(s_axis_tready)
  );

  // To the core. The illegal beat has the bytes that the sender shows, which may change.
  logic core_s_waiting_q = 1'b0;
  logic core_s_added_q;
  logic [UserWidth:0] core_s_end_q;

  always_ff @(posedge clk_i) begin
    core_s_waiting_q <= rst_ni && core_rst_n && core_s_axis_tvalid && !core_s_axis_tready;
    core_s_added_q <= u_dut.inject_q;
    core_s_end_q <= {core_s_axis_tuser, core_s_axis_tlast};
  end

  always_comb begin
    if (rst_ni && core_rst_n && core_s_waiting_q) begin
      offered : assert (core_s_axis_tvalid && {core_s_axis_tuser, core_s_axis_tlast} == core_s_end_q);
      of_sender : assert (core_s_added_q || !u_dut.inject_q);
    end
  end

  stream_properties #(
    .DataWidth(Width),
    .Assume   (1)
  ) u_core (
    .clk_i,
    .rst_ni  (core_rst_n),
    .tdata_i (core_m_axis_tdata),
    .tkeep_i (core_m_axis_tkeep),
    .tlast_i (core_m_axis_tlast),
    .tuser_i (core_m_axis_tuser),
    .tvalid_i(core_m_axis_tvalid),
    .tready_i(core_m_axis_tready)
  );

  // The bytes that a core leaves out are zero (stream_properties assumes that of no input).
  for (genvar i = 0; i < Width / 8; i++) begin : gen_unused
    always_comb assume (core_m_axis_tkeep[i] || core_m_axis_tdata[8*i+:8] == '0);
  end

  stream_properties #(
    .DataWidth(Width)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  logic s_fire, core_s_fire, m_fire, core_m_fire;
  assign s_fire = s_axis_tvalid && s_axis_tready;
  assign core_s_fire = core_s_axis_tvalid && core_s_axis_tready && core_rst_n;
  assign m_fire = m_axis_tvalid && m_axis_tready;
  assign core_m_fire = core_m_axis_tvalid && core_m_axis_tready && core_rst_n;

  always_comb begin
    if (rst_ni) begin
      pass_in :
      assert (!s_fire || (core_s_fire
          && {core_s_axis_tdata, core_s_axis_tkeep, core_s_axis_tlast, core_s_axis_tuser}
          == {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}));
      pass_out :
      assert (!core_m_fire || (m_fire
          && {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}
          == {core_m_axis_tdata, core_m_axis_tkeep, core_m_axis_tlast, core_m_axis_tuser}));
      added_in : assert (!core_s_fire || s_fire || (core_s_axis_tuser > KindUnverified));
      added_out : assert (!m_fire || core_m_fire || (m_axis_tkeep == '0 && m_axis_tlast));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // When the core is reset
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Cycles without a beat on offer, and those of them with a beat that is not accepted.
  int unsigned quiet_q = 0;
  int unsigned blocked_q = 0;
  logic was_reset_q = 1'b1;

  always_ff @(posedge clk_i) begin
    quiet_q <= !rst_ni || core_m_axis_tvalid ? 0 : quiet_q == Patience + 4 ? quiet_q : quiet_q + 1;
    blocked_q <= rst_ni && core_rst_n && !core_m_axis_tvalid && core_s_axis_tvalid && !core_s_axis_tready
                 ? blocked_q + 1 : 0;
    was_reset_q <= !rst_ni;
  end

  always_comb begin
    if (rst_ni && !was_reset_q && !core_rst_n) reset_quiet : assert (quiet_q > Patience);
    if (rst_ni) reset_comes : assert (blocked_q <= Patience + 1);
  end

  // Lemmas: what waits at one side waits at the other, and what the counters have counted.
  always_comb begin
    if (started_q) begin
      assert (u_answers.inside_q == u_dut.inside_q);
      assert (!u_dut.inside_q || u_answers.kind_q == u_dut.inside_kind_q);
      assert (!u_dut.inside_q || u_dut.inside_kind_q <= KindUnverified);
      assert (!u_dut.close_q || (u_dut.inside_q && !(core_rst_n && u_core.inside_q)));
      if (u_dut.inside_q && !u_dut.close_q && core_rst_n)
        assert (u_core.inside_q && u_core.kind_q == u_dut.inside_kind_q);
      if (core_rst_n && u_core.inside_q) assert (u_dut.inside_q);
      if (u_answers.waiting_q && u_dut.close_q)
        assert (u_answers.beat_q == {{Width{1'b0}}, {Width / 8{1'b0}}, 1'b1, u_dut.inside_kind_q});
      if (u_answers.waiting_q && !u_dut.close_q)
        assert (core_rst_n && u_core.waiting_q && u_core.beat_q == u_answers.beat_q);
      if (core_s_waiting_q && !core_s_added_q)
        assert (u_sender.waiting_q && core_s_end_q == {u_sender.beat_q.user, u_sender.beat_q.last});
      if (core_s_waiting_q && core_s_added_q) assert (u_dut.inject_q && core_s_end_q == '1);
      assert (blocked_q <= (u_dut.reset_q ? Patience + 1 : u_dut.expired_q ? Patience : 32'(u_dut.silent_q)));
      assert (quiet_q <= Patience + 4);
      assert (u_dut.silent_q <= quiet_q);
      assert (!u_dut.expired_q || quiet_q >= Patience);
      assert (!u_dut.expired_q || !u_dut.reset_q || was_reset_q);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // A core that works, and a sender of legal transactions
  //////////////////////////////////////////////////////////////////////////////////////////////////

  if (Works) begin : gen_works
    localparam logic [UserWidth-1:0] NoKind = '1;

    logic open_q = 1'b0;  // a command has come, and its transaction is not complete
    logic in_command_q = 1'b0;  // the next beat is one of a command
    logic begins_q = 1'b1;  // the next beat of the input begins a segment
    logic [UserWidth-1:0] last_kind_q = '1;  // the kind of the transaction's last segment
    int unsigned owed_q = 0;  // complete transactions without a complete answer
    int unsigned wait_q = 0;  // cycles for which the core is silent, and a beat waits or an answer is due
    logic command, completes, answers, final_kind;
    logic [UserWidth-1:0] last_kind;

    always_comb begin
      unique case (s_axis_tdata[7:0])
        8'h01, 8'h02: last_kind = KindText;
        8'h05, 8'h07: last_kind = KindSeed;
        default: last_kind = CounterMode ? KindText : KindTag;
      endcase
      final_kind = CounterMode ? core_m_axis_tuser == KindText
          : core_m_axis_tuser inside {KindTag, KindDigest, KindRandom, KindStatus};
    end

    logic [1:0] commands;  // that the watchdog counts
    assign commands = 2'(u_dut.command_q) + 2'(u_dut.commands_q);

    assign command = s_fire && begins_q && s_axis_tuser == KindCmd;
    assign completes = s_fire && s_axis_tlast && s_axis_tuser == last_kind_q;
    assign answers = core_m_fire && core_m_axis_tlast && final_kind;

    always_comb begin
      if (s_axis_tvalid && begins_q) begin
        assume ((s_axis_tuser == KindCmd) == !open_q);
        if (s_axis_tuser == KindCmd) begin
          assume (s_axis_tdata[7:0] inside {[1 : 7]});
          assume ((s_axis_tdata[7:0] == OpSeal && s_axis_tdata[8+FlagCtr]) == CounterMode);
        end
      end
      if (core_m_axis_tvalid) begin
        assume (core_m_axis_tuser != KindStatus || core_m_axis_tdata[7:0] != StatusError);
        if (core_m_axis_tlast && final_kind) assume (owed_q != 0);
      end
      assume (wait_q < Patience);
      assume (owed_q < 1000);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        open_q <= 1'b0;
        begins_q <= 1'b1;
        in_command_q <= 1'b0;
        last_kind_q <= '1;
        owed_q <= 0;
        wait_q <= 0;
      end else begin
        if (s_fire) begins_q <= s_axis_tlast;
        if (s_fire) in_command_q <= s_axis_tuser == KindCmd && !s_axis_tlast;
        if (command) last_kind_q <= last_kind;
        open_q <= command || (open_q && !completes);
        owed_q <= owed_q + 32'(completes) - 32'(answers);
        wait_q <= !core_m_axis_tvalid && ((core_s_axis_tvalid && !core_s_axis_tready) || owed_q != 0)
                  ? wait_q + 1 : 0;
      end
    end

    always_comb begin
      if (started_q && rst_ni && !was_reset_q) begin
        not_reset : assert (core_rst_n);
        not_stopped : assert (!stopped);
      end
    end

    // Lemmas: what the watchdog counts is at most what is so.
    always_comb begin
      if (started_q) begin
        assert (u_dut.owed_q <= owed_q);
        assert (commands <= owed_q + 32'(open_q && !in_command_q));
        assert (u_dut.command_q || !u_dut.commands_q);
        assert (begins_q == !u_sender.inside_q);
        assert (!in_command_q || (open_q && !begins_q && u_sender.kind_q == KindCmd));
        assert (begins_q || in_command_q || u_sender.kind_q != KindCmd);
        assert (!u_dut.failed_q && u_dut.counted_q && !u_dut.inject_q && !u_dut.close_q);
        assert (u_dut.silent_q <= wait_q);
        assert (!u_dut.expired_q);
        assert (u_dut.first_q == begins_q);
        assert (u_dut.last_kind_q == last_kind_q);
        assert (last_kind_q == NoKind || u_dut.counter_mode_q == CounterMode);
        assert (last_kind_q inside {KindText, KindSeed, KindTag, NoKind});
        assert (!open_q || last_kind_q != NoKind);
        assert (!CounterMode || u_dut.owed_q == 0);
      end
    end
  end

endmodule
