// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Judges the offered beat: may its segment come in this state, and is it as long as it must be?
//
// Schedule:   A beat is offered in cycle t: verdict_o is valid in t+1, for one cycle, or in t with
//             Registered = 0. No beat is judged in a cycle in which blocked_i is high.
// Interfaces: beat from roundel_segment_reader; state and verdict from and to roundel_ascon_hs_grammar
// Reference:  docs/stream-protocol.md

module roundel_ascon_hs_verdict
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_ascon_hs_pkg::*;
#(
  parameter bit Registered = 1'b1  // the verdict is registered
) (
  input logic clk_i,
  input logic rst_ni,

  input state_e        state_i,         // what the transaction waits for
  input logic          blocked_i,       // the offered beat has been decided already, or must wait
  input logic          valid_i,         // a beat is offered
  input segment_beat_t beat_i,          // its properties
  input command_t      command_i,       // the decoded command
  input logic          command_ok_i,    // the core serves it
  input logic          key_valid_i,     // a key is kept
  input logic          text_begun_i,    // text was answered
  input logic          custom_ready_i,  // a beat of the customization string can be stored
  input logic          custom_limit_i,  // it must be the last

  output verdict_t verdict_o  // the verdict
);

  verdict_t verdict, verdict_q;
  logic complete, tag_ok, expected, legal;

  assign complete = beat_i.full && beat_i.last;
  assign tag_ok = command_i.open ? complete : beat_i.empty;

  always_comb begin
    expected = 1'b1;
    legal = 1'b0;
    unique case (state_i)
      StCheck:
      legal = beat_i.kind == KindCmd && complete && command_ok_i && (!command_i.resume || key_valid_i);
      StKey: legal = beat_i.kind == KindKey && complete;
      StNonce: legal = beat_i.kind == KindNonce && complete;
      StAd: legal = verdict.is_ad || (beat_i.first && (verdict.is_text || verdict.is_tag));
      StText: legal = verdict.is_text || (verdict.is_tag && !text_begun_i && tag_ok);
      StTag: legal = verdict.is_tag && tag_ok;
      StCustom: begin
        expected = custom_ready_i;
        legal = verdict.is_ad && (beat_i.last || !custom_limit_i);
      end
      StMessage: legal = verdict.is_text;
      default: expected = 1'b0;
    endcase
  end

  assign verdict = '{
          judged: valid_i && expected && !blocked_i && !(Registered && verdict_q.judged),
          legal: legal && !beat_i.malformed,
          is_ad: beat_i.kind == KindAd,
          is_text: beat_i.kind == KindText,
          is_tag: beat_i.kind == KindTag
      };

  always_ff @(posedge clk_i) begin
    if (!rst_ni) verdict_q <= '0;
    else verdict_q <= verdict;
  end

  assign verdict_o = Registered ? verdict_q : verdict;

  logic unused;
  assign unused = ^command_i;

endmodule
