// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Stores the words of a low-area AES core and computes what is written back: 16 words of 32 bits, or 32 with
// MultiService. Without MultiService there are no constants, no doubling and no little-endian numbers.
// The written word is one of these, plus ghash_i, which is zero except while a hash is sent:
//   - the word read plus a number (its first byte is the most significant), with or without sub_i + key_i;
//   - the kept bytes of the beat, with the same bytes of the word added if add_half is set;
//   - a constant, or the half that was read one cycle before, doubled.
//
// Schedule:   one read and one write per cycle. word_o, cipher_word_o and beat_o are combinational from
//             words_i in cycle t. The sum, carry_o and mismatch_o follow in t+1. The written word is readable
//             from t+2 on.
// Interfaces: words_i from roundel_aes_la_steps; beat_i from the input register; sub_i and key_i from
//             roundel_aes_la_cipher; ghash_i from roundel_aes_la_ghash. word_o to roundel_aes_la_ghash;
//             cipher_word_o to roundel_aes_la_cipher; carry_o and mismatch_o to roundel_aes_la_control
//             (carry_o also to roundel_aes_la_steps); beat_o to roundel_aes_la_output.
// Bytes:      byte 0 of a word is [7:0], byte 0 of a beat is [7:0].
// Reference:  SP 800-38B section 6.1 (doubling); SP 800-38D section 6.2 (increment).

module roundel_aes_la_words
  import roundel_aes_la_pkg::*;
#(
  parameter bit MultiService = 1'b0
) (
  input logic clk_i,

  input  words_t      words_i,  // addresses and operations of this cycle
  input  logic [15:0] beat_i,  // data of the input beat
  input  logic [31:0] sub_i,  // column of the cipher, key not yet added
  input  logic [31:0] key_i,  // word of the round key for that column
  input  logic [31:0] ghash_i,  // word of the hash; zero when none is sent
  output logic [31:0] word_o,  // the word at words_i.read
  output logic [31:0] cipher_word_o,  // the same word, bytes reversed if words_i.little_endian is set
  output logic        carry_o,  // carry out of the sum that began one cycle before
  output logic        mismatch_o,  // with add_half: one cycle before, kept bytes of beat and half differed
  output logic [15:0] beat_o  // kept bytes of the half read, plus the beat unless words_i.half_only is set
);

  localparam int unsigned AddressWidth = MultiService ? 5 : 4;

  logic [15:0] low_q[2**AddressWidth], high_q[2**AddressWidth];
  logic [AddressWidth-1:0] read, address_q;
  logic [31:0] word, word_q, other_q, sum, written;
  logic [6:0] addend_q;
  logic carry_q, upper_q;
  logic [15:0] half, in_half, keep_mask;
  logic [31:0] word_mask;
  logic [1:0] halves_q;

  function automatic logic [31:0] swap_bytes(logic [31:0] data);
    return {data[7:0], data[15:8], data[23:16], data[31:24]};
  endfunction

  assign read = words_i.read[AddressWidth-1:0];
  assign word = {high_q[read], low_q[read]};
  assign word_o = word;

  always_ff @(posedge clk_i) begin
    other_q   <= (words_i.beat ? {in_half, in_half} : words_i.cipher ? sub_i ^ key_i : '0) ^ ghash_i;
    addend_q  <= {words_i.add_bytes, 1'b0, words_i.add_2};
    carry_q   <= words_i.carry;
    upper_q   <= words_i.upper;
    address_q <= words_i.write[AddressWidth-1:0];
    halves_q  <= words_i.halves;
  end
  always_ff @(posedge clk_i) begin
    word_q <= word & word_mask;
  end
  assign {carry_o, sum} = {1'b0, swap_bytes(word_q)} + {25'd0, addend_q, 1'b0} + 33'(carry_q);
  assign written = swap_bytes(sum) ^ other_q;
  assign mismatch_o = (upper_q ? word_q[31:16] : word_q[15:0]) != other_q[15:0];

  always_ff @(posedge clk_i) begin
    if (halves_q[0]) low_q[address_q] <= written[15:0];
  end
  always_ff @(posedge clk_i) begin
    if (halves_q[1]) high_q[address_q] <= written[31:16];
  end

  assign half = words_i.upper ? word[31:16] : word[15:0];
  assign keep_mask = {{8{words_i.keep[1]}}, {8{words_i.keep[0]}}};
  assign word_mask = {2{{16{!words_i.beat}} | (keep_mask & {16{words_i.add_half}})}};

  if (MultiService) begin : gen_multi
    logic [15:0] half_q, half_twice, constant, beat;
    logic overflow_q;

    assign cipher_word_o = words_i.little_endian ? swap_bytes(word) : word;
    assign beat  = words_i.little_endian ? {beat_i[7:0], beat_i[15:8]} : beat_i;

    always_ff @(posedge clk_i) begin
      half_q <= half;
      overflow_q <= half_q[7];
    end
    always_comb begin
      half_twice = {half_q[6:0], half_q[15:8], 1'b0};
      if (overflow_q) half_twice ^= words_i.reduce ? 16'h0087 : 16'h0001;
      constant = {16{words_i.ones}} | {words_i.pad_bits[1], 7'd0, words_i.pad_bits[0], 7'd0};
      if (words_i.doubled) constant = {half_twice[7:0], half_twice[15:8]};
    end
    assign in_half = (beat & keep_mask) | constant;
  end else begin : gen_gcm
    logic unused;
    assign unused = ^{
      words_i.little_endian,
      words_i.add_2,
      words_i.read[4],
      words_i.write[4],
      words_i.ones,
      words_i.pad_bits,
      words_i.doubled,
      words_i.reduce
    };
    assign cipher_word_o = word;
    assign in_half = beat_i & keep_mask;
  end
  assign beat_o = ((beat_i & {16{!words_i.half_only}}) ^ half) & keep_mask;

endmodule
