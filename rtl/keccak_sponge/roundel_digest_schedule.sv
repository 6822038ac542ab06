// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Schedules the state of keccak-hash-digest: when it takes a round, adds a block, is offered as the digest or
// is cleared.
//
// The last round of a permutation waits for the next block and adds it to its result, so a block costs no
// cycle of its own. The first block of a message is added to the zero state in the same way: its "round"
// without a constant is zero. The last round of a message clears all lanes but those of the digest, and the
// state waits with the digest until it is accepted; then it is zero.
//
// Everything that drives more than a few registers is decided one cycle early and comes from a register. The
// exception is the clear of the eight lanes of the digest when the beat is accepted.
//
// Schedule:   transfer_o in cycle t; the block is on the addend from t+2 until the cycle of absorb, which is
//             t+2 if the state waits or is in its last round then. The digest is valid one cycle after the
//             last round, STATUS two cycles after abort_i. The next message's block may be added one cycle
//             after the beat is accepted.
// Interfaces: block state from roundel_digest_input; transfer, absorb and constants to
//             roundel_digest_block_buffer; advance and clears to the state registers of the core.
// Reference:  FIPS 202 section 4 (SPONGE).

module roundel_digest_schedule
  import roundel_keccak_pkg::rc_t;
  import roundel_digest_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic    full_i,  // a block is complete
  input  logic    final_block_i,  // the block is the last of its message
  input  length_e length_i,  // length of the digest of its message
  output logic    transferred_o,  // the block is in the addend
  output logic    absorbed_o,  // the block is added to the state
  output logic    busy_o,  // a message is complete and not yet answered
  input  logic    abort_i,  // clear the message and send STATUS = ERROR; only without busy_o

  // To roundel_digest_block_buffer.
  output logic transfer_o,  // the block goes to the addend
  output rc_t  transfer_constant_o,  // constant of the round that adds the block
  output logic absorb_early_o,  // the next cycle adds the addend to the state
  output logic step_o,  // the addend loads step_constant_o
  output rc_t  step_constant_o,  // constant of the round after the current one

  output logic advance_o,  // the state becomes the result of the round
  output logic clear_rest_o,  // lanes 8 to 24 become zero
  output logic [3:0] clear_digest_o,  // bytes 0 to 27, 28 to 31, 32 to 47, 48 to 63 become zero

  output logic valid_o,  // the state is a digest, or a STATUS is to be sent
  output logic error_o,  // it is a STATUS
  output logic [3:0] keep_o,  // bytes 1 to 27, 28 to 31, 32 to 47, 48 to 63 are valid
  input  logic ready_i  // the beat is accepted
);

  localparam int unsigned LastRound = roundel_keccak_pkg::nominal_rounds(64) - 1;

  // The bits of rc(t) for the round after the current one. They also identify the round: no two have the
  // same eight bits.
  rc_window_t window_q;
  logic last_q, before_last_q;  // the round is the last one; the round before it
  logic near_last_q;  // the last round or one of the two before it
  logic zero_q;  // the state is zero or a digest
  logic advance_q, advance_d;
  logic absorb_q, absorb_d;  // the round adds a block
  logic finish_q, finish_d;  // the round is the last of a message
  logic transfer_q;
  logic loaded_q;  // a block is in the addend
  logic final_loaded_q;  // it is its message's last
  logic final_q;  // the message's last block is in the state
  length_e length_loaded_q, length_q;  // length of the digest of these two
  logic abort_q;
  logic valid_q, error_q;
  logic [3:0] keep_q;
  logic accepted, kill, block_here, request;
  logic [3:0] keep;
  logic clear_rest_q;
  logic [3:0] clear_q;

  assign kill = !rst_ni || abort_i;
  assign accepted = valid_q && ready_i;

  // Without advance_q the state waits in its last round, as zero or for its message's next block, or it is
  // offered.
  assign block_here = transfer_q || (loaded_q && !absorb_q);
  always_comb begin
    finish_d = advance_q && before_last_q && final_q && !kill;
    absorb_d = !kill && block_here && !finish_q && !finish_d && (!valid_q || accepted) &&
        (advance_q ? before_last_q : 1'b1);
    advance_d = !kill && (absorb_d || finish_d || (advance_q && !before_last_q && !finish_q));
  end

  assign request = final_q ? last_q : near_last_q;
  assign transfer_o = full_i && !transfer_q && !loaded_q && request && !kill;
  assign transferred_o = transfer_q;
  assign transfer_constant_o = zero_q ? '0 : roundel_keccak_pkg::RoundConstants[LastRound];
  assign absorb_early_o = absorb_d;
  assign absorbed_o = absorb_q;
  assign step_o = advance_q;
  assign step_constant_o = window_q[roundel_keccak_pkg::NumRcBits-1:0];

  assign keep = {length_q == Bytes64, !length_q[1], length_q != Bytes28, 1'b1};

  // A zero state waits in the last round, like a state that waits for its next block.
  always_ff @(posedge clk_i) begin
    if (kill || finish_q || (advance_q && before_last_q)) window_q <= rc_window(0);
    else if (advance_q) window_q <= next_rc_window(window_q);
  end

  always_ff @(posedge clk_i) begin
    if (kill || finish_q) begin
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      near_last_q <= 1'b1;
      zero_q <= 1'b1;
      final_q <= 1'b0;
    end else if (advance_q) begin
      last_q <= before_last_q;
      before_last_q <= window_q == rc_window(LastRound - 1);
      near_last_q <= window_q == rc_window(LastRound - 2) || (near_last_q && !last_q);
      zero_q <= 1'b0;
      if (absorb_q) final_q <= final_loaded_q;
    end
  end

  always_ff @(posedge clk_i) begin
    advance_q <= advance_d;
    absorb_q <= absorb_d;
    finish_q <= finish_d;
    if (kill) begin
      transfer_q <= 1'b0;
      loaded_q <= 1'b0;
      final_loaded_q <= 1'b0;
    end else begin
      transfer_q <= transfer_o;
      loaded_q <= block_here;
      if (transfer_o) final_loaded_q <= final_block_i;
      else if (absorb_q) final_loaded_q <= 1'b0;
    end
    if (transfer_o) length_loaded_q <= length_i;
    if (absorb_q) length_q <= length_loaded_q;
    abort_q <= rst_ni && abort_i;
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= finish_q || abort_q || (valid_q && !ready_i);
    if (finish_q || abort_q) begin
      error_q <= abort_q;
      keep_q <= abort_q ? '0 : keep;
    end
    // The state is cleared one cycle after a reset or an abort, and in the last round of a message.
    clear_rest_q <= kill || finish_d;
    for (int unsigned i = 0; i < 4; i++) clear_q[i] <= kill || (finish_d && !keep[i]);
  end

  assign busy_o = final_loaded_q || final_q || abort_q || valid_q;
  assign advance_o = advance_q;
  assign clear_rest_o = clear_rest_q;
  assign clear_digest_o = clear_q | {4{accepted}};

  assign valid_o = valid_q;
  assign error_o = error_q;
  assign keep_o = keep_q;

endmodule
