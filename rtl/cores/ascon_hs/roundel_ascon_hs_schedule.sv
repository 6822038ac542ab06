// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences the permutations: counts the passes of a permutation, each of Unroll rounds, and loads the addend
// for its last pass. A state without a permutation waits before a last pass, the rest state of no message
// too. So the start of a message, a block, a key and a squeezed word all enter by the addend.
//
// Schedule:   one pass a cycle. An absorption that waits (absorb_valid_i) is loaded in the cycle before the
//             last pass, if there is a place for its result. With Unroll = 1 that is decided a cycle earlier.
//             load_o in cycle t: last pass in t+1 (last_o), first pass of the next permutation in t+2.
//             So blocks follow each other without a cycle between.
// Interfaces: absorptions from roundel_ascon_hs_grammar; control to roundel_ascon_hs_addend and
//             roundel_ascon_hs_permutation
// Reference:  SP 800-232 section 3

module roundel_ascon_hs_schedule
  import roundel_ascon_pkg::*;
  import roundel_ascon_hs_pkg::*;
#(
  parameter  int unsigned Unroll    = 1,                                  // rounds a cycle
  localparam int unsigned Passes    = (MaxRounds + Unroll - 1) / Unroll,  // of Ascon-p[12]
  localparam int unsigned PassWidth = $clog2(Passes)
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // abandon the permutation: the state is cleared

  input  logic    absorb_valid_i,  // an absorption waits
  input  absorb_t absorb_i,        // the absorption
  input  logic    can_capture_i,   // there is a place for a result
  output logic    load_o,          // the absorption is loaded

  output logic                 advance_o,  // the state takes a pass
  output logic                 last_o,     // that is the last pass of a permutation, with an addend
  output logic                 skip_o,     // the pass leaves out its first round
  output logic [PassWidth-1:0] pass_o,     // number of the pass
  output round_constant_t      constant_o, // constant of the round after the pass
  output logic                 busy_o      // an absorption waits or is in the addend
);

  // Ascon-p[8] takes the last passes. If Unroll does not divide 8, its first pass leaves out a round.
  localparam int unsigned BlockPasses = (BlockRounds + Unroll - 1) / Unroll;
  localparam bit Skips = BlockRounds % Unroll != 0;
  // With one round a pass the decision to load is registered: it drives all registers of the addend.
  localparam bit EarlyDecision = Unroll == 1;
  typedef logic [PassWidth-1:0] pass_t;
  localparam pass_t LastPass = pass_t'(Passes - 1);
  localparam pass_t FirstPass8 = pass_t'(Passes - BlockPasses);

  if (!(Unroll inside {1, 2, 3, 4})) begin : gen_bad_unroll
    $fatal(1, "%m: Unroll is %0d, expected 1 to 4", Unroll);
  end

  pass_t pass_q, pass_d;
  logic near_last_q;  // the last pass is near enough for a decision
  logic ready;  // the absorption can be loaded
  logic last_q, last_d;  // the addend is loaded: this pass is the last
  logic skip_q, skip_d;
  next_e next_q;  // the permutation after this one
  logic waits_q;  // the state waits before its last pass

  assign ready = absorb_valid_i && (waits_q || (near_last_q && !absorb_i.hold)) &&
      (can_capture_i || !absorb_i.answer);
  if (EarlyDecision) begin : gen_early
    logic load_q;
    always_ff @(posedge clk_i) begin
      load_q <= rst_ni && !clear_i && ready && !load_q;
    end
    assign load_o = load_q;
  end else begin : gen_same_cycle
    assign load_o = ready;
  end
  assign last_d = load_o && !absorb_i.hold;
  assign advance_o = !waits_q;

  always_comb begin
    pass_d = pass_q;
    skip_d = 1'b0;
    if (last_q) begin
      unique case (next_q)
        NextP12: pass_d = '0;
        NextP8: begin
          pass_d = FirstPass8;
          skip_d = Skips;
        end
        default: pass_d = LastPass;
      endcase
    end else if (!waits_q) begin
      pass_d = pass_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      pass_q <= LastPass;
      waits_q <= 1'b1;
      near_last_q <= 1'b0;
      last_q <= 1'b0;
      skip_q <= 1'b0;
    end else begin
      pass_q <= pass_d;
      waits_q <= pass_d == LastPass && !last_d;
      near_last_q <= pass_d == LastPass - 1'b1 || (EarlyDecision && pass_d == LastPass - pass_t'(2));
      last_q <= last_d;
      skip_q <= skip_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (load_o) next_q <= absorb_i.next;
  end

  // The constant of the first round of a pass that is `distance` passes after another one.
  function automatic round_constant_t constant_of(pass_t pass, int unsigned distance);
    return round_constant(round_t'(Unroll * (32'(pass) + distance)));
  endfunction

  always_ff @(posedge clk_i) begin
    if (load_o) constant_o <= round_constant(absorb_i.next == NextP8 ? FirstRound8 : FirstRound12);
    else if (last_q) constant_o <= constant_of(next_q == NextP8 ? FirstPass8 : '0, 1);
    else constant_o <= constant_of(pass_q, 2);
  end

  assign busy_o = absorb_valid_i || last_q;
  assign last_o = last_q;
  assign skip_o = skip_q;
  assign pass_o = pass_q;

  logic unused;
  assign unused = ^absorb_i;

endmodule
