// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Describes the output segment: its kind, whether text of it was sent, and whether it was closed. Keeps the
// verdict on a received tag in two registers with separate logic, so that no single flipped bit turns refused
// into accepted: accepted_o is set only if both lanes were compared and equal, refused_o if one differed.
//
// Schedule:   text_sent_o, closed_o and the verdict follow their inputs by one cycle. The verdict is cleared
//             outside of StTag, StCloseText and StVerdict. kind_o is a function of the command and of one
//             register, which is set in StDecide and StTag.
// Interfaces: command from roundel_duplex_la_command; state from roundel_duplex_la_control; text from
//             roundel_duplex_la_gather and roundel_duplex_la_lane; comparison from roundel_keccak_la_state;
//             results to roundel_duplex_la_control and roundel_duplex_la_output
// Reference:  docs/stream-protocol.md, kinds of segments

module roundel_duplex_la_answer
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,

  input command_t command_i,  // current command
  input state_e   state_i,    // state of the state machine

  input logic text_i,  // a lane of text goes to the state
  input logic last_i,  // the lane of text is the last of its segment

  input logic sum_check_i,     // a lane of the received tag is compared
  input logic sum_mismatch_i,  // that lane mismatches

  output logic                 text_sent_o,  // text was sent in this transaction
  output logic                 closed_o,     // the segment of the sent text was closed
  output logic                 accepted_o,   // all lanes of the received tag matched
  output logic                 refused_o,    // a lane of the received tag did not match
  output logic [UserWidth-1:0] kind_o        // kind of the output segment
);

  logic tag_q;  // the output is a tag
  logic matched_q;  // the previous lane of the received tag matched

  always_ff @(posedge clk_i) begin
    if (state_i inside {StCommand, StDecide}) {text_sent_o, closed_o} <= '0;
    else if (text_i) {text_sent_o, closed_o} <= {1'b1, closed_o || last_i};
    if (!(state_i inside {StTag, StCloseText, StVerdict})) begin
      {accepted_o, refused_o, matched_q} <= '0;
    end else if (sum_check_i) begin
      accepted_o <= matched_q && !sum_mismatch_i;
      matched_q  <= !sum_mismatch_i;
      refused_o  <= refused_o || sum_mismatch_i;
    end
    // Rounds separate the last sum of the text from the first sum of a tag. The last sums of a tag may still
    // be in the datapath when its segment has ended.
    if (state_i == StDecide) tag_q <= command_i.mac;
    else if (state_i == StTag) tag_q <= !command_i.check;
  end

  always_comb begin
    if (tag_q) kind_o = KindTag;
    else if (command_i.hash) kind_o = KindDigest;
    else if (command_i.prng) kind_o = KindRandom;
    else if (command_i.check) kind_o = KindUnverified;
    else kind_o = KindText;
  end

  logic unused;
  assign unused = ^command_i;

endmodule
