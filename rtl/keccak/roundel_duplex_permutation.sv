// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the state and computes one round a cycle. Takes complete blocks; captures leave as pairs of lanes
// (roundel_keccak_pair_drain). The last round of a permutation waits for the next block and adds it to its
// result, which is the block's output. With Sponge a message may have 24 rounds a block and an answer of
// many blocks.
//
// Schedule:   a block accepted in t is in the addend in t+2 and its sum is captured in t+2; the next
//             permutation begins in t+3, and lasts 12 or 24 cycles. Lanes requested in t are captured in
//             t+2; pair i is on even_o and odd_o in t+4+i. Captures are at least 12 cycles apart. The state
//             is cleared in t+3 after its cause in t.
// Interfaces: lanes and blocks from roundel_duplex_input; captures, reservations and pairs to
//             roundel_duplex_output, verdicts on tags from it; contains roundel_duplex_issue,
//             roundel_keccak_pair_buffer, roundel_keccak_round and roundel_keccak_pair_drain
// Bytes:      byte 0 of a lane is bits 7:0 (FIPS 202, B.1).
// Reference:  CAESAR document of Keyak, sections 2 and 3; FIPS 202 section 3.3; "Sponge-based pseudo-random
//             number generators", CHES 2010

module roundel_duplex_permutation
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0  // with HASH, MAC and PRNG
) (
  input logic clk_i,
  input logic rst_ni,

  input logic        write_even_i,  // write the even lane of the pair
  input logic        write_odd_i,   // write the odd lane of the pair
  input logic [ 3:0] write_pair_i,  // number of the pair
  input logic [63:0] even_i,        // data of the even lane
  input logic [63:0] odd_i,         // data of the odd lane
  input logic [ 7:0] even_mark_i,   // bytes of even_i that suffix_i goes to, a cycle later
  input logic [ 7:0] odd_mark_i,    // bytes of odd_i that suffix_i goes to, a cycle later
  input logic [ 7:0] suffix_i,      // the suffix byte of a sponge

  // A block waits and is accepted when a block of its kind may be: the first of a message, one whose sum is
  // captured, any other.
  input  logic     block_valid_i,    // a block waits
  input  logic     block_accepted_i,    // the block is accepted: it is issued
  input  block_t   block_i,          // properties of the block
  input  message_t message_i,        // properties of its message
  output logic     start_ready_o,    // the first block of a message may be accepted
  output logic     capture_ready_o,  // a block whose sum is captured may be accepted
  output logic     absorb_ready_o,   // another block may be accepted

  output logic     capture_o,  // lanes are captured; the first pair follows two cycles later
  output capture_t capture_info_o,  // with capture_o: properties of the capture
  output logic [63:0] even_o,  // even lane of the pair
  output logic [63:0] odd_o,  // odd lane of the pair
  input  logic output_can_reserve_i,  // the output can reserve places for a capture in the next cycle
  input  logic output_idle_i,  // all beats of the output have left
  output logic reserve_o,  // reserve places for a capture

  input  logic answered_i,   // the verdict on a tag is sent
  input  logic refused_i,    // with answered_i: the tag was wrong
  output logic tag_busy_o,   // the verdict on the tag of a message is pending
  output logic refused_o,    // the tag of a session that was to be kept was wrong

  input  logic abort_i,  // the sequence was illegal
  output logic aborted_o  // the abort is executed: the state is being cleared
);

  import roundel_keccak_pkg::NumLanes;

  // When the block deciphers, the state must keep the ciphertext C and not the sum S ^ C. The lanes are
  // cleared as the sum is captured for the output, and C comes in again through a free input of theta, in
  // round 0.
  //
  // All lanes of text are cleared at once: registers with separate clears are kept apart in placement, and
  // wires are twice as long. Of a block that C does not fill only the sum is captured (`capture_only`). The
  // state waits in its last round for the same block with the text, which is added.
  //
  // The blocks of the generator are padded. The output of the block before is the same sum and must not
  // show the padding: its first bit comes in with round 0 as well.

  localparam roundel_keccak_pkg::round_t LastRound = roundel_keccak_pkg::round_t'(23);
  localparam roundel_keccak_pkg::round_t FirstOf12 = roundel_keccak_pkg::round_t'(12);

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];
  logic [63:0] block_addend[AbsorbLanes];
  logic [63:0] text[TextLanes];
  roundel_keccak_pkg::round_t round_q;
  roundel_keccak_pkg::rc_t next_constant_q;  // constant of the round after this one, within a permutation
  roundel_keccak_pkg::rc_t step_constant;
  logic last_q, before_last_q;  // round_q: the last, the one before
  logic state_zero_q;  // the state is zero
  logic advance;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Issue
  //////////////////////////////////////////////////////////////////////////////////////////////////

  block_t block_q;  // the block issued last
  message_t message_q;  // the message of that block
  logic issue_block_q1, issue_more_q1, step_q2, prg_pad_q2, load_q;
  logic clear_q1, clear_q2;  // two cycles, for the long wires to the whole state

  roundel_duplex_issue #(
    .Sponge(Sponge)
  ) u_issue (
    .clk_i,
    .rst_ni,
    .block_valid_i,
    .block_accepted_i,
    .block_i,
    .message_i,
    .start_ready_o,
    .capture_ready_o,
    .absorb_ready_o,
    .round_i      (round_q),
    .last_i       (last_q),
    .state_zero_i (state_zero_q),
    .block_o      (block_q),
    .message_o    (message_q),
    .issue_block_o(issue_block_q1),
    .issue_more_o (issue_more_q1),
    .step_o       (step_q2),
    .prg_pad_o    (prg_pad_q2),
    .clear_early_o(clear_q1),
    .clear_o      (clear_q2),
    .capture_o,
    .capture_info_o,
    .load_o       (load_q),
    .output_can_reserve_i,
    .output_idle_i,
    .reserve_o,
    .answered_i,
    .refused_i,
    .tag_busy_o,
    .refused_o,
    .abort_i,
    .aborted_o
  );

  assign advance = !last_q || step_q2;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A zero state waits in the last round, like one that waits for its next block.
  always_ff @(posedge clk_i) begin
    if (clear_q2) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      state_zero_q <= 1'b1;
    end else if (advance) begin
      round_q <= last_q ? first_round(message_q.rounds24) : round_q + 5'd1;
      last_q <= before_last_q;
      before_last_q <= round_q == LastRound - 5'd2;
      state_zero_q <= 1'b0;
      next_constant_q <= constant_after_next(round_q, message_q.rounds24);
    end
  end

  assign step_constant = last_q ? roundel_keccak_pkg::RoundConstants[first_round(
      message_q.rounds24
  )] : next_constant_q;

  function automatic roundel_keccak_pkg::round_t first_round(logic rounds24);
    return rounds24 ? '0 : FirstOf12;
  endfunction

  // Returns the constant of the round after the next. A table, not two additions.
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
    .transfer_i         (block_accepted_i),
    .keep_non_text_i    (block_i.capture_only),
    // The zero state is kept zero until its first block.
    .transfer_constant_i(!state_zero_q ? roundel_keccak_pkg::RoundConstants[LastRound] : '0),
    // Also when the state is cleared: otherwise iota's bits of an aborted block would remain.
    .step_i             (advance || clear_q2),
    .step_constant_i    (step_constant),
    .addend_o           (block_addend),
    .text_o             (text)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Values added with a block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The Motorist's book-keeping bytes, and its diversifier (1 piston, of index 0) after the nonce.
  logic [31:0] book_q;
  logic diversify_q;
  logic [TextLanes-1:0] pad_end_q;  // the last bit of a sponge's padding, by the rate
  logic [1:0] prg_pad_q;  // the padding bits of PRNG in lane PrgPadLane
  always_ff @(posedge clk_i) begin
    if (!issue_block_q1 || message_q.sponge) begin
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
        pad_end_q[i] <= issue_block_q1 && message_q.sponge && !message_q.prg && block_q.last &&
            message_q.rate == 5'(i + 1);
      end
      prg_pad_q <= {2{message_q.prg}} & {issue_block_q1 || issue_more_q1, issue_block_q1 && block_q.full};
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

  // Ciphertext also comes in a cycle later, where it replaces the sum.
  logic [63:0] inject_q[TextLanes];
  logic [63:0] inject[NumLanes];
  logic [63:0] parity[5];
  logic [63:0] inject_parity_q[5];
  // Registers without a clear: they take the text, and in the next cycle the zeros that follow it.
  logic replace_q1, replace_q2, inject_load_q;
  assign replace_q1 = issue_block_q1 && block_q.replace;
  always_ff @(posedge clk_i) begin
    replace_q2 <= replace_q1;
    inject_load_q <= replace_q1 || replace_q2 || clear_q2;
  end
  for (genvar i = 0; i < NumLanes; i++) begin : gen_inject
    if (i < TextLanes) begin : gen_text
      always_ff @(posedge clk_i) begin
        if (inject_load_q) inject_q[i] <= text[i];
        if (i == 0) inject_q[i][0] <= (replace_q2 && text[i][0]) || prg_pad_q2;
      end
      assign inject[i] = inject_q[i];
    end else begin : gen_none
      assign inject[i] = '0;
    end
  end
  for (genvar x = 0; x < 5; x++) begin : gen_inject_parity
    assign parity[x] = text[x] ^ text[x+5] ^ text[x+10] ^ text[x+15] ^ (x == 0 ? text[20] : '0);
    always_ff @(posedge clk_i) begin
      if (inject_load_q) inject_parity_q[x] <= parity[x];
      if (x == 0) inject_parity_q[x][0] <= (replace_q2 && parity[x][0]) || prg_pad_q2;
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
    clear_first_q <= clear_q1 || (issue_block_q1 && block_q.replace && !block_q.after_tag);
    clear_text_q  <= clear_q1 || (issue_block_q1 && block_q.replace);
  end
  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    if (i < TextLanes) begin : gen_text
      always_ff @(posedge clk_i) begin
        if (i < 2 ? clear_first_q : clear_text_q) state_q[i] <= '0;
        else if (advance) state_q[i] <= state_d[i];
      end
    end else begin : gen_rest
      always_ff @(posedge clk_i) begin
        if (clear_q2) state_q[i] <= '0;
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
  assign unused = ^{block_q, message_q, issue_more_q1};

endmodule
