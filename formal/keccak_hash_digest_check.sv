// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_hash_digest for every input: legal or not, with any pauses, any stalls of the sink, a reset
// at any time. The result of the round is left free (the task cuts it), so nothing rests on what the
// permutation computes. Check selects what is asserted:
//
//   0  the rules of the stream and the invariants below, for all time by induction
//   1  progress: a measure of the control registers falls in every silent cycle, in which no answer is on
//      offer and the core is not ready. It is at most Longest, so no silence is longer
//   3  order: rounds follow in order, 0 after 23 and after a zero state, which waits in 23. With each round
//      its constant is added and nothing else, except in the last one and to the zero state: there a block
//      is added as well, to the zero state without a constant

module keccak_hash_digest_check #(
  parameter int unsigned Check   = 0,
  parameter int unsigned Longest = 60
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  import roundel_keccak_pkg::RoundConstants;

  logic s_axis_tready;
  logic [511:0] m_axis_tdata;
  logic [63:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_keccak_hash_digest u_dut (.*);

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

  // InCommand to InFlush: yosys-slang does not see another module's enum names.
  logic [2:0] in_state;
  logic [17:0] place;
  roundel_digest_pkg::rc_window_t window;
  logic [4:0] position, rate, round;
  logic between, gather, zeros, full, block_last;
  logic last_round, before_last, near_last, zero, final_block;
  logic advance, absorb, finish, transfer, loaded, final_loaded, valid;
  assign in_state = 3'(u_dut.u_message.u_input.in_state_q);
  assign between = in_state == 3'd0 || in_state == 3'd5;
  assign rate = roundel_digest_pkg::rate_of(u_dut.u_message.u_input.length_q);
  assign window = u_dut.u_message.u_schedule.window_q;
  assign place = u_dut.u_message.u_input.place_q;
  assign gather = u_dut.u_message.u_input.gather_q;
  assign zeros = u_dut.u_message.u_input.zeros_q;
  assign full = u_dut.u_message.u_input.full_q;
  assign block_last = u_dut.u_message.u_input.block_last_q;
  assign last_round = u_dut.u_message.u_schedule.last_q;
  assign before_last = u_dut.u_message.u_schedule.before_last_q;
  assign near_last = u_dut.u_message.u_schedule.near_last_q;
  assign zero = u_dut.u_message.u_schedule.zero_q;
  assign final_block = u_dut.u_message.u_schedule.final_q;
  assign advance = u_dut.u_message.u_schedule.advance_q;
  assign absorb = u_dut.u_message.u_schedule.absorb_q;
  assign finish = u_dut.u_message.u_schedule.finish_q;
  assign transfer = u_dut.u_message.u_schedule.transfer_q;
  assign loaded = u_dut.u_message.u_schedule.loaded_q;
  assign final_loaded = u_dut.u_message.u_schedule.final_loaded_q;
  assign valid = u_dut.u_message.u_schedule.valid_q;

  // The first bit of the constant of the round after the next one; of round 24 for round 22.
  function automatic logic next_bit(int unsigned r);
    return r == 22 ? roundel_keccak_pkg::rc_bit(7 * 24) : RoundConstants[(r+2)%24][0];
  endfunction

  // The round and the position as numbers, counted from 0 and from 1.
  always_comb begin
    round = 5'd31;
    for (int unsigned r = 0; r < 24; r++) begin
      if (window == {next_bit(r), RoundConstants[(r+1)%24]}) round = 5'(r);
    end
    position = 5'd0;
    for (int unsigned i = 0; i < 18; i++) if (place[i]) position = 5'(i + 1);
  end

  if (Check inside {0, 1, 3}) begin : gen_invariants
    always_comb begin
      if (started_q && rst_ni) begin
        // A block is gathered, filled with zeros or complete, and its lanes are counted.
        assert ($onehot({gather, zeros, full}));
        assert ($onehot(place));
        assert (block_last == (position == rate));
        assert (!gather || position <= rate);
        assert (!zeros || position > rate);
        assert (!full || position == 5'd1);
        // Before a command the block is empty, or that of the message before.
        assert (!between || (position == 5'd1 && !zeros));
        // The flags of the round.
        assert (round <= 5'd23);
        assert (last_round == (round == 5'd23));
        assert (before_last == (round == 5'd22));
        assert (near_last == (round >= 5'd21));
        // A block is in the addend from its transfer to the cycle in which it is added.
        assert (!(transfer && loaded));
        assert (!(transfer || loaded) || full);
        assert (!absorb || (advance && loaded && last_round && !final_block));
        assert (!final_loaded || transfer || loaded);
        // The last round of a message adds no block. The state stands still with an answer.
        assert (!finish || (advance && last_round && final_block && !absorb));
        assert (!advance || !last_round || absorb || finish);
        assert (advance || last_round);
        assert (!zero || last_round);
        assert (!valid || (zero && !advance));
        assert (!final_block || advance);
        // While a block is in the addend before its cycle, the state is in its last two rounds or waits.
        assert (!(loaded && !absorb) || !advance || finish);
      end
    end
  end

  if (Check == 0) begin : gen_stream
    stream_properties #(
      .DataWidth(512)
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

    // Every segment is one beat.
    always_comb begin
      assert (!started_q || !rst_ni || !u_output.inside_q);
    end
  end else if (Check == 3) begin : gen_order
    roundel_keccak_pkg::rc_t iota, block_bits_q;  // block_bits_q: of the block that was transferred last
    logic [63:0] gathered, added;  // lane 1 of the block, of the addend
    logic append, load, reload;
    logic settled_q = 1'b0;  // the addend has been cleared since the first reset

    assign iota = u_dut.u_message.u_block.iota_q;
    assign gathered = u_dut.u_message.u_block.block_q[1];
    assign added = u_dut.u_message.u_block.addend_q[1];
    assign append = u_dut.u_message.u_block.append_q;
    assign load = u_dut.u_message.u_block.load_q;
    assign reload = u_dut.u_message.u_block.reload_q;

    always_ff @(posedge clk_i) begin
      settled_q <= settled_q || started_q;
      if (transfer) block_bits_q <= u_dut.u_message.u_block.iota_block;
    end

    always_comb begin
      if (settled_q && rst_ni) begin
        assert (u_dut.u_message.u_block.transfer_q == transfer || reload);
        assert (!(transfer || loaded) || !append);
        assert (!transfer || load);
        assert (!absorb || load);
        assert (!reload || (zero && !advance && !transfer && !loaded));
        assert (!loaded || gathered == '0);
        assert (!load || transfer || gathered == '0);
        // The constant of the round; a block is added in the last round or to the zero state.
        assert (zero || loaded || iota == RoundConstants[round]);
        assert (!loaded || iota == (block_bits_q ^ (zero ? '0 : RoundConstants[23])));
        assert (loaded || reload || (load && zero && !advance) || added == '0);
        assert (!advance || !loaded || absorb || finish);
        assert (!advance || !zero || absorb);
      end
    end
  end else if (Check == 1) begin : gen_progress
    // The round that the state is in, up to 24; 0 if it stands still.
    logic [6:0] rounds;
    assign rounds = advance ? 7'd24 - 7'(round) : '0;

    // Cycles until the block accepts lanes again. A digest comes earlier if the state has a last block.
    logic [6:0] to_gather;
    always_comb begin
      if (gather) to_gather = '0;
      else if (absorb) to_gather = 7'd1;
      else if (loaded) to_gather = 7'd2 + rounds;
      else if (transfer) to_gather = 7'd3 + rounds;
      else to_gather = 7'd4 + rounds + (zeros ? 7'd19 - 7'(position) : '0);
    end

    // Cycles until the message that is complete is answered.
    logic [6:0] to_answer;
    always_comb begin
      if (u_dut.u_message.u_schedule.abort_q) to_answer = 7'd1;
      else if (final_block) to_answer = rounds;
      else to_answer = final_loaded ? to_gather + 7'd24 : '0;
    end

    // The beat that is held: its lanes up to the end of the message, and the zeros after them. The block is
    // empty when they come unless it accepts them now. If they complete it, the longest wait for the next one
    // follows.
    localparam logic [6:0] MostWait = 7'd38;
    logic held, last, text, message_end, suffixed, second_lane, lane_valid, completes;
    logic [6:0] lanes, room, zero_lanes, beat;
    assign held = u_dut.u_message.u_input.u_feed.valid_q;
    assign last = u_dut.u_message.u_input.u_feed.last_q;
    assign text = u_dut.u_message.u_input.u_feed.text_q;
    assign message_end = u_dut.u_message.u_input.u_feed.message_end_q;
    assign suffixed = u_dut.u_message.u_input.u_feed.suffixed_q;
    assign second_lane = u_dut.u_message.u_input.u_feed.second_q;
    assign lane_valid = u_dut.u_message.u_input.u_feed.lane_valid_q;
    assign room = gather ? 7'(rate) - 7'(position) + 7'd1 : 7'(rate);
    always_comb begin
      if (suffixed || message_end) lanes = '0;
      else lanes = second_lane ? 7'd1 : 7'd2;
      completes = lanes > room || (last && lanes == room);
      zero_lanes = lanes < room ? room - lanes : 7'(rate) + room - lanes;
      beat = to_gather + lanes + (completes ? MostWait : '0) + (last ? zero_lanes + 7'(!suffixed) : '0);
    end

    logic [6:0] measure;
    always_comb begin
      unique case (in_state)
        3'd1: measure = text ? beat : to_answer + 7'd4;  // InText
        3'd2: measure = to_gather;  // InHandOver
        3'd3: measure = to_answer + 7'd3;  // InAbort
        3'd4: measure = 7'd2;  // InError
        default: measure = 7'd1;
      endcase
    end

    logic silent, silent_q = 1'b0;
    logic [6:0] measure_q;
    logic [6:0] silence_q = '0;  // silent cycles so far

    assign silent = rst_ni && !s_axis_tready && !m_axis_tvalid;

    always_ff @(posedge clk_i) begin
      silent_q <= silent;
      measure_q <= measure;
      silence_q <= silent ? silence_q + 7'd1 : '0;
    end

    always_comb begin
      assert (silence_q <= 7'(Longest));
      if (started_q && rst_ni) begin
        assert (!(silent && silent_q) || measure < measure_q);
        assert (!silent || silence_q + measure <= 7'(Longest));
        // The last block of a message is gathered, and not in the addend.
        assert (in_state != 3'd2 || !(gather || loaded));
        assert (in_state == 3'd2 || gather || transfer || loaded || !u_dut.u_message.u_input.final_block_q);
        // The beat that is held.
        assert (s_axis_tready || held);
        assert (in_state != 3'd0 || s_axis_tready);
        assert (!text || held);
        assert (lane_valid == (text && (!message_end || suffixed)));
        assert (!(held && (message_end || suffixed)) || last);
        assert (!second_lane || u_dut.u_message.u_input.u_feed.next_keep_q == '0);
      end
    end
  end

endmodule
