// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// AES block encryption (FIPS 197), one round a cycle, the key expanded on the way: each block brings its
// own key. KeyBits is 128 or 256: 10 or 14 cycles a block, back to back without a bubble.
//
// Phases cuts the round by registers into 1, 2 or 4 parts of equal depth, 8, 4 or 2 LUT4 levels, and as many
// blocks are in flight, in order: the same cycles a block at a higher clock, for flip-flops only.
//
//   levels                2            2           2           2
//   block        MixColumns, key | S-box ..................... ........ | registers
//   key          S-box ......... | ........... | ........... | step     | registers
//   Phases = 2                               ^                            cut here
//   Phases = 4                 ^             ^           ^                cut here
//
// Schedule, Phases = 1, AES-128, the block taken at edge 0:
//   cycle 1       first S-box layer, of block ^ key
//   cycles 2..10  MixColumns of the last layer, ^ round key, next S-box layer
//   cycle 11      last layer ^ last round key; the next block's cycle 1
//   cycle 12      out_valid_o
// The round's registers stand behind the S-boxes. Their copy that feeds MixColumns is cleared where a
// block begins, and the register of the incoming block is cleared elsewhere: the registers' own clear
// does what a multiplexer would. The result stays until it is taken; a block that ends later waits.
//
// in_ready_o and out_valid_o come from registers. Byte 0 of block and key is bits [7:0].

