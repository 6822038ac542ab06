// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Stores the customization string of Ascon-CXOF128, of at most 256 bytes: the state absorbs its length
// before the string, and the length is known when the string has ended.
//
// Only the address is cleared after a transaction: a string stays in the memory until another overwrites it.
// It is not a secret, and no word of it is read before it is written again.
//
// Schedule:   a beat is written in a cycle. In the replay a word is valid from the third cycle after the
//             previous one was read: a register follows the memory.
// Interfaces: beats from, and words to, roundel_ascon_la_words; steps from roundel_ascon_la_grammar.
// Bytes:      byte 0 of a word is [7:0].
// Reference:  SP 800-232, section 5.3

module roundel_ascon_la_custom
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,

  input  logic        rewind_i,  // the next word is the first one
  input  logic        write_i,   // beat_i is stored
  input  queue_word_t beat_i,    // a beat of the string
  output logic        full_o,    // 256 bytes are stored
  output word_t       bits_o,    // bits of the string that is stored

  input  logic        replay_i,  // words are read
  input  logic        read_i,    // the word is accepted
  output logic        valid_o,   // word_o is valid
  output queue_word_t word_o     // the next word of the string
);

  localparam int unsigned Words = 128;

  // What follows a word is in two bits: nothing, or the end after two, one or no bytes.
  typedef struct packed {
    logic [1:0] end_code;
    word_t data;
  } stored_t;

  (* no_rw_check, ram_style = "block" *) stored_t memory_q[Words];
  stored_t stored_q, last_q;
  logic valid_q;
  logic [7:0] at_q;  // complete words
  logic odd_q;  // a word of one byte follows them

  assign full_o = at_q[7];
  assign bits_o = {4'd0, at_q, odd_q, 3'd0};

  always_ff @(posedge clk_i) begin
    if (rewind_i) begin
      at_q  <= '0;
      odd_q <= 1'b0;
    end else if (read_i || (write_i && beat_i.keep[1])) begin
      at_q <= at_q + 8'd1;
    end else if (write_i) begin
      odd_q <= beat_i.keep[0];
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      memory_q[at_q[6:0]] <= '{
          end_code: {!beat_i.keep[1], beat_i.last && beat_i.keep[1] == beat_i.keep[0]},
          data: beat_i.data
      };
    end
    stored_q <= memory_q[at_q[6:0]];
  end
  always_ff @(posedge clk_i) begin
    last_q  <= stored_q;
    valid_q <= replay_i && !read_i;
    valid_o <= valid_q && !read_i;
  end

  always_comb begin
    word_o = '0;
    word_o.data = last_q.data;
    word_o.keep = {!last_q.end_code[1], last_q.end_code != 2'b11};
    word_o.last = last_q.end_code != '0;
  end

  logic unused;
  assign unused = beat_i.answer;

endmodule
