// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sends the beats of roundel_aes_gcm_masked but for their data, which is in both shares and is cleared when a
// beat is accepted. Keeps the verdict on a tag, in two complementary registers.
//
// Schedule:   a send_ in cycle t, with free_o: the beat is valid from t+1. judge_i in t: status_o from t+1.
// Interfaces: from roundel_aes_gcm_masked_grammar; the m_axis ports but for the data.
// Reference:  docs/stream-protocol.md (STATUS)

module roundel_aes_gcm_masked_answer
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic       clear_i,   // no verdict is left
  input  logic       judge_i,   // equal_i is the result of a complete comparison
  input  logic       equal_i,   // the tags are equal
  output logic [7:0] status_o,  // the code of a STATUS

  input  logic        open_i,         // text is not verified yet
  input  logic        send_text_i,    // send text
  input  logic        send_tag_i,     // send a tag
  input  logic        send_status_i,  // send STATUS
  input  logic [15:0] keep_i,         // bytes of text or tag
  input  logic        last_i,         // the text ends
  output logic        free_o,         // no beat waits
  output logic        clear_data_o,   // the data becomes zero

  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  verdict_t verdict_q;
  logic send;

  assign status_o = status_of(verdict_q);
  assign free_o = !m_axis_tvalid;
  assign send = send_text_i || send_tag_i || send_status_i;
  assign clear_data_o = !rst_ni || (m_axis_tvalid && m_axis_tready);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      verdict_q <= '0;
    end else if (judge_i) begin
      verdict_q.accepted <= equal_i;
      verdict_q.refused  <= !equal_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_axis_tvalid <= 1'b0;
    else m_axis_tvalid <= send || (m_axis_tvalid && !m_axis_tready);
    if (send) begin
      m_axis_tkeep <= send_status_i ? 16'h0001 : keep_i;
      m_axis_tlast <= !send_text_i || last_i;
      m_axis_tuser <= send_status_i ? KindStatus : send_tag_i ? KindTag : open_i ? KindUnverified : KindText;
    end
  end

endmodule
