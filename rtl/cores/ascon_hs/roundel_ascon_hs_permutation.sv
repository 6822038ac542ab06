// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the state and computes a pass of Unroll rounds. The state register has the constant of the next round
// in S_2 already.
//
// Without a message the state is RestState, which a pass makes zero. So the addend of a pass alone makes the
// first state of a message.
//
// OPEN replaces bytes of the rate by the ciphertext, but answers their sum. So the sum goes to rate_o, the
// bytes of the register are cleared, and the ciphertext is added to them in the first round of the next pass.
//
// Schedule:   advance_i in cycle t: the state has the result from t+1. rate_o is the result itself, in t.
//             3 LUT4 levels a round; a pass that can leave out its first round has one more.
// Interfaces: addend from roundel_ascon_hs_addend, control from roundel_ascon_hs_schedule; rate_o and
//             capacity_o to roundel_ascon_hs_output
// Reference:  SP 800-232 sections 3 and 4.1.2

module roundel_ascon_hs_permutation
  import roundel_ascon_pkg::*;
#(
  parameter int unsigned Unroll    = 1,  // rounds a pass
  parameter int unsigned PassWidth = 4   // bits of pass_i
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // the state becomes RestState

  input  logic                   advance_i,   // the state takes a pass
  input  logic                   skip_i,      // the pass leaves out its first round
  input  logic   [PassWidth-1:0] pass_i,      // number of the pass
  input  round_constant_t        constant_i,  // constant of the round after the pass
  input  state_t                 addend_i,    // added in the last round of the pass
  input  logic   [         15:0] replace_i,   // bytes of S_0 and S_1 that become the addend
  output word_t  [          1:0] rate_o,      // S_0 and S_1 after the pass
  output word_t  [          1:0] capacity_o   // S_3 and S_4, which are the tag after the last pass
);

  localparam state_t RestState = roundel_ascon_hs_pkg::rest_state(Unroll);

  state_t state_q;
  word_t [1:0] inject_q;  // injected into S_0 and S_1; RestState injects nothing
  state_t round_in[Unroll];  // the state before each round
  state_t round_out[Unroll];  // and after it

  for (genvar i = 0; i < Unroll; i++) begin : gen_round
    state_t addend;

    if (i == Unroll - 1) begin : gen_last
      assign addend = addend_i ^ {word_t'(0), word_t'(0), word_t'(constant_i), word_t'(0), word_t'(0)};
    end else begin : gen_constant
      round_t next;
      assign next = round_t'(Unroll * 32'(pass_i) + i + 1);
      assign addend = {
        word_t'(0), word_t'(0), word_t'(round_constant(next)), word_t'(0), word_t'(0)
      };
    end

    if (i == 0) begin : gen_first
      assign round_in[i] = state_q;
    end else if (i == 1 && BlockRounds % Unroll != 0) begin : gen_skip
      assign round_in[i] = skip_i ? {state_q[4:2], state_q[1:0] ^ inject_q ^ RestState[1:0]} : round_out[i-1];
    end else begin : gen_later
      assign round_in[i] = round_out[i-1];
    end

    roundel_ascon_round #(
      .Inject  (i == 0),
      .NoInject(RestState[1:0])
    ) u_round (
      .state_i (round_in[i]),
      .addend_i(addend),
      .inject_i(i == 0 ? inject_q : '0),
      .state_o (round_out[i])
    );
  end

  for (genvar i = 2; i < NumWords; i++) begin : gen_capacity
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i) state_q[i] <= RestState[i];
      else if (advance_i) state_q[i] <= round_out[Unroll-1][i];
    end
  end
  for (genvar k = 0; k < 16; k++) begin : gen_rate
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i || replace_i[k]) state_q[k/8][8*(k%8)+:8] <= RestState[k/8][8*(k%8)+:8];
      else if (advance_i) state_q[k/8][8*(k%8)+:8] <= round_out[Unroll-1][k/8][8*(k%8)+:8];
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni || !replace_i[k]) inject_q[k/8][8*(k%8)+:8] <= RestState[k/8][8*(k%8)+:8];
      else inject_q[k/8][8*(k%8)+:8] <= addend_i[k/8][8*(k%8)+:8];
    end
  end

  assign rate_o = round_out[Unroll-1][1:0];
  assign capacity_o = state_q[4:3];

  logic unused;
  assign unused = skip_i ^ (^pass_i);

endmodule
