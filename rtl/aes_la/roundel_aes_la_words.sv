// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Stores the words of a low-area AES core and computes what is written back: 16 words of 32 bits, or 32 with
// Multi. Without Multi there are no constants, no doubling and no little-endian numbers.
// The written word is one of these, plus hash_i, which is zero except while a hash is sent:
//   - the word read plus a number (its first byte is the most significant), with or without sub_i + key_i;
//   - the kept bytes of the beat, with the same bytes of the word added if they are mixed;
//   - a constant, or the half that was read one cycle before, doubled.
//
// Schedule:   one read and one write per cycle. word_o, little_o and beat_o are combinational from words_i in
//             cycle t. The sum, carry_o and unlike_o follow in t+1. The written word is readable from t+2 on.
// Interfaces: words_i from roundel_aes_la_steps; beat_i from the input register; sub_i and key_i from
//             roundel_aes_la_cipher; hash_i from roundel_aes_la_ghash. word_o to roundel_aes_la_ghash;
//             little_o to roundel_aes_la_cipher; carry_o and unlike_o to roundel_aes_la_control (carry_o also
//             to roundel_aes_la_steps); beat_o to roundel_aes_la_output.
// Bytes:      byte 0 of a word is [7:0], byte 0 of a beat is [7:0].
// Reference:  SP 800-38B section 6.1 (doubling); SP 800-38D section 6.2 (increment).

module roundel_aes_la_words
  import roundel_aes_la_pkg::*;
#(
  parameter bit Multi = 1'b0
) (
  input logic clk_i,

  input  words_t      words_i,  // addresses and operations of this cycle
  input  logic [15:0] beat_i,  // data of the input beat
  input  logic [31:0] sub_i,  // column of the cipher, key not yet added
  input  logic [31:0] key_i,  // word of the round key for that column
  input  logic [31:0] hash_i,  // word of the hash; zero when none is sent
  output logic [31:0] word_o,  // the word at words_i.read
  output logic [31:0] little_o,  // the same word, bytes reversed if words_i.little is set
  output logic        carry_o,  // carry out of the sum that began one cycle before
  output logic        unlike_o,  // with mix: one cycle before, kept bytes of beat and half differed
  output logic [15:0] beat_o  // kept bytes of the half read, plus the beat unless words_i.show is set
);

  localparam int unsigned AddressWidth = Multi ? 5 : 4;

  logic [15:0] low_q[2**AddressWidth], high_q[2**AddressWidth];
  logic [AddressWidth-1:0] read, address_q;
  logic [31:0] word, word_q, other_q, added, written;
  logic [6:0] addend_q;
  logic carry_q, upper_q;
  logic [15:0] half, put, put_mask;
  logic [31:0] word_mask;
  logic [1:0] halves_q;

  function automatic logic [31:0] turn(logic [31:0] data);
    return {data[7:0], data[15:8], data[23:16], data[31:24]};
  endfunction

  assign read = words_i.read[AddressWidth-1:0];
  assign word = {high_q[read], low_q[read]};
  assign word_o = word;

  always_ff @(posedge clk_i) begin
    other_q   <= (words_i.beat ? {put, put} : words_i.cipher ? sub_i ^ key_i : '0) ^ hash_i;
    addend_q  <= {words_i.bytes, 1'b0, words_i.two};
    carry_q   <= words_i.carry;
    upper_q   <= words_i.upper;
    address_q <= words_i.write[AddressWidth-1:0];
    halves_q  <= words_i.halves;
  end
  always_ff @(posedge clk_i) begin
    word_q <= word & word_mask;
  end
  assign {carry_o, added} = {1'b0, turn(word_q)} + {25'd0, addend_q, 1'b0} + 33'(carry_q);
  assign written = turn(added) ^ other_q;
  assign unlike_o = (upper_q ? word_q[31:16] : word_q[15:0]) != other_q[15:0];

  always_ff @(posedge clk_i) begin
    if (halves_q[0]) low_q[address_q] <= written[15:0];
  end
  always_ff @(posedge clk_i) begin
    if (halves_q[1]) high_q[address_q] <= written[31:16];
  end

  assign half = words_i.upper ? word[31:16] : word[15:0];
  assign put_mask = {{8{words_i.keep[1]}}, {8{words_i.keep[0]}}};
  assign word_mask = {2{{16{!words_i.beat}} | (put_mask & {16{words_i.mix}})}};

  if (Multi) begin : gen_multi
    logic [15:0] half_q, twice, constant, beat;
    logic over_q;

    assign little_o = words_i.little ? turn(word) : word;
    assign beat  = words_i.little ? {beat_i[7:0], beat_i[15:8]} : beat_i;

    always_ff @(posedge clk_i) begin
      half_q <= half;
      over_q <= half_q[7];
    end
    always_comb begin
      twice = {half_q[6:0], half_q[15:8], 1'b0};
      if (over_q) twice ^= words_i.reduce ? 16'h0087 : 16'h0001;
      constant = {16{words_i.ones}} | {words_i.marks[1], 7'd0, words_i.marks[0], 7'd0};
      if (words_i.shift) constant = {twice[7:0], twice[15:8]};
    end
    assign put = (beat & put_mask) | constant;
  end else begin : gen_gcm
    logic unused;
    assign unused = ^{
      words_i.little,
      words_i.two,
      words_i.read[4],
      words_i.write[4],
      words_i.ones,
      words_i.marks,
      words_i.shift,
      words_i.reduce
    };
    assign little_o = word;
    assign put = beat_i & put_mask;
  end
  assign beat_o = ((beat_i & {16{!words_i.show}}) ^ half) & put_mask;

endmodule
