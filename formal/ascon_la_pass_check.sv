// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A pass of roundel_ascon_la equals SP 800-232, for every state, block and key. Four steps are the linear
// layer of the previous round (section 3.4), what the mode of operation adds (sections 4 and 5), then the
// constant and the S-box (sections 3.2 and 3.3, table 6). The answer takes the place of the block, the key
// comes back to its place, and the count of a hash is counted down. With Rounds = 1: a pass has the rounds
// and constants that its state of the transaction needs, and nothing else.

module ascon_la_pass_check
  import roundel_ascon_la_pkg::*;
#(
  parameter bit          Rounds = 1'b0,
  parameter int unsigned Delay  = 0      // cycles before the pass begins
) (
  input logic clk_i,

  input state_e state_i,
  input logic final_i,
  input logic more_i,
  input logic key_last_i,
  input logic domain_i,
  input algorithm_e algorithm_i,
  input logic open_i,

  // Words that the queue accepts after the block, and whether it can send an answer.
  input logic in_valid_i,
  input queue_word_t in_word_i,
  input logic out_ready_i
);

  // Table 5, table 6 and table 14.
  localparam logic [7:0] Constants[12] = '{
      8'hf0,
      8'he1,
      8'hd2,
      8'hc3,
      8'hb4,
      8'ha5,
      8'h96,
      8'h87,
      8'h78,
      8'h69,
      8'h5a,
      8'h4b
  };
  localparam logic [4:0] SBox[32] = '{
      5'h04,
      5'h0b,
      5'h1f,
      5'h14,
      5'h1a,
      5'h15,
      5'h09,
      5'h02,
      5'h1b,
      5'h05,
      5'h08,
      5'h12,
      5'h1d,
      5'h03,
      5'h06,
      5'h1c,
      5'h1e,
      5'h13,
      5'h07,
      5'h0e,
      5'h00,
      5'h0d,
      5'h11,
      5'h18,
      5'h10,
      5'h0c,
      5'h01,
      5'h19,
      5'h16,
      5'h0a,
      5'h0f,
      5'h17
  };
  localparam logic [63:0] InitialValues[4] = '{
      64'h00001000808c0001,
      64'h0000080100cc0002,
      64'h0000080000cc0003,
      64'h0000080000cc0004
  };

  typedef logic [4:0][63:0] lanes_t;

  function automatic logic [63:0] sigma(logic [63:0] word, int unsigned first, int unsigned second);
    return word ^ (word >> first | word << (64 - first)) ^ (word >> second | word << (64 - second));
  endfunction

  function automatic lanes_t linear_layer(lanes_t s);
    return {
      sigma(s[4], 7, 41), sigma(s[3], 10, 17), sigma(s[2], 1, 6), sigma(s[1], 61, 39), sigma(s[0], 19, 28)
    };
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The core's parts
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic clear_q = 1'b1;
  logic [2:0] wait_q = 3'(Delay);
  logic [5:0] count_q = 6'd0;  // cycles since the pass began
  logic start, ready, idle, step, adding, key_step, counting, beginning, check;
  place_t place;
  addition_t next, addition;
  addends_t addends;
  logic [7:0] constant;
  logic [3:0] kind;
  queue_word_t block[2], answer[2], out_word;
  word_t key[2];
  logic [1:0] shift, consumed;
  logic [2:0] last_byte;
  logic more, no_output;

  assign start = !clear_q && wait_q == 3'd0 && count_q == 6'd0;

  roundel_ascon_la_passes u_passes (
    .clk_i,
    .clear_i   (clear_q),
    .start_i   (start),
    .state_i,
    .final_i,
    .more_i,
    .key_last_i,
    .domain_i,
    .open_i,
    .ready_o   (ready),
    .idle_o    (idle),
    .step_o    (step),
    .place_o   (place),
    .adding_o  (adding),
    .key_step_o(key_step),
    .shift_o   (shift),
    .consumed_o(consumed),
    .next_o    (next),
    .addition_o(addition),
    .constant_o(constant),
    .count_o   (counting),
    .begin_o   (beginning),
    .kind_o    (kind),
    .check_o   (check)
  );

  roundel_ascon_la_key u_key (
    .clk_i,
    .clear_i    (1'b0),
    .load_i     (1'b0),
    .word_i     ('0),
    .step_i     (key_step),
    .adding_i   (adding),
    .place_i    (place),
    .count_i    (counting),
    .start_i    (beginning),
    .key_o      (key),
    .last_byte_o(last_byte),
    .more_o     (more),
    .no_output_o(no_output)
  );

  roundel_ascon_la_queue u_queue (
    .clk_i,
    .rst_ni     (1'b1),
    .clear_i    (1'b0),
    .in_valid_i,
    .in_ready_o (),
    .in_word_i,
    .shift_i    (shift),
    .consumed_i (consumed),
    .block_o    (block),
    .answer_i   (answer),
    .filled_o   (),
    .out_valid_o(),
    .out_ready_i(out_ready_i && out_word.answer),
    .out_word_o (out_word),
    .empty_o    ()
  );

  roundel_ascon_la_addends u_addends (
    .clk_i,
    .next_i   (next),
    .block_i  (block),
    .key_i    (key),
    .addends_o(addends)
  );

  roundel_ascon_la_state u_state (
    .clk_i,
    .clear_i    (1'b0),
    .step_i     (step),
    .place_i    (place),
    .addition_i (addition),
    .algorithm_i(algorithm_i),
    .constant_i (constant),
    .addends_i  (addends),
    .answer_o   (answer)
  );

  lanes_t lanes;
  logic [1:0][63:0] block_words, keep_words, key_words;

  for (genvar s = 0; s < 5; s++) begin : gen_lane
    assign lanes[s] = u_state.gen_lane[s].u_lane.lane_q;
  end
  for (genvar h = 0; h < 2; h++) begin : gen_half
    for (genvar k = 0; k < 4; k++) begin : gen_word
      assign block_words[h][16*k+:16] = u_queue.words_q[4*h+k].data;
      assign keep_words[h][16*k+:16] = {
          {8{u_queue.words_q[4*h+k].keep[1]}}, {8{u_queue.words_q[4*h+k].keep[0]}}
      };
      assign key_words[h][16*k+:16] = u_key.ring_q[4*h+k];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The specification
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lanes_t begun_q, middle_q;  // the lanes when it began, and after four steps
  logic [1:0][63:0] block_q, keep_q, key_q;
  state_e state_q;
  algorithm_e algorithm_q;
  logic final_q, more_q, key_last_q, domain_q, open_q;
  logic hash, has_block, wide, answers;
  logic [3:0] rounds, round;

  assign hash = state_i inside {StHashStart, StLength, StReplay, StMessage, StDigest};
  assign has_block = state_i != StHashStart;
  assign wide = !hash;
  assign answers = state_i inside {StText, StFlush, StTag, StDigest};

  always_ff @(posedge clk_i) begin
    clear_q <= 1'b0;
    if (!clear_q && wait_q != 3'd0) wait_q <= wait_q - 3'd1;
    if (start || count_q != 6'd0) count_q <= count_q + 6'd1;
    if (start) begin
      begun_q <= lanes;
      block_q <= block_words;
      keep_q <= keep_words;
      key_q <= key_words;
    end
    if (count_q == 6'd5) middle_q <= lanes;
    state_q <= state_i;
    algorithm_q <= algorithm_i;
    {final_q, more_q, key_last_q, domain_q, open_q} <= {final_i, more_i, key_last_i, domain_i, open_i};
  end

  always_comb begin
    assume (hash || (state_i inside {StNonce, StAd, StText, StTag, StFlush}));
    assume (hash == (algorithm_i != AlgAead128));
    // They do not change before the pass is over.
    if (!clear_q) begin
      assume (state_i == state_q && algorithm_i == algorithm_q);
      assume ({final_i, more_i, key_last_i} == {final_q, more_q, key_last_q});
      assume ({domain_i, open_i} == {domain_q, open_q});
    end
    // The block is in its places, and no word is there if there is none.
    if (start && has_block) begin
      assume (&u_queue.valid_q[3:0] && !u_queue.words_q[0].answer && !u_queue.words_q[1].answer);
      assume (!u_queue.words_q[2].answer && !u_queue.words_q[3].answer);
      if (wide) assume (&u_queue.valid_q[7:4]);
    end
    if (start && !has_block) assume (u_queue.valid_q == '0);
    if (!has_block) assume (!in_valid_i);
  end

  // After the linear layer; with what the mode adds; and the words that take the place of the block.
  lanes_t linear, added;
  logic [1:0][63:0] sent;

  always_comb begin
    linear = linear_layer(begun_q);
    added = linear;
    sent = '0;
    unique case (state_i)
      StNonce: added ^= {block_q[1], block_q[0], key_q[1], key_q[0], InitialValues[algorithm_i]};
      StHashStart: added[0] ^= InitialValues[algorithm_i];
      StAd: added ^= {192'd0, block_q[1], block_q[0]};
      StText, StFlush: begin
        sent = {linear[1] ^ block_q[1], linear[0] ^ block_q[0]};
        for (int h = 0; h < 2; h++) begin
          // Bytes of ciphertext take the place of bytes of the rate; the padding is added.
          added[h] = open_i ? (linear[h] & ~keep_q[h]) ^ block_q[h] : linear[h] ^ block_q[h];
        end
        if (domain_i) added[4][63] = !added[4][63];
      end
      StTag: sent = {linear[4] ^ key_q[1] ^ block_q[1], linear[3] ^ key_q[0] ^ block_q[0]};
      StDigest: sent[0] = linear[0] ^ block_q[0];
      default: added[0] ^= block_q[0];
    endcase
    if (key_last_i && (state_i inside {StAd, StText, StFlush})) added ^= {key_q[1], key_q[0], 192'd0};
    if (final_i && state_i == StText) added ^= {64'd0, key_q[1], key_q[0], 128'd0};
    // What a digest or a tag leaves in the state is permuted, or not used.
    if (state_i == StDigest) added[0] ^= block_q[0];

    unique case (state_i)
      StAd, StFlush: rounds = 4'd8;
      StText: rounds = final_i ? 4'd12 : 4'd8;
      StTag: rounds = 4'd2;
      StDigest: rounds = more_i ? 4'd12 : 4'd2;
      default: rounds = 4'd12;
    endcase
  end

  // The state after the constant and the S-box: of the pass, and of a round to which nothing is added.
  lanes_t linear_next, expected, expected_next;
  assign linear_next = linear_layer(middle_q);

  for (genvar i = 0; i < 64; i++) begin : gen_column
    logic first_bit, next_bit;
    assign first_bit = i < 8 && Constants[12-rounds][i%8];
    assign next_bit = i < 8 && Constants[13-rounds][i%8];
    assign {expected[0][i], expected[1][i], expected[2][i], expected[3][i], expected[4][i]} = SBox[{
      added[0][i], added[1][i], added[2][i] ^ first_bit, added[3][i], added[4][i]
    }];
    assign {expected_next[0][i], expected_next[1][i], expected_next[2][i], expected_next[3][i],
            expected_next[4][i]} = SBox[{
      linear_next[0][i], linear_next[1][i], linear_next[2][i] ^ next_bit, linear_next[3][i], linear_next[4][i]
    }];
  end

  assign round = 4'd12 - rounds + 4'((count_q - 6'd1) >> 2);

  if (!Rounds) begin : gen_pass
    logic [31:0] bytes, counted;
    logic [1:0][63:0] same, valid;
    logic counts;

    assign bytes = key_q[0][63:32];
    assign counted = key_words[0][63:32];
    assign counts = state_i == StDigest || (state_i == StMessage && final_i);

    for (genvar h = 0; h < 2; h++) begin : gen_same
      for (genvar k = 0; k < 4; k++) begin : gen_word
        assign valid[h][k] = u_queue.valid_q[4*h+k];
        assign same[h][k] = u_queue.words_q[4*h+k].answer &&
            block_words[h][16*k+:16] == sent[h][16*k+:16] && keep_words[h][16*k+:16] == keep_q[h][16*k+:16];
      end
    end

    always_comb begin
      if (count_q == 6'd5 && state_i != StTag) assert (lanes == expected);
    end
    // A round to which nothing is added.
    always_comb begin
      if (count_q == 6'd9) assert (lanes == expected_next);
    end
    always_comb begin
      if (count_q == 6'd5) begin
        assert (valid[0][3:0] == {4{answers}});
        if (wide) assert (valid[1][3:0] == {4{answers}});
        if (answers) assert (same[0][3:0] == '1);
        if (answers && wide) assert (same[1][3:0] == '1);
      end
    end
    // The key, or the number of bytes of output in words 2 and 3 of the ring.
    always_comb begin
      if (count_q == 6'd8) begin
        assert (key_words[1] == key_q[1] && key_words[0][31:0] == key_q[0][31:0]);
        assert (counted == bytes - (state_i == StHashStart ? 32'd1 : counts ? 32'd8 : 32'd0));
        if (state_i == StHashStart) assert (no_output == (bytes == 32'd0));
        if (counts) assert (last_byte == bytes[2:0]);
        if (counts && !no_output) assert (more == (bytes >= 32'd8));
      end
    end
  end else begin : gen_rounds
    always_comb begin
      if (count_q != 6'd0) begin
        assert (step == (count_q <= 6'(4 * rounds)));
        assert (ready == (count_q >= 6'(4 * rounds)));
        assert (idle == !step);
      end
      if (step && !clear_q) begin
        assert (count_q != 6'd0);
        assert (place.first == (count_q % 4 == 1) && place.after[1] == (count_q % 4 != 1));
        assert (place.after[2] == (count_q % 4 inside {0, 3}) && place.after[3] == (count_q % 4 == 0));
        assert (constant == (place.first ? Constants[round] : 8'd0));
      end
      if (step && answers && !clear_q) begin
        assert (kind == (state_i == StTag ? 4'd5 : state_i == StDigest ? 4'd6 : open_i ? 4'd10 : 4'd4));
        assert (check == (state_i == StTag && open_i));
      end
    end
  end

endmodule
