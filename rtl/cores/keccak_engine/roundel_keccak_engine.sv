// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes Keccak-f[25w] of single states, for w = 8, 16, 32, 64 (LaneWidth): 12 + 2 log2(w) rounds.
//
//   Unroll   rounds a cycle
//   Stages   parts of the ring with a register before each: as many blocks in flight, each in Unroll
//            rounds a cycle
//
// An entering state uses the free inputs of the round (roundel_keccak_round, Inject) while the ring's
// register is cleared: the clear of the register replaces a multiplexer.
//
// Schedule:   rounds / (Unroll * Stages) cycles a state back to back; roundel_engine_control has the
//             details. A state accepted in cycle 0 is valid in cycle rounds/Unroll + Stages. in_ready_o and
//             out_valid_o are registers.
// Interfaces: valid/ready states in and out (docs/block-engines.md). Uses roundel_engine_control,
//             roundel_keccak_theta_parity, roundel_keccak_round and roundel_engine_results.
// Bytes:      lane (x, y) is bits [w(x + 5y)+:w]; byte 0 of the state is bits [7:0].
// Reference:  FIPS 202 section 3.4

module roundel_keccak_engine
  import roundel_keccak_pkg::*;
#(
  parameter int unsigned LaneWidth = 16,
  parameter int unsigned Unroll    = 1,
  parameter int unsigned Stages    = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                          in_valid_i,  // the source offers in_block_i
  output logic                          in_ready_o,  // the engine accepts a state
  input  logic [NumLanes*LaneWidth-1:0] in_block_i,  // the state to permute

  output logic                          out_valid_o,  // out_block_o is valid
  input  logic                          out_ready_i,  // the sink accepts the result
  output logic [NumLanes*LaneWidth-1:0] out_block_o   // the oldest result
);

  localparam int unsigned Rounds = nominal_rounds(LaneWidth);

  if (!(LaneWidth inside {8, 16, 32, 64})) begin : gen_bad_lane_width
    $fatal(1, "%m: LaneWidth is %0d, expected 8, 16, 32 or 64", LaneWidth);
  end
  if (Unroll < 1 || Stages < 1 || Rounds % (Unroll * Stages) != 0) begin : gen_bad_rounds
    $fatal(
        1, "%m: Unroll is %0d and Stages %0d, expected a product that divides %0d", Unroll, Stages, Rounds
    );
  end

  localparam int unsigned Passes = Rounds / (Unroll * Stages);
  localparam int unsigned PassWidth = $clog2(Passes);

  typedef logic [LaneWidth-1:0] lane_t;

  logic move, begins, finish;
  logic [PassWidth-1:0] pass[Stages];

  roundel_engine_control #(
    .Passes (Passes),
    .Length (Stages),
    .Results(Stages)
  ) u_control (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o,
    .move_o    (move),
    .begin_o   (begins),
    .finish_o  (finish),
    .pass_o    (pass),
    .accepted_i(out_valid_o && out_ready_i)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lane_t in_block[NumLanes], in_q[NumLanes];
  lane_t in_parity[5], in_parity_q[5];
  lane_t state_q[Stages][NumLanes]  /*verilator split_var*/;
  lane_t next[Stages][NumLanes]  /*verilator split_var*/;

  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
    assign in_block[lane] = in_block_i[LaneWidth*lane+:LaneWidth];

    always_ff @(posedge clk_i) begin
      if (begins) state_q[0][lane] <= '0;
      else if (move) state_q[0][lane] <= next[Stages-1][lane];
    end

    always_ff @(posedge clk_i) begin
      if (move) in_q[lane] <= begins ? in_block[lane] : '0;
    end
  end

  roundel_keccak_theta_parity #(
    .LaneWidth(LaneWidth)
  ) u_in_parity (
    .state_i        (in_block),
    .inject_parity_i('{default: '0}),
    .parity_o       (in_parity)
  );

  for (genvar x = 0; x < 5; x++) begin : gen_parity
    always_ff @(posedge clk_i) begin
      if (move) in_parity_q[x] <= begins ? in_parity[x] : '0;
    end
  end

  for (genvar i = 1; i < Stages; i++) begin : gen_later
    always_ff @(posedge clk_i) begin
      if (move) state_q[i] <= next[i-1];
    end
  end

  for (genvar i = 0; i < Stages; i++) begin : gen_stage
    lane_t at[Unroll+1][NumLanes]  /*verilator split_var*/;
    assign at[0]   = state_q[i];
    assign next[i] = at[Unroll];

    for (genvar j = 0; j < Unroll; j++) begin : gen_round
      localparam bit Enters = i == 0 && j == 0;
      lane_t inject[NumLanes], inject_parity[5], addend[NumLanes];
      rc_t constant;

      if (Enters) begin : gen_enters
        assign inject = in_q;
        assign inject_parity = in_parity_q;
      end else begin : gen_nothing_enters
        assign inject = '{default: '0};
        assign inject_parity = '{default: '0};
      end

      // The round constant, from a table that has only the constants of this stage and unrolled round.
      always_comb begin
        constant = '0;
        for (int unsigned p = 0; p < Passes; p++) begin
          if (pass[i] == PassWidth'(p)) constant = RoundConstants[(p*Stages+i)*Unroll+j];
        end
      end

      for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_addend
        if (lane == 0) begin : gen_iota
          assign addend[lane] = LaneWidth'(spread_constant(constant));
        end else begin : gen_nothing
          assign addend[lane] = '0;
        end
      end

      roundel_keccak_round #(
        .LaneWidth(LaneWidth),
        .Inject   (Enters)
      ) u_round (
        .state_i        (at[j]),
        .addend_i       (addend),
        .inject_i       (inject),
        .inject_parity_i(inject_parity),
        .state_o        (at[j+1])
      );
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Results, directly from the last round
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [NumLanes*LaneWidth-1:0] result;

  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_result
    assign result[LaneWidth*lane+:LaneWidth] = next[Stages-1][lane];
  end

  roundel_engine_results #(
    .Width(NumLanes * LaneWidth),
    .Depth(Stages)
  ) u_results (
    .clk_i,
    .rst_ni,
    .in_valid_i(finish),
    .in_block_i(result),
    .out_valid_o,
    .out_ready_i,
    .out_block_o
  );

endmodule
