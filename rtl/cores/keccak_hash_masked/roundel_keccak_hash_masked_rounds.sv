// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keeps a state in two shares and permutes it with Keccak-p[1600] of 24 or 12 rounds, two cycles each, or
// clears it. The registers are those of the rounds: theta, rho and pi of each share into mixed_q, then chi by
// roundel_masked_chi, whose registers keep the state.
//
// A round needs 1600 fresh bits. Half of them enter a register before chi, the other half come from the port
// in the cycle of chi. A state is cleared by chi of zeros: its shares become equal fresh bits. The rounds and
// the clearing wait while the source has no fresh bits.
//
// Schedule:   start_early_i or clear_early_i in cycle t-1, and idle_o in t. If fresh bits are always valid:
//             idle_o again from t+48, with 12 rounds t+24, cleared t+2. A reset begins a clearing. Registers
//             drive the clear and the enable before chi.
// Interfaces: shares of the state to roundel_keccak_hash_masked_share, and back with the block added;
//             valid/ready fresh bits. State and sum are logic within one share after registers.
// Bytes:      lane (x, y) of a share is bits [64(x + 5y)+:64].
// Reference:  FIPS 202 section 3.3; Gross, Mangard, Korak: Domain-Oriented Masking (2016)

module roundel_keccak_hash_masked_rounds
  import roundel_keccak_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic start_early_i,  // in the next cycle the permutation of sum_i begins
  input  logic clear_early_i,  // in the next cycle the state becomes zero
  input  logic rounds12_i,     // a permutation has 12 rounds, otherwise 24
  output logic idle_o,      // the state is the result

  input  logic                      fresh_valid_i,  // fresh_i are new fresh bits
  output logic                      fresh_ready_o,  // they are used
  input  logic [64*NumLanes/2-1:0]  fresh_i,        // new fresh bits

  input  logic [1:0][64*NumLanes-1:0] sum_i,   // the shares of the state with the block added to it
  output logic [1:0][64*NumLanes-1:0] state_o  // the shares of the state
);

  localparam round_t Last = round_t'(nominal_rounds(64) - 1);
  localparam round_t FirstOf12 = Last - round_t'(11);
  localparam int unsigned Rows = 5 * 64;

  typedef enum logic [1:0] {
    StIdle,   // the state waits
    StMix,    // theta, rho and pi of the next round
    StApply,  // chi, as soon as there are fresh bits
    StClear   // chi of zeros, as soon as there are fresh bits
  } phase_e;

  phase_e phase_d, phase_q;
  round_t round_q;  // the round of the state, from its theta to its chi
  logic half_full_q;
  logic [64*NumLanes/2-1:0] half_q;
  logic start_q, clear_q;  // begin in this cycle
  logic mix_q;  // theta, rho and pi of a round
  logic chi, apply, load_half;
  rc_t constant_q;  // of the round before
  logic [1:0][64*NumLanes-1:0] mixed, mixed_q, after_chi;
  // Row 64y + z has bits (x, y, z).
  logic [1:0][4:0][Rows-1:0] rows, result;
  logic [64*NumLanes-1:0] fresh_bits;
  logic [4:0][Rows-1:0] fresh;

  assign idle_o = phase_q == StIdle;
  assign chi = phase_q == StApply || phase_q == StClear;
  assign fresh_ready_o = !half_full_q || chi;
  assign load_half = fresh_valid_i && !half_full_q;
  assign apply = chi && half_full_q && fresh_valid_i;

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      StIdle: begin
        if (start_q) phase_d = StApply;
        if (clear_q) phase_d = StClear;
      end
      StMix:   phase_d = StApply;
      StApply: if (apply) phase_d = round_q == Last ? StIdle : StMix;
      StClear: if (apply) phase_d = StIdle;
      default: phase_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= StIdle;
      start_q <= 1'b0;
      clear_q <= 1'b1;
      mix_q <= 1'b0;
      half_full_q <= 1'b0;
    end else begin
      phase_q <= phase_d;
      start_q <= start_early_i;
      clear_q <= clear_early_i;
      mix_q <= start_early_i || phase_d == StMix;
      half_full_q <= load_half || (half_full_q && !apply);
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_half) half_q <= fresh_i;
    if (start_q) round_q <= rounds12_i ? FirstOf12 : '0;
    else if (mix_q) round_q <= round_q + round_t'(1);
    if (apply) constant_q <= phase_q == StClear ? '0 : RoundConstants[round_q];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The round: theta, rho and pi in each share alone, then chi
  //////////////////////////////////////////////////////////////////////////////////////////////////

  for (genvar share = 0; share < 2; share++) begin : gen_share
    roundel_masked_keccak_mix u_mix (
      .share_i(sum_i[share]),
      .share_o(mixed[share])
    );

    always_ff @(posedge clk_i) begin
      if (clear_q) mixed_q[share] <= '0;
      else if (mix_q) mixed_q[share] <= mixed[share];
    end

    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      assign rows[share][lane%5][64*(lane/5)+:64] = mixed_q[share][64*lane+:64];
      assign after_chi[share][64*lane+:64] = result[share][lane%5][64*(lane/5)+:64];
    end
  end

  assign fresh_bits = {fresh_i, half_q};
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_fresh
    assign fresh[lane%5][64*(lane/5)+:64] = fresh_bits[64*lane+:64];
  end

  roundel_masked_chi #(
    .Rows(Rows)
  ) u_chi (
    .clk_i,
    .enable_i(apply),
    .state_i (rows),
    .fresh_i (fresh),
    .state_o (result)
  );

  assign state_o[0] = after_chi[0] ^ (64 * NumLanes)'(spread_constant(constant_q));
  assign state_o[1] = after_chi[1];

endmodule
