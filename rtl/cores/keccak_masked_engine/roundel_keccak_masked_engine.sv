// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes Keccak-f[25w] of single states in two shares, for w = 8, 16, 32, 64 (LaneWidth): 12 + 2 log2(w)
// rounds of two cycles. The shares enter and leave apart, and never meet but in roundel_masked_chi.
//
// A round needs a fresh bit for each bit of the state. Half of them enter a register while theta, rho and pi
// are computed; the other half come from the port in the cycle of chi. So the port has half as many bits as a
// share of the state, and each bit is used once. The engine waits while the source has none.
//
// Schedule:   A state accepted in cycle 0 is valid in cycle 2 * rounds, if fresh bits are always valid. The
//             next one is accepted in the cycle that the result leaves, so in_ready_o depends on out_ready_i.
//             fresh_ready_o and out_valid_o are from registers. Time depends on no data.
// Interfaces: valid/ready shares of a state in and out; valid/ready fresh bits. The shares of in_block_i come
//             from registers, or from logic within one share; they are independent of the fresh bits.
// Bytes:      block[share] is a share; lane (x, y) is its bits [w(x + 5y)+:w].
// Reference:  FIPS 202 section 3.4.

module roundel_keccak_masked_engine
  import roundel_keccak_pkg::*;
#(
  parameter int unsigned LaneWidth = 64
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                               in_valid_i,  // the source offers in_block_i
  output logic                               in_ready_o,  // the engine accepts a state
  input  logic [1:0][NumLanes*LaneWidth-1:0] in_block_i,  // the shares of the state to permute

  input  logic                            fresh_valid_i,  // fresh_i are new fresh bits
  output logic                            fresh_ready_o,  // the engine uses them
  input  logic [NumLanes*LaneWidth/2-1:0] fresh_i,  // new fresh bits

  output logic                               out_valid_o,  // out_block_o is valid
  input  logic                               out_ready_i,  // the sink accepts the result
  output logic [1:0][NumLanes*LaneWidth-1:0] out_block_o   // the shares of the result
);

  localparam round_t Last = round_t'(nominal_rounds(LaneWidth) - 1);

  if (!(LaneWidth inside {8, 16, 32, 64})) begin : gen_bad_lane_width
    $fatal(1, "%m: LaneWidth is %0d, expected 8, 16, 32 or 64", LaneWidth);
  end

  typedef enum logic [1:0] {
    StIdle,   // no state is in the engine
    StMix,    // theta, rho and pi of the next round
    StApply,  // chi, as soon as there are fresh bits
    StDone    // the result waits
  } phase_e;

  phase_e phase_d, phase_q;
  round_t round_q;  // the round of the state, from its theta until the result leaves
  logic half_full_q;
  logic [NumLanes*LaneWidth/2-1:0] half_q;
  logic accept, mix, apply, load_half;
  logic [1:0][NumLanes*LaneWidth-1:0] entering, after_chi;
  rc_t constant_q;  // of the round before

  assign in_ready_o = phase_q == StIdle || (phase_q == StDone && out_ready_i);
  assign out_valid_o = phase_q == StDone;
  assign fresh_ready_o = !half_full_q || phase_q == StApply;

  assign accept = in_valid_i && in_ready_o;
  assign mix = accept || phase_q == StMix;
  assign load_half = fresh_valid_i && !half_full_q;
  assign apply = phase_q == StApply && half_full_q && fresh_valid_i;

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      StIdle:  if (accept) phase_d = StApply;
      StMix:   phase_d = StApply;
      StApply: if (apply) phase_d = round_q == Last ? StDone : StMix;
      StDone:  if (out_ready_i) phase_d = accept ? StApply : StIdle;
      default: phase_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= StIdle;
      half_full_q <= 1'b0;
    end else begin
      phase_q <= phase_d;
      half_full_q <= load_half || (half_full_q && !apply);
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_half) half_q <= fresh_i;
    if (accept) round_q <= '0;
    else if (mix) round_q <= round_q + round_t'(1);
    if (apply) constant_q <= RoundConstants[round_q];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The state: a share of the input, or of the round before with its constant in share 0
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign out_block_o[0] = after_chi[0] ^ (NumLanes * LaneWidth)'(LaneWidth'(spread_constant(constant_q)));
  assign out_block_o[1] = after_chi[1];
  assign entering = phase_q == StMix ? out_block_o : in_block_i;

  roundel_masked_keccak_round #(
    .LaneWidth(LaneWidth)
  ) u_round (
    .clk_i,
    .mix_i  (mix),
    .apply_i(apply),
    .state_i(entering),
    .fresh_i({fresh_i, half_q}),
    .state_o(after_chi)
  );

endmodule
