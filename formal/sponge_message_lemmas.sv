// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for the proofs of the cores that are made of roundel_sponge_message. They are about one message
// stream, and bound to its module: so a core of two streams has them for each. A lemma is an assertion like
// the others: a wrong one fails the proof.
//
//   - the answers of the stream keep the rules, at the ports of the module
//   - a rate is 1 to 21 wherever one is in use, and an output block is one of so many lanes, or the state
//   - lanes come only while a digest is expected, and which of them is the last is known one lane early
//   - half a beat is a full lane, an open digest has its last beat before it, and STATUS comes between two
//
// With RoundCycles > 1 a lane passes through a register on its way to the beat.

module sponge_message_lemmas
  import roundel_stream_pkg::*;
#(
  parameter int unsigned RoundCycles = 1,
  parameter bit          SaveLoad    = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic m_axis_tvalid,
  input logic m_axis_tready,
  input logic m_axis_tlast,
  input logic [127:0] m_axis_tdata,
  input logic [15:0] m_axis_tkeep,
  input logic [UserWidth-1:0] m_axis_tuser
);

  localparam bit Overlap = RoundCycles == 1;
  localparam int unsigned RateLanes = 21;
  localparam int unsigned StateLanes = 25;
  localparam int unsigned Lanes = SaveLoad ? StateLanes : RateLanes;

  // A block of output has 1 to 21 lanes, or is the state.
  function automatic logic legal(logic [4:0] lanes);
    legal = (lanes != '0 && lanes <= 5'(RateLanes)) || (SaveLoad && lanes == 5'(StateLanes));
  endfunction

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  stream_properties u_stream (
    .clk_i,
    .rst_ni,
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The input: a rate is 1 to 21 wherever one is in use
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // InText, InHandOver, InResume, InLoad; InError, InFlush: yosys-slang does not see another module's enum
  // names.
  logic [2:0] in_state;
  logic held, text, lane_held, command, command_legal, resume, kept, discard, pending, busy, error;
  logic [7:0] held_rate;
  logic [4:0] in_rate, pending_rate, out_rate;

  assign in_state = roundel_sponge_message.u_input.in_state_bits;
  assign held = roundel_sponge_message.u_input.u_feed.valid_q;
  assign text = roundel_sponge_message.u_input.u_feed.text_q;
  assign lane_held = roundel_sponge_message.u_input.u_feed.lane_valid_q;
  assign command = roundel_sponge_message.u_input.u_feed.command_q;
  assign held_rate = roundel_sponge_message.u_input.u_feed.lane_q[3];
  assign command_legal = roundel_sponge_message.u_input.command_legal_q;
  assign resume = roundel_sponge_message.u_input.resume_q;
  assign kept = roundel_sponge_message.u_input.kept_q;
  assign discard = roundel_sponge_message.u_input.discard_q;
  assign pending = roundel_sponge_message.u_input.pending_q;
  assign in_rate = roundel_sponge_message.u_input.rate_q;
  assign pending_rate = roundel_sponge_message.rate;
  assign out_rate = roundel_sponge_message.out_rate_q;

  assign busy = roundel_sponge_message.u_output.busy_q;
  assign error = roundel_sponge_message.u_input.error_q;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (!text || held);
      assert (!lane_held || text);
      assert (!(held && command_legal) || command);
      assert (!(text && command));
      assert (!(held && command_legal) || resume || (held_rate != '0 && held_rate <= 8'(RateLanes)));
      assert (!(in_state inside {3'd1, 3'd2, 3'd6, 3'd7} || kept || discard) ||
              (in_rate != '0 && in_rate <= 5'(RateLanes)));
      assert (!pending || legal(pending_rate));
      assert (!busy || legal(out_rate));
      assert (error == (in_state == 3'd4));
      assert (!(in_state inside {3'd4, 3'd5} && pending));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The drain: lanes are on offer only while a digest is expected
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic run, needed, lane_valid, cleared, at_rate, capture, all, drain_busy;
  logic [Lanes:0] next;
  logic [4:0] count;

  assign capture = roundel_sponge_message.u_drain.capture_i;
  assign run = roundel_sponge_message.u_drain.run_q;
  assign next = roundel_sponge_message.u_drain.next_q;
  assign count = roundel_sponge_message.u_drain.count_q;
  assign needed = roundel_sponge_message.u_drain.needed_q;
  assign lane_valid = roundel_sponge_message.u_drain.lane_valid_q;
  assign at_rate = roundel_sponge_message.u_drain.at_rate;
  assign drain_busy = roundel_sponge_message.u_drain.busy_o;
  if (Overlap) begin : gen_overlap
    assign cleared = 1'b0;
  end else begin : gen_apart
    assign cleared = roundel_sponge_message.u_drain.gen_apart.cleared_q;
  end
  if (SaveLoad) begin : gen_all
    assign all = roundel_sponge_message.u_drain.gen_whole.all_q;
  end else begin : gen_no_all
    assign all = 1'b0;
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (next == (run ? (Lanes + 1)'(1) << count : '0));
      assert (!run || count <= (all ? 5'(StateLanes) : 5'(RateLanes)));
      assert (!needed || all == (out_rate > 5'(RateLanes)));
      assert (!needed || count <= out_rate);
      assert (!needed || at_rate == (count == out_rate));
      assert (!(needed || cleared) || run);
      assert (!run || drain_busy);
      assert (!lane_valid || drain_busy);
      assert (!(needed || cleared || lane_valid) || busy);
      assert (!capture || (busy && !drain_busy));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The output: the length is judged one lane early
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [28:0] left;
  logic [2:0] tail;
  logic last_lane, few, few_left, second, valid, beat_error;
  logic [7:0] lane_keep, low_keep, high_keep;
  logic lane_fire, load;
  logic loaded_q = 1'b0;  // the length was loaded in the cycle before
  logic changed_q = 1'b0;  // what depends on the length is late

  assign load = roundel_sponge_message.u_output.load_i;
  assign lane_fire = roundel_sponge_message.u_output.lane_fire;
  assign left = roundel_sponge_message.u_output.left_q;
  assign tail = roundel_sponge_message.u_output.tail_q;
  assign last_lane = roundel_sponge_message.u_output.last_lane_q;
  assign few_left = roundel_sponge_message.u_output.few_left;
  assign lane_keep = roundel_sponge_message.u_output.keep_q;
  assign second = roundel_sponge_message.u_output.second_q;
  assign valid = roundel_sponge_message.u_output.valid_q;
  assign beat_error = roundel_sponge_message.u_output.error_q;
  assign low_keep = roundel_sponge_message.u_output.low_keep_q;
  assign high_keep = roundel_sponge_message.u_output.high_keep_q;
  assign few = left[28:2] == '0;

  always_ff @(posedge clk_i) begin
    loaded_q <= rst_ni && load;
    changed_q <= rst_ni && (load || (!Overlap && (loaded_q || lane_fire)));
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (!(lane_fire && changed_q));
      if (busy && !changed_q) begin
        assert (few_left == few);
        assert (last_lane == (few && (left[1:0] == 2'd0 || (left[1:0] == 2'd1 && tail == '0))));
        for (int unsigned k = 0; k < 8; k++) begin
          assert (lane_keep[k] == (left != '0 || 3'(k) < tail));
        end
      end
      assert (!u_stream.inside_q || u_stream.kind_q == KindDigest);
      // A STATUS is one byte, and is ERROR.
      assert (!(valid && beat_error) || (m_axis_tdata == 128'(StatusError) && m_axis_tkeep == 16'd1));
      assert (!(valid && beat_error) || (m_axis_tlast && !u_stream.inside_q));
    end
  end

  if (Overlap) begin : gen_direct
    always_comb begin
      if (started_q && rst_ni) begin
        // STATUS comes only when nothing is left to send.
        assert (!error || (!busy && !valid));
        // Half a beat is there: a full lane, and the digest continues.
        assert (!second || (busy && !valid && low_keep == '1));
        assert (!second || (high_keep == '0 && m_axis_tdata[127:64] == '0));
        assert (!valid || m_axis_tlast || (busy && !beat_error && m_axis_tkeep == '1));
        assert (!u_stream.inside_q || busy || (valid && m_axis_tlast && !beat_error));
      end
    end
  end else begin : gen_staged
    logic staged, upper, complete, lane_last, lane_error, status, put, low_put, high_put, ended;
    logic [7:0] keep;
    logic [63:0] lane;

    assign staged = roundel_sponge_message.u_output.gen_staged.staged_q;
    assign upper = roundel_sponge_message.u_output.gen_staged.upper_q;
    assign complete = roundel_sponge_message.u_output.gen_staged.complete_q;
    assign lane_last = roundel_sponge_message.u_output.gen_staged.lane_last_q;
    assign lane_error = roundel_sponge_message.u_output.gen_staged.lane_error_q;
    assign status = roundel_sponge_message.u_output.gen_staged.status_q;
    assign put = roundel_sponge_message.u_output.gen_staged.put_q;
    assign low_put = roundel_sponge_message.u_output.gen_staged.low_put_q;
    assign high_put = roundel_sponge_message.u_output.gen_staged.high_put_q;
    assign ended = roundel_sponge_message.u_output.gen_staged.ended_q;
    assign keep = roundel_sponge_message.u_output.gen_staged.lane_keep_q;
    assign lane = roundel_sponge_message.u_output.gen_staged.lane_q;

    always_comb begin
      if (started_q && rst_ni) begin
        assert (!error || (!busy && !valid && !staged && !status));
        assert (!status || (!busy && !valid && !staged && !pending));
        assert (put == (staged && !valid));
        assert (low_put == (put && !upper));
        assert (high_put == (put && upper));
        assert (ended == (put && complete));
        assert (!staged || lane_last || (busy && !lane_error && keep == '1));
        assert (!staged || complete == (upper || lane_last));
        assert (!staged || second == !complete);
        assert (!staged || (keep & (keep + 8'd1)) == '0);
        for (int unsigned k = 0; k < 8; k++) assert (!staged || keep[k] || lane[8*k+:8] == '0);
        assert (!(staged && upper) || (high_keep == '0 && m_axis_tdata[127:64] == '0));
        assert (!(second && !staged) || (high_keep == '0 && m_axis_tdata[127:64] == '0));
        assert (!(staged && lane_error) || (lane == 64'(StatusError) && keep == 8'd1 && !upper && lane_last));
        assert (!(second && !staged) || (busy && !valid && low_keep == '1));
        assert (!(staged && upper) || (!valid && low_keep == '1 && !lane_error));
        assert (!valid || m_axis_tlast || (!beat_error && m_axis_tkeep == '1));
        assert (!valid || m_axis_tlast || busy || (staged && !lane_error));
        assert (!u_stream.inside_q || busy || (staged && !lane_error) ||
                (valid && m_axis_tlast && !beat_error));
        assert (!(staged && lane_error) || !(u_stream.inside_q || valid || busy));
      end
    end
  end

endmodule

bind roundel_sponge_message sponge_message_lemmas #(
  .RoundCycles(RoundCycles),
  .SaveLoad   (SaveLoad)
) u_lemmas (.*);
