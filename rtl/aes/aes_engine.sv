// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// AES block encryption (FIPS 197), one round a cycle, the key expanded on the way: each block brings its
// own key. KeyBits is 128 or 256: 10 or 14 cycles a block, back to back without a bubble.
//
// Stages = 1: one block in flight. Stages = 2: a register in the middle of the S-box cuts the round in two
// of nearly equal depth and two blocks are in flight, in order: 20 or 28 cycles for the two.
//
// Schedule, Stages = 1, AES-128, the block taken at edge 0:
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
  parameter int unsigned Stages  = 1
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
  if (!(Stages inside {1, 2})) begin : gen_bad_stages
    $fatal(1, "%m: Stages is %0d, expected 1 or 2", Stages);
  end

  localparam bit Long = KeyBits == 256;
  // The round constant that the last step of the key expansion has used once the last round begins.
  localparam byte_t LastConstant = Long ? 8'h40 : 8'h36;

  // What goes round with a block, beside the state and the key.
  typedef struct packed {
    logic  run;
    logic  last;
    logic  odd;
    byte_t constant;
  } turn_t;

  turn_t begin_d, begin_q, end_turn;
  logic advance_d, advance_q;
  logic ready_d, ready_q;

  // The first half of the round: from the registers behind the S-boxes to the middle of the S-boxes.
  logic [127:0] mix_q, sub_q, in_q;
  logic [KeyBits-1:0] key_d, key_q;
  logic [127:0] added;

  for (genvar c = 0; c < 4; c++) begin : gen_column
    aes_mix_column u_mix_column (
      .column_i(mix_q[32*c+:32]),
      .key_i   (key_q[32*c+:32]),
      .addend_i(in_q[32*c+:32]),
      .column_o(added[32*c+:32])
    );
  end

  // The last four S-boxes are those of the key expansion.
  column_t key_word;
  logic [159:0] front_in, back_out;
  sbox_forms_t [19:0] forms, forms_middle;
  logic [79:0] norm, norm_middle;
  logic [KeyBits-1:0] key_middle, key_begin;

  assign key_word = key_q[KeyBits-1-:32];
  assign front_in = {Long && begin_q.odd ? key_word : rotate_word(key_word), added};
  assign key_begin = {key_q[KeyBits-1:8], key_q[7:0] ^ (Long && begin_q.odd ? 8'h00 : begin_q.constant)};

  for (genvar i = 0; i < 20; i++) begin : gen_sbox
    aes_sbox_front u_front (
      .data_i (front_in[8*i+:8]),
      .forms_o(forms[i]),
      .norm_o (norm[4*i+:4])
    );

    aes_sbox_back u_back (
      .forms_i(forms_middle[i]),
      .norm_i (norm_middle[4*i+:4]),
      .data_o (back_out[8*i+:8])
    );
  end

  if (Stages == 1) begin : gen_one_stage
    assign forms_middle = forms;
    assign norm_middle  = norm;
    assign key_middle   = key_begin;
    assign end_turn     = begin_q;
  end else begin : gen_two_stages
    sbox_forms_t [19:0] forms_q;
    logic [79:0] norm_q;
    logic [KeyBits-1:0] key_middle_q;
    turn_t middle_q;

    always_ff @(posedge clk_i) begin
      if (advance_q) begin
        forms_q      <= forms;
        norm_q       <= norm;
        key_middle_q <= key_begin;
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) middle_q <= '0;
      else if (advance_q) middle_q <= begin_q;
    end

    assign forms_middle = forms_q;
    assign norm_middle  = norm_q;
    assign key_middle   = key_middle_q;
    assign end_turn     = middle_q;
  end

  // The second half: S-box, ShiftRows, key expansion.
  logic [127:0] shifted, stepped;
  next_words_t parts;

  aes_shift_rows u_shift_rows (
    .state_i(back_out[127:0]),
    .state_o(shifted)
  );

  aes_key_step u_key_step (
    .words_i     (key_middle[127:0]),
    .sub_i       (back_out[159:128]),
    .load_i      (ready_q),
    .load_words_i(in_key_i[KeyBits-1-:128]),
    .words_o     (stepped),
    .parts_o     (parts)
  );

  always_comb begin
    key_d = KeyBits'(stepped);
    if (Long) key_d = KeyBits'({stepped, ready_q ? in_key_i[127:0] : key_middle[KeyBits-1-:128]});
  end

  always_ff @(posedge clk_i) begin
    if (advance_q) key_q <= key_d;
  end

  always_ff @(posedge clk_i) begin
    if (ready_q) mix_q <= '0;
    else if (advance_q) mix_q <= shifted;
  end

  always_ff @(posedge clk_i) begin
    if (advance_q) begin
      if (!ready_q) in_q <= '0;
      else in_q <= in_block_i;
    end
  end

  // The last layer of a block and the words of its last round key; joined a cycle later.
  next_words_t last_parts_q;
  logic [127:0] last_key_q, last_key;

  always_ff @(posedge clk_i) begin
    if (advance_q) begin
      sub_q        <= shifted;
      last_parts_q <= parts;
      last_key_q   <= key_middle[KeyBits-1-:128];
    end
  end

  if (Long) begin : gen_last_key_held
    logic unused_parts;
    assign unused_parts = ^last_parts_q;
    assign last_key = last_key_q;
  end else begin : gen_last_key_stepped
    logic unused_last_key;
    assign unused_last_key = ^last_key_q;
    assign last_key = next_words(last_parts_q);
  end

  // Results on their way out: a register a stage, each passed on when the next is empty.
  logic finish_q;
  logic [Stages-1:0] held_d, held_q, move;
  logic [127:0] result_q[Stages];

  for (genvar i = 0; i < Stages; i++) begin : gen_result
    logic fill;
    logic [127:0] result;

    if (i == 0) begin : gen_first
      assign fill   = finish_q;
      assign result = sub_q ^ last_key;
    end else begin : gen_later
      assign fill   = move[i-1];
      assign result = result_q[i-1];
    end
    if (i == Stages - 1) begin : gen_last
      assign move[i] = out_ready_i && held_q[i];
    end else begin : gen_passed_on
      assign move[i] = held_q[i] && !held_q[i+1];
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

  assign out_valid_o = held_q[Stages-1];
  assign out_block_o = result_q[Stages-1];

  // Results not yet taken, those in the last cycle of a round not counted: no more than there is room.
  localparam int unsigned CountWidth = $clog2(Stages + 1);
  logic [CountWidth-1:0] results_d, results_q;
  logic finish, taken;
  logic run_next, last_next;

  assign finish    = end_turn.run && end_turn.last && advance_q;
  assign taken     = out_valid_o && out_ready_i;
  assign results_d = results_q + CountWidth'(finish) - CountWidth'(taken);

  always_comb begin
    begin_d.run      = ready_q ? in_valid_i : end_turn.run;
    begin_d.odd      = Long && !ready_q && !end_turn.odd;
    begin_d.constant = end_turn.constant;
    if (!Long || end_turn.odd) begin_d.constant = xtime(end_turn.constant);
    if (ready_q) begin_d.constant = 8'h01;
    begin_d.last = begin_d.constant == LastConstant && (!Long || begin_d.odd);
  end

  // A cycle ahead: what the block at the round's end will be, whether it may go, whether one may come.
  always_comb begin
    {run_next, last_next} = {end_turn.run, end_turn.last};
    if (advance_q)
      {run_next, last_next} = Stages == 1 ? {begin_d.run, begin_d.last} : {begin_q.run, begin_q.last};
  end
  assign advance_d  = !(run_next && last_next && results_d == CountWidth'(Stages));
  assign ready_d    = advance_d && (last_next || !run_next);
  assign in_ready_o = ready_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      begin_q   <= '0;
      advance_q <= 1'b1;
      ready_q   <= 1'b0;
      finish_q  <= 1'b0;
      results_q <= '0;
    end else begin
      if (advance_q) begin_q <= begin_d;
      advance_q <= advance_d;
      ready_q   <= ready_d;
      finish_q  <= finish;
      results_q <= results_d;
    end
  end

endmodule
