// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_gcm_output answers by the rules of the stream, whatever is loaded and given, as long as the
// rest of the core keeps its promises (aes_gcm_output_contract). For all time, by induction.

module aes_gcm_output_check
  import roundel_stream_pkg::*;
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
  input logic          give_i,
  input answer_e       answer_i,
  input logic          open_i,
  input logic  [ 15:0] keep_i,
  input logic          last_i,
  input logic  [  1:0] status_i,
  input logic          m_axis_tready
);

  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;
  logic free, text, unverified;

  roundel_aes_gcm_output u_dut (
    .clk_i,
    .rst_ni,
    .load_i,
    .cipher_i,
    .operand_i,
    .hash_i,
    .mask_i,
    .word_o     (),
    .different_o(),
    .clear_i,
    .give_i,
    .answer_i,
    .open_i,
    .keep_i,
    .last_i,
    .status_i,
    .free_o     (free),
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
    .free_i      (free),
    .load_i,
    .clear_i,
    .mask_i,
    .give_i,
    .answer_i,
    .open_i,
    .keep_i,
    .last_i,
    .status_i,
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

  function automatic logic shaped(logic [15:0] keep, logic last);
    return (keep & (keep + 16'd1)) == '0 && (keep == '1 || last);
  endfunction

  logic given, valid, on_bus, given_status, bus_status, bus_text;
  logic [UserWidth-1:0] text_kind;

  assign given = u_dut.given_q;
  assign valid = u_dut.valid_q;
  assign given_status = u_dut.answer_q == AnswerStatus;
  assign bus_status = m_axis_tuser == KindStatus;
  assign bus_text = m_axis_tuser == text_kind;
  assign text_kind = unverified ? KindUnverified : KindText;
  // What stands on the bus, as it was given.
  answer_e bus_answer_q;
  always_ff @(posedge clk_i) begin
    if (u_dut.move) bus_answer_q <= u_dut.answer_q;
  end

  // A segment of text is open behind the beat that is given, if one is; and behind that on the bus.
  assign on_bus = valid ? !m_axis_tlast : u_stream.inside_q;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (text == (given ? !u_dut.last_q : on_bus));
      assert (!given || shaped(u_dut.keep_q, u_dut.last_q));
      assert (!given || u_dut.answer_q inside {AnswerText, AnswerTag, AnswerStatus});
      assert (!given || u_dut.answer_q == AnswerText || (u_dut.last_q && !on_bus));
      assert (!given || u_dut.answer_q != AnswerText || u_dut.open_q == unverified);
      assert (!given || (given_status ? u_dut.keep_q == 16'h1 && u_dut.word_q == '0 : u_dut.status_q == '0));
      // A status is told from all else, and stands alone.
      assert (!valid || bus_status == (bus_answer_q == AnswerStatus));
      assert (!(valid && bus_status) || (m_axis_tkeep == 16'h1 && m_axis_tlast && !u_stream.inside_q));
      assert (!valid || shaped(m_axis_tkeep, m_axis_tlast));
      assert (!valid || m_axis_tuser inside {KindTag, KindStatus, KindText, KindUnverified});
      assert (!(on_bus && valid) || bus_text);
      assert (!u_stream.inside_q || !(valid || text) ||
          u_stream.kind_q == (valid ? m_axis_tuser : text_kind));
      assert (!u_stream.inside_q || !(given && !valid) || u_stream.kind_q == text_kind);
      for (int unsigned k = 0; k < 16; k++) begin
        assert (!given || u_dut.keep_q[k] || u_dut.word_q[k] == '0);
        assert (!valid || m_axis_tkeep[k] || m_axis_tdata[8*k+:8] == '0);
      end
    end
  end

endmodule
