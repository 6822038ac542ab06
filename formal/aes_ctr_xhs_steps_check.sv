// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The steps of roundel_aes_ctr_xhs keep aes_ctr_xhs_contract where they enter the pipeline and where they
// leave it, for any input: legal or not, with any pauses and resets. A step enters only if there was space
// for its answer two cycles before, and leaves once it has entered. The task cuts when there is space, the
// key and the cipher.

module aes_ctr_xhs_steps_check
  import roundel_segment_pkg::*;
  import roundel_aes_ctr_xhs_pkg::*;
#(
  parameter int unsigned KeyBytes = 16
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

  localparam int unsigned Places = 3;
  localparam int unsigned Cycles = roundel_aes_line_pkg::line_cycles(KeyBytes / 4 + 6, 2, 1);

  roundel_aes_ctr_xhs #(
    .KeyBytes(KeyBytes)
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

  step_t first, last;
  logic [15:0] first_keep, last_keep;
  logic first_inside, last_inside;
  assign first = u_dut.step_q[0];
  assign first_keep = u_dut.new_keep;
  assign last = u_dut.step_q[Cycles];
  assign last_keep = u_dut.keep;

  aes_ctr_xhs_contract u_first (
    .clk_i,
    .rst_ni  (on),
    .step_i  (first),
    .keep_i  (first_keep),
    .inside_o(first_inside)
  );

  aes_ctr_xhs_contract u_last (
    .clk_i,
    .rst_ni  (on),
    .step_i  (last),
    .keep_i  (last_keep),
    .inside_o(last_inside)
  );

  // Space two cycles before, and the steps between the entry that the answers count and the end.
  logic [2:1] space_q = '0;
  logic [7:0] flying_q = '0;
  always_ff @(posedge clk_i) begin
    space_q <= on ? {space_q[1], u_dut.space} : '0;
    flying_q <= on ? flying_q + 8'(u_dut.step_q[1] != NoStep) - 8'(last != NoStep) : '0;
  end

  always_comb begin
    if (on) begin
      assert (first == NoStep || space_q[2]);
      assert (last == NoStep || flying_q != '0);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: a beat of text, where it is held
  //////////////////////////////////////////////////////////////////////////////////////////////////

  function automatic logic fits(logic text, logic ends, logic [15:0] keep);
    return !text || ((keep & (keep + 16'd1)) == '0 && (keep == '1 || ends));
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
      assert (fits(offered.text, offered.last, offered.keep));
    end
  end
  for (genvar i = 0; i < Places; i++) begin : gen_place
    offered_t place;
    assign place = u_dut.u_offer.u_beats.place_q[i];
    always_comb if (on) assert (fits(place.text, place.last, place.keep));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the states of the grammar and the step that follows
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned StTextMore = 5;
  localparam int unsigned StClose = 6;
  localparam int unsigned StError = 7;

  logic [7:0] state;
  step_t next;
  logic in_text, illegal, asked, kept;
  assign state = u_dut.u_grammar.state_q;
  assign illegal = u_dut.u_grammar.illegal_q;
  assign next = u_dut.u_grammar.step_q;
  // A command was judged in the cycle before.
  assign asked = u_dut.u_grammar.check_q || u_dut.u_grammar.wrong_q;
  // After the steps `first` and `next`.
  assign kept = first.text ? !first.last : first_inside;
  assign in_text = next.text ? !next.last : kept;

  always_comb begin
    if (on) begin
      assert (illegal ? state == '0 : $onehot(state));
      assert (in_text == (state[StTextMore] || state[StClose] || (illegal && u_dut.u_grammar.in_text_q)));
      assert (!(state[StClose] || state[StError]) || u_dut.u_grammar.silent_q);
      assert (!(next.text && next.error) && !(next.error && kept));
      assert (next == NoStep || space_q[1] || !(next.text || next.error));
      assert (!(next.text || next.error || asked) || space_q[1]);
      assert (!asked || (!next.text && !next.error && !in_text && !illegal));
      assert (!asked || !(state[StTextMore] || state[StClose] || state[StError]));
      assert (!u_dut.u_grammar.wrong_q || u_dut.u_grammar.check_q);
      assert (!next.text || fits(1'b1, next.last, u_dut.u_grammar.keep_q));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the steps in the pipeline, their bytes in the delay, and how many there are
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned AddressWidth = $clog2(Cycles);
  typedef logic [AddressWidth-1:0] address_t;
  address_t write_address;
  assign write_address = u_dut.u_delay.write_q;

  logic [Cycles:1] inside_q;  // before the step at each place
  logic [7:0] number_q[Cycles+1];  // of the steps before it; element 0: before the step that enters
  always_ff @(posedge clk_i) begin
    number_q[0] <= on ? number_q[0] + 8'(first != NoStep) : '0;
    for (int c = 1; c <= Cycles; c++) begin
      inside_q[c] <= on && (c == 1 ? first_inside : inside_q[c-1]);
      number_q[c] <= on ? number_q[c-1] : '0;
    end
  end

  always_comb begin
    if (on) begin
      assert (u_dut.u_delay.read_q == write_address - address_t'(Cycles - 3));
      assert (last_inside == inside_q[Cycles]);
      assert (flying_q == number_q[1] - number_q[Cycles]);
      assert (first.text || !first.last);
    end
  end

  for (genvar c = 1; c <= Cycles; c++) begin : gen_step
    step_t step;
    logic [15:0] keep;
    assign step = u_dut.step_q[c];
    if (c == Cycles) begin : gen_last
      assign keep = last_keep;
    end else if (c == Cycles - 1) begin : gen_near
      assign keep = u_dut.u_delay.near_q[143:128];
    end else if (c == Cycles - 2) begin : gen_word
      assign keep = u_dut.u_delay.word_q[143:128];
    end else begin : gen_cell
      address_t address;
      logic [143:0] word;
      assign address = write_address - address_t'(c);
      assign word = u_dut.u_delay.mem_q[address];
      assign keep = word[143:128];
    end
    always_comb begin
      if (on) begin
        assert (!(step.text && step.error) && !(step.error && inside_q[c]));
        assert (step.text || !step.last);
        assert (fits(step.text, step.last, keep));
        assert ((step.text ? !step.last : inside_q[c]) == (c == 1 ? first_inside : inside_q[c-1]));
        assert (number_q[c-1] == number_q[c] + 8'(step != NoStep));
        if (c > 1) assert (number_q[1] - number_q[c] < 8'(c));
      end
    end
  end

endmodule
