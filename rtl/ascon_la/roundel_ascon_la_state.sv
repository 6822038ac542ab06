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

  input  queue_word_t block_i[2],  // the words for S0 and S1, or for S3 and S4
  input  word_t       key_i[2],    // the same word of the two halves of the key
  output word_t       sum_o[2]     // sum of block and S0, S1; of block and S3, S4 for the tag
);

  word_t linear[5];
  word_t [4:0] added, next;
  word_t initial_word;
  logic [63:0] initial_value;

  // What a lane adds by itself: it has free inputs for that.
  localparam int unsigned Extras[5] = '{0, 1, 2, 0, 2};
  word_t extra[5][2];
  logic [1:0] enable[5];

  assign extra = '{
      '{'0, '0},
      '{key_i[0], '0},
      '{key_i[1], key_i[0]},
      '{'0, '0},
      '{key_i[1], block_i[1].data}
  };
  assign enable = '{
      2'b00,
      {1'b0, addition_i.key_start},
      {addition_i.key_end, addition_i.key_start},
      2'b00,
      {addition_i.data_nonce, addition_i.key_last}
  };

  for (genvar s = 0; s < 5; s++) begin : gen_lane
    roundel_ascon_la_lane #(
      .First (roundel_ascon_pkg::first_rotation(s)),
      .Second(roundel_ascon_pkg::second_rotation(s)),
      .Extras(Extras[s])
    ) u_lane (
      .clk_i,
      .clear_i,
      .step_i,
      .place_i,
      .word_i  (next[s]),
      .extra_i (extra[s]),
      .enable_i(enable[s]),
      .sum_o   (linear[s])
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

  function automatic word_t if_set(logic set, word_t word);
    return word & {16{set}};
  endfunction

  always_comb begin
    added[0] = kept(linear[0], block_i[0].keep, addition_i.replace) ^
        if_set(addition_i.data_s0, block_i[0].data) ^ initial_word;
    added[1] = kept(linear[1], block_i[1].keep, addition_i.replace) ^
        if_set(addition_i.data_s1, block_i[1].data);
    added[2] = linear[2] ^ {8'd0, constant_i};
    added[3] = linear[3] ^ if_set(addition_i.key_last, key_i[0]) ^
        if_set(addition_i.key_end, key_i[1]) ^ if_set(addition_i.data_nonce, block_i[0].data);
    added[4] = linear[4] ^ {addition_i.domain && place_i.after[3], 15'd0};
  end

  roundel_ascon_substitution #(
    .Columns(WordWidth)
  ) u_substitution (
    .state_i (added),
    .inject_i('0),
    .state_o (next)
  );

  assign sum_o[0] = (addition_i.tag ? added[3] : linear[0]) ^ block_i[0].data;
  assign sum_o[1] = (addition_i.tag ? added[4] : linear[1]) ^ block_i[1].data;

  logic unused;
  assign unused = ^{addition_i, block_i[0].answer, block_i[0].last, block_i[1].answer, block_i[1].last};

endmodule
