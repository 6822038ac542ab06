// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The rounds of Grøstl and of AES in one datapath. P, Q and, with Aes, as many blocks of AES as the state
// holds go around one behind another, each alone in its stage:
//
//   Aes = 0, two stages:    | S-boxes | shift, mix, add |
//   Aes = 1, three stages:  | first half of the S-boxes | second half, shift | mix, add |
//
// slot_o names the stream that is in the last stage: Q, P, AES. A round of each is a step of two or three
// cycles, a block of Grøstl 10 steps (Columns = 16: 14) and no more: with the last round of Q and P the
// next block is added to what goes around, and their sum to the chaining value.
//
// A job is one block, or the final P of the chaining value; it is taken with job_taken_o, in the cycle in
// which block_i is used last. A final job wants a block of zeros. done_o: the chaining value is that of the
// job, or the hash, in the next cycle. A stream that has nothing to do is a constant.
//
// While no job is under way the chaining value may be turned: it moves a word down for every cycle of
// chain_turn_i, with chain_word_i behind it.

module roundel_groestl_rounds
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  parameter  bit          Aes       = 1'b0,
  localparam int unsigned StateBits = Columns * ColumnBits
) (
  input logic clk_i,
  input logic clear_i,  // what is under way is dropped
  input logic init_i,   // the chaining value is the initial one

  input  logic                 job_valid_i,
  input  logic                 job_final_i,
  output logic                 job_taken_o,
  output logic                 done_o,
  input  logic [StateBits-1:0] block_i,
  input  logic                 chain_turn_i,
  input  logic [        127:0] chain_word_i,
  output logic [StateBits-1:0] chain_o,

  output logic [          2:0] slot_o,      // {AES, P, Q}
  input  logic                 aes_mix_i,   // before AES's slot: a round has passed there, not the last
  input  logic [StateBits-1:0] aes_add_i,   // in AES's slot what is added, else zero
  output logic [StateBits-1:0] shifted_o    // the last stage: in AES's slot behind ShiftRows
);

  if (Columns != 8 && Columns != 16) begin : gen_bad_columns
    $fatal(1, "%m: Columns is %0d, expected 8 or 16", Columns);
  end

  localparam int unsigned LastRound = Columns == 8 ? 9 : 13;
  // Section 3.1: the digest's length in bits, big-endian.
  localparam logic [15:0] Initial = Columns == 8 ? 16'h0001 : 16'h0002;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Steps
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [2:0] slot_d, slot_q;
  logic slot_last;
  logic begin_d, begin_q, final_q, run_d, run_q, last_d, last_q;
  logic [3:0] round_d, round_q;

  // One more, a LUT4 for each bit: an adder would be a carry chain in the middle of a longer path.
  function automatic logic [3:0] next_round(logic [3:0] round);
    return round ^ {&round[2:0], &round[1:0], round[0], 1'b1};
  endfunction

  assign slot_last = Aes ? slot_q[2] : slot_q[1];
  assign slot_d = clear_i || slot_last ? 3'b001 : {slot_q[1:0], 1'b0};
  always_ff @(posedge clk_i) slot_q <= slot_d;

  // What goes around has passed round_q.
  assign run_d   = begin_q || (run_q && !last_q);
  assign round_d = begin_q ? '0 : next_round(round_q);
  assign last_d  = run_q && !last_q && !begin_q && round_q == 4'(LastRound - 1);
  assign begin_d = job_valid_i && (!run_d || last_d);

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      begin_q <= 1'b0;
      run_q   <= 1'b0;
      last_q  <= 1'b0;
    end else if (slot_last) begin
      begin_q <= begin_d;
      run_q   <= run_d;
      last_q  <= last_d;
    end
    if (slot_last) round_q <= round_d;
  end

  logic result_final_q;  // of what goes around
  always_ff @(posedge clk_i) begin
    if (slot_last) begin
      final_q <= job_final_i;
      if (begin_q) result_final_q <= final_q;
    end
  end

  assign job_taken_o = begin_q && slot_q[1];
  assign done_o = last_q && slot_q[1];
  assign slot_o = slot_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is added, told a cycle ahead
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic mix_q, q_q, p_q;
  logic chain_q;  // the chaining value takes the result
  take_e take_q;
  logic [3:0] number_q;  // of the next round

  // For the slot that follows.
  logic going, starts;
  assign starts = slot_last ? begin_d : begin_q;
  assign going  = slot_last ? run_d && !last_d : run_q && !last_q;

  always_ff @(posedge clk_i) begin
    mix_q <= 1'b0;
    q_q <= 1'b0;
    p_q <= 1'b0;
    chain_q <= 1'b0;
    take_q <= TakeNothing;
    number_q <= starts || !going ? '0 : next_round(slot_last ? round_d : round_q);
    if (slot_last) begin
      mix_q <= going && !clear_i;
      q_q <= starts || going;
      take_q <= starts ? TakeBlock : going ? TakeOnes : TakeNothing;
      chain_q <= last_d && !result_final_q && !clear_i;
    end else if (slot_q[0]) begin
      mix_q <= run_q;  // in the last round too: it is added to the chaining value for the next block
      p_q <= starts || going;
      take_q <= starts ? TakeChain : TakeNothing;
      chain_q <= last_q && !clear_i;
      if (clear_i || (last_q && !starts)) mix_q <= 1'b0;
    end else begin
      mix_q <= aes_mix_i;
    end
    if (clear_i) begin
      q_q <= 1'b0;
      p_q <= 1'b0;
      take_q <= TakeNothing;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Datapath
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [StateBits-1:0] round_state_q, boxed, shifted, mixed, constants, addend, chain_value_q;

  // Of each column its own copy: what it drives is wide, and at the head of the longest paths.
  logic [Columns-1:0] choice_q, choice_aes, mix_aes;
  for (genvar c = 0; c < Columns; c++) begin : gen_choice
    roundel_keep_register u_first (
      .clk_i,
      .clear_i (1'b0),
      .enable_i(1'b1),
      .data_i  (Aes ? slot_d[2] : slot_d[0]),
      .data_o  (choice_q[c])
    );
    if (Aes) begin : gen_aes
      roundel_keep_register u_second (
        .clk_i,
        .clear_i (1'b0),
        .enable_i(1'b1),
        .data_i  (slot_d[1]),
        .data_o  (choice_aes[c])
      );
    end else begin : gen_no_aes
      assign choice_aes[c] = 1'b0;
    end
  end
  // When Q is shifted AES is mixed.
  assign mix_aes = Aes ? choice_q : '0;

  roundel_groestl_sub_bytes #(
    .Columns(Columns),
    .Inside (Aes)
  ) u_sub (
    .clk_i,
    .state_i(round_state_q),
    .state_o(boxed)
  );

  if (Aes) begin : gen_three
    // The stream whose bytes are shifted comes into the last stage next.
    logic [StateBits-1:0] shift_result, shift_result_q;
    roundel_groestl_shift #(
      .Columns(Columns),
      .Aes    (1'b1)
    ) u_shift (
      .q_i    (choice_q),
      .aes_i  (choice_aes),
      .state_i(boxed),
      .state_o(shift_result)
    );
    always_ff @(posedge clk_i) shift_result_q <= shift_result;
    assign shifted = shift_result_q;
    assign addend = aes_add_i;
  end else begin : gen_two
    roundel_groestl_shift #(
      .Columns(Columns),
      .Aes    (1'b0)
    ) u_shift (
      .q_i    (choice_q),
      .aes_i  (choice_aes),
      .state_i(boxed),
      .state_o(shifted)
    );
    assign addend = '0;
    logic unused_aes;
    assign unused_aes = ^aes_add_i;
  end

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    mixed_t column;
    roundel_groestl_mix_column #(
      .Aes(Aes)
    ) u_mix (
      .aes_i   (mix_aes[c]),
      .column_i(shifted[ColumnBits*c+:ColumnBits]),
      .mixed_o (column)
    );
    assign mixed[ColumnBits*c+:ColumnBits] = sum(column);
    // Section 3.4.2; what is all ones in Q comes by take_q.
    assign constants[ColumnBits*c+:ColumnBits] =
        {q_q ? {4'(c), number_q} : 8'd0, 48'd0, p_q ? {4'(c), number_q} : 8'd0};
  end

  logic [StateBits-1:0] taken;
  always_comb begin
    unique case (take_q)
      TakeOnes:  taken = '1;
      TakeBlock: taken = ~block_i;
      TakeChain: taken = block_i ^ chain_value_q;
      default:   taken = '0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    round_state_q <= (mix_q ? mixed : '0) ^ taken ^ constants ^ addend;
  end
  always_ff @(posedge clk_i) begin
    if (init_i) chain_value_q <= {Initial, {StateBits - 16{1'b0}}};
    else if (chain_q || chain_turn_i) begin
      chain_value_q <= chain_turn_i ? {chain_word_i, chain_value_q[StateBits-1:128]} : chain_value_q ^ mixed;
    end
  end

  assign chain_o = chain_value_q;
  assign shifted_o = shifted;

endmodule
