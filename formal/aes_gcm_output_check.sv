// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The answers of roundel_aes_gcm_output keep the rules of the stream, with any words and beats, if the rest
// of the core keeps aes_gcm_output_contract. A STATUS is ACCEPTED only after a comparison that found a word
// of zeros. For all time, by induction.

module aes_gcm_output_check
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_aes_gcm_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic          load_i,
  input logic  [127:0] cipher_i,
  input logic  [127:0] operand_i,
  input logic  [127:0] hash_i,
  input logic  [ 15:0] mask_i,
  input logic          clear_i,
  input logic          compare_i,
  input logic          send_i,
  input answer_e       answer_i,
  input logic          open_i,
  input logic  [ 15:0] keep_i,
  input logic          last_i,
  input logic          m_axis_tready
);

  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;
  logic can_accept, text, unverified;
  logic [3:1] loaded;

  roundel_aes_gcm_output u_dut (
    .clk_i,
    .rst_ni,
    .load_i,
    .cipher_i,
    .operand_i,
    .hash_i,
    .mask_i,
    .word_o      (),
    .compare_i,
    .clear_i,
    .send_i,
    .answer_i,
    .open_i,
    .keep_i,
    .last_i,
    .can_accept_o(can_accept),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  aes_gcm_output_contract #(
    .Assume(1'b1)
  ) u_contract (
    .clk_i,
    .rst_ni,
    .can_accept_i(can_accept),
    .load_i,
    .clear_i,
    .mask_i,
    .compare_i,
    .send_i,
    .answer_i,
    .open_i,
    .keep_i,
    .last_i,
    .loaded_o    (loaded),
    .inside_o    (text),
    .unverified_o(unverified)
  );

  stream_properties #(
    .DataWidth(128)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || !rst_ni);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants
  //////////////////////////////////////////////////////////////////////////////////////////////////

  function automatic logic well_formed(logic [15:0] keep, logic last);
    return (keep & (keep + 16'd1)) == '0 && (keep == '1 || last);
  endfunction

  logic pending, valid, on_bus, pending_status, bus_status, bus_text;
  logic [UserWidth-1:0] text_kind;

  assign pending = u_dut.pending_q;
  assign valid = u_dut.valid_q;
  assign pending_status = u_dut.answer_q == AnswerStatus;
  assign bus_status = m_axis_tuser == KindStatus;
  assign bus_text = m_axis_tuser == text_kind;
  assign text_kind = unverified ? KindUnverified : KindText;
  // What the beat on the bus carries.
  answer_e bus_answer_q;
  always_ff @(posedge clk_i) begin
    if (u_dut.move) bus_answer_q <= u_dut.answer_q;
  end

  // Whether the word of 1 and 2 cycles ago was zero, and the verdict on it: now, with the beat, on the bus.
  logic zero_q1, zero_q2;
  verdict_t right_q, sent_right_q, bus_right_q;
  always_ff @(posedge clk_i) begin
    zero_q1 <= u_dut.word_q == '0;
    zero_q2 <= zero_q1;
    right_q <= rst_ni && compare_i ? '{accepted: zero_q2, refused: !zero_q2} : '0;
    if (send_i) sent_right_q <= right_q;
    if (u_dut.move) bus_right_q <= sent_right_q;
  end

  // A segment of text is open after the beat on the bus.
  assign on_bus = valid ? !m_axis_tlast : u_stream.inside_q;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (text == (pending ? !u_dut.last_q : on_bus));
      assert (!pending || well_formed(u_dut.keep_q, u_dut.last_q));
      assert (!pending || u_dut.answer_q inside {AnswerText, AnswerTag, AnswerStatus});
      assert (!pending || u_dut.answer_q == AnswerText || (u_dut.last_q && !on_bus));
      assert (!pending || u_dut.answer_q != AnswerText || u_dut.open_q == unverified);
      assert (!(pending && pending_status) || (u_dut.keep_q == 16'h1 && u_dut.word_q == '0));
      // A STATUS has one of three codes.
      assert (!(valid && bus_status) ||
          m_axis_tdata[7:0] inside {StatusAccepted, StatusRefused, StatusError});
      // The stages of a comparison, and its verdict up to the bus.
      assert (!loaded[2] || (u_dut.equal_32_q == '1) == zero_q1);
      assert (!loaded[3] || (u_dut.equal_8_q == '1) == zero_q2);
      assert (u_dut.verdict_q == right_q);
      assert (!pending || u_dut.sent_verdict_q == sent_right_q);
      assert (!(valid && bus_status) || m_axis_tdata[7:0] == status_of(bus_right_q));
      // A status differs from all other kinds, and is alone in its segment.
      assert (!valid || bus_status == (bus_answer_q == AnswerStatus));
      assert (!(valid && bus_status) || (m_axis_tkeep == 16'h1 && m_axis_tlast && !u_stream.inside_q));
      assert (!valid || well_formed(m_axis_tkeep, m_axis_tlast));
      assert (!valid || m_axis_tuser inside {KindTag, KindStatus, KindText, KindUnverified});
      assert (!(on_bus && valid) || bus_text);
      assert (!u_stream.inside_q || !(valid || text) ||
          u_stream.kind_q == (valid ? m_axis_tuser : text_kind));
      assert (!u_stream.inside_q || !(pending && !valid) || u_stream.kind_q == text_kind);
      for (int unsigned k = 0; k < 16; k++) begin
        assert (!pending || u_dut.keep_q[k] || u_dut.word_q[k] == '0);
        assert (!valid || m_axis_tkeep[k] || m_axis_tdata[8*k+:8] == '0);
      end
    end
  end

endmodule
