// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_hash answers by the rules of the stream for every input: legal or not, with any pauses, any
// stalls of the sink, a reset at any time. For all time, by induction: the invariants below describe the
// output stage between two beats. The lanes that come out of the state are left free (the
// task cuts them), so nothing rests on what the permutation computes.

module keccak_hash_check (
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
  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_keccak_hash u_dut (
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
    .DataWidth(128)
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

  localparam int unsigned RateLanes = 21;
  localparam logic [4:0] LastRound = 5'd23;

  logic started_q = 1'b0;
  logic open, kind_open, busy, second, last_waits, error, text, between;
  logic [2:0] in_state;
  logic [4:0] position, rate, pending_rate, out_rate, round, count;
  logic block_last, pending, last_round, before_last_round, squeeze, capture_ready, capture, rounds12;
  logic run, needed, lane_valid;
  logic command_held, feed_text;
  logic [15:0][7:0] bytes;  // of the beat that is held
  logic [RateLanes:0] next;

  assign open = u_output.inside_q;
  assign kind_open = u_output.kind_q == roundel_stream_pkg::KindDigest;
  assign last_waits = m_axis_tvalid && m_axis_tlast;

  // InText, InHandOver; InCommand, InHandOver, InFlush: yosys-slang does not see another module's enum names.
  assign in_state = 3'(u_dut.u_message.u_input.in_state_q);
  assign text = in_state == 3'd1 || in_state == 3'd2;
  assign between = in_state == 3'd0 || in_state == 3'd2 || in_state == 3'd5;
  assign position = u_dut.u_message.u_input.position_q;
  assign block_last = u_dut.u_message.u_input.block_last_q;
  assign rate = u_dut.u_message.u_input.rate_q;
  assign pending = u_dut.u_message.u_input.pending_q;
  assign pending_rate = u_dut.u_message.rate;
  assign out_rate = u_dut.u_message.out_rate_q;

  assign command_held = u_dut.u_message.u_input.u_feed.valid_q && u_dut.u_message.u_input.command_legal_q;
  assign feed_text = u_dut.u_message.u_input.u_feed.text_q || u_dut.u_message.u_input.u_feed.lane_valid_q;
  assign bytes[7:0] = u_dut.u_message.u_input.u_feed.lane_q;
  assign bytes[15:8] = u_dut.u_message.u_input.u_feed.next_lane_q;

  assign round = u_dut.u_message.u_schedule.round_q;
  assign last_round = u_dut.u_message.u_schedule.last_q;
  assign before_last_round = u_dut.u_message.u_schedule.before_last_q;
  assign rounds12 = u_dut.u_message.u_schedule.rounds12_q;
  assign squeeze = u_dut.u_message.u_schedule.squeeze_q;
  assign capture_ready = u_dut.u_message.u_schedule.capture_ready_q;
  assign capture = u_dut.u_message.capture;

  assign run = u_dut.u_message.u_drain.run_q;
  assign next = u_dut.u_message.u_drain.next_q;
  assign count = u_dut.u_message.u_drain.count_q;
  assign needed = u_dut.u_message.u_drain.needed_q;
  assign lane_valid = u_dut.u_message.u_drain.lane_valid_q;

  assign busy = u_dut.u_message.u_output.busy_q;
  assign second = u_dut.u_message.u_output.second_q;
  assign error = u_dut.u_message.u_output.error_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      // A rate is 1 to 21 wherever one is in use, and the drain stops asking before it stops.
      assert (!text || (rate != '0 && rate <= 5'(RateLanes)));
      assert (!pending || (pending_rate != '0 && pending_rate <= 5'(RateLanes)));
      assert (!busy || (out_rate != '0 && out_rate <= 5'(RateLanes)));
      assert (!needed || count <= out_rate);
      // A command that was found legal has an operation, a suffix and a rate that the core serves; its flags
      // but ROUNDS12 and its last 8 bytes are zero.
      assert (!command_held || !feed_text);
      assert (!command_held || bytes[0] == roundel_stream_pkg::OpHash);
      assert (!command_held || (bytes[1] & ~8'(1 << roundel_stream_pkg::FlagRounds12)) == '0);
      assert (!command_held || (bytes[2] != '0 && !bytes[2][7]));
      assert (!command_held || (bytes[3] != '0 && bytes[3] <= 8'(RateLanes)));
      assert (!command_held || bytes[15:8] == '0);
      // InError has a register of its own.
      assert (u_dut.u_message.u_input.error_q == (in_state == 3'd4));
      // A block's last lane is known when it comes; a message begins with a block's first.
      assert (!between || position == 5'd1);
      assert (!text || block_last == (position == rate));
      // The lane to clear next is one-hot while the drain runs, and its number runs with it.
      assert (next == (run ? (RateLanes + 1)'(1) << count : '0));
      assert (!run || count <= 5'(RateLanes));
      // Lanes are on offer only while a digest is expected. A capture needs an expected digest and an
      // idle drain.
      assert (!(lane_valid || needed) || (busy && run));
      assert (!capture_ready || busy);
      assert (!capture || !run);
      assert (!squeeze || round == (rounds12 ? 5'd12 : '0));
      assert (last_round == (round == LastRound));
      assert (before_last_round == (round == LastRound - 5'd1));
      assert (round <= LastRound);
      // Half a beat is there: a full lane, and the digest continues.
      assert (!second || (busy && !m_axis_tvalid && (&u_dut.u_message.u_output.low_keep_q)));
      // An open digest has its last beat before it or waiting, and nothing comes between.
      assert (!open || (kind_open && (busy || last_waits) && !(m_axis_tvalid && error)));
      assert (!m_axis_tvalid || m_axis_tlast || (busy && !error));
    end
  end

endmodule
