// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When the state of one message stream takes a round, takes a block, is squeezed or is cleared, for a
// permutation that takes RoundCycles cycles a round. In a cycle with `tick_i` the round's result is there;
// all that happens to the state happens in such a cycle.
//
// The last round of a permutation waits for the next block and adds it to its result, so a block costs no
// cycle of its own; the first block of a message is added to the zero state in the same way, whose "round"
// without a constant is zero.
// A block is called for two cycles before the tick in which it is added; `due_i` marks those cycles. A
// state that is an output block is captured in the tick in which it takes round 0.
//
// What happens in a tick is wanted by thousands of registers. With more than a cycle a round it is decided
// in the cycle before (`soon_i`) and comes from a register.

module roundel_sponge_schedule
  import roundel_keccak_pkg::rc_t;
  import roundel_keccak_pkg::round_t;
#(
  parameter int unsigned RoundCycles = 1,
  parameter bit          AsyncReset  = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic tick_i,
  input logic soon_i,  // a tick follows
  input logic due_i,

  input  logic full_i,         // a block is gathered
  input  logic final_block_i,  // it is its message's last
  output logic passed_on_o,    // it has gone to the addend
  input  logic abort_i,        // forget the message; in a tick
  input  logic abort_soon_i,   // in the cycle before

  input  logic output_busy_i,  // a digest is due
  input  logic drain_busy_i,
  input  logic more_i,         // another block of output is wanted after the next
  output logic capture_o,      // the state is an output block and is taken

  // To roundel_sponge_block_buffer.
  output logic transfer_o,
  output rc_t  transfer_constant_o,
  output logic step_o,
  output rc_t  step_constant_o,

  output logic advance_o,  // the state takes the round's result
  output logic clear_o     // the state becomes zero
);

  localparam round_t LastRound = round_t'(roundel_keccak_pkg::nominal_rounds(64) - 1);
  // So many ticks before the one in which it is added a block may be called for.
  localparam int unsigned Ahead = RoundCycles == 1 ? 2 : RoundCycles == 2 ? 1 : 0;

  if (RoundCycles < 1) begin : gen_bad_round_cycles
    $fatal(1, "%m: RoundCycles is %0d, expected at least 1", RoundCycles);
  end
  if (RoundCycles > 1 && AsyncReset) begin : gen_bad_reset
    $fatal(1, "%m: RoundCycles is %0d with AsyncReset, expected 1", RoundCycles);
  end

  (* fsm_encoding = "none" *)
  // as it is, with its few registers
  round_t round_q;
  logic last_q, before_last_q;  // round_q is the last, the one before it
  logic near_last_q;  // round_q is the last or one of Ahead before it
  logic blank_q;  // the state is zero: no message yet
  logic loaded_q;  // a block is in the addend
  logic final_loaded_q;  // the block in the addend is its message's last
  logic final_q;  // the message's last block is in the state
  logic squeeze_q;  // the state is an output block
  logic capture_ready_q;
  logic transfer_q;
  logic end_due, block_due;
  rc_t next_constant_q;  // of the round after this one

  // These two are written as tables: an addition would become a carry chain, and the longest path.
  function automatic round_t next_round(round_t round);
    next_round = '0;
    for (int unsigned r = 0; r < 32'(LastRound); r++) begin
      if (round == round_t'(r)) next_round = round_t'(r + 1);
    end
  endfunction

  function automatic rc_t constant_after_next(round_t round);
    constant_after_next = '0;
    for (int unsigned r = 0; r <= 32'(LastRound); r++) begin
      if (round == round_t'(r)) begin
        constant_after_next = roundel_keccak_pkg::RoundConstants[(r+2)%(32'(LastRound)+1)];
      end
    end
  endfunction

  // With an asynchronous reset no logic looks at it.
  logic sync_reset;
  assign sync_reset = !AsyncReset && !rst_ni;

  // The block of the next message is to find the state just cleared. Whether more output is wanted is known
  // only a cycle after the digest has begun: not before a capture may follow.
  if (RoundCycles == 1) begin : gen_now
    assign capture_o = tick_i && squeeze_q && capture_ready_q;
    assign advance_o = tick_i && (squeeze_q ? capture_ready_q : (!last_q || loaded_q || final_q));
    assign clear_o = sync_reset || abort_i || (capture_o && !more_i);
    assign end_due = last_q && capture_ready_q && !more_i;
    logic unused;
    assign unused = soon_i ^ abort_soon_i;
  end else begin : gen_ahead
    logic capture, advance_q, capture_q, end_q, clear_q;
    assign capture = soon_i && squeeze_q && capture_ready_q;

    always_ff @(posedge clk_i) begin
      capture_q <= capture && !sync_reset;
      end_q <= capture && !more_i && !sync_reset;
      clear_q <= (capture && !more_i) || abort_soon_i || sync_reset;
      advance_q <= soon_i && !sync_reset &&
          (squeeze_q ? capture_ready_q : (!last_q || transfer_q || final_q));
    end

    assign capture_o = capture_q;
    assign advance_o = advance_q;
    assign clear_o = clear_q;
    assign end_due = Ahead == 1 && end_q;
    logic unused;
    assign unused = tick_i ^ loaded_q;
  end

  assign block_due = final_q ? end_due : (near_last_q && !squeeze_q);
  assign transfer_o = due_i && full_i && !transfer_q && block_due && !abort_i && !sync_reset;
  assign passed_on_o = transfer_q;
  assign transfer_constant_o = !blank_q && !squeeze_q ? roundel_keccak_pkg::RoundConstants[LastRound] : '0;
  // A blank state needs none: its addend forgets the bits of a block that a reset broke off.
  assign step_o = advance_o || blank_q;
  assign step_constant_o = next_constant_q;

  // The asynchronous reset, if registers have one.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  // A blank state waits in the last round, like one that waits for its next block.
  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      near_last_q <= 1'b1;
      blank_q <= 1'b1;
      final_q <= 1'b0;
      squeeze_q <= 1'b0;
      next_constant_q <= roundel_keccak_pkg::RoundConstants[0];
    end else if (sync_reset || clear_o) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      near_last_q <= 1'b1;
      blank_q <= 1'b1;
      final_q <= 1'b0;
      squeeze_q <= 1'b0;
      next_constant_q <= roundel_keccak_pkg::RoundConstants[0];
    end else if (advance_o) begin
      round_q <= next_round(round_q);
      last_q <= before_last_q;
      before_last_q <= round_q == LastRound - 5'd2;
      near_last_q <= round_q == LastRound - round_t'(Ahead + 1) || (near_last_q && !last_q);
      blank_q <= 1'b0;
      final_q <= loaded_q ? final_loaded_q : final_q;
      squeeze_q <= last_q && final_q;
      next_constant_q <= constant_after_next(round_q);
    end
  end

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      transfer_q <= 1'b0;
      loaded_q <= 1'b0;
      final_loaded_q <= 1'b0;
      capture_ready_q <= 1'b0;
    end else begin
      transfer_q <= transfer_o;
      loaded_q <= transfer_q && !abort_i && !sync_reset;
      if (transfer_q) final_loaded_q <= final_block_i;
      // Registered, as `more_i` is: both look at the length left after the last lane of the block before.
      capture_ready_q <= output_busy_i && !drain_busy_i && !sync_reset;
    end
  end

endmodule
