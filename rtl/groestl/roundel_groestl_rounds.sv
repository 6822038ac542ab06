// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the rounds of Grøstl and AES in one datapath. P, Q and, with Aes, as many AES blocks as the state
// holds circulate one after another, each alone in its stage. A stream that has no work is a constant.
//   Aes = 0, two stages:    | S-boxes | shift, mix, add |
//   Aes = 1, three stages:  | first half of the S-boxes | second half, shift | mix, add |
// A job is one block, or the final P of the chaining value; a final job needs a block of zeros. In the last
// round, the next block enters the circulating state, and the sum of Q and P is added to the chaining value.
//
// Schedule:   A round of every stream is a step of two cycles (Aes: three); a job is 10 steps (Columns = 16:
//             14), and jobs follow without a gap. job_accepted_o: block_i is used for the last time. done_o
//             10 (14) steps later: chain_o is the job's chaining value, or the hash, in the next cycle. While
//             no job runs, each cycle of chain_shift_i moves the chaining value down by one word and inserts
//             chain_word_i at the top.
// Interfaces: job, block and chain from and to roundel_aes_groestl, its control, block and session modules;
//             slot_o, aes_* and shifted_o to and from roundel_aes_ctr_stream.
// Bytes:      byte order of roundel_groestl_pkg.
// Reference:  Grøstl 2.0 sections 3.1 and 3.4; FIPS 197 section 5.1.

