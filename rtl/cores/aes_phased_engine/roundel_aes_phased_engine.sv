// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts blocks with AES-128 in a ring of Stages rounds. Registers divide each round into Phases parts of
// equal depth: 4 LUT4 levels with 2 phases, 2 with 4. The key is expanded along with the rounds and travels
// with its block: each block has its own key. roundel_aes_rounds_engine has the same ring without registers
// in the round; roundel_aes_engine is one such round, and longer keys.
//
// Stages  rounds in the ring
// Phases  parts of a round; Stages * Phases blocks are in flight
//
// Schedule:   one block every 10 / Stages cycles, back to back: Stages * Phases blocks in consecutive cycles,
//             then a pause of the same kind. A block that is accepted at edge 0 is at the output in cycle
//             10 * Phases + 4 without a stall. A stall keeps all blocks in their positions. in_ready_o and
//             out_valid_o are registers.
// Interfaces: valid/ready at input and output. The control of slots is its own: it decides a stall two cycles
//             early, so that each part has a copy of the decision. Uses roundel_aes_sbox_cut,
//             roundel_aes_cut and roundel_aes_key_step; results leave through roundel_stream_fifo.
// Bytes:      byte 0 of block and key is bits [7:0].
// Reference:  FIPS 197.

module roundel_aes_phased_engine
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Stages = 5,
  parameter int unsigned Phases = 4
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic         in_valid_i,  // the source offers a block and its key
  output logic         in_ready_o,  // a block can enter at this edge
  input  logic [127:0] in_block_i,  // the block to encrypt
  input  logic [127:0] in_key_i,    // the key of in_block_i

  output logic         out_valid_o,  // out_block_o is valid
  input  logic         out_ready_i,  // the sink accepts the result
  output logic [127:0] out_block_o   // the encrypted block
);

  localparam int unsigned Rounds = 10;

  if (!(Stages inside {1, 2, 5})) begin : gen_bad_stages
    $fatal(1, "%m: Stages is %0d, expected 1, 2 or 5", Stages);
  end
  if (!(Phases inside {2, 4})) begin : gen_bad_phases
    $fatal(1, "%m: Phases is %0d, expected 2 or 4", Phases);
  end

  localparam int unsigned Length = Stages * Phases;
  localparam bit CutQuarter = Phases == 4;

  // The round constant of round `round`, counted from 1.
  function automatic byte_t round_constant(int unsigned round);
    round_constant = 8'h01;
    for (int unsigned i = 1; i < round; i++) round_constant = xtime(round_constant);
  endfunction

  // The constant of the last stage in the pass before the last.
  localparam byte_t LastPassAfter = round_constant(Rounds - Stages);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Slots: the block at each position of the ring, and its round
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic  last;      // a block is in its last pass
    logic  retire;    // no block for the next pass: the block ends, or there is none
    byte_t constant;  // of its round
  } slot_t;

  localparam slot_t NoBlock = '{retire: 1'b1, default: '0};

  slot_t begin_d, slot_q[Length], end_slot;
  logic halt_d, ready_d, next_is_last;

  // Copies of the control bits, each with its share of the fan-out: four columns and the key of each stage,
  // and the slots.
  localparam int unsigned CopiesPerStage = 5;
  localparam int unsigned CopyKey = 4;
  localparam int unsigned CopySlots = CopiesPerStage * Stages;
  localparam int unsigned NumCopies = CopySlots + 1;
  logic halt[NumCopies];
  logic ready_column[4];
  logic ready_key, ready_slots;

  for (genvar i = 0; i < NumCopies; i++) begin : gen_copy
    roundel_keep_register u_halt (
      .clk_i,
      .clear_i (!rst_ni),
      .enable_i(1'b1),
      .data_i  (halt_d),
      .data_o  (halt[i])
    );
  end

  for (genvar c = 0; c < 4; c++) begin : gen_ready
    roundel_keep_register u_ready (
      .clk_i,
      .clear_i (!rst_ni),
      .enable_i(1'b1),
      .data_i  (ready_d),
      .data_o  (ready_column[c])
    );
  end

  roundel_keep_register #(
    .Width(2)
  ) u_ready (
    .clk_i,
    .clear_i (!rst_ni),
    .enable_i(1'b1),
    .data_i  ({2{ready_d}}),
    .data_o  ({ready_key, ready_slots})
  );

  assign end_slot = slot_q[Length-1];
  assign in_ready_o = ready_slots;
  assign next_is_last = end_slot.constant == LastPassAfter;

  always_comb begin
    begin_d.last = !end_slot.retire && next_is_last;
    begin_d.retire = end_slot.retire || next_is_last;
    begin_d.constant = xtime(end_slot.constant);
    if (ready_slots) begin_d = '{last: 1'b0, retire: !in_valid_i, constant: round_constant(1)};
  end

  for (genvar i = 0; i < Length; i++) begin : gen_slot
    slot_t slot_d;
    if (i == 0) begin : gen_begin
      assign slot_d = begin_d;
    end else if (i % Phases == 0) begin : gen_next_round
      assign slot_d.last = slot_q[i-1].last;
      assign slot_d.retire = slot_q[i-1].retire;
      assign slot_d.constant = xtime(slot_q[i-1].constant);
    end else begin : gen_same_round
      assign slot_d = slot_q[i-1];
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) slot_q[i] <= NoBlock;
      else if (!halt[CopySlots]) slot_q[i] <= slot_d;
    end
  end

  // One cycle early: whether all blocks must wait for space for a result, and whether a block may enter.
  // Results are counted from the end of their last round until one cycle after the sink accepts them. The
  // count is compared a cycle before the decision, so two more results may arrive.
  localparam int unsigned FifoDepth = 16;
  localparam int unsigned MaxResults = FifoDepth - 2;
  localparam int unsigned CountWidth = $clog2(FifoDepth + 1);
  logic [CountWidth-1:0] results_d, results_q;
  logic finish, finished_q, accepted_q, can_accept_q, last_next, retire_next;

  assign finish      = end_slot.last && !halt[CopySlots];
  assign results_d   = results_q + CountWidth'(finish) - CountWidth'(accepted_q);
  assign last_next   = halt[CopySlots] ? end_slot.last : slot_q[Length-2].last;
  assign retire_next = halt[CopySlots] ? end_slot.retire : slot_q[Length-2].retire;
  assign halt_d      = last_next && !can_accept_q;
  assign ready_d     = retire_next && !halt_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      finished_q   <= 1'b0;
      accepted_q   <= 1'b0;
      can_accept_q <= 1'b1;
      results_q    <= '0;
    end else begin
      finished_q   <= finish;
      accepted_q   <= out_valid_o && out_ready_i;
      can_accept_q <= results_d <= CountWidth'(MaxResults);
      results_q    <= results_d;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring: parts of a round, with the cuts of roundel_aes_engine. The registers are after the S-boxes. In
  // stage 0 the copy that feeds MixColumns (mix_q) is cleared where a block begins, and the register of the
  // incoming block (in_q) is cleared elsewhere: the clear of the registers replaces a multiplexer.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] sub_q;  // after the last stage
  logic [127:0] shifted[Stages], key_q[Stages], key_next[Stages];
  next_words_t parts[Stages];
  next_words_t last_parts_q;

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    localparam int unsigned Copy = CopiesPerStage * s;
    logic [127:0] added, to_sbox, subbed;

    for (genvar c = 0; c < 4; c++) begin : gen_column
      column_t mix_q, in_q;

      if (s == 0) begin : gen_enters
        always_ff @(posedge clk_i) begin
          if (ready_column[c]) mix_q <= '0;
          else if (!halt[c]) mix_q <= shifted[Stages-1][32*c+:32];
        end

        always_ff @(posedge clk_i) begin
          if (!halt[c]) begin
            sub_q[32*c+:32] <= shifted[Stages-1][32*c+:32];
            if (!ready_column[c]) in_q <= '0;
            else in_q <= in_block_i[32*c+:32];
          end
        end
      end else begin : gen_later
        assign in_q = '0;

        always_ff @(posedge clk_i) begin
          if (!halt[Copy+c]) mix_q <= shifted[s-1][32*c+:32];
        end
      end

      roundel_aes_mix_column u_mix_column (
        .column_i(mix_q),
        .key_i   (key_q[s][32*c+:32]),
        .addend_i(in_q),
        .column_o(added[32*c+:32])
      );

      roundel_aes_cut #(
        .Width(32),
        .Cut  (CutQuarter)
      ) u_mixed (
        .clk_i,
        .enable_i(!halt[Copy+c]),
        .data_i  (added[32*c+:32]),
        .data_o  (to_sbox[32*c+:32])
      );

      roundel_aes_sbox_cut #(
        .Lanes    (4),
        .CutTerms (1'b1),
        .CutScales(CutQuarter)
      ) u_sbox (
        .clk_i,
        .enable_i(!halt[Copy+c]),
        .data_i  (to_sbox[32*c+:32]),
        .data_o  (subbed[32*c+:32])
      );
    end

    roundel_aes_shift_rows u_shift_rows (
      .state_i(subbed),
      .state_o(shifted[s])
    );

    // The key of this round; the round constant is added to its first word before the step.
    logic [127:0] key_phase[Phases];
    column_t word_sub;

    assign key_phase[0] = {key_q[s][127:8], key_q[s][7:0] ^ slot_q[Phases*s].constant};

    for (genvar i = 1; i < Phases; i++) begin : gen_key_phase
      roundel_aes_cut #(
        .Width(128),
        .Cut  (1'b1)
      ) u_key (
        .clk_i,
        .enable_i(!halt[Copy+CopyKey]),
        .data_i  (key_phase[i-1]),
        .data_o  (key_phase[i])
      );
    end

    roundel_aes_sbox_cut #(
      .Lanes    (4),
      .CutTerms (CutQuarter),
      .CutScales(1'b1),
      .CutResult(CutQuarter)
    ) u_key_sbox (
      .clk_i,
      .enable_i(!halt[Copy+CopyKey]),
      .data_i  (rotate_word(key_q[s][127:96])),
      .data_o  (word_sub)
    );

    roundel_aes_key_step u_key_step (
      .words_i     (key_phase[Phases-1]),
      .sub_i       (word_sub),
      .load_i      (s == Stages - 1 ? ready_key : 1'b0),
      .load_words_i(s == Stages - 1 ? in_key_i : '0),
      .words_o     (key_next[s]),
      .parts_o     (parts[s])
    );

    always_ff @(posedge clk_i) begin
      if (!halt[Copy+CopyKey]) key_q[s] <= key_next[(s+Stages-1)%Stages];
    end

    if (s == Stages - 1) begin : gen_last
      always_ff @(posedge clk_i) begin
        if (!halt[Copy+CopyKey]) last_parts_q <= parts[s];
      end
    end else begin : gen_unused
      logic unused_parts;
      assign unused_parts = ^parts[s];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Addition of the last round key, and results
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic result_valid_q, fifo_valid, fifo_ready, fifo_space;
  logic [127:0] result_q, fifo_block;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) result_valid_q <= 1'b0;
    else result_valid_q <= finished_q;
  end
  always_ff @(posedge clk_i) begin
    result_q <= sub_q ^ next_words(last_parts_q);
  end

  roundel_stream_fifo #(
    .Width(128),
    .Depth(FifoDepth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .in_valid_i (result_valid_q),
    .in_ready_o (fifo_space),
    .in_data_i  (result_q),
    .out_valid_o(fifo_valid),
    .out_ready_i(fifo_ready),
    .out_data_o (fifo_block)
  );

  roundel_stream_register #(
    .Width(128),
    .Skid (1'b0)
  ) u_result (
    .clk_i,
    .rst_ni,
    .in_valid_i(fifo_valid),
    .in_ready_o(fifo_ready),
    .in_data_i (fifo_block),
    .out_valid_o,
    .out_ready_i,
    .out_data_o(out_block_o)
  );

  logic unused_space;
  assign unused_space = fifo_space;

`ifndef SYNTHESIS
  // Space for a result is guaranteed by the count.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(result_valid_q && !fifo_space))
      else $error("%m: a result without space in the FIFO");
    end
  end
`endif

endmodule
