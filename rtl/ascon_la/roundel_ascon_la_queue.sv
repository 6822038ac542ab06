// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Words in a row: a block that is collected, or the answer that took its place, on its way out. A word comes
// in at place 8 and moves to the next place, towards place 0, when that is empty. A block is in places 0 to
// 7, or 0 to 3.
//
// A pass over the state takes four steps. Before each of them places 0 to 3, and 4 to 7 if the block has
// eight words, shift by one place: the words at places 0 and 4 are those of the step. After each of them
// they shift too: the answers of the step come in at places 3 and 7. So there are five shifts, and
// the answer is in order when they end. A block that is consumed leaves its places empty.
//
// Schedule:   a word moves by one place a cycle; one word is accepted in two cycles, and one is sent in two.
//             filled_o follows the registers. In a pass nothing is accepted or sent at its places.
// Interfaces: words from roundel_ascon_la_words; block to, and sums from, roundel_ascon_la_state; steps from
//             roundel_ascon_la_passes; answers to roundel_ascon_la_output.

module roundel_ascon_la_queue
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic clear_i,  // clears all words

  input  logic        in_valid_i,  // a word is offered
  output logic        in_ready_o,  // place 8 is empty
  input  queue_word_t in_word_i,   // the word to accept

  input  logic [1:0]  shift_i,     // a pass shifts places 0 to 3, and 4 to 7
  input  logic [1:0]  consumed_i,  // it ends, without an answer in these places
  output queue_word_t block_o[2],  // the words at places 0 and 4
  input  queue_word_t answer_i[2], // the words that come in at places 3 and 7
  output logic [1:0]  filled_o,    // words that are not answers are in places 0 to 3, and in places 4 to 7

  output logic        out_valid_o,  // out_word_o is valid
  input  logic        out_ready_i,  // the word is accepted; low during a pass
  output queue_word_t out_word_o,   // the word at place 0
  output logic        empty_o       // all places were empty in the previous cycle
);

  localparam int unsigned Places = 9;

  logic [Places-1:0] valid_q, load;
  queue_word_t words_q[Places];
  logic [2:0] shift, consumed;
  logic pop;

  assign shift = {1'b0, shift_i};
  assign consumed = {1'b0, consumed_i};
  assign in_ready_o = !valid_q[Places-1];
  assign out_valid_o = valid_q[0];
  assign pop = valid_q[0] && out_ready_i;
  assign out_word_o = words_q[0];
  assign block_o = '{words_q[0], words_q[4]};
  assign filled_o[0] = &valid_q[3:0] && !words_q[0].answer;
  assign filled_o[1] = &valid_q[7:4];

  always_ff @(posedge clk_i) begin
    empty_o <= valid_q == '0;
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    localparam int unsigned Half = i / 4;
    logic from_valid, to_ready;
    queue_word_t from;

    if (i == Places - 1) begin : gen_first
      assign from_valid = in_valid_i && !valid_q[i];
      assign from = in_word_i;
    end else begin : gen_next
      assign from_valid = valid_q[i+1];
      assign from = words_q[i+1];
    end
    if (i == 0) begin : gen_last
      assign to_ready = 1'b0;
    end else begin : gen_inner
      assign to_ready = !valid_q[i-1];
    end

    // When a word leaves, all others move one place. Otherwise a word moves to an empty place.
    // During a pass its places are full, and no word leaves: only the pass moves them.
    assign load[i] = pop || (!valid_q[i] && from_valid);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i || consumed[Half]) valid_q[i] <= 1'b0;
      else valid_q[i] <= valid_q[i] && !pop ? !to_ready : from_valid;
    end

    if (i % 4 == 3) begin : gen_top
      always_ff @(posedge clk_i) begin
        if (clear_i) begin
          words_q[i] <= '0;
        end else if (load[i] || shift[Half]) begin
          words_q[i] <= from;
          if (shift[Half]) words_q[i] <= answer_i[Half];
        end
      end
    end else begin : gen_inside
      always_ff @(posedge clk_i) begin
        if (clear_i) words_q[i] <= '0;
        else if (load[i] || shift[Half]) words_q[i] <= from;
      end
    end
  end

endmodule
