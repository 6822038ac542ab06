// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The eight steps of roundel_salsa20_steps equal the double round of the "Salsa20 specification", written
// as its sections 3 to 6 have it, for every state; with Inject, of the state that comes in by itself where
// its words are zero. In halves, by Rows: the columns, then the rows. Combinational.

module salsa20_double_round_check
  import roundel_salsa20_pkg::*;
#(
  parameter bit Rows   = 1'b0,
  parameter bit Inject = 1'b0
) (
  input logic [511:0] state_i
);

  typedef struct packed {
    word_t z3;
    word_t z2;
    word_t z1;
    word_t z0;
  } quarter_t;

  function automatic word_t rotate(word_t word, int unsigned distance);
    return (word << distance) | (word >> (32 - distance));
  endfunction

  // Section 3.
  function automatic quarter_t quarterround(word_t y0, word_t y1, word_t y2, word_t y3);
    quarterround.z1 = y1 ^ rotate(y0 + y3, 7);
    quarterround.z2 = y2 ^ rotate(quarterround.z1 + y0, 9);
    quarterround.z3 = y3 ^ rotate(quarterround.z2 + quarterround.z1, 13);
    quarterround.z0 = y0 ^ rotate(quarterround.z3 + quarterround.z2, 18);
  endfunction

  word_t x[NumWords], given[NumWords], inject[NumWords], y[NumWords], result[NumWords];

  for (genvar w = 0; w < NumWords; w++) begin : gen_word
    assign x[w] = state_i[32*w+:32];
    assign given[w] = Inject && is_injected(w) ? '0 : x[w];
    assign inject[w] = is_injected(w) ? x[w] : '0;
  end

  roundel_salsa20_steps #(
    .First (Rows ? 4 : 0),
    .Count (4),
    .Inject(Inject)
  ) u_dut (
    .words_i (given),
    .inject_i(inject),
    .words_o (result)
  );

  always_comb begin
    if (Rows) begin
      // Section 4: rowround.
      {y[3], y[2], y[1], y[0]} = quarterround(x[0], x[1], x[2], x[3]);
      {y[4], y[7], y[6], y[5]} = quarterround(x[5], x[6], x[7], x[4]);
      {y[9], y[8], y[11], y[10]} = quarterround(x[10], x[11], x[8], x[9]);
      {y[14], y[13], y[12], y[15]} = quarterround(x[15], x[12], x[13], x[14]);
    end else begin
      // Section 5: columnround.
      {y[12], y[8], y[4], y[0]} = quarterround(x[0], x[4], x[8], x[12]);
      {y[1], y[13], y[9], y[5]} = quarterround(x[5], x[9], x[13], x[1]);
      {y[6], y[2], y[14], y[10]} = quarterround(x[10], x[14], x[2], x[6]);
      {y[11], y[7], y[3], y[15]} = quarterround(x[15], x[3], x[7], x[11]);
    end
    for (int unsigned w = 0; w < NumWords; w++) assert (result[w] == y[w]);
  end

endmodule
