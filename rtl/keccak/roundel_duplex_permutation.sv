// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The duplex: state, round and what is known of the message in it. Blocks come in whole; what is
// captured goes out in pairs of lanes (roundel_keccak_pair_drain).
//
// One round a cycle. The last round of a permutation waits for the next block and adds it to its
// result, which is the block's output. When it deciphers, the state must keep the ciphertext C and not
// the sum S ^ C: the lanes are cleared as the sum is taken to the output, and C comes in again through a
// free input of theta, in round 0. All lanes of text at once: registers that are cleared by themselves are
// kept apart in placement, and wires are twice as long. Of a block that C does not fill the sum is only
// taken out (`peek`); the state waits in its last round for the same block with the text, which is added.
//
// With Sponge a message may have 24 rounds a block and an answer of many blocks; those of the generator
// are padded, which their own output must not show: the first bit comes in with round 0 as well.
//
// Schedule: a block taken in t is in the addend in t+2, its sum is captured in t+2, in t+3 the next
// permutation begins. Lanes asked for in t are captured in t+2, pair i is there in t+4+i. Captures are
// 12 cycles apart at least.

module roundel_duplex_permutation
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic        write_even_i,
  input logic        write_odd_i,
  input logic [ 3:0] write_pair_i,
  input logic [63:0] even_i,
  input logic [63:0] odd_i,
  input logic [ 7:0] even_mark_i,   // bytes that the suffix is to go to, a cycle later
  input logic [ 7:0] odd_mark_i,
  input logic [ 7:0] suffix_i,

  // A block waits and is taken as one of its sort may be: a message's first, one of which the sum goes
  // out, any other.
  input  logic     block_valid_i,
  input  logic     block_taken_i,
  input  block_t   block_i,
  input  message_t message_i,
  output logic     start_ready_o,
  output logic     capture_ready_o,
  output logic     absorb_ready_o,

  output logic     capture_o,  // of what: below; its first pair comes two cycles later
  output capture_t capture_info_o,
  output logic [63:0] even_o,
  output logic [63:0] odd_o,
  input  logic output_room_i,
  input  logic output_idle_i,
  output logic reserve_o,

  input  logic answered_i,   // a tag's answer goes out
  input  logic refused_i,    // with it: the tag was wrong
  output logic tag_busy_o,   // a message's answer is still to come
  output logic refused_o,    // the tag of a session that would have gone on was wrong

  input  logic abort_i,
  output logic aborted_o
);

  import roundel_keccak_pkg::NumLanes;

  localparam roundel_keccak_pkg::round_t LastRound = roundel_keccak_pkg::round_t'(23);
  localparam roundel_keccak_pkg::round_t FirstOf12 = roundel_keccak_pkg::round_t'(12);
  localparam logic [3:0] DrainCycles = 4'd11;

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];
  logic [63:0] block_addend[AbsorbLanes];
  logic [63:0] text[TextLanes];
  roundel_keccak_pkg::round_t round_q;
  roundel_keccak_pkg::rc_t next_constant_q;  // of the round after this one, within a permutation
  roundel_keccak_pkg::rc_t step_constant;
  logic last_q, before_last_q, near_last_q, near_last_d;  // round_q is the last, the one before, one of three
  logic blank_q;  // the state is zero
  logic advance;
  logic clear_d, clear_1_q, clear_q;  // two cycles, as it has far to go
  logic load_q;  // as capture_o, for the snapshot alone: it has far to go

  // Issued in t: a block, an answer's block that is not its last (`more`), or its last (`final`).
  logic issue_block, issue_more, issue_final, issue_answer;
  logic due_q, due_d, answer_free_q, answer_free_d;
  logic block_1_q, more_1_q, final_1_q, step_2_q, prg_pad_2_q;
  logic capture_1_q;
  block_t block_q;  // issued last
  message_t message_q;  // of that
  logic answer_due_q;  // the message's last block has been issued
  logic check_q;  // the tag of an OPEN that stays in its session is still to be compared
  logic [3:0] hold_q;  // cycles until the next capture may be issued
  logic hold_free_q, hold_free_d;
  logic wipe;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is issued
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The round is one of the last three, and nothing is issued that has not arrived.
  always_comb begin
    // Not by way of `advance`, which goes to the whole state and lies where that is.
    if (clear_q) near_last_d = 1'b1;
    else if (last_q) near_last_d = !step_2_q;
    else near_last_d = near_last_q || round_q == LastRound - 5'd3;
    due_d = near_last_d && !block_1_q && !more_1_q && !final_1_q && !issue_block && !issue_answer && rst_ni;
    hold_free_d = (hold_free_q || hold_q == 4'd1) && !reserve_o;
    answer_free_d = hold_free_d && output_room_i;
  end

  // What may be issued, decided a cycle ahead by sort: that the input waits for it costs no more than a
  // look. Nothing is issued in the cycle after another, so what is a cycle old in these is good enough.
  always_ff @(posedge clk_i) begin
    due_q <= due_d;
    answer_free_q <= answer_free_d;
    start_ready_o <= due_d && !answer_due_q && (clear_q || blank_q);
    absorb_ready_o <= due_d && !answer_due_q;
    capture_ready_o <= due_d && !answer_due_q && answer_free_d;
  end

  logic answer_ready_q;  // what the next answer's block is, is known
  logic answer_last_q;  // it is the last
  logic [7:0] answer_end_q;

  assign issue_answer = due_q && answer_due_q && answer_free_q && answer_ready_q;
  assign issue_more = issue_answer && !answer_last_q;
  assign issue_final = issue_answer && answer_last_q;
  assign issue_block = block_taken_i;
  assign reserve_o = issue_answer || (issue_block && block_i.capture);
  // A new message in place of a session that goes on.
  assign wipe = due_q && !answer_due_q && block_valid_i && block_i.first && !blank_q && last_q && !check_q &&
      !clear_1_q && !clear_q;
  assign clear_d = !rst_ni || (issue_final && !message_q.stay) || wipe || aborted_o || refused_o;
  assign aborted_o = abort_i && output_idle_i && due_q && last_q && !answer_due_q;
  assign refused_o = refused_i && check_q;
  assign advance = !last_q || step_2_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      block_1_q <= 1'b0;
      more_1_q <= 1'b0;
      final_1_q <= 1'b0;
      capture_1_q <= 1'b0;
      step_2_q <= 1'b0;
      prg_pad_2_q <= 1'b0;
      capture_o <= 1'b0;
      answer_due_q <= 1'b0;
      tag_busy_o <= 1'b0;
      check_q <= 1'b0;
      hold_q <= '0;
      hold_free_q <= 1'b1;
    end else begin
      block_1_q <= issue_block;
      more_1_q <= issue_more;
      final_1_q <= issue_final;
      capture_1_q <= reserve_o;
      step_2_q <= (block_1_q && !block_q.peek) || more_1_q;
      prg_pad_2_q <= (more_1_q && message_q.prg) || (block_1_q && block_q.empty);
      capture_o <= capture_1_q;
      answer_due_q <= (answer_due_q && !issue_final) || (issue_block && block_i.last);
      tag_busy_o <= (tag_busy_o && !answered_i) || (issue_block && block_i.last && !message_i.sponge);
      check_q <= (check_q && !answered_i) ||
          (issue_block && block_i.last && message_i.open && message_i.stay);
      hold_free_q <= hold_free_d;
      if (reserve_o) hold_q <= DrainCycles;
      else if (!hold_free_q) hold_q <= hold_q - 4'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue_block) begin
      block_q <= block_i;
      message_q <= message_i;
    end
    clear_1_q <= clear_d;
    clear_q <= clear_1_q;
    load_q <= capture_1_q;
    near_last_q <= near_last_d;
  end

  // The answer: a tag, or as many blocks as its length wants.
  if (Sponge) begin : gen_answer
    logic [31:0] left_q;  // bytes
    logic [7:0] rate_bytes;
    logic counted_q;
    assign rate_bytes = {message_q.rate, 3'd0};
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
      capture_info_o.kind <= message_i.open ? GiveUnverified : GiveText;
      capture_info_o.check <= 1'b0;
      capture_info_o.close <= block_i.close;
      capture_info_o.later <= block_i.later;
      capture_info_o.last <= block_i.crypt_end;
    end else if (issue_answer) begin
      capture_info_o.kind <= message_q.give;
      capture_info_o.check <= message_q.open;
      capture_info_o.close <= answer_last_q;
      capture_info_o.later <= 1'b0;
      capture_info_o.last <= answer_end_q;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A blank state waits in the last round, like one that waits for its next block.
  always_ff @(posedge clk_i) begin
    if (clear_q) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      blank_q <= 1'b1;
    end else if (advance) begin
      round_q <= last_q ? first_round(message_q.rounds24) : round_q + 5'd1;
      last_q <= before_last_q;
      before_last_q <= round_q == LastRound - 5'd2;
      blank_q <= 1'b0;
      next_constant_q <= constant_after_next(round_q, message_q.rounds24);
    end
  end

  assign step_constant = last_q ? roundel_keccak_pkg::RoundConstants[first_round(
      message_q.rounds24
  )] : next_constant_q;

  function automatic roundel_keccak_pkg::round_t first_round(logic rounds24);
    return rounds24 ? '0 : FirstOf12;
  endfunction

  // Written as a table, not as two additions.
  function automatic roundel_keccak_pkg::rc_t constant_after_next(roundel_keccak_pkg::round_t round,
                                                                  logic rounds24);
    constant_after_next = '0;
    for (int unsigned r = 0; r <= 32'(LastRound) - 2; r++) begin
      if (round == 5'(r)) constant_after_next = roundel_keccak_pkg::RoundConstants[r+2];
    end
    if (round == LastRound)
      constant_after_next = roundel_keccak_pkg::RoundConstants[first_round(rounds24)+5'd1];
  endfunction

  roundel_keccak_pair_buffer #(
    .Lanes    (AbsorbLanes),
    .TextLanes(TextLanes)
  ) u_block (
    .clk_i,
    .clear_i            (!rst_ni || aborted_o),
    .write_even_i,
    .write_odd_i,
    .pair_i             (write_pair_i),
    .even_i,
    .odd_i,
    .even_mark_i,
    .odd_mark_i,
    .suffix_i,
    .transfer_i         (issue_block),
    .stay_i             (block_i.peek),
    // The zero state stays zero but for its first block.
    .transfer_constant_i(!blank_q ? roundel_keccak_pkg::RoundConstants[LastRound] : '0),
    // With the state: iota's bits of a block that was broken off would stay.
    .step_i             (advance || clear_q),
    .step_constant_i    (step_constant),
    .addend_o           (block_addend),
    .text_o             (text)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What goes in with a block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The Motorist's book-keeping bytes, and its diversifier (1 piston, of index 0) behind the nonce.
  logic [31:0] book_q;
  logic diversify_q;
  logic [TextLanes-1:0] pad_end_q;  // the last bit of a sponge's padding, by the rate
  logic [1:0] prg_pad_q;
  always_ff @(posedge clk_i) begin
    if (!block_1_q || message_q.sponge) begin
      book_q <= '0;
      diversify_q <= 1'b0;
    end else begin
      book_q <= {
        block_q.inject_end,
        block_q.inject_start,
        block_q.crypt_end,
        block_q.first ? EomStart : block_q.last ? EomTag : 8'd0
      };
      diversify_q <= block_q.first;
    end
  end
  if (Sponge) begin : gen_pad
    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < TextLanes; i++) begin
        pad_end_q[i] <= block_1_q && message_q.sponge && !message_q.prg && block_q.last &&
            message_q.rate == 5'(i + 1);
      end
      prg_pad_q <= {2{message_q.prg}} & {block_1_q || more_1_q, block_1_q && block_q.whole};
    end
  end else begin : gen_no_pad
    assign pad_end_q = '0;
    assign prg_pad_q = '0;
  end

  for (genvar i = 0; i < NumLanes; i++) begin : gen_addend
    if (i == BookLane) begin : gen_book
      assign addend[i] = 64'(book_q);
    end else if (i == DiversifierLane) begin : gen_diversifier
      assign addend[i] = block_addend[i] | {pad_end_q[i], 62'd0, diversify_q};
    end else if (i < TextLanes) begin : gen_end
      // A sum, since the round constant has that bit of lane 0 too.
      assign addend[i] = block_addend[i] ^ {pad_end_q[i], 63'd0};
    end else if (i == PrgPadLane) begin : gen_prg
      assign addend[i] = block_addend[i] | 64'(prg_pad_q);
    end else begin : gen_plain
      assign addend[i] = block_addend[i];
    end
  end

  // Ciphertext comes in a cycle later as well, where it takes the place of the sum.
  logic [63:0] inject_q[TextLanes];
  logic [63:0] inject[NumLanes];
  logic [63:0] parity[5];
  logic [63:0] inject_parity_q[5];
  // Registers without a clear: they take the text, and in the cycle after it the zeros that follow it.
  logic inject_d, inject_2_q, take_q;
  assign inject_d = block_1_q && block_q.replace;
  always_ff @(posedge clk_i) begin
    inject_2_q <= inject_d;
    take_q <= inject_d || inject_2_q || clear_q;
  end
  for (genvar i = 0; i < NumLanes; i++) begin : gen_inject
    if (i < TextLanes) begin : gen_text
      always_ff @(posedge clk_i) begin
        if (take_q) inject_q[i] <= text[i];
        if (i == 0) inject_q[i][0] <= (inject_2_q && text[i][0]) || prg_pad_2_q;
      end
      assign inject[i] = inject_q[i];
    end else begin : gen_none
      assign inject[i] = '0;
    end
  end
  for (genvar x = 0; x < 5; x++) begin : gen_inject_parity
    assign parity[x] = text[x] ^ text[x+5] ^ text[x+10] ^ text[x+15] ^ (x == 0 ? text[20] : '0);
    always_ff @(posedge clk_i) begin
      if (take_q) inject_parity_q[x] <= parity[x];
      if (x == 0) inject_parity_q[x][0] <= (inject_2_q && parity[x][0]) || prg_pad_2_q;
    end
  end

  roundel_keccak_round #(
    .Inject(1'b1)
  ) u_round (
    .state_i        (state_q),
    .addend_i       (addend),
    .inject_i       (inject),
    .inject_parity_i(inject_parity_q),
    .state_o        (state_d)
  );

  // A later message of a session has no text in the first pair of its first block.
  logic clear_first_q, clear_text_q;
  always_ff @(posedge clk_i) begin
    clear_first_q <= clear_1_q || (block_1_q && block_q.replace && !block_q.later);
    clear_text_q  <= clear_1_q || (block_1_q && block_q.replace);
  end
  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    if (i < TextLanes) begin : gen_text
      always_ff @(posedge clk_i) begin
        if (i < 2 ? clear_first_q : clear_text_q) state_q[i] <= '0;
        else if (advance) state_q[i] <= state_d[i];
      end
    end else begin : gen_rest
      always_ff @(posedge clk_i) begin
        if (clear_q) state_q[i] <= '0;
        else if (advance) state_q[i] <= state_d[i];
      end
    end
  end

  roundel_keccak_pair_drain u_drain (
    .clk_i,
    .load_i (load_q),
    .state_i(state_d[0:20]),
    .even_o,
    .odd_o
  );

  logic unused;
  assign unused = ^{block_q, message_q};

endmodule
