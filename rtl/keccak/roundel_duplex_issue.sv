// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides when blocks are issued: blocks of the input, and the blocks of an answer. A block of a kind may be
// issued while its ready output is set. An issued block is added as the permutation before it ends.
//
// Schedule:   a block issued in t is in the addend in t+2, so step_o is set in t+2. A capture that is decided
//             in t is at capture_o in t+2; captures are at least 12 cycles apart. The state is cleared by
//             clear_early_o in t+1 and by clear_o in t+2 after its cause in t.
// Interfaces: blocks from roundel_duplex_input; round and state of roundel_duplex_permutation, which contains
//             this module; captures and reservations to roundel_duplex_output, verdicts on tags from it.
// Reference:  CAESAR document of Keyak, sections 2 and 3; "Sponge-based pseudo-random number generators",
//             CHES 2010

module roundel_duplex_issue
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0  // with HASH, MAC and PRNG
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic     block_valid_i,     // a block waits
  input  logic     block_accepted_i,  // the block is accepted: it is issued
  input  block_t   block_i,           // properties of the block
  input  message_t message_i,         // properties of its message
  output logic     start_ready_o,     // the first block of a message may be accepted
  output logic     capture_ready_o,   // a block whose sum is captured may be accepted
  output logic     absorb_ready_o,    // another block may be accepted

  input roundel_keccak_pkg::round_t round_i,  // number of the round
  input logic last_i,  // it is the last round, in which the permutation waits for a block
  input logic state_zero_i,  // the state is zero

  output block_t   block_o,        // the block issued last
  output message_t message_o,      // the message of that block
  output logic     issue_block_o,  // that block was issued in the previous cycle
  output logic     issue_more_o,   // a block of an answer was issued in the previous cycle, not the last one
  output logic     step_o,         // the permutation begins
  output logic     prg_pad_o,      // with step_o: the first bit of PRNG's padding comes in
  output logic     clear_early_o,  // clears the state: a cycle before clear_o
  output logic     clear_o,        // clears the state and the round

  output logic     capture_o,             // lanes are captured
  output capture_t capture_info_o,        // with capture_o: properties of the capture
  output logic     load_o,                // a copy of capture_o for the snapshot only, which is far away
  input  logic     output_can_reserve_i,  // the output can reserve places for a capture in the next cycle
  input  logic     output_idle_i,         // all beats of the output have left
  output logic     reserve_o,             // reserve places for a capture

  input  logic answered_i,  // the verdict on a tag is sent
  input  logic refused_i,   // with answered_i: the tag was wrong
  output logic tag_busy_o,  // the verdict on the tag of a message is pending
  output logic refused_o,   // the tag of a session that was to be kept was wrong

  input  logic abort_i,   // the sequence was illegal
  output logic aborted_o  // the abort is executed: the state is being cleared
);

  localparam roundel_keccak_pkg::round_t LastRound = roundel_keccak_pkg::round_t'(23);
  localparam logic [3:0] DrainCycles = 4'd11;

  logic near_last_q, near_last_d;  // the round is one of the last three
  logic clear_d;
  // Issued in t: a block, a block of an answer that is not its last (`more`), or its last (`final`).
  logic issue_block, issue_more, issue_final, issue_answer;
  logic issue_ready_q, issue_ready_d, can_capture_q, can_capture_d;
  logic issue_final_q1, capture_q1;
  logic answer_pending_q;  // the message's last block has been issued
  logic check_q;  // the tag of an OPEN whose session is kept is not compared yet
  logic [3:0] drain_count_q;  // cycles until the next capture may be issued
  logic drain_idle_q, drain_idle_d;
  logic replace_session;

  // The round is one of the last three, and no issued block is still on its way to the addend.
  always_comb begin
    // This does not use `advance`, which drives the whole state and is placed near it.
    if (clear_o) near_last_d = 1'b1;
    else if (last_i) near_last_d = !step_o;
    else near_last_d = near_last_q || round_i == LastRound - 5'd3;
    issue_ready_d = near_last_d && !issue_block_o && !issue_more_o && !issue_final_q1 && !issue_block &&
        !issue_answer && rst_ni;
    drain_idle_d = (drain_idle_q || drain_count_q == 4'd1) && !reserve_o;
    can_capture_d = drain_idle_d && output_can_reserve_i;
  end

  // Which kind of block may be issued, decided a cycle early: the input only has to read a register. Nothing
  // is issued in the cycle after another issue, so terms that are a cycle old are accurate enough.
  always_ff @(posedge clk_i) begin
    issue_ready_q <= issue_ready_d;
    can_capture_q <= can_capture_d;
    start_ready_o <= issue_ready_d && !answer_pending_q && (clear_o || state_zero_i);
    absorb_ready_o <= issue_ready_d && !answer_pending_q;
    capture_ready_o <= issue_ready_d && !answer_pending_q && can_capture_d;
  end

  logic answer_ready_q;  // the next block of the answer is known
  logic answer_last_q;  // that block is the last
  logic [7:0] answer_end_q;

  assign issue_answer = issue_ready_q && answer_pending_q && can_capture_q && answer_ready_q;
  assign issue_more = issue_answer && !answer_last_q;
  assign issue_final = issue_answer && answer_last_q;
  assign issue_block = block_accepted_i;
  assign reserve_o = issue_answer || (issue_block && block_i.capture);
  // A new message replaces a kept session.
  assign replace_session = issue_ready_q && !answer_pending_q && block_valid_i && block_i.first &&
      !state_zero_i && last_i && !check_q && !clear_early_o && !clear_o;
  assign clear_d = !rst_ni || (issue_final && !message_o.keep_session) || replace_session || aborted_o ||
      refused_o;
  assign aborted_o = abort_i && output_idle_i && issue_ready_q && last_i && !answer_pending_q;
  assign refused_o = refused_i && check_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      issue_block_o <= 1'b0;
      issue_more_o <= 1'b0;
      issue_final_q1 <= 1'b0;
      capture_q1 <= 1'b0;
      step_o <= 1'b0;
      prg_pad_o <= 1'b0;
      capture_o <= 1'b0;
      answer_pending_q <= 1'b0;
      tag_busy_o <= 1'b0;
      check_q <= 1'b0;
      drain_count_q <= '0;
      drain_idle_q <= 1'b1;
    end else begin
      issue_block_o <= issue_block;
      issue_more_o <= issue_more;
      issue_final_q1 <= issue_final;
      capture_q1 <= reserve_o;
      step_o <= (issue_block_o && !block_o.capture_only) || issue_more_o;
      prg_pad_o <= (issue_more_o && message_o.prg) || (issue_block_o && block_o.empty);
      capture_o <= capture_q1;
      answer_pending_q <= (answer_pending_q && !issue_final) || (issue_block && block_i.last);
      tag_busy_o <= (tag_busy_o && !answered_i) || (issue_block && block_i.last && message_i.check);
      check_q <= (check_q && !answered_i) ||
          (issue_block && block_i.last && message_i.open && message_i.keep_session);
      drain_idle_q <= drain_idle_d;
      if (reserve_o) drain_count_q <= DrainCycles;
      else if (!drain_idle_q) drain_count_q <= drain_count_q - 4'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue_block) begin
      block_o <= block_i;
      message_o <= message_i;
    end
    clear_early_o <= clear_d;
    clear_o <= clear_early_o;
    load_o <= capture_q1;
    near_last_q <= near_last_d;
  end

  // The answer: a tag, or as many blocks as its length needs.
  if (Sponge) begin : gen_answer
    logic [31:0] left_q;  // bytes of the answer that are left
    logic [7:0] rate_bytes;
    logic counted_q;
    assign rate_bytes = {message_o.rate, 3'd0};
    always_ff @(posedge clk_i) begin
      if (issue_block) left_q <= message_i.length;
      else if (issue_more) left_q <= left_q - 32'(rate_bytes);
      counted_q <= !issue_block && !issue_more;
      answer_ready_q <= counted_q && !issue_block && !issue_more;
      answer_last_q <= left_q[31:8] == '0 && left_q[7:0] <= rate_bytes;
      answer_end_q <= left_q[31:8] == '0 && left_q[7:0] <= rate_bytes ? left_q[7:0] : rate_bytes;
    end
  end else begin : gen_tag
    assign answer_ready_q = 1'b1;
    assign answer_last_q = 1'b1;
    assign answer_end_q = TagBytes;
  end

  always_ff @(posedge clk_i) begin
    if (issue_block) begin
      capture_info_o.kind <= message_i.open ? AnswerUnverified : AnswerText;
      capture_info_o.check <= 1'b0;
      capture_info_o.close <= block_i.close;
      capture_info_o.after_tag <= block_i.after_tag;
      capture_info_o.last <= block_i.crypt_end;
    end else if (issue_answer) begin
      capture_info_o.kind <= message_o.answer;
      capture_info_o.check <= message_o.check;
      capture_info_o.close <= answer_last_q;
      capture_info_o.after_tag <= 1'b0;
      capture_info_o.last <= answer_end_q;
    end
  end

  logic unused;
  assign unused = ^{block_o, message_o};

endmodule
