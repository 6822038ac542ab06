// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides on the AD, TEXT and TAG of a message by the rules of Keyak's Motorist:
//   1. A block takes 168 bytes of text, and 24 bytes of AD beside it. A block without text takes 192 of AD.
//   2. Text that does not fill its space was the last text, and AD that does not fill its space the last AD.
//   3. A block without text ends the text, and a block whose AD does not fill its space ends the AD.
//   4. Metadata that comes first (AD_FIRST) ends beside the first block of text, which must exist.
// A block may become complete, be issued and be followed by the next one in one cycle. A carry is written
// alone when it is the last lane of its segment or of the block.
//
// Schedule:   outputs are combinational. The rules' registers change in the cycle after one with accept_i.
// Interfaces: the beat from roundel_duplex_beat, contents from roundel_duplex_place; decisions to
//             roundel_duplex_grammar, which selects them in state InBody.
// Reference:  CAESAR document of Keyak, section 2.3 (Motorist)

module roundel_duplex_body
  import roundel_duplex_pkg::*;
(
  input logic clk_i,

  input logic accept_i,    // roundel_duplex_move is ready: the step of this cycle is accepted
  input logic active_i,    // the state is InBody
  input logic restart_i,   // a new message begins
  input logic ad_first_i,  // with restart_i: the AD segment comes first
  input logic issue_i,     // a block is issued, in any state
  input logic start_i,     // with issue_i: it is the block of key and nonce

  input logic      open_i,          // the text is ciphertext, and the tag is checked
  input logic      tag_busy_i,      // the verdict on the tag of a message is pending
  input logic      valid_i,         // a beat is offered
  input beat_t     beat_i,          // its properties
  input logic      segment_open_i,  // the segment of the beat before is open
  input contents_t contents_i,      // what has been written to the block

  output action_t action_o,       // what is done with the beat and the block
  output logic    held_o,         // the beat waits
  output logic    used_o,         // the beat is the latest one of its segment
  output logic    tag_o,          // the beat is the tag, and may be accepted
  output logic    beside_text_o  // AD has its place beside text
);

  logic beside_text_q;  // the first AD segment has its place beside the text that follows
  logic text_ended_q, text_ended_d;  // no more text is legal
  logic ad_ended_q, ad_ended_d;  // no more AD is legal
  logic text_short, ad_short, text_fits, ad_fits, ad_without_text;
  logic carry_alone;  // the carry is written alone, if it is the last lane of the block
  logic may_begin;  // a segment may begin: nothing of the one before is left
  logic in_block, text_next, ad_next, no_space, issue, block_whole, tag_next, fits, ad_write;

  // A segment that ended without filling its space was the last of its kind.
  assign text_short = contents_i.segment_text && !contents_i.text_full;
  assign ad_short = contents_i.segment_ad && (!contents_i.ad_full || beside_text_q);
  assign text_fits = !text_ended_q && !text_short;
  assign ad_fits = !ad_ended_q && !ad_short;
  assign ad_without_text = beside_text_q && !contents_i.has_text;

  // The logic is flat, as it decides what moves: which segment would begin is computed in parallel with
  // whether one may.
  assign carry_alone = contents_i.carry && contents_i.single_lane;
  assign may_begin = valid_i &&
      !(contents_i.carry && (contents_i.full || contents_i.single_lane || !segment_open_i));
  assign in_block = valid_i && beat_i.continues && !carry_alone;
  assign text_next = beat_i.text_begins && text_fits;
  assign ad_next = beat_i.ad_begins && ad_fits;
  assign no_space = (text_next && contents_i.has_text) || (ad_next && contents_i.has_ad);
  assign block_whole = (contents_i.full && (contents_i.carry || in_block)) || (may_begin && no_space);
  assign issue = (contents_i.full && !ad_without_text && (contents_i.carry || in_block)) ||
      (may_begin && no_space && !ad_without_text);
  assign tag_next = beat_i.is_tag && beat_i.begins && !ad_without_text;
  assign fits = beat_i.continues || beat_i.empty_body || text_next || ad_next ||
      (tag_next && (open_i ? beat_i.full : beat_i.empty));

  assign action_o = '{
      write: (in_block && !(contents_i.full && ad_without_text)) ||
          (may_begin && (text_next || (ad_next && !contents_i.has_ad))),
      write_carry: contents_i.carry && (contents_i.single_lane || !segment_open_i) && !contents_i.full,
      issue: issue,
      next_block: (in_block && contents_i.full) || (may_begin && text_next && contents_i.has_text),
      start_text: may_begin && text_next,
      // AD waits for the issue of a block that has AD.
      start_ad: may_begin && ad_next && !contents_i.has_ad,
      load_tag: may_begin && tag_next && open_i && beat_i.full && !tag_busy_i,
      fail: (may_begin && !fits) || (block_whole && ad_without_text)
  };

  // A beat that does not fit may be accepted or not: it is dropped in either case.
  assign held_o = (contents_i.carry &&
      (contents_i.single_lane || (!beat_i.continues && (contents_i.full || !segment_open_i)))) ||
      (ad_next && contents_i.has_ad) || (beat_i.is_tag && open_i && tag_busy_i);
  assign used_o = action_o.write || (may_begin && beat_i.empty_body);
  assign tag_o = may_begin && tag_next && (open_i ? beat_i.full && !tag_busy_i : beat_i.empty);
  assign beside_text_o = beside_text_q;

  // No more text is legal after text that ended within a block, or after AD in a block without text. No more
  // AD is legal after AD that did not fill its space. A complete block ends the kind that it had space for.
  assign ad_write = action_o.start_ad || (in_block && contents_i.segment_ad);
  always_comb begin
    text_ended_d = text_ended_q || (text_short && !segment_open_i && !contents_i.carry) ||
        (ad_write && (action_o.next_block || !contents_i.has_text) && !beside_text_q);
    ad_ended_d = ad_ended_q || (ad_short && !segment_open_i && !contents_i.carry) ||
        (may_begin && beat_i.empty_ad);
    if (issue) begin
      if (!contents_i.has_text) text_ended_d = 1'b1;
      else if (!contents_i.ad_full) ad_ended_d = 1'b1;
    end
    if (!active_i) begin
      text_ended_d = 1'b0;
      ad_ended_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept_i) begin
      text_ended_q <= text_ended_d;
      ad_ended_q <= ad_ended_d;
      if (restart_i) beside_text_q <= ad_first_i;
      else if (issue_i) beside_text_q <= beside_text_q && start_i;
    end
  end

  logic unused;
  assign unused = ^{beat_i, contents_i};

endmodule
