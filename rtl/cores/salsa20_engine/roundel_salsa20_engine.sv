// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the Salsa20 core, 64 bytes to 64 bytes: ten double rounds, then the input block is added word by
// word.
//
//   Unroll   double rounds a cycle
//   Stages   parts of the ring with a register before each: as many blocks in flight, each in Unroll
//            double rounds a cycle
//   Phases   1, 2 or 4: registers within the double round, after each 8, 4 or 2 of its eight additions.
//            Stages * Phases blocks are in flight. More than 1 only with Unroll = 1.
//
// Half of an entering block passes a multiplexer before its register. The other half is added to a cleared
// register at its first read (roundel_salsa20_steps): that costs no LUT.
//
// Schedule:   10 / (Unroll * Stages) cycles a block back to back, at any Phases; roundel_engine_control has
//             the details. The block is added in the cycle after the last round, between separate registers.
//             A block accepted in cycle 0 is valid in cycle 10*Phases/Unroll + 1 + Results. in_ready_o and
//             out_valid_o are registers.
// Interfaces: valid/ready blocks in and out (docs/block-engines.md). Uses roundel_engine_control,
//             roundel_salsa20_steps and roundel_engine_results.
// Bytes:      byte 0 of a block is bits [7:0].
// Reference:  D. J. Bernstein, "Salsa20 specification", section 8

module roundel_salsa20_engine
  import roundel_salsa20_pkg::*;
#(
  parameter int unsigned Unroll = 1,
  parameter int unsigned Stages = 1,
  parameter int unsigned Phases = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic         in_valid_i,  // the source offers in_block_i
  output logic         in_ready_o,  // the engine accepts a block
  input  logic [511:0] in_block_i,  // the input block

  output logic         out_valid_o,  // out_block_o is valid
  input  logic         out_ready_i,  // the sink accepts the result
  output logic [511:0] out_block_o   // the oldest result
);

  if (Unroll < 1 || Stages < 1 || NumDoubleRounds % (Unroll * Stages) != 0) begin : gen_bad_rounds
    $fatal(
        1,
        "%m: Unroll is %0d and Stages %0d, expected a product that divides %0d",
        Unroll,
        Stages,
        NumDoubleRounds
    );
  end
  if (!(Phases inside {1, 2, 4}) || (Phases > 1 && Unroll > 1)) begin : gen_bad_phases
    $fatal(1, "%m: Phases is %0d, expected 1, 2 or 4, and 1 if Unroll (%0d) is more than 1", Phases, Unroll);
  end

  localparam int unsigned Passes = NumDoubleRounds / (Unroll * Stages);
  localparam int unsigned Length = Stages * Phases;
  localparam int unsigned Steps = NumSteps / Phases;
  localparam int unsigned Results = Length > 1 ? Length : Passes > 2 ? 1 : 2;

  logic move, begins, finish, finished_q;
  logic [$clog2(Passes)-1:0] unused_pass[Length];

  roundel_engine_control #(
    .Passes (Passes),
    .Length (Length),
    .Results(Results)
  ) u_control (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .move_o    (move),
    .begin_o   (begins),
    .finish_o  (finish),
    .pass_o    (unused_pass),
    .accepted_i(out_valid_o && out_ready_i)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring: the state, and a copy of the input block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  word_t in_block[NumWords], in_q[NumWords];
  word_t state_q[Length][NumWords]  /*verilator split_var*/;
  word_t next[Length][NumWords]  /*verilator split_var*/;
  word_t first_q[Length][NumWords];

  for (genvar w = 0; w < NumWords; w++) begin : gen_word
    assign in_block[w] = in_block_i[32*w+:32];

    if (is_injected(w)) begin : gen_inject
      always_ff @(posedge clk_i) begin
        if (begins) state_q[0][w] <= '0;
        else if (move) state_q[0][w] <= next[Length-1][w];
      end

      always_ff @(posedge clk_i) begin
        if (move) in_q[w] <= begins ? in_block[w] : '0;
      end
    end else begin : gen_load
      always_ff @(posedge clk_i) begin
        if (move) state_q[0][w] <= begins ? in_block[w] : next[Length-1][w];
      end

      assign in_q[w] = '0;
    end

    always_ff @(posedge clk_i) begin
      if (move) first_q[0][w] <= begins ? in_block[w] : first_q[Length-1][w];
    end
  end

  for (genvar i = 1; i < Length; i++) begin : gen_later
    always_ff @(posedge clk_i) begin
      if (move) begin
        state_q[i] <= next[i-1];
        first_q[i] <= first_q[i-1];
      end
    end
  end

  for (genvar i = 0; i < Length; i++) begin : gen_position
    word_t at[Unroll+1][NumWords]  /*verilator split_var*/;
    assign at[0] = state_q[i];
    assign next[i]   = at[Unroll];

    for (genvar j = 0; j < Unroll; j++) begin : gen_round
      localparam bit Enters = i == 0 && j == 0;
      word_t inject[NumWords];
      if (Enters) begin : gen_enters
        assign inject = in_q;
      end else begin : gen_nothing_enters
        assign inject = '{default: '0};
      end

      roundel_salsa20_steps #(
        .First ((i % Phases) * Steps),
        .Count (Steps),
        .Inject(Enters)
      ) u_steps (
        .words_i (at[j]),
        .inject_i(inject),
        .words_o (at[j+1])
      );
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The input block is added to the result of the last round
  //////////////////////////////////////////////////////////////////////////////////////////////////

  word_t last_q[NumWords], added_q[NumWords];
  logic [511:0] result;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) finished_q <= 1'b0;
    else finished_q <= finish;
  end

  always_ff @(posedge clk_i) begin
    if (move) begin
      last_q  <= next[Length-1];
      added_q <= first_q[Length-1];
    end
  end

  for (genvar w = 0; w < NumWords; w++) begin : gen_result
    assign result[32*w+:32] = last_q[w] + added_q[w];
  end

  roundel_engine_results #(
    .Width(512),
    .Depth(Results)
  ) u_results (
    .clk_i,
    .rst_ni,
    .in_valid_i(finished_q),
    .in_block_i(result),
    .out_valid_o,
    .out_ready_i,
    .out_block_o
  );

endmodule
