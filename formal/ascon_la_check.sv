// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// For any input, legal or illegal, with any pauses, any stalls of the sink and a reset at any time:
//
//   the answers of roundel_ascon_la keep every rule of the stream;
//   at rest, when the next command is expected, the state, the queue, the words to add and a key that is not
//   kept are zero.
//
// The task cuts what the rounds compute: the proof does not need it.

module ascon_la_check
  import roundel_ascon_la_pkg::*;
#(
  parameter bit Stream = 1'b1,
  parameter bit Kinds  = 1'b1,  // with the rule that a segment has one kind
  parameter bit Rest   = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [15:0] s_axis_tdata,
  input logic [1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic [15:0] m_axis_tdata;
  logic [1:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_ascon_la u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

  if (Stream) begin : gen_stream
    // The number of the round is free, but a pass has two rounds at least. Beats are free within what
    // segment_reader_check proves: each is offered until it is accepted, with its properties.
    logic held_q = 1'b0;
    roundel_segment_pkg::segment_beat_t beat_q;
    logic [1:0] keep_q;
    logic inside_q = 1'b0;  // the segment of the previous beat is open

    always_ff @(posedge clk_i) begin
      held_q <= rst_ni && u_dut.beat_valid && !u_dut.accept && !u_dut.drop;
      beat_q <= u_dut.beat;
      keep_q <= u_dut.beat_word.keep;
      if (!rst_ni || u_dut.drop) inside_q <= 1'b0;
      else if (u_dut.accept) inside_q <= !u_dut.beat.last;
    end

    always_comb begin
      assume (!u_dut.u_passes.first_q || u_dut.u_passes.round_q != roundel_ascon_pkg::LastRound);
      assume (u_dut.beat.first == !inside_q);
      assume (!u_dut.beat_word.answer && u_dut.beat_word.last == u_dut.beat.last);
      if (held_q) assume (u_dut.beat_valid && u_dut.beat == beat_q && u_dut.beat_word.keep == keep_q);
      if (!u_dut.beat.malformed) begin
        assume (u_dut.beat.full == (u_dut.beat_word.keep == 2'b11));
        assume (u_dut.beat.empty == (u_dut.beat_word.keep == 2'b00));
        assume (u_dut.beat_word.keep != 2'b10 && (u_dut.beat.full || u_dut.beat.last));
        assume (!u_dut.beat.empty || !inside_q || u_dut.beat.kind == roundel_stream_pkg::KindCmd);
      end
    end

    // Lemmas on the way of a word: keep is contiguous from byte 0, and partial only on the last word of a
    // segment, but for words without bytes. The kind of an answer is known, and text is open as the grammar
    // knows.
    logic [10:0] keep_ok, answer, sendable, ends;
    logic open, is_text, clearing;
    logic [3:0] text_kind;
    logic [roundel_stream_pkg::UserWidth-1:0] open_kind;

    for (genvar i = 0; i < 9; i++) begin : gen_lemma
      assign keep_ok[i] = !u_dut.u_queue.valid_q[i] || u_dut.u_queue.words_q[i].keep == 2'b11 ||
          u_dut.u_queue.words_q[i].keep == 2'b00 ||
          (u_dut.u_queue.words_q[i].keep == 2'b01 && u_dut.u_queue.words_q[i].last);
      assign answer[i] = u_dut.u_queue.valid_q[i] && u_dut.u_queue.words_q[i].answer;
      assign ends[i] = answer[i] && u_dut.u_queue.words_q[i].last;
      assign sendable[i] = ends[i] || (answer[i] && u_dut.u_queue.words_q[i].keep[0]);
    end
    for (genvar h = 0; h < 2; h++) begin : gen_addend
      assign keep_ok[9+h] = !u_dut.u_passes.busy_q || u_dut.answer[h].keep == 2'b11 ||
          u_dut.answer[h].keep == 2'b00 ||
          (u_dut.answer[h].keep == 2'b01 && u_dut.answer[h].last);
      assign answer[9+h] = u_dut.u_passes.busy_q && u_dut.addition.answer;
      assign ends[9+h] = answer[9+h];
      assign sendable[9+h] = 1'b0;
    end
    assign clearing = u_dut.u_grammar.state_q == StClear;
    assign open = m_axis_tvalid ? !m_axis_tlast : u_output.inside_q;
    assign open_kind = m_axis_tvalid ? m_axis_tuser : u_output.kind_q;
    assign text_kind = u_dut.request.open ? 4'd10 : 4'd4;
    assign is_text = open_kind == (u_dut.request.open ? 4'd10 : 4'd4);

    logic ordered;
    logic [1:0][3:0] sent;

    always_comb begin
      for (int i = 0; i < 8; i++) sent[i/4][i%4] = u_dut.u_queue.words_q[i].answer;
      ordered = 1'b1;
      if (!u_dut.adding) begin
        for (int i = 0; i < 8; i++) begin
          for (int j = i + 1; j < 9; j++) begin
            if (u_dut.u_queue.valid_q[i] && !u_dut.u_queue.words_q[i].answer && answer[j]) ordered = 1'b0;
          end
        end
      end else begin
        for (int h = 0; h < 2; h++) begin
          if (h == 0 || u_dut.addition.wide) begin
            if (u_dut.place.first && sent[h] != '0) ordered = 1'b0;
            if (!u_dut.place.after[2] && sent[h][2:0] != '0) ordered = 1'b0;
            if (!u_dut.place.after[3] && sent[h][1:0] != '0) ordered = 1'b0;
            if (sent[h][0]) ordered = 1'b0;
          end
        end
      end
    end

    always_comb begin
      if (started_q && rst_ni) begin
        assert (!u_dut.block_beat || (held_q && !beat_q.malformed));
        // There is one verdict, and no block is complete then. A block is complete in a state with blocks.
        assert ($onehot0({u_dut.block_beat, u_dut.separate, u_dut.omitted, u_dut.illegal}));
        if (u_dut.block_beat || u_dut.separate || u_dut.omitted || u_dut.illegal) begin
          assert (!u_dut.complete && u_dut.bytes);
        end
        if (u_dut.complete && !clearing) begin
          assert (u_dut.state inside {StNonce, StAd, StText, StTag, StLength, StReplay, StMessage, StDigest,
                                      StFlush});
        end
        // The states of a hash are those of its algorithms. A pass is as wide as the block of its state.
        if (u_dut.state inside {StKey, StNonce, StAd, StText, StTagRequest, StTag, StFlush}) begin
          assert (!u_dut.u_grammar.hash);
        end
        if (u_dut.state inside {StHashStart, StCustom, StLength, StReplay, StMessage, StDigest}) begin
          assert (u_dut.u_grammar.hash);
        end
        if (u_dut.start && u_dut.ready) assert (u_dut.u_passes.row_q.add.wide == !u_dut.u_grammar.hash);
        assert (clearing || !u_dut.adding || !u_dut.addition.data_s1 || u_dut.addition.wide);
        // Answers are before other words, except within the first round of a pass.
        assert (clearing || ordered);
        // The block of a pass is in its places.
        if (u_dut.start && u_dut.ready && u_dut.state != StHashStart) begin
          assert (u_dut.complete && &u_dut.u_queue.valid_q[3:0] && !u_dut.u_queue.words_q[0].answer);
          assert (u_dut.u_grammar.hash || &u_dut.u_queue.valid_q[7:4]);
        end
        assert (clearing || !u_dut.adding || !u_dut.addition.data_s0 || &u_dut.u_queue.valid_q[3:0]);
        assert (clearing || !u_dut.adding || !u_dut.addition.data_s1 || &u_dut.u_queue.valid_q[7:4]);
        assert (clearing || keep_ok == '1);
        assert (clearing || answer == '0 || (u_dut.answer_kind inside {4'd4, 4'd5, 4'd6, 4'd10}));
        assert (!open || (open_kind inside {4'd4, 4'd5, 4'd6, 4'd10}));
        if (m_axis_tvalid) begin
          assert (m_axis_tkeep != 2'b10 && (m_axis_tkeep == 2'b11 || m_axis_tlast));
          assert (m_axis_tuser <= roundel_stream_pkg::KindUnverified);
          assert (m_axis_tkeep[1] || m_axis_tdata[15:8] == '0);
          assert (m_axis_tkeep[0] || m_axis_tdata[7:0] == '0);
        end
      end
    end

    if (Kinds) begin : gen_kinds
      always_comb begin
        if (started_q && rst_ni) begin
          // Text is sent while it is open, a tag after that, and nothing after either.
          if (!clearing && sendable != '0 && (u_dut.answer_kind inside {4'd4, 4'd10})) begin
            assert (u_dut.answer_kind == text_kind && u_dut.u_grammar.text_begun_q &&
                    !u_dut.u_grammar.text_closed_q);
          end
          if (!clearing && answer != '0 && u_dut.answer_kind == 4'd5) begin
            assert (u_dut.u_grammar.text_closed_q && u_dut.state == StFinish);
          end
          if (!clearing && answer != '0 && u_dut.answer_kind == 4'd6)
            assert (u_dut.state inside {StDigest, StFinish});
          if (u_dut.start && u_dut.ready && u_dut.state == StTag) assert (u_dut.u_grammar.text_closed_q);
          if (open && open_kind == 4'd5) assert (u_dut.state == StFinish && ends != '0);
          if (open && open_kind == 4'd6)
            assert (u_dut.state == StDigest || (u_dut.state == StFinish && ends != '0));
          if (u_dut.status && !clearing) assert (u_dut.state == StCommand && answer == '0 && !open);
          if (u_dut.state inside {StTag, StTagRequest}) assert (u_dut.answer_kind == text_kind);
          if (u_dut.state == StFinish && u_dut.u_grammar.text_begun_q && !u_dut.u_grammar.text_closed_q) begin
            assert (u_dut.answer_kind == text_kind);
          end
          if (u_dut.state == StText && u_dut.u_grammar.text_begun_q && u_dut.count == 3'd0 &&
              !u_dut.complete) begin
            assert (u_dut.answer_kind == text_kind);
          end
          assert (!open || open_kind[0] || open_kind == 4'd6 ||
                  (is_text && u_dut.u_grammar.text_begun_q && !u_dut.u_grammar.text_closed_q));
        end
      end
    end

    stream_properties #(
      .DataWidth(16),
      .Segments (Kinds)
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
  end

  if (Rest) begin : gen_rest
    logic rest;
    logic [8:0] words;
    logic [7:0] ring;
    logic [4:0] lanes;

    assign rest = started_q && rst_ni && u_dut.u_grammar.state_q == StCommand;
    for (genvar i = 0; i < 9; i++) begin : gen_word
      assign words[i] = u_dut.u_queue.words_q[i] == '0 && !u_dut.u_queue.valid_q[i];
    end
    for (genvar i = 0; i < 8; i++) begin : gen_ring
      assign ring[i] = u_dut.u_key.ring_q[i] == '0;
    end
    for (genvar s = 0; s < 5; s++) begin : gen_lane
      assign lanes[s] = u_dut.u_state.gen_lane[s].u_lane.lane_q == '0 &&
          u_dut.u_state.gen_lane[s].u_lane.zero_q == '0 &&
          u_dut.u_state.gen_lane[s].u_lane.one_ago_q == '0 &&
          u_dut.u_state.gen_lane[s].u_lane.two_ago_q == '0;
    end

    always_comb begin
      if (rest) begin
        assert (lanes == '1);
        assert (words == '1);
      end
    end
    // The addends follow in the next cycle, before a beat of the command can be accepted. The ring holds the
    // kept key, or beats of a command that asks for a hash.
    always_comb begin
      if (rest && u_dut.u_grammar.separate_i && u_dut.count == 3'd0) begin
        assert (u_dut.addends == '0);
        assert (ring == '1 || u_dut.key_valid);
      end
    end
  end

endmodule
