// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Answers: captures results of the permutation, and sends beats. A beat is a result of text, two words of a
// digest, or a single beat (single_e). Compares the tag with the received one, all bits in every case. Only
// the verdict leaves the module, as a status. Without a verdict the status is ERROR.
//
// Schedule:   capture_i in cycle t: the result is held from t+1, and is on m_axis from t+2, or when the beat
//             before it has left. A beat every two cycles. single_i in cycle t, only with idle_o: the beat is
//             on m_axis from t+1. judge_i in cycle t: the verdict on the tags of t-3 is kept from t+1 on.
// Interfaces: results from roundel_ascon_hs_permutation, their kind from roundel_ascon_hs_addend; single
//             beats from roundel_ascon_hs_grammar; m_axis to the sink
// Bytes:      byte k of a beat is byte k%8 of word k/8; bytes that are not kept are zero.
// Reference:  docs/stream-protocol.md

module roundel_ascon_hs_output
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::status_of;
  import roundel_ascon_pkg::*;
  import roundel_ascon_hs_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic open_i,  // text is not verified yet

  input  logic         capture_i,      // the rate is a result
  input  logic         digest_i,       // with capture_i: its first word is a word of the digest
  input  logic         last_i,         // with capture_i: the segment ends
  input  logic  [15:0] keep_i,         // with capture_i: bytes of the result that are answered
  input  word_t [ 1:0] rate_i,         // the rate
  output logic         can_capture_o,  // there is a place for a result in the cycle after the next

  input  logic         single_i,       // send a single beat; only with idle_o
  input  single_e      single_kind_i,  // with single_i: what it is
  input  logic         judge_i,        // the tags have been compared: keep the verdict
  input  logic         clear_i,        // there is no verdict
  input  word_t [ 1:0] tag_i,          // the tag
  input  word_t [ 1:0] received_i,     // the received tag
  output logic         idle_o,         // no result and no beat is held
  output logic         drained_o,      // no result is held

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The result
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0][7:0] result_q, rate;
  logic [15:0] keep_q;
  logic valid_q, digest_q, last_q;
  logic half_q;  // a word of the digest is in the beat, and another one follows
  logic move;  // the result goes to the beat

  assign rate = rate_i;
  assign move = valid_q && !m_axis_tvalid;
  assign can_capture_o = !valid_q || move;

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (capture_i ? !keep_i[k] : move)) result_q[k] <= '0;
      else if (capture_i) result_q[k] <= rate[k];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= capture_i || (valid_q && !move);
    if (capture_i) begin
      keep_q   <= keep_i;
      digest_q <= digest_i;
      last_q   <= last_i;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  roundel_verdict_pkg::verdict_t verdict_q;
  word_t [1:0] beat_q, tag;
  logic is_tag, zero;

  assign is_tag = single_kind_i == SingleTag;
  assign zero = single_i && !is_tag;

  // A result that is not held is zero. The first word of a digest has no second word beside it.
  assign tag = single_i ? tag_i : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || zero) beat_q[0] <= '0;
    else if (single_i || (move && !half_q)) beat_q[0] <= result_q[7:0] | tag[0];
    if (zero && single_kind_i == SingleStatus) beat_q[0][7:0] <= status_of(verdict_q);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || zero) beat_q[1] <= '0;
    else if (single_i || move) beat_q[1] <= result_q[15:8] | (half_q ? result_q[7:0] : '0) | tag[1];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      m_axis_tvalid <= 1'b0;
      half_q <= 1'b0;
    end else if (m_axis_tvalid) begin
      m_axis_tvalid <= !m_axis_tready;
    end else if (move) begin
      m_axis_tvalid <= !digest_q || half_q || last_q;
      half_q <= digest_q && !half_q && !last_q;
    end else begin
      m_axis_tvalid <= single_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (single_i) begin
      m_axis_tlast <= 1'b1;
      unique case (single_kind_i)
        SingleTag: begin
          m_axis_tuser <= KindTag;
          m_axis_tkeep <= '1;
        end
        SingleStatus: begin
          m_axis_tuser <= KindStatus;
          m_axis_tkeep <= 16'd1;
        end
        default: begin
          m_axis_tuser <= open_i ? KindUnverified : KindText;
          m_axis_tkeep <= '0;
        end
      endcase
    end else if (move) begin
      m_axis_tlast <= last_q;
      m_axis_tuser <= digest_q ? KindDigest : open_i ? KindUnverified : KindText;
      if (half_q) m_axis_tkeep[15:8] <= keep_q[7:0];
      else m_axis_tkeep <= keep_q;
    end
  end

  assign m_axis_tdata = beat_q;
  assign idle_o = !valid_q && !m_axis_tvalid;
  assign drained_o = !valid_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The comparison of the tag: all bytes, without an early end
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] tag_bits, received_bits;
  logic [63:0] mismatch_64_q;
  logic [15:0] mismatch_16_q;
  logic [3:0] mismatch_4_q;

  assign tag_bits = tag_i;
  assign received_bits = received_i;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 64; i++) mismatch_64_q[i] <= tag_bits[2*i+:2] != received_bits[2*i+:2];
    for (int unsigned i = 0; i < 16; i++) mismatch_16_q[i] <= |mismatch_64_q[4*i+:4];
    for (int unsigned i = 0; i < 4; i++) mismatch_4_q[i] <= |mismatch_16_q[4*i+:4];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) verdict_q <= '0;
    else if (judge_i) verdict_q <= '{accepted: mismatch_4_q == '0, refused: mismatch_4_q != '0};
  end

endmodule
