// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of roundel_masked_aes_sbox, as assumptions (Assume = 1, where a module that uses it is proved)
// or as assertions (where the S-box is proved): the sum of the result's shares is figure 7 of FIPS 197 of the
// byte that entered eight enabled cycles before. It says nothing of each share alone.

module masked_aes_sbox_contract #(
  parameter bit Assume = 1'b0
) (
  input logic clk_i,
  input logic enable_i,

  input logic [1:0][7:0] data_i,
  input logic [1:0][7:0] result_i
);

  localparam int unsigned Latency = 8;

  logic [7:0] past_q[Latency+1];  // the byte of i enabled cycles before
  logic [Latency:0] seen_q = '0;
  logic [7:0] expected;

  assign past_q[0] = data_i[0] ^ data_i[1];
  assign seen_q[0] = 1'b1;
  assign expected = aes_spec_pkg::Figure7[past_q[Latency]];

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      for (int unsigned i = 1; i <= Latency; i++) begin
        past_q[i] <= past_q[i-1];
        seen_q[i] <= seen_q[i-1];
      end
    end
  end

  if (Assume) begin : gen_assume
    always_comb begin
      if (seen_q[Latency]) assume ((result_i[0] ^ result_i[1]) == expected);
    end
  end else begin : gen_assert
    always_comb begin
      if (seen_q[Latency]) assert ((result_i[0] ^ result_i[1]) == expected);
    end
  end

endmodule
