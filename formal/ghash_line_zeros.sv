// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows which registers of roundel_ghash_line may be other than zero: the sum that passes, and what the
// multiplier makes of it. Has the factor, a power of H, in another form: zero beside a sum that is zero. So a
// mark of the factor goes no further where the product is zero.
//
// ghash_line_zeros_check proves that the product is the same.

module ghash_line_zeros #(
  parameter int unsigned BlockCycles = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [BlockCycles-1:0] phase_i,  // as in roundel_ghash_line

  input logic         open_i,   // the product stays in the ring
  input logic         enters_i, // in the next cycle there may be a block other than zero
  input logic [127:0] factor_i  // the factor of the next slot
);

  localparam int unsigned Units = (3 + BlockCycles - 1) / BlockCycles;

  (* keep *) logic [127:0] factor_q, factor;
  (* keep *) logic entered_q, sum_used_q, factors_used_q, products_used_q, product_used_q;
  (* keep *) logic [2:0] joined_used_q;

  assign factor = sum_used_q ? factor_q : '0;

  always_ff @(posedge clk_i) begin
    if (phase_i[0]) factor_q <= factor_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) sum_used_q <= 1'b0;
    else if (phase_i[0]) sum_used_q <= (open_i && product_used_q) || entered_q;
  end

  // The multiplier has no reset: what is in it then may be anything.
  always_ff @(posedge clk_i) begin
    factors_used_q  <= !rst_ni || sum_used_q;
    entered_q       <= enters_i;
    products_used_q <= !rst_ni || factors_used_q;
    product_used_q  <= !rst_ni || (|joined_used_q);
  end
  for (genvar n = 0; n < 3; n++) begin : gen_joined
    (* keep *) logic used;
    assign used = joined_used_q[n];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) joined_used_q[n] <= 1'b1;
      else if (phase_i[(n/Units+3)%BlockCycles]) joined_used_q[n] <= products_used_q;
    end
  end

endmodule
