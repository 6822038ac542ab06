// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the word that leaves the cipher, and the beat sent on the bus: two registers without a multiplexer.
// The word is cipher + operand + hash, each zero where it is not wanted. For a tag to check, the word is
// therefore its difference from the correct tag.
//
// Schedule:   load_i in cycle t: word_o is valid in t+1. With send_i in t the beat is valid on m_axis from
//             t+2, or later while an earlier beat waits there. can_accept_o is clear from t+1 until the beat
//             moves to m_axis; at most one beat every two cycles. To judge a tag, set compare_i in t+3 and
//             send the STATUS in t+4. All 16 bytes are compared in every case.
// Interfaces: cipher_i from roundel_aes_stored_engine, operand_i and keep_i from roundel_aes_gcm_input,
//             hash_i and control from roundel_aes_gcm_hs; word_o to roundel_ghash; m_axis to the sink.
// Bytes:      byte k of the word is word_o[8*k+7:8*k]; a status code is in byte 0.
// Reference:  SP 800-38D sections 7.1 and 7.2; docs/stream-protocol.md

module roundel_aes_gcm_output
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_aes_gcm_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         load_i,          // the word becomes cipher_i + operand_i + hash_i
  input  logic [127:0] cipher_i,        // result of the cipher
  input  logic [127:0] operand_i,       // block of text, or the tag to check; otherwise zero
  input  logic [127:0] hash_i,          // hash of the message for the tag; otherwise zero
  input  logic [ 15:0] mask_i,          // with load_i: bytes of the word that become zero
  output logic [127:0] word_o,          // the word
  input  logic         clear_i,         // the word becomes zero
  input  logic         compare_i,       // the word of two cycles ago is the difference of two tags: judge it

  // With send_i, a STATUS is the verdict if compare_i was set one cycle before, otherwise ERROR.
  input  logic        send_i,        // send a beat: the word that is loaded or cleared in this cycle
  input  answer_e     answer_i,      // with send_i: what the beat carries
  input  logic        open_i,        // with send_i: text is not verified yet
  input  logic [15:0] keep_i,        // with send_i: tkeep of the beat
  input  logic        last_i,        // with send_i: tlast of the beat
  output logic        can_accept_o,  // no beat waits for m_axis: send_i is allowed

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic [15:0][7:0] word_d, word_q;
  logic pending_q, valid_q, move;
  logic [15:0] keep_q;
  logic last_q, open_q;
  answer_e answer_q;
  verdict_t verdict_q, sent_verdict_q;  // sent_verdict_q: of the beat
  logic [7:0] status;
  kind_e kind;

  assign word_d = cipher_i ^ operand_i ^ hash_i;

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (clear_i || (load_i && mask_i[k])) word_q[k] <= '0;
      else if (load_i) word_q[k] <= word_d[k];
    end
  end
  assign word_o = word_q;

  logic [31:0] equal_32_q;
  logic [7:0] equal_8_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 32; i++) equal_32_q[i] <= word_o[4*i+:4] == '0;
    for (int unsigned i = 0; i < 8; i++) equal_8_q[i] <= equal_32_q[4*i+:4] == '1;
    verdict_q.accepted <= rst_ni && compare_i && equal_8_q == '1;
    verdict_q.refused  <= rst_ni && compare_i && equal_8_q != '1;
  end

  assign move = pending_q && !valid_q;
  assign can_accept_o = !pending_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      pending_q <= send_i || (pending_q && !move);
      valid_q <= move || (valid_q && !m_axis_tready);
    end
  end
  always_ff @(posedge clk_i) begin
    if (send_i) begin
      answer_q <= answer_i;
      open_q   <= open_i;
      keep_q   <= keep_i;
      last_q   <= last_i;
      sent_verdict_q <= verdict_q;
    end
  end

  always_comb begin
    unique case (answer_q)
      AnswerTag: kind = KindTag;
      AnswerStatus: kind = KindStatus;
      default: kind = open_q ? KindUnverified : KindText;
    endcase
    status = answer_q == AnswerStatus ? status_of(sent_verdict_q) : '0;
  end

  always_ff @(posedge clk_i) begin
    if (move) begin
      m_axis_tdata <= {word_o[127:8], word_o[7:0] | status};
      m_axis_tkeep <= keep_q;
      m_axis_tlast <= last_q;
      m_axis_tuser <= kind;
    end
  end
  assign m_axis_tvalid = valid_q;

endmodule
