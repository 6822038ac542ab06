// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The chaining values behind the two key blocks of HMAC, kept from message to message: they spare these
// blocks. First the inner one, then the outer, as words that go around.
//
// start_i: from the next cycle on Words words move between here and the chaining value, which moves along
// (turn_o). With store_i they come from it, otherwise they go to it and stay here too. Two such moves are the
// whole way around. clear_i forgets everything.

module roundel_aes_groestl_session #(
  parameter  int unsigned Words     = 4,
  localparam int unsigned CountBits = $clog2(Words)
) (
  input logic clk_i,
  input logic clear_i,

  input  logic start_i,
  input  logic store_i,
  output logic busy_o,

  output logic         turn_o,
  input  logic [127:0] chain_i,  // the chaining value's first word
  output logic [127:0] word_o    // what comes behind its last
);

  logic [2*Words-1:0][127:0] words_q;
  logic [CountBits-1:0] count_q;
  logic turn_q, store_q;

  always_ff @(posedge clk_i) begin
    turn_q <= !clear_i && (start_i || (turn_q && count_q != '1));
    if (clear_i || start_i) count_q <= '0;
    else if (turn_q) count_q <= count_q + 1'b1;
    if (clear_i || start_i) store_q <= !clear_i && store_i;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) words_q <= '0;
    else if (turn_q) words_q <= {store_q ? chain_i : words_q[0], words_q[2*Words-1:1]};
  end

  assign busy_o = turn_q;
  assign turn_o = turn_q;
  assign word_o = words_q[0];

endmodule