module roundel_groestl_rounds
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  parameter  bit          Aes       = 1'b0,
  localparam int unsigned StateBits = Columns * ColumnBits
) (
  input logic clk_i,
  input logic clear_i,       // drops the current job and restarts the slots
  input logic chain_init_i,  // sets the chaining value to the initial value

  input  logic                 job_valid_i,     // a job waits
  input  logic                 job_final_i,     // the job is the final P of the chaining value
  output logic                 job_accepted_o,  // the job is accepted; last cycle in which block_i is used
  output logic                 done_o,          // chain_o has the result in the next cycle
  input  logic [StateBits-1:0] block_i,         // message block; zero for a final job
  input  logic                 chain_shift_i,   // moves the chaining value down by one word
  input  logic [        127:0] chain_word_i,    // word inserted at the top by chain_shift_i
  output logic [StateBits-1:0] chain_o,         // chaining value

  output logic [          2:0] slot_o,        // stream in the last stage, one-hot: {AES, P, Q}
  input  logic                 aes_mix_i,     // one cycle before AES's slot: MixColumns applies in that slot
  input  logic [StateBits-1:0] aes_addend_i,  // value added in AES's slot; zero in the other slots
  output logic [StateBits-1:0] shifted_o      // input of the last stage; in AES's slot: after ShiftRows
);

  if (Columns != 8 && Columns != 16) begin : gen_invalid_columns
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

  // Increments with one LUT4 per bit: an adder would put a carry chain in the middle of a longer path.
  function automatic logic [3:0] next_round(logic [3:0] round);
    return round ^ {&round[2:0], &round[1:0], round[0], 1'b1};
  endfunction

  assign slot_last = Aes ? slot_q[2] : slot_q[1];
  assign slot_d = clear_i || slot_last ? 3'b001 : {slot_q[1:0], 1'b0};
  always_ff @(posedge clk_i) slot_q <= slot_d;

  // round_q counts the rounds that the circulating state has completed.
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

  logic result_final_q;  // the circulating job is a final one
  always_ff @(posedge clk_i) begin
    if (slot_last) begin
      final_q <= job_final_i;
      if (begin_q) result_final_q <= final_q;
    end
  end

  assign job_accepted_o = begin_q && slot_q[1];
  assign done_o = last_q && slot_q[1];
  assign slot_o = slot_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Selection of the addends, one cycle early
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic mix_q, constant_q_q, constant_p_q;
  logic chain_add_q;  // the result is added to the chaining value
  addend_e addend_sel_q;
  logic [3:0] next_number_q;  // number of the next round, for the round constant

  // These two describe the next slot.
  logic next_run, next_begin;
  assign next_begin = slot_last ? begin_d : begin_q;
  assign next_run  = slot_last ? run_d && !last_d : run_q && !last_q;

  always_ff @(posedge clk_i) begin
    mix_q <= 1'b0;
    constant_q_q <= 1'b0;
    constant_p_q <= 1'b0;
    chain_add_q <= 1'b0;
    addend_sel_q <= AddendZero;
    next_number_q <= next_begin || !next_run ? '0 : next_round(slot_last ? round_d : round_q);
    if (slot_last) begin
      mix_q <= next_run && !clear_i;
      constant_q_q <= next_begin || next_run;
      addend_sel_q <= next_begin ? AddendBlock : next_run ? AddendOnes : AddendZero;
      chain_add_q <= last_d && !result_final_q && !clear_i;
    end else if (slot_q[0]) begin
      mix_q <= run_q;  // also in the last round: the result is part of the chaining value for the next block
      constant_p_q <= next_begin || next_run;
      addend_sel_q <= next_begin ? AddendBlockChain : AddendZero;
      chain_add_q <= last_q && !clear_i;
      if (clear_i || (last_q && !next_begin)) mix_q <= 1'b0;
    end else begin
      mix_q <= aes_mix_i;
    end
    if (clear_i) begin
      constant_q_q <= 1'b0;
      constant_p_q <= 1'b0;
      addend_sel_q <= AddendZero;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Datapath
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [StateBits-1:0] round_state_q, substituted, shifted, mixed, constants, aes_addend, chain_value_q;

  // Each column has its own copy: the load is wide and at the start of the longest paths.
  logic [Columns-1:0] shift_sel_q, shift_sel_aes, mix_aes;
  for (genvar c = 0; c < Columns; c++) begin : gen_shift_sel
    roundel_keep_register u_shift_sel_q (
      .clk_i,
      .clear_i (1'b0),
      .enable_i(1'b1),
      .data_i  (Aes ? slot_d[2] : slot_d[0]),
      .data_o  (shift_sel_q[c])
    );
    if (Aes) begin : gen_aes
      roundel_keep_register u_shift_sel_aes (
        .clk_i,
        .clear_i (1'b0),
        .enable_i(1'b1),
        .data_i  (slot_d[1]),
        .data_o  (shift_sel_aes[c])
      );
    end else begin : gen_no_aes
      assign shift_sel_aes[c] = 1'b0;
    end
  end
  // AES is mixed in the cycle in which Q is shifted.
  assign mix_aes = Aes ? shift_sel_q : '0;

  roundel_groestl_sub_bytes #(
    .Columns(Columns),
    .Inside (Aes)
  ) u_sub (
    .clk_i,
    .state_i(round_state_q),
    .state_o(substituted)
  );

  if (Aes) begin : gen_three_stages
    // The stream that is shifted in this cycle enters the last stage in the next cycle.
    logic [StateBits-1:0] shift_result, shift_result_q;
    roundel_groestl_shift #(
      .Columns(Columns),
      .Aes    (1'b1)
    ) u_shift (
      .q_i    (shift_sel_q),
      .aes_i  (shift_sel_aes),
      .state_i(substituted),
      .state_o(shift_result)
    );
    always_ff @(posedge clk_i) shift_result_q <= shift_result;
    assign shifted = shift_result_q;
    assign aes_addend = aes_addend_i;
  end else begin : gen_two_stages
    roundel_groestl_shift #(
      .Columns(Columns),
      .Aes    (1'b0)
    ) u_shift (
      .q_i    (shift_sel_q),
      .aes_i  (shift_sel_aes),
      .state_i(substituted),
      .state_o(shifted)
    );
    assign aes_addend = '0;
    logic unused_aes;
    assign unused_aes = ^aes_addend_i;
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
    // Section 3.4.2; addend_sel_q adds the all-ones part of the constants of Q.
    assign constants[ColumnBits*c+:ColumnBits] =
        {constant_q_q ? {4'(c), next_number_q} : 8'd0, 48'd0, constant_p_q ? {4'(c), next_number_q} : 8'd0};
  end

  logic [StateBits-1:0] groestl_addend;
  always_comb begin
    unique case (addend_sel_q)
      AddendOnes: groestl_addend = '1;
      AddendBlock: groestl_addend = ~block_i;
      AddendBlockChain: groestl_addend = block_i ^ chain_value_q;
      default: groestl_addend = '0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    round_state_q <= (mix_q ? mixed : '0) ^ groestl_addend ^ constants ^ aes_addend;
  end
  always_ff @(posedge clk_i) begin
    if (chain_init_i) chain_value_q <= {Initial, {StateBits - 16{1'b0}}};
    else if (chain_add_q || chain_shift_i) begin
      chain_value_q <= chain_shift_i ? {chain_word_i, chain_value_q[StateBits-1:128]} : chain_value_q ^ mixed;
    end
  end

  assign chain_o = chain_value_q;
  assign shifted_o = shifted;

endmodule
