// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The sum of the shares of roundel_masked_chi's rows is chi of the rows of one cycle before, for any shares
// and fresh bits.

module masked_chi_check #(
  parameter int unsigned Rows = 2
) (
  input logic clk_i,

  input logic [1:0][4:0][Rows-1:0] state_i,
  input logic [4:0][Rows-1:0]      fresh_i
);

  logic [1:0][4:0][Rows-1:0] result;
  logic [4:0][Rows-1:0] plain, expected_q;
  logic seen_q = 1'b0;

  roundel_masked_chi #(
    .Rows(Rows)
  ) u_dut (
    .clk_i,
    .enable_i(1'b1),
    .state_i,
    .fresh_i,
    .state_o (result)
  );

  assign plain = state_i[0] ^ state_i[1];

  always_ff @(posedge clk_i) begin
    seen_q <= 1'b1;
    for (int unsigned x = 0; x < 5; x++) begin
      expected_q[x] <= plain[x] ^ (~plain[(x+1)%5] & plain[(x+2)%5]);
    end
  end

  always_comb begin
    if (seen_q) assert ((result[0] ^ result[1]) == expected_q);
  end

endmodule
