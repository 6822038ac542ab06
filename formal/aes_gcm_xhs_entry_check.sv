// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The steps of roundel_aes_gcm_xhs keep aes_gcm_xhs_contract where they enter the pipeline, for any input:
// legal or not, with any pauses and resets. A step with an answer enters only if there was space for it two
// cycles before. The task leaves free when there is space, the state of the key, the hash of a nonce, and
// the bytes of the beats.

module aes_gcm_xhs_entry_check
  import roundel_segment_pkg::*;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned KeyBytes    = 16,
  parameter int unsigned BlockCycles = 1
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

  localparam int unsigned Places = BlockCycles == 1 ? 3 : 2;
  localparam int unsigned Slots = roundel_ghash_line_pkg::ring_slots(BlockCycles);
  localparam int unsigned TagGap = Slots * BlockCycles + 1;
  localparam int unsigned EndGap = (Slots + 1) * BlockCycles;

  roundel_aes_gcm_xhs #(
    .KeyBytes   (KeyBytes),
    .BlockCycles(BlockCycles)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata (),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (),
    .m_axis_tvalid(),
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic on;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  assign on = started_q && rst_ni;
  always_comb begin
    assume (started_q || !rst_ni);
  end

  function automatic logic is_answer(step_t step);
    return step.text || step.tag || step.error;
  endfunction

  step_t first;
  logic [15:0] first_keep;
  logic first_inside, first_open;
  logic [TagGap-1:1] tags;
  assign first = u_dut.new_step;
  assign first_keep = u_dut.new_keep;

  aes_gcm_xhs_contract #(
    .TagGap(TagGap)
  ) u_first (
    .clk_i,
    .rst_ni  (on),
    .step_i  (first),
    .keep_i  (first_keep),
    .inside_o(first_inside),
    .open_o  (first_open),
    .tags_o  (tags)
  );

  logic [2:1] space_q = '0;
  always_ff @(posedge clk_i) begin
    space_q <= on ? {space_q[1], u_dut.space} : '0;
  end

  always_comb begin
    if (on) assert (!is_answer(first) || space_q[2]);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: a beat of text, where it is held
  //////////////////////////////////////////////////////////////////////////////////////////////////

  function automatic logic is_prefix(logic [15:0] keep);
    return (keep & (keep + 16'd1)) == '0;
  endfunction

  function automatic logic fits(logic text, logic ends, logic [15:0] keep);
    return !text || (is_prefix(keep) && (keep == '1 || ends));
  endfunction

  function automatic logic is_offered(offered_t beat);
    return fits(beat.text, beat.last, beat.keep) && (beat.last || !beat.twelve) &&
        $onehot0({beat.command, beat.key, beat.nonce, beat.ad, beat.text, beat.tag});
  endfunction

  offered_t offered;
  segment_beat_t read;
  logic [15:0] read_keep;
  assign offered = u_dut.u_offer.beat_o;
  assign read = u_dut.u_scanner.beat_q;
  assign read_keep = u_dut.u_scanner.keep_o;

  always_comb begin
    if (on) begin
      if (!read.malformed && read.kind == roundel_stream_pkg::KindText) begin
        assert (fits(1'b1, read.last, read_keep));
        assert (read.last || u_dut.u_scanner.waits_q);
      end
      assert (u_dut.u_scanner.next_whole_q == (u_dut.u_scanner.next_keep_q == '1));
      assert ($onehot(u_dut.u_offer.u_beats.read_q));
      assert (is_offered(offered));
    end
  end
  for (genvar i = 0; i < Places; i++) begin : gen_place
    offered_t place;
    assign place = u_dut.u_offer.u_beats.place_q[i];
    always_comb if (on) assert (is_offered(place));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the states of the grammar and the step that follows
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned StCommand = 0;
  localparam int unsigned StKey = 1;
  localparam int unsigned StNonce = 3;
  localparam int unsigned StData = 7;
  localparam int unsigned StText = 9;
  localparam int unsigned StTextMore = 10;
  localparam int unsigned StNoText = 11;
  localparam int unsigned StClose = 13;
  localparam int unsigned StError = 14;

  logic [14:0] state, after_command;
  step_t next;
  logic open, illegal, asked, late, kept, kept_open, in_text, text_open;
  assign state = u_dut.u_grammar.state_q;
  assign open = u_dut.u_grammar.open_q;
  assign illegal = u_dut.u_grammar.illegal_q;
  assign next = u_dut.u_grammar.step_q;
  // A command or a tag was judged in the cycle before.
  assign late = u_dut.u_grammar.wrong_q;
  assign asked = u_dut.u_grammar.check_command_q || u_dut.u_grammar.check_tag_q || late;
  // After the steps `first` and `next`.
  assign kept = first.text ? !first.last : first_inside;
  assign kept_open = first.text ? first.open : first_open;
  assign in_text = next.text ? !next.last : kept;
  assign text_open = next.text ? next.open : kept_open;

  always_comb begin
    after_command = '0;
    after_command[StCommand] = 1'b1;
    after_command[StKey] = 1'b1;
    after_command[StNonce] = 1'b1;
  end

  always_comb begin
    if (on) begin
      assert (illegal ? state == '0 : $onehot(state));
      assert (in_text == (state[StTextMore] || state[StClose] || (illegal && u_dut.u_grammar.in_text_q)));
      assert (!in_text || text_open == open);
      assert (!(state[StNoText] || state[StClose] || state[StError]) || u_dut.u_grammar.silent_q);
      assert ($onehot0({next.text, next.tag, next.error}));
      assert (!kept || (!next.tag && !next.error && (!next.text || next.open == kept_open)));
      assert (!is_answer(next) || space_q[1]);
      assert (!illegal || !is_answer(next));
      assert (!asked || (!next.text && !next.error && !in_text));
      assert (!asked || (state & ~after_command) == '0);
      assert (!next.tag || u_dut.u_grammar.check_tag_q);
      assert (!(late && u_dut.u_grammar.in_text_q));
      assert (!u_dut.u_grammar.check_command_q || !illegal);
      assert (is_prefix(u_dut.u_grammar.tag_keep_q));
      assert (!next.tag || is_prefix(u_dut.u_grammar.keep_q));
      assert (!next.text || fits(1'b1, next.last, u_dut.u_grammar.keep_q));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the distance of tags
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [EndGap-2:1] ended;
  assign ended = u_dut.u_grammar.ended_q;

  always_comb begin
    if (on) begin
      assert (!next.tag || (ended[1] && !first.tag && tags[TagGap-2:1] == '0));
      assert (!first.tag || ended[2]);
      assert (!u_dut.u_grammar.can_end_q || (!next.tag && !first.tag && tags[TagGap-3:1] == '0));
      for (int unsigned c = 1; c < TagGap; c++) begin
        if (c + 2 <= EndGap - 2) assert (!tags[c] || ended[c+2]);
      end
    end
  end

endmodule
