// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS of roundel_aes_groestl is ACCEPTED if and only if it is a verdict, and every word of the received
// tag was equal in all bits to the word of the hash in the same place: as many words as a hash has. For any
// input: legal or not, with any pauses, any stalls of the sink, and a reset at any time; for all time, by
// induction. The task cuts the hash, the text in the block, and the times at which a keystream or a hash is
// valid: the proof does not need them.

module aes_groestl_verdict_check
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter int unsigned Columns = 8,
  parameter bit          Aes     = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  localparam logic [3:0] DigestWords = 4'(Columns / 4);

  logic [127:0] m_axis_tdata;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_aes_groestl #(
    .Columns(Columns),
    .Aes    (Aes)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata,
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser,
    .m_axis_tvalid,
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

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The words of the tag that have been compared since the last command, in order
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state;
  operation_t operation;
  logic [3:0] index, index_q, words_q;
  logic equal_q, right_q, sent_right_q, judged;
  assign state = u_dut.u_control.u_sequence.state_q;
  assign operation = u_dut.u_control.u_sequence.operation_q;
  assign index = 4'(u_dut.u_control.u_sequence.count_q);
  // The STATUS that is sent is a verdict.
  assign judged = state == StAnswer && operation.check && !u_dut.text_accepted;

  always_ff @(posedge clk_i) begin
    index_q <= index;
    equal_q <= u_dut.compare && u_dut.beat.data == u_dut.chain_word;
    if (u_dut.clear) begin
      words_q <= '0;
    end else if (u_dut.compare_q) begin
      words_q <= words_q + 4'd1;
      right_q <= equal_q && (words_q == '0 || right_q) && index_q == words_q;
    end
    if (u_dut.out_fire) sent_right_q <= judged && words_q == DigestWords && right_q;
  end

  logic status;
  logic [7:0] code;
  assign status = m_axis_tvalid && m_axis_tuser == KindStatus;
  assign code   = m_axis_tdata[7:0];

  always_comb begin
    if (on && status) begin
      assert (code inside {StatusAccepted, StatusRefused, StatusError});
      assert ((code == StatusAccepted) == sent_right_q);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (on) begin
      assert ((u_dut.equal_parts_q == '1) == equal_q);
      if (!u_dut.clear) begin
        assert (u_dut.verdict_q.accepted == (words_q != '0 && right_q));
        assert (u_dut.verdict_q.refused == (words_q != '0 && !right_q));
      end
      // A word is compared in its place.
      assert (!u_dut.compare_q || u_dut.clear || index_q == words_q);
      assert (!u_dut.compare_q || u_dut.clear || u_dut.compare_first_q == (index_q == '0));
      if (state == StTag && operation.check) begin
        assert (index < DigestWords);
        assert (u_dut.clear || words_q + 4'(u_dut.compare_q) == index);
      end
      if (state inside {StTagClose, StCompare1}) begin
        assert (operation.check && !u_dut.clear && words_q + 4'(u_dut.compare_q) == DigestWords);
      end
      if (state == StCompare2 || (state == StAnswer && operation.check)) begin
        assert (operation.check && !u_dut.clear && !u_dut.compare_q && words_q == DigestWords);
      end
      if (!(state inside {StTag, StTagClose, StCompare1, StCompare2, StAnswer, StAbort, StClose, StError,
                          StFlush, StCommand})) begin
        assert (!u_dut.compare_q && (u_dut.clear || words_q == '0));
      end
    end
  end

endmodule
