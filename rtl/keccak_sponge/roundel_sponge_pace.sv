// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The pace of one state that stays while its round is under way: `tick_o` from the RoundCycles-th cycle
// after the state was changed (`change_i`) to the next change, in the cycles in which the round's result
// is there. `soon_o`: the next cycle is one of them. `due_o`: a block that is called for now is added two
// cycles later, in a tick.

module roundel_sponge_pace #(
  parameter int unsigned RoundCycles = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic change_i,
  output logic tick_o,
  output logic soon_o,
  output logic due_o
);

  if (RoundCycles == 1) begin : gen_always
    logic unused;
    assign unused = clk_i ^ rst_ni ^ change_i;
    assign tick_o = 1'b1;
    assign soon_o = 1'b1;
    assign due_o  = 1'b1;
  end else begin : gen_turns
    logic [RoundCycles-1:0] turn_q;  // one-hot: the cycle of the round; the last stays

    always_ff @(posedge clk_i) begin
      if (!rst_ni || change_i) turn_q <= RoundCycles'(1);
      else if (!tick_o) turn_q <= turn_q << 1;
    end

    assign tick_o = turn_q[RoundCycles-1];
    assign soon_o = |turn_q[RoundCycles-1:RoundCycles-2] && !change_i;
    if (RoundCycles == 2) begin : gen_due_in_tick
      assign due_o = tick_o;
    end else begin : gen_due_before
      assign due_o = |turn_q[RoundCycles-1:RoundCycles-3];
    end
  end

endmodule
