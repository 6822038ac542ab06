// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Schedules the state of one message stream: when it takes a round, adds a block, is squeezed or is cleared,
// for a permutation of RoundCycles cycles per round. The state changes only in a tick: a cycle in which the
// result of the round is valid.
//
// The last round of a permutation waits for the next block and adds it to its result, so a block costs no
// cycle of its own. The first block of a message is added to the zero state in the same way: its "round"
// without a constant is zero.
//
// A message that is saved is an output block as soon as its last block is added, before a permutation.
//
// The first block of a message brings its number of rounds, 24 or 12. The 12 rounds are the last ones of the
// 24, with their constants (Keccak-p[1600, 12]).
//
// Schedule:   transfer_o in cycle t, which has can_request_i; the block is added in t+2, a tick.
//             A state that is an output block is captured in the tick in which it takes round 0. Thousands
//             of registers need the decision of a tick: it is made in the cycle before (tick_early_i) from
//             the next state of this module, and comes from a register.
// Interfaces: block state from roundel_sponge_input; tick_early_i, can_request_i from
//             roundel_sponge_message; transfer and constants to roundel_sponge_block_buffer; capture to
//             roundel_sponge_lane_drain; advance and clear to the state registers of the core.
// Reference:  FIPS 202 sections 3.3 (Keccak-p) and 4 (SPONGE); RFC 9861 section 2.2 (TurboSHAKE).

module roundel_sponge_schedule
  import roundel_keccak_pkg::rc_t;
  import roundel_keccak_pkg::round_t;
