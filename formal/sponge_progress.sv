// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A message stream whose round takes one cycle is never silent for long, whatever is sent, with any pauses,
// stalls and resets. It is silent in a cycle in which it neither offers an answer nor is ready for a beat:
// nothing from outside can then move it. `measure` bounds how long a silence still lasts. It is made of the
// registers of control, is at most Longest, and falls in every silent cycle: so no silence is longer.
//
// The measure is a sum. The first term is of the answer: cycles to the next lane of a digest, of which a beat
// has two. The second is of the beat that is held: how many lanes it still makes, each of which may wait for
// a block to be added; or how far the input is from the next command.
//
// With SaveLoad beats come through a reader of segments. It is silent while two beats wait in it and cannot
// move; a third term is added for an empty beat that may end the segment of the beat before it.
//
// Bound to roundel_sponge_message. sponge_schedule_lemmas says which states occur.

module sponge_progress #(
  parameter bit          SaveLoad = 1'b0,
  parameter int unsigned Longest  = 330
) (
  input logic clk_i,
  input logic rst_ni,
  input logic s_axis_tready,
  input logic m_axis_tvalid
);

  logic started_q = 1'b0;

  // More than the lanes of a digest may be apart; more than a block may wait for its addition.
  localparam logic [9:0] LaneStep = 10'd84;
  localparam logic [9:0] FeedStep = 10'd27;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The answer
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic busy, second, lane_valid, needed, capture, run, all;
  logic full, transfer, final_state, final_loaded, squeeze, pending;
  logic [4:0] count, round;

  assign busy = roundel_sponge_message.u_output.busy_q;
  assign second = roundel_sponge_message.u_output.second_q;
  assign lane_valid = roundel_sponge_message.u_drain.lane_valid_q;
  assign needed = roundel_sponge_message.u_drain.needed_q;
  assign run = roundel_sponge_message.u_drain.run_q;
  assign count = roundel_sponge_message.u_drain.count_q;
  assign capture = roundel_sponge_message.u_schedule.capture_q;
  assign squeeze = roundel_sponge_message.u_schedule.squeeze_q;
  assign final_state = roundel_sponge_message.u_schedule.final_q;
  assign final_loaded = roundel_sponge_message.u_schedule.loaded_q &&
      roundel_sponge_message.u_schedule.final_loaded_q;
  assign transfer = roundel_sponge_message.u_schedule.transfer_q;
  assign round = roundel_sponge_message.u_schedule.round_q;
  assign full = roundel_sponge_message.u_input.full_q;
  assign pending = roundel_sponge_message.u_input.pending_q;

  if (SaveLoad) begin : gen_all
    assign all = roundel_sponge_message.u_drain.gen_whole.all_q;
  end else begin : gen_no_all
    assign all = 1'b0;
  end

  // Cycles until the drain is idle, until the gathered block goes to the addend, until the next lane comes.
  logic [9:0] to_idle, to_transfer, to_lane, answer;

  assign to_idle = run ? (all ? 10'd26 : 10'd22) - 10'(count) : '0;

  always_comb begin
    if (!full) to_transfer = '0;
    else if (transfer) to_transfer = 10'd1;
    else if (final_state || final_loaded) to_transfer = 10'd26;
    else to_transfer = 10'd2 + (round < 5'd21 ? 10'd21 - 10'(round) : '0);

    if (lane_valid) to_lane = 10'd1;
    else if (needed) to_lane = 10'd2;
    else if (capture) to_lane = 10'd3;
    else if (squeeze) to_lane = 10'd4 + to_idle;
    else if (final_state) to_lane = 10'd28 - 10'(round) + to_idle;
    else if (final_loaded) to_lane = 10'd30 + to_idle;
    else to_lane = 10'd31 + to_idle + to_transfer;

    if (busy) answer = (second ? '0 : LaneStep) + to_lane;
    else answer = pending ? 10'(2 * LaneStep) : '0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic held, text, key, part, legal, message_end, suffixed, second_lane, last, block_last, discard;
  logic [2:0] in_state;

  assign held = roundel_sponge_message.u_input.u_feed.valid_q;
  assign text = roundel_sponge_message.u_input.u_feed.text_q;
  assign message_end = roundel_sponge_message.u_input.u_feed.message_end_q;
  assign suffixed = roundel_sponge_message.u_input.u_feed.suffixed_q;
  assign second_lane = roundel_sponge_message.u_input.u_feed.second_q;
  assign last = roundel_sponge_message.u_input.u_feed.last_q;
  assign key = roundel_sponge_message.u_input.beat_key;
  assign part = roundel_sponge_message.u_input.beat_part;
  assign block_last = roundel_sponge_message.u_input.block_last_q;
  assign discard = roundel_sponge_message.u_input.discard_q;
  // InText 1, InHandOver 2, InAbort 3, InError 4, InFlush 5, InResume 6, InLoad 7: yosys-slang does not see
  // another module's enum names.
  assign in_state = roundel_sponge_message.u_input.in_state_bits;
  assign legal = text && (in_state == 3'd7 ? key && !part :
      !key && !(roundel_sponge_message.u_input.save_q && part));

  // Lanes that the held beat still makes, and the step in which the suffix is put in.
  logic [9:0] lanes, beat, input_measure, measure;

  always_comb begin
    if (suffixed) lanes = block_last ? 10'd1 : 10'd2;
    else if (message_end) lanes = 10'd3;
    else lanes = second_lane ? 10'd4 : 10'd5;

    unique case (in_state)
      3'd1, 3'd7: beat = legal ? 10'(FeedStep * lanes) + to_transfer : 10'd5;
      3'd2: beat = 10'd1;
      3'd3: beat = discard ? 10'(6 * FeedStep) : 10'd4;
      3'd4: beat = discard ? 10'(6 * FeedStep - 1) : 10'd3;
      3'd6: beat = 10'd5;
      default: beat = 10'd1;
    endcase
  end
  assign input_measure = answer + beat;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The reader
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic ready;  // the input accepts a beat
  assign ready = roundel_sponge_message.in_ready;

  if (SaveLoad) begin : gen_reader
    logic waits, may_close, close, next_valid, raw;
    logic [7:0] next_keep;
    assign raw = roundel_sponge_message.u_input.save_q || key;
    assign next_keep = roundel_sponge_message.u_input.u_feed.next_keep_q;
    assign waits = roundel_sponge_message.gen_reader.u_reader.waits_q;
    assign may_close = roundel_sponge_message.gen_reader.u_reader.may_close;
    assign close = roundel_sponge_message.gen_reader.u_reader.close_q;
    assign next_valid = roundel_sponge_message.gen_reader.u_reader.next_valid_q;
    assign measure = (ready ? 10'd1 : input_measure + 10'd2) + (waits && may_close && !close ? 10'd2 : '0);
    // A beat waits for room only after another one; a segment is ended by an empty beat.
    always_comb begin
      if (started_q && rst_ni) begin
        assert (s_axis_tready || next_valid);
        assert (!waits || roundel_sponge_message.gen_reader.u_reader.valid_q);
        assert (!close || (waits && may_close));
        assert (!roundel_sponge_message.gen_reader.u_reader.dropping_q);
        // A beat without padding ends with a lane.
        assert (!(text && !part && !second_lane) || (!message_end && next_keep inside {8'h00, 8'hff}));
        assert (!(text && !part && raw) || (!message_end && !suffixed));
      end
    end
  end else begin : gen_no_reader
    assign measure = input_measure;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The measure falls
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic silent, silent_q = 1'b0;
  logic [9:0] measure_q;
  logic [9:0] silence_q = '0;  // silent cycles so far

  assign silent = rst_ni && !s_axis_tready && !m_axis_tvalid;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    silent_q <= silent;
    measure_q <= measure;
    silence_q <= silent ? silence_q + 10'd1 : '0;
  end

  always_comb begin
    assert (silence_q <= 10'(Longest));
    if (started_q && rst_ni) begin
      assert (!(silent && silent_q) || measure < measure_q);
      assert (!silent || silence_q + measure <= 10'(Longest));
      // Lemmas on the beat that is held.
      assert (ready || held);
      assert (in_state != 3'd0 || ready);
      assert (!text || held);
      assert (roundel_sponge_message.u_input.u_feed.lane_valid_q == (text && (!message_end || suffixed)));
      assert (!(held && (message_end || suffixed)) || last);
      assert (!second_lane || roundel_sponge_message.u_input.u_feed.next_keep_q == '0);
    end
  end

endmodule

bind roundel_sponge_message sponge_progress #(
  .SaveLoad(SaveLoad),
  .Longest (SaveLoad ? 334 : 330)
) u_progress (.*);
