// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers one beat of the output: a word of the answer in the queue, or a beat of its own, a STATUS or the
// empty beat that ends a text. Words without bytes are dropped, but for one that ends its segment. The words
// of a tag that is checked are compared with zero, and never leave the core. Only when the last of them has
// been compared is there a verdict. Without a verdict a STATUS is ERROR.
//
// Schedule:   the beat is on m_axis from the cycle after it was accepted. At most one beat in two cycles: no
//             path leads from m_axis_tready to the other side.
// Interfaces: answers from roundel_ascon_la_queue, their kind from roundel_ascon_la_passes, single beats from
//             roundel_ascon_la_grammar; m_axis is the output of the core.
// Bytes:      the first byte of a beat is m_axis_tdata[7:0]. Bytes that tkeep leaves out are zero.
// Reference:  docs/stream-protocol.md

module roundel_ascon_la_output
  import roundel_ascon_la_pkg::*;
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic                 valid_i,     // a word is at the end of the queue
  output logic                 ready_o,     // it is accepted
  input  queue_word_t          word_i,      // the word
  input  logic                 flush_i,     // words that are not answers are dropped
  input  logic [UserWidth-1:0] kind_i,      // kind of the answer
  input  logic                 check_i,     // it is a tag, and compared with zero
  input  logic                 clear_i,     // there is no verdict
  output logic                 text_end_o,  // the last beat of text is accepted

  input  logic       single_i,  // a beat of its own is offered
  input  logic       status_i,  // it is a STATUS; otherwise the empty end of a text
  output logic       single_ready_o,    // the register is empty

  output logic [         15:0] m_axis_tdata,
  output logic [          1:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic silent, send;
  verdict_t verdict_q;

  // No answer is in the queue when a beat of its own is offered.
  assign single_ready_o = !m_axis_tvalid;
  assign silent = check_i || (!word_i.keep[0] && !word_i.last);
  assign ready_o = word_i.answer ? silent || single_ready_o : flush_i;
  assign send = valid_i && word_i.answer && !silent;
  // Text has an even kind, a tag an odd one; a digest is the end of a transaction.
  assign text_end_o = send && single_ready_o && word_i.last && !kind_i[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_axis_tvalid <= 1'b0;
    else if (m_axis_tvalid) m_axis_tvalid <= !m_axis_tready;
    else m_axis_tvalid <= single_i || send;
  end

  // A word that is not sent is not loaded: it may be one to absorb, or what is left of a tag.
  always_ff @(posedge clk_i) begin
    if (single_ready_o && (single_i || !send || !word_i.keep[1])) m_axis_tdata[15:8] <= '0;
    else if (single_ready_o) m_axis_tdata[15:8] <= word_i.data[15:8];
    if (single_ready_o && (single_i ? !status_i : !send || !word_i.keep[0])) m_axis_tdata[7:0] <= '0;
    else if (single_ready_o) m_axis_tdata[7:0] <= single_i ? status_of(verdict_q) : word_i.data[7:0];
    if (single_ready_o) begin
      m_axis_tkeep <= single_i ? {1'b0, status_i} : word_i.keep;
      m_axis_tlast <= single_i || word_i.last;
      m_axis_tuser <= single_i && status_i ? KindStatus : kind_i;
    end
  end

  // Two registers follow the comparison, so that no flipped bit makes a wrong tag right: the words were equal
  // so far, and one of them was different.
  logic checked, equal;
  logic equal_q;

  assign checked = valid_i && word_i.answer && check_i;
  assign equal = equal_q && !verdict_q.refused && word_i.data == '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      equal_q   <= 1'b1;
      verdict_q <= '0;
    end else if (checked) begin
      equal_q <= equal;
      verdict_q.accepted <= equal && word_i.last;
      verdict_q.refused <= !equal;
    end
  end

endmodule