module aes_engine #(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned Phases  = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [      127:0] in_block_i,
  input  logic [KeyBits-1:0] in_key_i,

  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic [127:0] out_block_o
);

  import aes_pkg::*;

  if (!(KeyBits inside {128, 256})) begin : gen_bad_key_bits
    $fatal(1, "%m: KeyBits is %0d, expected 128 or 256", KeyBits);
  end
  if (!(Phases inside {1, 2, 4})) begin : gen_bad_phases
    $fatal(1, "%m: Phases is %0d, expected 1, 2 or 4", Phases);
  end

  localparam bit Long = KeyBits == 256;
  localparam bit Halves = Phases >= 2;
  localparam bit Quarters = Phases == 4;
  // The round constant that the last step of the key expansion has used once the last round begins.
  localparam byte_t LastConstant = Long ? 8'h40 : 8'h36;

  logic advance_d, advance_q;
  logic ready_d, ready_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Turns: which block is in which phase, and how far
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic  run;
    logic  last;
    logic  odd;       // Long: the key step of this round does without constant and rotation
    byte_t constant;
  } turn_t;

  turn_t begin_d, turn_q[Phases], end_turn;
  assign end_turn = turn_q[Phases-1];

  always_comb begin
    begin_d.run = ready_q ? in_valid_i : end_turn.run;
    begin_d.odd = Long && !ready_q && !end_turn.odd;
    begin_d.constant = end_turn.constant;
    if (!Long || end_turn.odd) begin_d.constant = xtime(end_turn.constant);
    if (ready_q) begin_d.constant = 8'h01;
    begin_d.last = begin_d.constant == LastConstant && (!Long || begin_d.odd);
  end

  for (genvar i = 0; i < Phases; i++) begin : gen_turn
    turn_t turn_d;
    if (i == 0) begin : gen_begin
      assign turn_d = begin_d;
    end else begin : gen_later
      assign turn_d = turn_q[i-1];
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) turn_q[i] <= '0;
      else if (advance_q) turn_q[i] <= turn_d;
    end
  end

  // A cycle ahead: what the block in the last phase will be, whether it may go on, whether one may come.
  // Results not yet taken, counted from the cycle after the last round: no more than there is room for.
  localparam int unsigned CountWidth = $clog2(Phases + 1);
  logic [CountWidth-1:0] results_d, results_q;
  logic finish, finish_q, taken;
  logic run_next, last_next;

  assign finish    = end_turn.run && end_turn.last && advance_q;
  assign taken     = out_valid_o && out_ready_i;
  assign results_d = results_q + CountWidth'(finish) - CountWidth'(taken);

  if (Phases == 1) begin : gen_next_begins
    assign {run_next, last_next} = advance_q ? {begin_d.run, begin_d.last} : {end_turn.run, end_turn.last};
  end else begin : gen_next_follows
    turn_t turn_next;
    logic unused_next;
    assign turn_next = advance_q ? turn_q[Phases-2] : end_turn;
    assign {run_next, last_next} = {turn_next.run, turn_next.last};
    assign unused_next = ^turn_next;
  end
  assign advance_d  = !(run_next && last_next && results_d == CountWidth'(Phases));
  assign ready_d    = advance_d && (last_next || !run_next);
  assign in_ready_o = ready_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      advance_q <= 1'b1;
      ready_q   <= 1'b0;
      finish_q  <= 1'b0;
      results_q <= '0;
    end else begin
      advance_q <= advance_d;
      ready_q   <= ready_d;
      finish_q  <= finish;
      results_q <= results_d;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] mix_q, sub_q, in_q;
  logic [KeyBits-1:0] key_q;
  logic [127:0] added, to_sbox, subbed, shifted;

  for (genvar c = 0; c < 4; c++) begin : gen_column
    aes_mix_column u_mix_column (
      .column_i(mix_q[32*c+:32]),
      .key_i   (key_q[32*c+:32]),
      .addend_i(in_q[32*c+:32]),
      .column_o(added[32*c+:32])
    );
  end

  aes_cut #(
    .Width(128),
    .Cut  (Quarters)
  ) u_mixed (
    .clk_i,
    .enable_i(advance_q),
    .data_i  (added),
    .data_o  (to_sbox)
  );

  for (genvar i = 0; i < 16; i++) begin : gen_sbox
    aes_sbox_cut #(
      .CutTerms (Halves),
      .CutScales(Quarters)
    ) u_sbox (
      .clk_i,
      .enable_i(advance_q),
      .data_i  (to_sbox[8*i+:8]),
      .data_o  (subbed[8*i+:8])
    );
  end

  aes_shift_rows u_shift_rows (
    .state_i(subbed),
    .state_o(shifted)
  );

  always_ff @(posedge clk_i) begin
    if (ready_q) mix_q <= '0;
    else if (advance_q) mix_q <= shifted;
  end

  always_ff @(posedge clk_i) begin
    if (advance_q) begin
      sub_q <= shifted;
      if (!ready_q) in_q <= '0;
      else in_q <= in_block_i;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key, the words of this round in the low half
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The first word takes the round constant on its way.
  logic [KeyBits-1:0] key_begin, key_end;
  column_t last_word, word_sub;
  logic [127:0] stepped, last_words;
  next_words_t parts, last_parts_q;

  assign key_begin = {
    key_q[KeyBits-1:8], key_q[7:0] ^ (Long && turn_q[0].odd ? 8'h00 : turn_q[0].constant)
  };
  assign last_word = Long && turn_q[0].odd ? key_q[KeyBits-1-:32] : rotate_word(key_q[KeyBits-1-:32]);

  for (genvar i = 0; i < 4; i++) begin : gen_key_sbox
    aes_sbox_cut #(
      .CutTerms (Quarters),
      .CutScales(Halves),
      .CutResult(Quarters)
    ) u_sbox (
      .clk_i,
      .enable_i(advance_q),
      .data_i  (last_word[8*i+:8]),
      .data_o  (word_sub[8*i+:8])
    );
  end

  logic [KeyBits-1:0] key_phase[Phases];
  assign key_phase[0] = key_begin;
  assign key_end = key_phase[Phases-1];

  for (genvar i = 1; i < Phases; i++) begin : gen_key_phase
    aes_cut #(
      .Width(KeyBits),
      .Cut  (1'b1)
    ) u_key (
      .clk_i,
      .enable_i(advance_q),
      .data_i  (key_phase[i-1]),
      .data_o  (key_phase[i])
    );
  end

  aes_key_step u_key_step (
    .words_i     (key_end[127:0]),
    .sub_i       (word_sub),
    .load_i      (ready_q),
    .load_words_i(in_key_i[KeyBits-1-:128]),
    .words_o     (stepped),
    .parts_o     (parts)
  );

  if (Long) begin : gen_long_key
    always_ff @(posedge clk_i) begin
      if (advance_q) begin
        key_q      <= {stepped, ready_q ? in_key_i[127:0] : key_end[255:128]};
        last_words <= key_end[255:128];
      end
    end

    logic unused_parts;
    assign unused_parts = ^{parts, last_parts_q};
    assign last_parts_q = '0;
  end else begin : gen_short_key
    always_ff @(posedge clk_i) begin
      if (advance_q) begin
        key_q        <= stepped;
        last_parts_q <= parts;
      end
    end

    assign last_words = next_words(last_parts_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Results on their way out: as many registers as phases, each passed on when one further on is empty
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [Phases-1:0] held_d, held_q, move;
  logic [127:0] result_q[Phases];

  for (genvar i = 0; i < Phases; i++) begin : gen_result
    logic fill;
    logic [127:0] result;

    if (i == 0) begin : gen_first
      assign fill   = finish_q;
      assign result = sub_q ^ last_words;
    end else begin : gen_later
      assign fill   = move[i-1];
      assign result = result_q[i-1];
    end
    if (i == Phases - 1) begin : gen_last
      assign move[i] = taken;
    end else begin : gen_passed_on
      assign move[i] = held_q[i] && !(&held_q[Phases-1:i+1]);
    end
    assign held_d[i] = fill || (held_q[i] && !move[i]);

    always_ff @(posedge clk_i) begin
      if (fill) result_q[i] <= result;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) held_q <= '0;
    else held_q <= held_d;
  end

  assign out_valid_o = held_q[Phases-1];
  assign out_block_o = result_q[Phases-1];

endmodule
