// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Without a message, the last pass of a permutation makes the state of roundel_ascon_hs_permutation zero.
//
// So the addend alone is the next state: after a reset, after a clear, and with any addend. The pass is the
// last one, with its own constants inside.

module ascon_hs_rest_check #(
  parameter int unsigned Unroll = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic [319:0] addend_i,
  input logic [7:0] constant_i
);

  localparam int unsigned Passes = (12 + Unroll - 1) / Unroll;
  localparam int unsigned PassWidth = $clog2(Passes);

  logic started_q = 1'b0;
  logic rest_q = 1'b0;  // the state has no message
  logic loaded_q = 1'b0;  // the pass from there was the last cycle
  logic [319:0] addend_q;
  logic [7:0] constant_q;
  logic [127:0] rate, capacity;

  roundel_ascon_hs_permutation #(
    .Unroll   (Unroll),
    .PassWidth(PassWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .advance_i (1'b1),
    .skip_i    (1'b0),
    .pass_i    (PassWidth'(Passes - 1)),
    .constant_i,
    .addend_i,
    .replace_i ('0),
    .rate_o    (rate),
    .capacity_o(capacity)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    rest_q <= !rst_ni || clear_i;
    loaded_q <= rest_q && rst_ni && !clear_i;
    addend_q <= addend_i;
    constant_q <= constant_i;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (rest_q) assert (rate == addend_i[127:0]);
    if (loaded_q) assert (capacity == addend_q[319:192]);
    if (loaded_q) assert (u_dut.state_q[2] == (addend_q[191:128] ^ 64'(constant_q)));
  end

endmodule
