// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts blocks with AES-128 or AES-256 (KeyBits), one round in each cycle. The key is expanded along with
// the rounds: each block has its own key.
//
// Phases divides the round by registers into 1, 2 or 4 parts of equal depth: 8, 4 or 2 LUT4 levels. Phases
// blocks are in flight, in order: the same cycles for a block at a higher clock, for flip-flops only.
//
// Schedule:   one block in 10 or 14 cycles (Nr, the rounds), back to back without a bubble. A block that is
//             accepted at edge 0 is at the output in cycle (Nr + 1) * Phases + 1 without a wait; below is a
//             table for Phases = 1. A result stays until the sink accepts it; a later block waits.
//             in_ready_o and out_valid_o come from registers.
// Interfaces: valid/ready at input and output. The control of slots and results is its own; it does not use
//             roundel_engine_control. The round is roundel_aes_sbox_cut, roundel_aes_shift_rows and
//             roundel_aes_mix_column, with roundel_aes_cut between them; the key is roundel_aes_key_step.
// Bytes:      byte 0 of block and key is bits [7:0].
// Reference:  FIPS 197.

module roundel_aes_engine #(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned Phases  = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic               in_valid_i,  // the source offers a block and its key
  output logic               in_ready_o,  // a block can enter at this edge
  input  logic [      127:0] in_block_i,  // the block to encrypt
  input  logic [KeyBits-1:0] in_key_i,    // the key of in_block_i

  output logic         out_valid_o,  // out_block_o is valid
  input  logic         out_ready_i,  // the sink accepts the result
  output logic [127:0] out_block_o   // the encrypted block
);

  import roundel_aes_pkg::*;

  if (!(KeyBits inside {128, 256})) begin : gen_bad_key_bits
    $fatal(1, "%m: KeyBits is %0d, expected 128 or 256", KeyBits);
  end
  if (!(Phases inside {1, 2, 4})) begin : gen_bad_phases
    $fatal(1, "%m: Phases is %0d, expected 1, 2 or 4", Phases);
  end

  localparam bit Aes256 = KeyBits == 256;
  localparam bit CutHalf = Phases >= 2;
  localparam bit CutQuarter = Phases == 4;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Slots: the block in each phase, and its round
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Parts of a round and the places of its cuts:
  //   levels                2            2           2           2
  //   block        MixColumns, key | S-box ..................... ........ | registers
  //   key          S-box ......... | ........... | ........... | step     | registers
  //   Phases = 2                               ^                            cut here
  //   Phases = 4                 ^             ^           ^                cut here
  //
  // Schedule for Phases = 1, AES-128, a block accepted at edge 0:
  //   cycle 1       first S-box layer, of block ^ key
  //   cycles 2..10  MixColumns of the last layer, ^ round key, next S-box layer
  //   cycle 11      last layer ^ last round key; cycle 1 of the next block
  //   cycle 12      out_valid_o
  typedef struct packed {
    logic  last;      // a block is in its last round
    logic  retire;    // no block for the next round: the block ends, or there is none
    logic  odd;       // AES-256: the key step of this round has no constant and no rotation
    byte_t constant;
  } slot_t;

  localparam slot_t NoBlock = '{retire: 1'b1, default: '0};

  slot_t begin_d, slot_q[Phases], end_slot;
  logic last_before, retire_before;
  logic halt_d, ready_d, next_is_last;

  // Copies of the control bits, each with its share of the fan-out: the four columns, the key, the slots.
  localparam int unsigned NumCopies = 6;
  localparam int unsigned CopyKey = 4;
  localparam int unsigned CopySlots = 5;
  logic halt[NumCopies], ready[NumCopies];

  for (genvar i = 0; i < NumCopies; i++) begin : gen_copy
    roundel_keep_register u_halt (
      .clk_i,
      .clear_i (!rst_ni),
      .enable_i(1'b1),
      .data_i  (halt_d),
      .data_o  (halt[i])
    );

    roundel_keep_register u_ready (
      .clk_i,
      .clear_i (!rst_ni),
      .enable_i(1'b1),
      .data_i  (ready_d),
      .data_o  (ready[i])
    );
  end

  assign end_slot   = slot_q[Phases-1];
  assign in_ready_o = ready[CopySlots];

  // The round constants are 01, 02, .., 80, 1b, 36; with a long key 01 to 40, each for two rounds.
  assign next_is_last = Aes256 ? end_slot.constant[6] && !end_slot.odd : &end_slot.constant[1:0];

  always_comb begin
    begin_d.last = !end_slot.retire && next_is_last;
    begin_d.retire = end_slot.retire || next_is_last;
    begin_d.odd = Aes256 && !end_slot.odd;
    begin_d.constant = !Aes256 || end_slot.odd ? xtime(end_slot.constant) : end_slot.constant;
    if (ready[CopySlots]) begin_d = '{last: 1'b0, retire: !in_valid_i, odd: 1'b0, constant: 8'h01};
  end

  for (genvar i = 0; i < Phases; i++) begin : gen_slot
    slot_t slot_d;
    if (i == 0) begin : gen_begin
      assign slot_d = begin_d;
    end else begin : gen_later
      assign slot_d = slot_q[i-1];
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) slot_q[i] <= NoBlock;
      else if (!halt[CopySlots]) slot_q[i] <= slot_d;
    end
  end

  if (Phases == 1) begin : gen_one_phase
    assign {last_before, retire_before} = {begin_d.last, begin_d.retire};
  end else begin : gen_several_phases
    assign {last_before, retire_before} = {slot_q[Phases-2].last, slot_q[Phases-2].retire};
  end

  // One cycle early: whether all blocks must wait for space for a result, and whether a block may enter.
  // Results are counted from the end of their last round until one cycle after the sink accepts them. With
  // more than one phase, one more block may end in the same cycle.
  localparam int unsigned MaxResults = Phases > 2 ? Phases - 2 : 0;
  localparam int unsigned CountWidth = $clog2(Phases + 1);
  logic [CountWidth-1:0] results_d, results_q;
  logic finish, accepted, accepted_q, can_accept_q;
  logic last_next, retire_next;

  assign finish      = end_slot.last && !halt[CopySlots];
  assign accepted    = out_valid_o && out_ready_i;
  assign results_d   = results_q + CountWidth'(finish) - CountWidth'(accepted_q);
  assign last_next   = halt[CopySlots] ? end_slot.last : last_before;
  assign retire_next = halt[CopySlots] ? end_slot.retire : retire_before;
  assign halt_d      = last_next && !can_accept_q;
  assign ready_d     = retire_next && !halt_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      accepted_q   <= 1'b0;
      can_accept_q <= 1'b1;
      results_q    <= '0;
    end else begin
      accepted_q   <= accepted;
      can_accept_q <= results_d <= CountWidth'(MaxResults);
      results_q    <= results_d;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block: its registers are after the S-boxes. The copy that feeds MixColumns (mix_q) is cleared where
  // a block begins, and the register of the incoming block (in_q) is cleared elsewhere: the clear of the
  // registers replaces a multiplexer.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] sub_q, added, to_sbox, subbed, shifted;
  logic [KeyBits-1:0] key_q;

  for (genvar c = 0; c < 4; c++) begin : gen_column
    column_t mix_q, in_q;

    roundel_aes_mix_column u_mix_column (
      .column_i(mix_q),
      .key_i   (key_q[32*c+:32]),
      .addend_i(in_q),
      .column_o(added[32*c+:32])
    );

    roundel_aes_cut #(
      .Width(32),
      .Cut  (CutQuarter)
    ) u_mixed (
      .clk_i,
      .enable_i(!halt[c]),
      .data_i  (added[32*c+:32]),
      .data_o  (to_sbox[32*c+:32])
    );

    roundel_aes_sbox_cut #(
      .Lanes    (4),
      .CutTerms (CutHalf),
      .CutScales(CutQuarter)
    ) u_sbox (
      .clk_i,
      .enable_i(!halt[c]),
      .data_i  (to_sbox[32*c+:32]),
      .data_o  (subbed[32*c+:32])
    );

    always_ff @(posedge clk_i) begin
      if (ready[c]) mix_q <= '0;
      else if (!halt[c]) mix_q <= shifted[32*c+:32];
    end

    always_ff @(posedge clk_i) begin
      if (!halt[c]) begin
        sub_q[32*c+:32] <= shifted[32*c+:32];
        if (!ready[c]) in_q <= '0;
        else in_q <= in_block_i[32*c+:32];
      end
    end
  end

  roundel_aes_shift_rows u_shift_rows (
    .state_i(subbed),
    .state_o(shifted)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key: the words of this round are in the low half
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The round constant is added to the first word before the step.
  logic [KeyBits-1:0] key_begin, key_end;
  column_t last_word, word_sub;
  logic [127:0] stepped, last_words;
  next_words_t parts, last_parts_q;

  assign key_begin = {
    key_q[KeyBits-1:8], key_q[7:0] ^ (Aes256 && slot_q[0].odd ? 8'h00 : slot_q[0].constant)
  };
  assign last_word = Aes256 && slot_q[0].odd ? key_q[KeyBits-1-:32] : rotate_word(key_q[KeyBits-1-:32]);

  roundel_aes_sbox_cut #(
    .Lanes    (4),
    .CutTerms (CutQuarter),
    .CutScales(CutHalf),
    .CutResult(CutQuarter)
  ) u_key_sbox (
    .clk_i,
    .enable_i(!halt[CopyKey]),
    .data_i  (last_word),
    .data_o  (word_sub)
  );

  logic [KeyBits-1:0] key_phase[Phases];
  assign key_phase[0] = key_begin;
  assign key_end = key_phase[Phases-1];

  for (genvar i = 1; i < Phases; i++) begin : gen_key_phase
    roundel_aes_cut #(
      .Width(KeyBits),
      .Cut  (1'b1)
    ) u_key (
      .clk_i,
      .enable_i(!halt[CopyKey]),
      .data_i  (key_phase[i-1]),
      .data_o  (key_phase[i])
    );
  end

  roundel_aes_key_step u_key_step (
    .words_i     (key_end[127:0]),
    .sub_i       (word_sub),
    .load_i      (ready[CopyKey]),
    .load_words_i(in_key_i[KeyBits-1-:128]),
    .words_o     (stepped),
    .parts_o     (parts)
  );

  if (Aes256) begin : gen_aes256_key
    always_ff @(posedge clk_i) begin
      if (!halt[CopyKey]) begin
        key_q      <= {stepped, ready[CopyKey] ? in_key_i[127:0] : key_end[255:128]};
        last_words <= key_end[255:128];
      end
    end

    logic unused_parts;
    assign unused_parts = ^{parts, last_parts_q};
    assign last_parts_q = '0;
  end else begin : gen_aes128_key
    always_ff @(posedge clk_i) begin
      if (!halt[CopyKey]) begin
        key_q        <= stepped;
        last_parts_q <= parts;
      end
    end

    assign last_words = next_words(last_parts_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Results: one register for each phase; a result moves on when a later register is empty
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The registers to fill are decided one cycle early, with a copy of the decision for each column.
  logic [Phases-1:0] result_valid_d, result_valid_q, fill_d, fill_q, move;
  logic [127:0] result_q[Phases];

  for (genvar i = 0; i < Phases; i++) begin : gen_result
    logic [127:0] result;

    if (i == 0) begin : gen_first
      assign fill_d[i] = finish;
      assign result    = sub_q ^ last_words;
    end else begin : gen_later
      assign fill_d[i] = result_valid_d[i-1] && !(&result_valid_d[Phases-1:i]);
      assign result    = result_q[i-1];
    end
    if (i == Phases - 1) begin : gen_last
      assign move[i] = accepted;
    end else begin : gen_not_last
      assign move[i] = fill_q[i+1];
    end
    assign result_valid_d[i] = fill_q[i] || (result_valid_q[i] && !move[i]);

    for (genvar c = 0; c < 4; c++) begin : gen_column
      logic fill;

      roundel_keep_register u_fill (
        .clk_i,
        .clear_i (!rst_ni),
        .enable_i(1'b1),
        .data_i  (fill_d[i]),
        .data_o  (fill)
      );

      always_ff @(posedge clk_i) begin
        if (fill) result_q[i][32*c+:32] <= result[32*c+:32];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      result_valid_q <= '0;
      fill_q <= '0;
    end else begin
      result_valid_q <= result_valid_d;
      fill_q <= fill_d;
    end
  end

  assign out_valid_o = result_valid_q[Phases-1];
  assign out_block_o = result_q[Phases-1];

endmodule
