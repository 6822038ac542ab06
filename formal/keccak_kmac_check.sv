// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The answers of roundel_keccak_kmac obey the rules of the stream for any input: legal or illegal, with any
// pauses, any stalls of the sink, and a reset at any time. A STATUS is ACCEPTED if and only if every beat
// that was compared since the last verdict was equal in all bytes, and its segment ended with the digest. It
// is REFUSED if and only if one of them differed.
//
// Of the answers of the hash only what keccak-hash-stream or keccak-kmac-sponge-stream proves is known here.
// The tasks -stream cut them.

module keccak_kmac_check
  import roundel_stream_pkg::*;
  import roundel_keccak_kmac_pkg::*;
#(
  parameter bit KeepKey = 1'b0
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

  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_keccak_kmac #(
    .KeepKey(KeepKey)
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
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  stream_properties #(
    .DataWidth(128)
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

  stream_properties #(
    .DataWidth(128),
    .Assume   (1'b1)
  ) u_digest (
    .clk_i,
    .rst_ni,
    .tdata_i (u_dut.digest_tdata),
    .tkeep_i (u_dut.digest_tkeep),
    .tlast_i (u_dut.digest_tlast),
    .tuser_i (u_dut.digest_tuser),
    .tvalid_i(u_dut.digest_tvalid),
    .tready_i(u_dut.digest_tready)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (u_dut.digest_tvalid) begin
      assume (u_dut.digest_tuser inside {KindDigest, KindStatus});
      assume (u_digest.unused_zero);
      if (u_dut.digest_tuser == KindStatus) begin
        assume (u_dut.digest_tdata == 128'(StatusError) && u_dut.digest_tkeep == 16'd1 && u_dut.digest_tlast);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The verdict
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic compared;
    logic different;
    logic ended;  // the beat that was compared last ended the tag and the digest
  } found_t;

  logic unequal_q = 1'b0;  // the beat of the cycle before differs
  logic ends_q = 1'b0;  // it ends both
  found_t found_q = '0;  // since the last verdict, or the last error in a tag
  found_t sent_q = '0;  // that, when the beat on the bus was loaded
  logic sent_verdict_q = 1'b0;  // the beat on the bus is a verdict

  always_ff @(posedge clk_i) begin
    unequal_q <= u_dut.u_answer.data != u_dut.data;
    ends_q <= u_dut.tag_last && u_dut.beat.last && u_dut.tag_keep == u_dut.keep;
    if (!rst_ni || u_dut.answered || u_dut.tag_bad) begin
      found_q <= '0;
    end else if (u_dut.tag_good) begin
      found_q.compared <= 1'b1;
      found_q.different <= found_q.different || unequal_q;
      found_q.ended <= ends_q;
    end
    if (u_dut.answered) sent_q <= found_q;
    if (u_dut.u_answer.free) sent_verdict_q <= u_dut.answered;
  end

  logic status;
  status_e code;
  assign status = started_q && rst_ni && m_axis_tvalid && m_axis_tuser == KindStatus;
  assign code   = status_e'(m_axis_tdata[7:0]);

  always_comb begin
    if (status) begin
      assert (code inside {StatusAccepted, StatusRefused, StatusError});
      assert ((code == StatusAccepted) ==
              (sent_verdict_q && sent_q.compared && sent_q.ended && !sent_q.different));
      assert ((code == StatusRefused) == (sent_verdict_q && sent_q.different));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // StCommand, StCustom, StKey, StText, StTag; StVerdict: yosys-slang does not see another module's enum
  // names.
  logic [3:0] state;
  logic second;
  assign state  = 4'(u_dut.u_grammar.state_q);
  assign second = u_dut.u_grammar.second_q;

  // A segment of the hash is open where its beats are used.
  logic inside_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (u_dut.u_answer.used) inside_q <= !u_dut.tag_last;
  end

  logic held;
  logic [127:0] held_unused;
  assign held = u_dut.u_answer.held;
  for (genvar k = 0; k < 16; k++) begin : gen_unused
    assign held_unused[8*k+:8] = u_dut.tag_keep[k] ? 8'd0 : u_dut.u_answer.data[k];
  end

  logic open, judges, discards;
  logic [UserWidth-1:0] kind;
  logic [2:0] answers;
  assign open = m_axis_tvalid ? !m_axis_tlast : u_output.inside_q;
  assign kind = m_axis_tvalid ? m_axis_tuser : u_output.kind_q;
  assign judges = u_dut.u_answer.judge_q;
  assign discards = u_dut.u_answer.discard_q;
  assign answers = u_dut.u_answer.number_q;

  logic compared_q = 1'b0;  // a beat was compared in the cycle before
  always_ff @(posedge clk_i) begin
    compared_q <= rst_ni && u_dut.compare;
  end

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    logic byte_unequal_q;
    always_ff @(posedge clk_i) begin
      byte_unequal_q <= u_dut.u_answer.data[k] != u_dut.data[8*k+:8];
    end
    always_comb begin
      if (compared_q) assert (u_dut.u_answer.differs_q[k] == byte_unequal_q);
    end
  end

  always_comb begin
    if (started_q && rst_ni) begin
      if (compared_q) assert ((u_dut.u_answer.differs_q != '0) == unequal_q);
      // The second cycle of a beat comes only where a segment is expected; of a tag, after it was compared.
      if (second) assert (state inside {4'd0, 4'd5, 4'd8, 4'd10, 4'd12});
      if (second && state == 4'd12) assert (compared_q && u_dut.tag_valid);
      if (second) assert (u_dut.offered);
      if (second && state == 4'd12 && u_dut.u_grammar.legal_q) begin
        assert (u_dut.beat.kind == KindTag && u_dut.beat.last == u_dut.tag_last);
        assert (u_dut.keep == u_dut.tag_keep);
        assert (ends_q == u_dut.tag_last);
      end
      if (u_dut.u_reader.close_q) assert (u_dut.u_reader.waits_q && u_dut.u_reader.may_close);
      if (u_dut.u_reader.waits_q) assert (u_dut.u_reader.valid_q);
      if (judges && found_q.compared) assert (found_q.ended);
      if (discards) assert (!found_q.compared);
      // The beat on the bus.
      if (m_axis_tvalid && sent_verdict_q) begin
        assert (m_axis_tuser == KindStatus && (sent_q.ended || !sent_q.compared));
        assert (sent_q.compared || !sent_q.different);
        assert (code == (sent_q.different ? StatusRefused : sent_q.compared ? StatusAccepted : StatusError));
      end
      if (m_axis_tvalid && !sent_verdict_q) assert (m_axis_tuser != KindStatus || code == StatusError);
      // While a verdict is made the hash answers a VERIFY.
      assert ((judges || discards) == (state == 4'd13));
      assert (!(judges && discards));
      if (judges || discards) assert (u_dut.u_answer.answer_known && u_dut.u_answer.answer == AnswerVerdict);
      if (judges) assert (!inside_q);
      if (discards) assert (inside_q || (held && !u_dut.u_answer.failed_q));
      // A segment that is open is one of the hash, of the kind that its transaction has.
      assert (open == (inside_q && u_dut.u_answer.answer != AnswerVerdict));
      if (inside_q) assert (u_dut.u_answer.answer_known);
      if (inside_q && held) assert (!u_dut.u_answer.failed_q);
      if (inside_q && !held) assert (u_digest.kind_q == KindDigest);
      if (open) assert (kind == (u_dut.u_answer.answer == AnswerTag ? KindTag : KindDigest));
      // The beat that is held is the last one of the hash.
      assert (u_digest.inside_q == (held ? !u_dut.tag_last : inside_q));
      if (held && !u_dut.tag_last) assert (u_digest.kind_q == KindDigest && !u_dut.u_answer.failed_q);
      if (held) assert ((u_dut.tag_keep & (u_dut.tag_keep + 16'd1)) == '0);
      if (held && !u_dut.tag_last) assert (u_dut.tag_keep == '1);
      if (held) assert (held_unused == '0);
      if (held && u_dut.u_answer.failed_q) assert (u_dut.u_answer.data == 128'(StatusError));
      if (held && u_dut.u_answer.failed_q) assert (u_dut.tag_keep == 16'd1 && u_dut.tag_last);
      assert (answers <= 3'd4);
      assert (u_dut.u_answer.first_q == !found_q.compared);
      assert (u_dut.u_answer.verdict_q.refused == found_q.different);
      assert (u_dut.u_answer.verdict_q.accepted == (found_q.compared && !found_q.different));
      assert (found_q.compared || found_q == '0);
    end
  end

endmodule