#(
  parameter int unsigned RoundCycles = 1,
  parameter bit          AsyncReset  = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic tick_early_i,  // the next cycle is a tick
  input logic can_request_i,  // a block that is requested now is added two cycles later

  input  logic full_i,         // a block is complete
  input  logic final_block_i,  // the block is the last of its message
  input  logic rounds12_i,     // the permutations of the block's message have 12 rounds, otherwise 24
  input  logic save_i,         // the state that the block is added to is the output of its message
  output logic transferred_o,    // the block goes to the addend
  input  logic abort_i,        // clear the message; comes only in a tick
  input  logic abort_early_i,   // abort_i follows in the next cycle

  input  logic output_busy_i,  // lanes of a digest are still expected
  input  logic drain_busy_i,  // the drain still sends or clears lanes
  input  logic more_i,         // the digest needs another block of output after the next
  output logic capture_o,      // the state is an output block and is captured

  // To roundel_sponge_block_buffer.
  output logic transfer_o,  // the block goes to the addend
  output rc_t  transfer_constant_o,  // constant of the round that adds the block
  output logic step_o,  // the addend loads step_constant_o
  output rc_t  step_constant_o,  // constant of the round after the current one

  output logic advance_o,       // the state becomes the result of the round
  output logic clear_o,         // the state becomes zero
  output logic advance_early_o,  // advance_o of the next cycle
  output logic clear_early_o    // clear_o of the next cycle
);

  localparam round_t LastRound = round_t'(roundel_keccak_pkg::nominal_rounds(64) - 1);
  localparam round_t FirstOf12 = LastRound - 5'd11;
  // A block may be requested this many ticks before the tick in which it is added.
  localparam int unsigned EarlyTicks = RoundCycles == 1 ? 2 : RoundCycles == 2 ? 1 : 0;

  if (RoundCycles < 1) begin : gen_bad_round_cycles
    $fatal(1, "%m: RoundCycles is %0d, expected at least 1", RoundCycles);
  end
  if (RoundCycles > 1 && AsyncReset) begin : gen_bad_reset
    $fatal(1, "%m: RoundCycles is %0d with AsyncReset, expected 1", RoundCycles);
  end

  (* fsm_encoding = "none" *)
  // Keep the encoding: it needs few registers.
  round_t round_q;
  logic last_q, before_last_q;  // round_q is the last round; round_q is the round before it
  logic near_last_q;  // round_q is the last round or one of the Ahead rounds before it
  logic state_zero_q;  // the state is zero: no message yet
  logic loaded_q;  // a block is in the addend
  logic final_loaded_q;  // the block in the addend is its message's last
  logic save_loaded_q;  // the block in the addend is the last one of a message that is saved
  logic final_q;  // the message's last block is in the state
  logic squeeze_q;  // the state is an output block
  logic rounds12_q;  // the permutations of the message in the state have 12 rounds
  logic transfer_q;
  logic advance_d, advance_q, capture_d, capture_q, clear_d, clear_q;  // the decisions of a tick
  logic last_d, final_d, squeeze_d;
  logic ends;  // the capture in the next cycle is the last of its message
  logic end_request, block_request;
  rc_t next_constant_q;  // constant of the round after the current one
  rc_t first_constant;  // constant of the first round of the block that goes to the addend

  // These two are written as tables: an addition would become a carry chain, and the longest path.
  function automatic round_t next_round(round_t round, logic of_12_rounds);
    next_round = of_12_rounds ? FirstOf12 : '0;
    for (int unsigned r = 0; r < 32'(LastRound); r++) begin
      if (round == round_t'(r)) next_round = round_t'(r + 1);
    end
  endfunction

  function automatic rc_t constant_after_next(round_t round, logic of_12_rounds);
    constant_after_next = '0;
    for (int unsigned r = 0; r <= 32'(LastRound); r++) begin
      if (round == round_t'(r)) begin
        constant_after_next = roundel_keccak_pkg::RoundConstants[(r+2)%(32'(LastRound)+1)];
      end
    end
    if (of_12_rounds && round == LastRound - 5'd1) begin
      constant_after_next = roundel_keccak_pkg::RoundConstants[FirstOf12];
    end
    if (of_12_rounds && round == LastRound) begin
      constant_after_next = roundel_keccak_pkg::RoundConstants[FirstOf12+5'd1];
    end
  endfunction

  // With an asynchronous reset no logic uses rst_ni.
  logic sync_reset;
  assign sync_reset = !AsyncReset && !rst_ni;

  // The next state. It decides the next tick, so that one register drives all enables and one all clears.
  assign last_d = clear_q || (advance_q ? before_last_q : last_q);
  assign final_d = !clear_q && (advance_q && loaded_q ? final_loaded_q : final_q);
  // A capture advances an output block, so it is one no longer.
  assign squeeze_d = squeeze_q ? !advance_q :
      (advance_q && ((last_q && final_q) || (loaded_q && save_loaded_q)));

  assign capture_d = tick_early_i && squeeze_d && output_busy_i && !drain_busy_i && !sync_reset;
  assign ends = capture_d && !more_i;
  assign clear_d = ends || abort_early_i || sync_reset;
  always_comb begin
    advance_d = !last_d || final_d || (transfer_q && !abort_i);
    if (squeeze_d) advance_d = capture_d;
    if (!tick_early_i || sync_reset) advance_d = 1'b0;
  end

  assign capture_o = capture_q;
  assign advance_o = advance_q;
  assign clear_o   = clear_q;
  assign advance_early_o = advance_d;
  assign clear_early_o = clear_d;

  // The block of the next message must meet the state that was just cleared.
  if (EarlyTicks == 2) begin : gen_end_early
    assign end_request = ends;
  end else if (EarlyTicks == 1) begin : gen_end
    logic ends_q;
    always_ff @(posedge clk_i) begin
      ends_q <= ends;
    end
    assign end_request = ends_q;
  end else begin : gen_no_end
    assign end_request = 1'b0;
  end

  assign block_request = final_q ? end_request : (near_last_q && !squeeze_q);
  assign transfer_o = can_request_i && full_i && !transfer_q && block_request && !abort_i && !sync_reset;
  assign transferred_o = transfer_q;
  assign transfer_constant_o = !state_zero_q && !squeeze_q ?
      roundel_keccak_pkg::RoundConstants[LastRound] : '0;
  // A zero state needs no constant: the step clears bits in the addend of a block that a reset interrupted.
  assign step_o = advance_o || state_zero_q;
  assign step_constant_o = next_constant_q;
  assign first_constant = transfer_q && rounds12_i ? roundel_keccak_pkg::RoundConstants[FirstOf12] :
      roundel_keccak_pkg::RoundConstants[0];

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  // A zero state waits in the last round, like a state that waits for its next block.
  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      near_last_q <= 1'b1;
      state_zero_q <= 1'b1;
      final_q <= 1'b0;
      squeeze_q <= 1'b0;
      rounds12_q <= 1'b0;
      next_constant_q <= roundel_keccak_pkg::RoundConstants[0];
    end else if (sync_reset || clear_q) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      near_last_q <= 1'b1;
      state_zero_q <= 1'b1;
      final_q <= 1'b0;
      squeeze_q <= 1'b0;
      rounds12_q <= transfer_q && rounds12_i;
      next_constant_q <= first_constant;
    end else if (advance_q) begin
      round_q <= next_round(round_q, rounds12_q);
      last_q <= last_d;
      before_last_q <= round_q == LastRound - 5'd2;
      near_last_q <= round_q == LastRound - round_t'(EarlyTicks + 1) || (near_last_q && !last_q);
      state_zero_q <= 1'b0;
      final_q <= final_d;
      squeeze_q <= squeeze_d;
      next_constant_q <= constant_after_next(round_q, rounds12_q);
    end else if (state_zero_q && transfer_q) begin
      rounds12_q <= rounds12_i;
      next_constant_q <= first_constant;
    end
  end

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      advance_q <= 1'b0;
      capture_q <= 1'b0;
      clear_q <= 1'b0;
      transfer_q <= 1'b0;
      loaded_q <= 1'b0;
      final_loaded_q <= 1'b0;
      save_loaded_q <= 1'b0;
    end else begin
      advance_q <= advance_d;
      capture_q <= capture_d;
      clear_q <= clear_d;
      transfer_q <= transfer_o;
      loaded_q <= transfer_q && !abort_i && !sync_reset;
      if (transfer_q) final_loaded_q <= final_block_i;
      if (transfer_q) save_loaded_q <= final_block_i && save_i;
    end
  end

endmodule
