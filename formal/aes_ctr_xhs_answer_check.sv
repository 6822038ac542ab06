// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The answers of roundel_aes_ctr_xhs_answer keep the rules of the stream for all steps that keep
// aes_ctr_xhs_contract, with any stalls of the sink and a reset at any time. A step enters only if there was
// space three cycles before it is counted, and leaves only if it has entered. For all time, by induction.
//
// Of the memory one cell is followed, whose address is free and constant, and the beat that leaves after the
// beat of that cell. What holds of it holds of every cell.

module aes_ctr_xhs_answer_check
  import roundel_stream_pkg::*;
  import roundel_aes_ctr_xhs_pkg::*;
#(
  parameter int unsigned Depth = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input logic          entered_i,
  input step_t         step_i,
  input logic  [127:0] cipher_i,
  input logic  [127:0] data_i,
  input logic  [ 15:0] keep_i,
  input logic          m_axis_tready,

  input logic [$clog2(Depth)-1:0] followed_i
);

  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth-1:0] address_t;
  typedef logic [AddressWidth:0] pointer_t;

  typedef struct packed {
    logic         error;
    logic         last;
    logic [15:0]  keep;
    logic [127:0] data;
  } beat_t;

  logic space, m_axis_tlast, m_axis_tvalid;
  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic [UserWidth-1:0] m_axis_tuser;

  roundel_aes_ctr_xhs_answer #(
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .entered_i,
    .space_o(space),
    .step_i,
    .cipher_i,
    .data_i,
    .keep_i,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic on;
  address_t followed_q;

  always_ff @(posedge clk_i) begin
    started_q  <= 1'b1;
    followed_q <= followed_i;
  end
  assign on = started_q && rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The steps: space three cycles before, and those that have entered and not left
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic inside_segment;
  logic [3:1] space_q = '0;
  logic [7:0] flying_q = '0;

  aes_ctr_xhs_contract #(
    .Assume(1'b1)
  ) u_contract (
    .clk_i,
    .rst_ni  (on),
    .step_i,
    .keep_i,
    .inside_o(inside_segment)
  );

  always_ff @(posedge clk_i) begin
    space_q  <= on ? {space_q[2:1], space} : '0;
    flying_q <= on ? flying_q + 8'(entered_i) - 8'(step_i != NoStep) : '0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!started_q || followed_i == followed_q);
    if (on) begin
      assume (!entered_i || space_q[3]);
      assume (step_i == NoStep || flying_q != '0);
      assume (step_i.text || !step_i.last);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rules. Those of segments are checked of the beats that are followed.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  stream_properties #(
    .DataWidth(128),
    .Segments (1'b0)
  ) u_output (
    .clk_i,
    .rst_ni  (on),
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  address_t read_address, next_address;
  pointer_t stored, distance;
  logic fetch, word_valid, word_followed_q, out_followed_q;
  logic sent_followed_q = 1'b0;  // the beat that was accepted last
  assign read_address = u_dut.u_memory.read_q[AddressWidth-1:0];
  assign next_address = followed_i + address_t'(1);
  assign stored = u_dut.u_memory.write_q - u_dut.u_memory.read_q;
  assign distance = pointer_t'(address_t'(followed_i - read_address));
  assign fetch = u_dut.u_memory.fetch;
  assign word_valid = u_dut.stored_valid;

  always_ff @(posedge clk_i) begin
    if (fetch) word_followed_q <= read_address == followed_i;
    if (u_dut.stored_ready) out_followed_q <= word_followed_q;
    if (!on) sent_followed_q <= 1'b0;
    else if (m_axis_tvalid && m_axis_tready) sent_followed_q <= out_followed_q;
  end

  always_comb begin
    if (on && m_axis_tvalid) begin
      if (out_followed_q) begin
        assert (u_output.keep_prefix);
        assert (u_output.keep_full);
        assert (u_output.kind_known);
        assert (u_output.unused_zero);
      end
      if (sent_followed_q) assert (u_output.kind_holds);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: there is a place for every answer
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (on) begin
      assert (u_dut.u_memory.commit_q == u_dut.u_memory.write_q);
      assert (u_dut.answers_q == flying_q + 8'(u_dut.write_q) + 8'(stored) + 8'(word_valid) +
          8'(u_dut.left_q));
      assert (u_dut.answers_q <= 8'd125 && flying_q <= 8'd125 && 8'(stored) <= 8'd125);
      assert (!space || u_dut.answers_q <= 8'd121);
      assert (!space_q[1] || u_dut.answers_q <= 8'd122);
      assert (!space_q[2] || u_dut.answers_q <= 8'd123);
      assert (!space_q[3] || u_dut.answers_q <= 8'd124);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the beats on their way
  //////////////////////////////////////////////////////////////////////////////////////////////////

  function automatic logic is_beat(beat_t beat);
    is_beat = (beat.keep & (beat.keep + 16'd1)) == '0 && (beat.keep == '1 || beat.last) &&
        (!beat.error || beat.last);
    for (int unsigned k = 0; k < 16; k++) is_beat &= beat.keep[k] || beat.data[8*k+:8] == '0;
  endfunction

  // A segment is open before the beat that is stored next.
  logic before_q, open;
  beat_t new_beat, cell_beat, next_beat, word, out;
  always_ff @(posedge clk_i) begin
    before_q <= inside_segment;
  end
  assign open = u_dut.write_q ? before_q : inside_segment;
  assign new_beat = u_dut.beat_q;
  assign cell_beat = u_dut.u_memory.mem_q[followed_i];
  assign next_beat = u_dut.u_memory.mem_q[next_address];
  assign word = u_dut.stored;
  assign out = u_dut.out;

  // The beats of the followed cell and of the next one, or that of the followed cell and no more.
  function automatic logic goes_on(logic last);
    return read_address == next_address && (stored == '0 ? last || open : last || !next_beat.error);
  endfunction

  always_comb begin
    if (on) begin
      if (u_dut.write_q) begin
        assert (is_beat(new_beat) && (!before_q || !new_beat.error));
        assert (inside_segment == !new_beat.last);
      end
      if (distance < stored) assert (is_beat(cell_beat));
      if (distance + pointer_t'(1) < stored) assert (cell_beat.last || !next_beat.error);
      if (distance + pointer_t'(1) == stored) assert (cell_beat.last || open);
      if (word_valid && word_followed_q) assert (is_beat(word) && goes_on(word.last));
      if (m_axis_tvalid && out_followed_q) begin
        assert (is_beat(out));
        if (word_valid)
          assert (out.last || !word.error);
          else assert (goes_on(out.last));
      end
      if (sent_followed_q && !m_axis_tvalid) begin
        if (word_valid)
          assert (!u_output.inside_q || !word.error);
          else assert (goes_on(!u_output.inside_q));
      end
      // A beat of an error is the last of its segment.
      if (sent_followed_q) assert (!u_output.inside_q || u_output.kind_q == KindText);
    end
  end

endmodule
