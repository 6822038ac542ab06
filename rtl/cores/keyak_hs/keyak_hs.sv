// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lake Keyak v2, authenticated encryption: SEAL and OPEN with 16-byte key, nonce and tag, associated
// data of any length, sessions of several messages. A transaction is CMD, [KEY, NONCE], AD and TEXT in
// the Motorist's order, TAG -> TEXT, TAG or STATUS; docs/cores/keyak-hs.md has the order and the cycle
// budget.
//
// One round a cycle, 12 cycles a block of 168 bytes, in both directions, output included. The last round
// of a permutation waits for the next block and adds it to its result, which is the block's output.
// When it deciphers, the state must keep the ciphertext C and not the sum S ^ C: the bytes are cleared
// as the sum is taken to the output, and C comes in again through a free input of theta, in round 0.
//
// Timing depends on lengths only. Key and state are cleared when a session ends, a tag is refused or a
// sequence is illegal.

module keyak_hs
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  import keccak_pkg::NumLanes;
  import keyak_pkg::*;

  localparam keccak_pkg::round_t FirstRound = keccak_pkg::round_t'(12);
  localparam keccak_pkg::round_t LastRound = keccak_pkg::round_t'(23);
  localparam logic [3:0] DrainCycles = 4'd11;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic write_even, write_odd;
  logic [3:0] write_pair;
  logic [63:0] even, odd;
  logic [15:0] keep;
  logic start, start_due, body_due, issue_block;
  block_t block;
  logic [127:0] tag;
  logic tag_busy_q, refused, answered;
  logic abort, text_open, aborted;

  keyak_input u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .write_even_o (write_even),
    .write_odd_o  (write_odd),
    .write_pair_o (write_pair),
    .even_o       (even),
    .odd_o        (odd),
    .keep_o       (keep),
    .start_o      (start),
    .start_due_i  (start_due),
    .body_due_i   (body_due),
    .block_taken_o(issue_block),
    .block_o      (block),
    .tag_o        (tag),
    .tag_busy_i   (tag_busy_q),
    .refused_i    (refused),
    .abort_o      (abort),
    .text_open_o  (text_open),
    .aborted_i    (aborted)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Permutation
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];
  logic [63:0] block_addend[AbsorbLanes];
  logic [63:0] text[TextLanes];
  logic [7:0] replace[TextLanes];
  keccak_pkg::round_t round_q;
  keccak_pkg::rc_t next_constant_q;  // of the round after this one
  logic last_q, before_last_q, near_last_q;  // as in keccak_hash
  logic blank_q;  // the state is zero: no session
  logic advance, clear_d, clear_q;

  // Issued in t: to the addend in t+1, in the state or at the output in t+2.
  logic issue_tag, due_q, near_last_d, output_room, output_idle;
  logic block_1_q, block_2_q, tag_1_q, tag_2_q, capture_2_q;
  block_t block_q;  // issued last
  logic tag_due_q;  // the message's last block has been issued
  logic check_q;  // the tag of an OPEN that stays in its session is still to be compared
  logic [3:0] hold_q;  // cycles until the next capture may be issued
  logic hold_free_q;
  logic wipe;

  // The round is one of the last three, and nothing is issued that has not arrived.
  always_comb begin
    near_last_d = near_last_q;
    if (clear_q) near_last_d = 1'b1;
    else if (advance) near_last_d = round_q == LastRound - 5'd3 || (near_last_q && !last_q);
  end
  always_ff @(posedge clk_i) begin
    due_q <= near_last_d && !issue_block && !issue_tag && !block_1_q && !tag_1_q && rst_ni;
  end

  // What may be issued is known from registers; the input says whether it has a block.
  assign body_due = due_q && !tag_due_q && hold_free_q && output_room;
  assign start_due = due_q && !tag_due_q && blank_q;
  assign issue_tag = due_q && tag_due_q && hold_free_q && output_room;
  // A new session in place of one that goes on.
  assign wipe = due_q && !tag_due_q && start && !blank_q && last_q && !check_q;
  assign aborted = abort && output_idle && due_q && last_q && !tag_due_q;
  assign clear_d = !rst_ni || (tag_1_q && !block_q.stay) || wipe || aborted || (refused && check_q);

  assign advance = !last_q || block_2_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      block_1_q <= 1'b0;
      block_2_q <= 1'b0;
      tag_1_q <= 1'b0;
      tag_2_q <= 1'b0;
      capture_2_q <= 1'b0;
      tag_due_q <= 1'b0;
      tag_busy_q <= 1'b0;
      check_q <= 1'b0;
      hold_q <= '0;
      hold_free_q <= 1'b1;
    end else begin
      block_1_q <= issue_block;
      block_2_q <= block_1_q;
      tag_1_q <= issue_tag;
      tag_2_q <= tag_1_q;
      capture_2_q <= (block_1_q && !block_q.start) || tag_1_q;
      tag_due_q <= (tag_due_q && !issue_tag) || (issue_block && block.last);
      tag_busy_q <= (tag_busy_q && !answered) || (issue_block && block.last);
      check_q <= (check_q && !answered) || (issue_block && block.last && block.open && block.stay);
      if (issue_tag || (issue_block && !block.start)) begin
        hold_q <= DrainCycles;
        hold_free_q <= 1'b0;
      end else if (!hold_free_q) begin
        hold_q <= hold_q - 4'd1;
        hold_free_q <= hold_q == 4'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue_block) block_q <= block;
    clear_q <= clear_d;
    near_last_q <= near_last_d;
  end

  // A blank state waits in the last round, like one that waits for its next block.
  always_ff @(posedge clk_i) begin
    if (clear_q) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      blank_q <= 1'b1;
      next_constant_q <= keccak_pkg::RoundConstants[FirstRound];
    end else if (advance) begin
      round_q <= next_round(round_q);
      last_q <= before_last_q;
      before_last_q <= round_q == LastRound - 5'd2;
      blank_q <= 1'b0;
      next_constant_q <= constant_after_next(round_q);
    end
  end

  function automatic keccak_pkg::round_t next_round(keccak_pkg::round_t round);
    return round == LastRound ? FirstRound : round + 5'd1;
  endfunction

  // Written as a table, not as two additions.
  function automatic keccak_pkg::rc_t constant_after_next(keccak_pkg::round_t round);
    constant_after_next = '0;
    for (int unsigned r = 32'(FirstRound); r <= 32'(LastRound); r++) begin
      if (round == 5'(r)) constant_after_next = keccak_pkg::RoundConstants[next_round(next_round(5'(r)))];
    end
  endfunction

  keccak_pair_buffer #(
    .Lanes    (AbsorbLanes),
    .TextLanes(TextLanes)
  ) u_block (
    .clk_i,
    .clear_i            (!rst_ni || aborted),
    .write_even_i       (write_even),
    .write_odd_i        (write_odd),
    .pair_i             (write_pair),
    .even_i             (even),
    .odd_i              (odd),
    .keep_i             (keep),
    .transfer_i         (issue_block),
    // The zero state stays zero but for its first block.
    .transfer_constant_i(!blank_q ? keccak_pkg::RoundConstants[LastRound] : '0),
    .step_i             (advance),
    .step_constant_i    (next_constant_q),
    .addend_o           (block_addend),
    .text_o             (text),
    .replace_o          (replace)
  );

  // The book-keeping bytes, and the diversifier (1 piston, of index 0) behind the nonce.
  logic [31:0] book_q;
  logic diversify_q;
  always_ff @(posedge clk_i) begin
    if (!block_1_q) begin
      book_q <= '0;
      diversify_q <= 1'b0;
    end else begin
      book_q <= {
        block_q.inject_end,
        block_q.inject_start,
        block_q.crypt_end,
        block_q.start ? EomStart : block_q.last ? EomTag : 8'd0
      };
      diversify_q <= block_q.start;
    end
  end
  for (genvar i = 0; i < AbsorbLanes; i++) begin : gen_addend
    if (i == 7) begin : gen_diversifier
      assign addend[i] = {block_addend[i][63:1], block_addend[i][0] || diversify_q};
    end else begin : gen_plain
      assign addend[i] = block_addend[i];
    end
  end
  assign addend[BookLane] = 64'(book_q);

  // Ciphertext comes in a cycle later as well, where it takes the place of the sum.
  logic [63:0] inject_q[TextLanes];
  logic [63:0] inject[NumLanes];
  logic [63:0] inject_parity_q[5];
  logic no_inject_q;
  always_ff @(posedge clk_i) begin
    no_inject_q <= !(block_1_q && block_q.open && block_q.crypt);
  end
  for (genvar i = 0; i < NumLanes; i++) begin : gen_inject
    if (i < TextLanes) begin : gen_text
      always_ff @(posedge clk_i) begin
        if (no_inject_q) inject_q[i] <= '0;
        else inject_q[i] <= text[i];
      end
      assign inject[i] = inject_q[i];
    end else begin : gen_none
      assign inject[i] = '0;
    end
  end
  for (genvar x = 0; x < 5; x++) begin : gen_inject_parity
    always_ff @(posedge clk_i) begin
      if (no_inject_q) inject_parity_q[x] <= '0;
      else inject_parity_q[x] <= text[x] ^ text[x+5] ^ text[x+10] ^ text[x+15] ^ (x == 0 ? text[20] : '0);
    end
  end

  keccak_round #(
    .Inject(1'b1)
  ) u_round (
    .state_i        (state_q),
    .addend_i       (addend),
    .inject_i       (inject),
    .inject_parity_i(inject_parity_q),
    .state_o        (state_d)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    if (i < TextLanes) begin : gen_text
      logic [7:0] clear_byte_q;
      for (genvar k = 0; k < 8; k++) begin : gen_byte
        always_ff @(posedge clk_i) begin
          clear_byte_q[k] <= clear_d || (block_1_q && replace[i][k]);
        end
        always_ff @(posedge clk_i) begin
          if (clear_byte_q[k]) state_q[i][8*k+:8] <= '0;
          else if (advance) state_q[i][8*k+:8] <= state_d[i][8*k+:8];
        end
      end
    end else begin : gen_rest
      always_ff @(posedge clk_i) begin
        if (clear_q) state_q[i] <= '0;
        else if (advance) state_q[i] <= state_d[i];
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [63:0] out_even, out_odd;

  keccak_pair_drain u_drain (
    .clk_i,
    .rst_ni,
    .capture_i(capture_2_q),
    .state_i  (state_d[0:20]),
    .even_o   (out_even),
    .odd_o    (out_odd)
  );

  keyak_output u_output (
    .clk_i,
    .rst_ni,
    .reserve_i    (issue_tag || (issue_block && !block.start)),
    .room_o       (output_room),
    .idle_o       (output_idle),
    .capture_i    (capture_2_q),
    .capture_tag_i(tag_2_q),
    .block_i      (block_q),
    .tag_i        (tag),
    .even_i       (out_even),
    .odd_i        (out_odd),
    .answered_o   (answered),
    .refused_o    (refused),
    .error_i      (aborted),
    .close_i      (text_open),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
