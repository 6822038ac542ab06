// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Paces the rounds of one state that is kept while its round is computed: marks the cycles in which the
// round's result is valid.
//
// Schedule:   change_i in cycle t; each cycle from t+RoundCycles until the next change is a tick.
//             tick_early_o precedes a tick by one cycle. A block that is requested in a cycle with
//             can_request_o is added two cycles later, in a tick. With RoundCycles = 1 both are constantly
//             high.
// Interfaces: change_i from roundel_keccak_hash; tick_early_o and can_request_o to roundel_sponge_message.

module roundel_sponge_pace #(
  parameter int unsigned RoundCycles = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic change_i,  // the state changes at the end of this cycle
  output logic tick_early_o,  // the next cycle is a tick: the result of the round is valid
  output logic can_request_o  // a block that is requested now is added two cycles later
);

  if (RoundCycles == 1) begin : gen_always
    logic unused;
    assign unused = clk_i ^ rst_ni ^ change_i;
    assign tick_early_o = 1'b1;
    assign can_request_o  = 1'b1;
  end else begin : gen_cycles
    logic tick;
    logic [RoundCycles-1:0] cycle_q;  // one-hot: the cycle of the round; the last bit is kept until a change

    always_ff @(posedge clk_i) begin
      if (!rst_ni || change_i) cycle_q <= RoundCycles'(1);
      else if (!tick) cycle_q <= cycle_q << 1;
    end

    assign tick = cycle_q[RoundCycles-1];
    assign tick_early_o = |cycle_q[RoundCycles-1:RoundCycles-2] && !change_i;
    if (RoundCycles == 2) begin : gen_request_in_tick
      assign can_request_o = tick;
    end else begin : gen_request_early
      assign can_request_o = |cycle_q[RoundCycles-1:RoundCycles-3];
    end
  end

endmodule
