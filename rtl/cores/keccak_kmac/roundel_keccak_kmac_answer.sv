// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sends the answers: the digest of a HASH, the tag of a MAC, and the verdict of a VERIFY, whose digest is
// compared with the TAG and never leaves.
//
// The verdict is held in two complementary registers. Without one the STATUS is ERROR.
//
// Schedule:   A beat of the hash is on m_axis two cycles later, at most every second cycle. Of a VERIFY each
//             beat of the digest waits for its beat of the tag: compare_i, and in the next cycle tag_good_i,
//             which uses both. The STATUS is on m_axis two cycles after the last of these. Time does not
//             depend on the bytes. A beat that was used becomes zero.
// Interfaces: beats of roundel_keccak_hash; kinds of answers and the tag from roundel_keccak_kmac_grammar.
// Bytes:      byte 0 of a beat is tdata[7:0].
// Reference:  docs/stream-protocol.md

module roundel_keccak_kmac_answer
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_keccak_kmac_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic    answer_valid_i,  // the hash has one more transaction
  output logic    answer_ready_o,  // it can be noted
  input  answer_e answer_i,        // what its answer is

  input  logic [15:0][7:0] tag_i,           // the offered beat of TAG
  output logic             digest_valid_o,  // the digest of a VERIFY has a beat
  output logic             digest_last_o,   // it is the last one
  output logic [15:0]      digest_keep_o,   // its tkeep
  input  logic             compare_i,       // compare it with tag_i
  input  logic             tag_good_i,      // the beat compared last was one of the tag
  input  logic             tag_bad_i,       // the sequence is illegal
  output logic             answered_o,      // the STATUS of a VERIFY is sent

  input  logic [127:0]         s_axis_tdata,
  input  logic [ 15:0]         s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [127:0]         m_axis_tdata,
  output logic [ 15:0]         m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What the next answer of the hash is
  //////////////////////////////////////////////////////////////////////////////////////////////////

  answer_e answer;
  logic answer_known, answer_sent;
  logic unused_malformed;  // the hash sends no such beat
  logic held, load, used;  // a beat of the hash is held; it comes; it leaves
  logic last_q, failed_q;  // it is the last of its answer; the hash answers with STATUS = ERROR
  logic [15:0] keep;
  logic [15:0][7:0] data;
  logic checked;  // it answers a VERIFY with the digest

  // Up to four answers, the next one first.
  localparam int unsigned MaxAnswers = 4;
  answer_e [MaxAnswers-1:0] answers_q, answers_d;
  logic [2:0] number_q, number_d;
  logic noted;

  assign answer_ready_o = number_q != 3'(MaxAnswers);
  assign answer_known = number_q != '0;
  assign answer = answers_q[0];
  assign noted = answer_valid_i && answer_ready_o;
  assign number_d = number_q + 3'(noted) - 3'(answer_sent);

  always_comb begin
    answers_d = answer_sent ? {AnswerDigest, answers_q[MaxAnswers-1:1]} : answers_q;
    for (int unsigned k = 0; k < MaxAnswers; k++) begin
      if (noted && number_d == 3'(k + 1)) answers_d[k] = answer_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      answers_q <= '0;
      number_q  <= '0;
    end else begin
      answers_q <= answers_d;
      number_q  <= number_d;
    end
  end

  roundel_beat_register u_digest (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tvalid,
    .s_axis_tready,
    .load_o     (load),
    .malformed_o(unused_malformed),
    .pop_i      (used),
    .valid_o    (held),
    .keep_o     (keep),
    .data_o     (data)
  );

  always_ff @(posedge clk_i) begin
    if (load) begin
      last_q <= s_axis_tlast;
      failed_q <= s_axis_tuser == KindStatus;
    end
  end

  assign checked = answer == AnswerVerdict && !failed_q;
  assign digest_valid_o = held && answer_known && checked;
  assign digest_last_o = last_q;
  assign digest_keep_o = keep;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The verdict
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0] differs_q;  // by byte, of the beat
  logic first_q;  // no beat was compared
  verdict_t verdict_q;  // of the beats so far; an error leaves none
  logic discard_q;  // the rest of the digest is discarded
  logic judge_q;  // the STATUS is sent next
  logic ends;  // the held beat is the last of its answer
  logic free, pass, judge;

  assign ends = held && last_q;

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      differs_q[k] <= rst_ni && compare_i && data[k] != tag_i[k];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || judge || tag_bad_i) begin
      first_q   <= 1'b1;
      verdict_q <= '0;
    end else if (tag_good_i) begin
      first_q <= 1'b0;
      verdict_q.accepted <= (first_q || verdict_q.accepted) && differs_q == '0;
      verdict_q.refused <= verdict_q.refused || differs_q != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      discard_q <= 1'b0;
      judge_q   <= 1'b0;
    end else begin
      discard_q <= tag_bad_i || (discard_q && !ends);
      judge_q   <= ((tag_good_i || discard_q) && ends) || (judge_q && !free);
    end
  end

  assign judge = judge_q && free;
  assign answered_o = judge;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign free = !m_axis_tvalid;
  assign pass = held && answer_known && !checked && !judge_q && free;
  assign used = pass || tag_good_i || (held && discard_q);
  assign answer_sent = (pass && last_q) || judge;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_axis_tvalid <= 1'b0;
    else m_axis_tvalid <= pass || judge || (m_axis_tvalid && !m_axis_tready);
  end

  // A beat that has left becomes zero.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (free && !pass && !judge)) begin
      m_axis_tdata[7:0] <= '0;
      m_axis_tkeep[0]   <= 1'b0;
    end else if (free) begin
      m_axis_tdata[7:0] <= judge ? status_of(verdict_q) : data[0];
      m_axis_tkeep[0]   <= judge || keep[0];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (free && !pass)) begin
      m_axis_tdata[127:8] <= '0;
      m_axis_tkeep[15:1]  <= '0;
    end else if (free) begin
      m_axis_tdata[127:8] <= data[15:1];
      m_axis_tkeep[15:1]  <= keep[15:1];
    end
  end
  always_ff @(posedge clk_i) begin
    if (pass || judge) begin
      m_axis_tlast <= judge || last_q;
      m_axis_tuser <= judge || failed_q ? KindStatus : answer == AnswerTag ? KindTag : KindDigest;
    end
  end

endmodule
