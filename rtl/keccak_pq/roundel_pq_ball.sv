// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Exchanges the coefficients of SampleInBall. For each place i from 256 - tau to 255 it takes the next byte j
// of the string that is at most i, moves coefficient j to place i, and puts 1 or -1 in place j. Then it sends
// the polynomial and clears its memory.
//
// The memory has 64 words of four coefficients. A coefficient is two bits: it is not zero, it is negative.
// There is one address: a cycle reads and writes the same word. A word is zero except during a polynomial.
//
// Schedule:   two cycles for each byte, kept or dropped: the word of j, the word of i. A pair of bytes takes
//             four cycles. Then a sweep sends a word a cycle and clears it. A sweep that sends nothing
//             follows a reset. step_i moves everything.
// Interfaces: pairs of bytes and the byte of the next sign from roundel_pq_wide, which contains it; words to
//             its roundel_pq_gather.
// Bytes:      pair_i[7:0] is the first byte; bit 0 of a byte of signs is the first sign.
// Reference:  FIPS 204 algorithm 29 (SampleInBall).

module roundel_pq_ball
  import roundel_pq_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // the polynomial is complete: send no more words of it

  input mode_e mode_i,  // the sampler, from which tau is known
  input logic  step_i,  // the stages move
  input logic  begin_i,  // with step_i: the signs are there, and a polynomial begins

  input  logic        pair_valid_i,  // pair_i is valid
  input  logic [15:0] pair_i,  // two bytes of the string
  output logic        ready_o,  // with step_i: the next pair may come
  input  logic [ 7:0] signs_i,  // the byte that has the next sign
  output logic        signs_used_o,  // with step_i: its signs are used up

  output logic       sweep_o,  // a sweep is under way
  output logic       word_valid_o,  // word_o is the next word of the polynomial
  output logic [1:0] word_o[NumWideSlots]  // its coefficients
);

  localparam int unsigned Words = 256 / NumWideSlots;

  (* ram_style = "distributed" *) logic [2*NumWideSlots-1:0] words_q[Words];
  logic [7:0] place_q;  // i; in a sweep the first place of the word; zero before and after a polynomial
  logic [2:0] bit_q;  // of the next sign
  logic high_q;  // the second byte of the pair
  logic exchange_q;  // the second cycle of a byte
  logic kept_q, below_q;  // in that cycle: j is at most i, j is below i
  logic [1:0] moved_q;  // in that cycle: coefficient j
  logic sweep_q, silent_q;  // a sweep; it sends nothing

  logic [7:0] candidate, at;
  logic [2*NumWideSlots-1:0] word, word_d;
  logic [1:0] value;
  logic active, kept, write, exchanged;

  assign candidate = high_q ? pair_i[15:8] : pair_i[7:0];
  assign active = pair_valid_i && place_q[7] && !sweep_q;
  assign kept = candidate <= place_q;
  assign at = exchange_q || sweep_q ? place_q : candidate;
  assign value = exchange_q ? moved_q : {signs_i[bit_q], 1'b1};
  assign write = sweep_q || (active && (exchange_q ? below_q : kept));
  assign exchanged = active && exchange_q && kept_q;

  assign word = words_q[at[7:2]];
  always_comb begin
    word_d = word;
    word_d[2*at[1:0]+:2] = value;
    if (sweep_q) word_d = '0;
  end

  always_ff @(posedge clk_i) begin
    if (write && step_i) words_q[at[7:2]] <= word_d;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      place_q <= '0;
      sweep_q <= 1'b1;
    end else if (step_i) begin
      if (begin_i) place_q <= first_place(mode_i);
      else if (sweep_q || exchanged) place_q <= place_q + (sweep_q ? 8'(NumWideSlots) : 8'd1);
      if (sweep_q) sweep_q <= at[7:2] != '1;
      else sweep_q <= exchanged && place_q == '1;
    end
    if (!rst_ni || clear_i) silent_q <= 1'b1;
    else if (!sweep_q) silent_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || sweep_q) begin
      bit_q <= '0;
      high_q <= 1'b0;
      exchange_q <= 1'b0;
      kept_q <= 1'b0;
      below_q <= 1'b0;
      moved_q <= '0;
    end else if (step_i && active) begin
      exchange_q <= !exchange_q;
      if (exchange_q) high_q <= !high_q;
      if (exchanged) bit_q <= bit_q + 3'd1;
      kept_q  <= kept;
      below_q <= candidate < place_q;
      moved_q <= word[2*candidate[1:0]+:2];
    end
  end

  assign ready_o = !sweep_q && (!pair_valid_i || (place_q[7] && high_q && exchange_q));
  assign signs_used_o = exchanged && bit_q == '1;
  assign sweep_o = sweep_q;
  assign word_valid_o = sweep_q && !silent_q;
  for (genvar k = 0; k < NumWideSlots; k++) begin : gen_word
    assign word_o[k] = word[2*k+:2];
  end

endmodule
