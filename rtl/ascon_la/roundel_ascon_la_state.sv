// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The state of Ascon and its round, a word of each lane a step: linear layer of the previous round, what the
// mode of operation adds to the state, constant, S-box. So a lane holds what the linear layer is still to be
// applied to, and a permutation of n rounds takes 4n steps and nothing before or after them.
//
// What is added depends on the pass: a block to the rate or to the capacity, the key to two of the lanes S1
// to S4, the initial value, the domain separation bit. Zeros take the place of what is not added.
//
// Schedule:   a word of each lane a step, without a gap between rounds or permutations. The outputs follow
//             the registers and the block; a register for the sum of a step comes after them.
// Interfaces: step, place and addition from roundel_ascon_la_passes; block from and sums to
//             roundel_ascon_la_queue; key from roundel_ascon_la_key.
// Bytes:      byte 0 of a word is [7:0].
// Reference:  SP 800-232, sections 3 to 5; appendix B for the initial values

module roundel_ascon_la_state
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,

  input logic       clear_i,      // clears the state
  input logic       step_i,       // processes a word of each lane
  input place_t     place_i,      // the word of this step
  input addition_t  addition_i,   // what is added in this step
  input algorithm_e algorithm_i,  // selects the initial value
  input logic [7:0] constant_i,   // constant of the round; zero after word 0

  input  addends_t    addends_i,   // the words that are added
  output queue_word_t answer_o[2]  // words that take the place of those of the block
);

  word_t sums[5];
  word_t [4:0] added, next;
  word_t initial_word;
  logic [63:0] initial_value;

  word_t addend[5][3];

  assign addend = '{
          '{'0, '0, '0},
          '{addends_i.start0, '0, '0},
          '{addends_i.start1, addends_i.end0, {8'd0, constant_i}},
          '{addends_i.last0, addends_i.end1, addends_i.nonce0},
          '{addends_i.last1, addends_i.nonce1, {addition_i.domain && place_i.after[3], 15'd0}}
      };

  for (genvar s = 0; s < 5; s++) begin : gen_lane
    roundel_ascon_la_lane #(
      .First (roundel_ascon_pkg::first_rotation(s)),
      .Second(roundel_ascon_pkg::second_rotation(s))
    ) u_lane (
      .clk_i,
      .clear_i,
      .step_i,
      .place_i,
      .word_i  (next[s]),
      .addend_i(addend[s]),
      .sum_o   (sums[s])
    );
  end

  always_comb begin
    unique case (algorithm_i)
      AlgAead128: initial_value = roundel_ascon_pkg::IvAead128;
      AlgHash256: initial_value = roundel_ascon_pkg::IvHash256;
      AlgXof128: initial_value = roundel_ascon_pkg::IvXof128;
      default: initial_value = roundel_ascon_pkg::IvCxof128;
    endcase
    initial_word = initial_value[15:0];
    if (place_i.after[1]) initial_word = initial_value[31:16];
    if (place_i.after[2]) initial_word = initial_value[47:32];
    if (place_i.after[3]) initial_word = initial_value[63:48];
    if (!addition_i.iv) initial_word = '0;
  end

  // OPEN: a byte of ciphertext is the new byte of the rate.
  function automatic word_t kept(word_t rate, logic [1:0] keep, logic replace);
    return rate & ~{{8{replace && keep[1]}}, {8{replace && keep[0]}}};
  endfunction

  assign added[0] = kept(sums[0], addends_i.block0.keep, addition_i.replace) ^
      addends_i.block0.data ^ initial_word;
  assign added[1] = kept(sums[1], addends_i.block1.keep, addition_i.replace) ^ addends_i.block1.data;
  assign {added[4], added[3], added[2]} = {sums[4], sums[3], sums[2]};

  roundel_ascon_substitution #(
    .Columns(WordWidth)
  ) u_substitution (
    .state_i (added),
    .inject_i('0),
    .state_o (next)
  );

  // What takes the place of the block: the text, the tag, or a block of output.
  always_comb begin
    answer_o = '{addends_i.block0, addends_i.block1};
    answer_o[0].answer = addition_i.answer;
    answer_o[1].answer = addition_i.answer;
    answer_o[0].data = addends_i.block0.data ^ (addition_i.tag ? sums[3] : sums[0]);
    answer_o[1].data = addends_i.block1.data ^ (addition_i.tag ? sums[4] : sums[1]);
  end

  logic unused;
  assign unused = ^addition_i;

endmodule
