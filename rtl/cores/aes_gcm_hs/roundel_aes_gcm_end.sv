// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Ends a message, and a sequence that was illegal: has J0 encrypted for the tag, has the tag sent or judged,
// and clears the core. Decides on the beats that the cipher does not make: empty beats and STATUS.
//   SEAL    EndIdle EndFlush EndTag EndAnswer EndClear
//   OPEN    EndIdle EndFlush EndTag EndCompare1 EndCompare2 EndCompare3 EndStatus EndAnswer EndClear
//   error   EndIdle EndFlush [EndClose] EndError EndAnswer EndClear
//
// Schedule:   send_status_o, the end_ outputs, finished_o and aborted_o are registers, decided a cycle ahead;
//             clear_word_o comes with the first two. EndCompare3 is three cycles after the word of the tag
//             was loaded.
// Interfaces: the grammar, the operand, results of the cipher and the idle state of each part; to
//             roundel_aes_gcm_output and to the other parts of roundel_aes_gcm_hs.
// Reference:  SP 800-38D sections 7.1 and 7.2; docs/stream-protocol.md

module roundel_aes_gcm_end (
  input logic clk_i,
  input logic rst_ni,

  input logic open_i,           // the command is OPEN
  input logic text_seen_i,      // the message has a text segment
  input logic text_open_i,      // the text segment has not ended yet
  input logic complete_i,       // the message is complete
  input logic abort_i,          // the sequence is illegal
  input logic abort_idle_i,     // the sequence is illegal, and no part is busy: it can be answered
  input logic operand_empty_i,  // the operand is the end of the text, without a block
  input logic operand_last_i,   // the operand is the last block of its segment

  input logic text_result_i,    // a block of text leaves the cipher
  input logic subkey_result_i,  // H leaves the cipher
  input logic tag_result_i,     // the tag leaves the cipher

  input  logic can_accept_i,   // no beat waits for m_axis
  output logic end_text_o,     // send an empty beat: no text, or an error closes its segment
  output logic end_operand_o,  // send an empty beat: it was the operand, and ends the segment of text
  output logic send_status_o,  // send a STATUS
  output logic compare_o,      // judge the tag
  output logic clear_word_o,   // the word becomes zero: with each of the above, and after H

  output logic tag_o,     // the message is complete: GHASH completes its hash
  output logic idle_o,    // no message ends
  output logic flush_o,   // blocks in the cipher are discarded; J0 is next, unless the sequence is illegal
  output logic finish_o,       // the transaction has ended: its values are cleared
  output logic finished_o,     // with finish_o, after a legal sequence
  output logic aborted_o,      // with finish_o, after an illegal sequence
  output logic operand_done_o  // in the next cycle the operand has been used: end_operand_o or finished_o
);

  // States, one bit each.
  typedef enum logic [3:0] {
    EndIdle,
    EndFlush,     // counter blocks in the cipher are discarded
    EndTag,       // the cipher encrypts J0 while GHASH completes the hash
    EndCompare1,
    EndCompare2,
    EndCompare3,
    EndStatus,
    EndClose,     // an error after text was sent: an empty beat closes its segment
    EndError,
    EndAnswer,
    EndClear,
    NumEnds
  } end_e;

  logic [NumEnds-1:0] end_q, end_d;
  logic end_pending_q, text_ended_q, tag_started_q;
  // Decided a cycle ahead.
  logic end_text_d, end_operand_d, send_status_d, finished_d;

  always_comb begin
    end_d = '0;
    end_d[EndIdle] = (end_q[EndIdle] && !end_pending_q) || end_q[EndClear];
    end_d[EndFlush] = end_q[EndIdle] && end_pending_q;
    end_d[EndTag] = (end_q[EndFlush] && !abort_i) || (end_q[EndTag] && !tag_result_i);
    end_d[EndCompare1] = end_q[EndTag] && tag_result_i && open_i;
    end_d[EndCompare2] = end_q[EndCompare1];
    end_d[EndCompare3] = end_q[EndCompare2];
    end_d[EndStatus] = end_q[EndCompare3];
    end_d[EndClose] = end_q[EndFlush] && abort_i && text_open_i;
    end_d[EndError] = (end_q[EndFlush] && abort_i && !text_open_i) || end_q[EndClose] ||
        (end_q[EndError] && !send_status_o);
    end_d[EndAnswer] = (end_q[EndTag] && tag_result_i && !open_i) || end_q[EndStatus] ||
        (end_q[EndError] && send_status_o) || (end_q[EndAnswer] && !can_accept_i);
    end_d[EndClear] = end_q[EndAnswer] && can_accept_i;
  end

  assign end_text_d = (end_q[EndFlush] && !abort_i && !text_seen_i) || end_q[EndClose];
  assign end_operand_d = operand_empty_i && can_accept_i && !end_operand_o;
  assign send_status_d = end_q[EndCompare3] ||
      (end_q[EndError] && can_accept_i && !end_text_o && !send_status_o);

  assign finished_d = end_d[EndClear] && !abort_i;
  assign operand_done_o = end_operand_d || finished_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      end_q <= NumEnds'(1) << EndIdle;
      end_pending_q <= 1'b0;
    end else begin
      end_q <= end_d;
      // The message is complete; or it is illegal, and all parts are idle.
      end_pending_q <= can_accept_i && end_q[EndIdle] && (complete_i || abort_idle_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      end_text_o <= 1'b0;
      end_operand_o <= 1'b0;
      send_status_o <= 1'b0;
      finished_o <= 1'b0;
      aborted_o <= 1'b0;
      clear_word_o <= 1'b1;
    end else begin
      end_text_o <= end_text_d;
      end_operand_o <= end_operand_d;
      send_status_o <= send_status_d;
      finished_o <= finished_d;
      aborted_o <= end_d[EndClear] && abort_i;
      clear_word_o <= end_text_d || end_operand_d || send_status_d || end_d[EndClear] || subkey_result_i;
    end
  end
  // J0 is encrypted after the text, or after the message if the text ended with an empty beat.
  assign flush_o = (end_q[EndFlush] && (abort_i || !tag_started_q)) || text_ended_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finish_o) begin
      text_ended_q <= 1'b0;
      tag_started_q <= 1'b0;
    end else begin
      text_ended_q <= text_result_i && operand_last_i;
      tag_started_q <= tag_started_q || flush_o;
    end
  end

  assign compare_o = end_q[EndCompare3];
  assign tag_o = end_q[EndTag];
  assign idle_o = end_q[EndIdle];
  assign finish_o = end_q[EndClear];

endmodule
