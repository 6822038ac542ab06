// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Stores the customization string of Ascon-CXOF128, at most 256 bytes. Its length is absorbed before it, but
// is known only when its segment ends.
//
// The memory has 16 places of a beat. After a reset and when a transaction ends it is overwritten with zeros,
// a place a cycle. What is written is always the addend, which is zero in the cycles used for that.
//
// Schedule:   store_i in cycle t: at_limit_o is current from t+1.
//             rewind_i and next_i in cycle t: words_o belong to the new beat from t+1, keep_o
//             and last_o from t+2. The length is valid from two cycles after the last beat.
// Interfaces: words from roundel_ascon_hs_addend; control from roundel_ascon_hs_grammar; words and keep to
//             roundel_ascon_hs
// Bytes:      byte k of a beat is byte k%8 of words_o[k/8].
// Reference:  SP 800-232 section 5.3

module roundel_ascon_hs_customization
  import roundel_ascon_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // overwrite the memory with zeros

  input  logic         store_i,    // words_i is the next beat of the string
  input  logic         zero_i,     // words_i is zero
  input  word_t [ 1:0] words_i,    // words of a beat, or zero
  input  logic  [15:0] keep_i,     // with store_i: bytes of the beat
  output logic         ready_o,    // the memory is clear
  output logic         at_limit_o, // the next beat must be the last

  input  logic         rewind_i,  // go to the first beat
  input  logic         next_i,    // go to the next beat
  output word_t [ 1:0] words_o,   // words of the beat
  output logic  [15:0] keep_o,    // its bytes
  output logic         last_o,    // it is the last
  output logic  [ 8:0] length_o   // bytes of the string
);

  localparam int unsigned Places = MaxCustomizationBytes / 16;
  typedef logic [$clog2(Places)-1:0] place_t;

  word_t [1:0] mem_q[Places];
  place_t place_q;
  place_t last_place_q;  // place of the last beat
  logic [15:0] last_keep_q;  // and its bytes
  logic clearing_q;
  logic write;

  assign write = store_i || (clearing_q && zero_i);

  always_ff @(posedge clk_i) begin
    if (write) mem_q[place_q] <= words_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      clearing_q <= 1'b1;
      place_q <= '0;
    end else begin
      if (write && place_q == place_t'(Places - 1)) clearing_q <= 1'b0;
      if (rewind_i) place_q <= '0;
      else if (write || next_i) place_q <= place_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      last_place_q <= '0;
      last_keep_q <= '0;
    end else if (store_i) begin
      last_place_q <= place_q;
      last_keep_q <= keep_i;
    end
  end

  assign ready_o = !clearing_q;
  assign at_limit_o = place_q == place_t'(Places - 1);
  assign words_o = mem_q[place_q];
  assign keep_o = last_o ? last_keep_q : '1;

  logic [4:0] tail;  // bytes of the last beat
  always_comb begin
    tail = '0;
    for (int unsigned k = 0; k < 16; k++) if (last_keep_q[k]) tail = 5'(k + 1);
  end
  always_ff @(posedge clk_i) begin
    last_o <= place_q == last_place_q;
    length_o <= {5'(last_place_q) + 5'(tail[4]), tail[3:0]};
  end

endmodule
