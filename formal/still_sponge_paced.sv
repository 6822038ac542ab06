// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_sponge on a core of one message stream whose rounds roundel_sponge_pace paces, and what
// sponge_pipelined_lemmas need of that pace: it is in one cycle of a round, and what it promised comes.

module still_sponge_paced (
  input logic clk_i,
  input logic rst_ni,
  input logic tick_early_o
);

  logic [31:0] cycle;
  logic tick_q = 1'b0;
  logic started_q = 1'b0;

  assign cycle = 32'(roundel_sponge_pace.gen_cycles.cycle_q);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    tick_q <= rst_ni && tick_early_o;
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert ((cycle & (cycle - 32'd1)) == '0 && cycle != '0);
      assert (tick_q == roundel_sponge_pace.gen_cycles.tick);
    end
  end

endmodule

bind roundel_sponge_pace still_sponge_paced u_pace_lemmas (.*);

bind roundel_sponge_message still_sponge u_still_sponge (
  .*,
  .pace_i(32'(core_ports_check.u_dut.u_core.u_pace.gen_cycles.cycle_q))
);
