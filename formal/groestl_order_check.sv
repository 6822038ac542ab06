// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks the order of rounds in roundel_groestl_rounds against sections 3.2 to 3.4 of the specification of
// Grøstl, for all jobs, blocks and chaining values, with a clear at any time: P and Q begin with the block
// and the chaining value, each of their rounds has ShiftBytes of the stream and the constants of its number,
// and their results are added to the chaining value. With Aes, the AES blocks beside them have rounds when
// they ask for them. For all time, by induction.
//
// The task cuts the S-boxes and MixBytes, which are proved separately: their results are free.

module groestl_order_check
  import groestl_spec_pkg::*;
#(
  parameter int unsigned Columns = 8,
  parameter bit          Aes     = 1'b0
) (
  input logic clk_i,
  input logic clear_i,
  input logic chain_init_i,

  input logic                  job_valid_i,
  input logic                  job_final_i,
  input logic [64*Columns-1:0] block_i,
  input logic                  chain_shift_i,
  input logic [         127:0] chain_word_i,
  input logic                  aes_mix_i,
  input logic [64*Columns-1:0] aes_addend_i
);

  typedef logic [64*Columns-1:0] state_t;

  // Section 3.4.1: rounds of P and Q.
  localparam logic [3:0] Rounds = Columns == 8 ? 4'd10 : 4'd14;

  logic job_accepted, done;
  logic [2:0] slot;
  state_t chain, state_after_shift;

  roundel_groestl_rounds #(
    .Columns(Columns),
    .Aes    (Aes)
  ) u_dut (
    .clk_i,
    .clear_i,
    .chain_init_i,
    .job_valid_i,
    .job_final_i,
    .job_accepted_o(job_accepted),
    .done_o        (done),
    .block_i,
    .chain_shift_i,
    .chain_word_i,
    .chain_o       (chain),
    .slot_o        (slot),
    .aes_mix_i,
    .aes_addend_i,
    .shifted_o     (state_after_shift)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || clear_i);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The steps of the specification. A step of the module ends when the last of its slots does.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic q, p, step_ends;
  assign q = slot[0];
  assign p = slot[1];
  assign step_ends = Aes ? slot[2] : slot[1];

  // What the S-boxes returned for the stream whose slot it is.
  state_t substituted, x;
  assign substituted = u_dut.substituted;
  if (Aes) begin : gen_three_stages
    state_t substituted_q;
    always_ff @(posedge clk_i) substituted_q <= substituted;
    assign x = substituted_q;
  end else begin : gen_two_stages
    assign x = substituted;
  end

  // What ShiftBytes of the specification makes of it, and the constants.
  state_t moved, aes_moved, constants;
  logic [3:0] number;  // of the constants

  always_comb begin
    for (int c = 0; c < Columns; c++) begin
      for (int r = 0; r < 8; r++) begin
        moved[64*c+8*r+:8] = q ? x[64*((c+shift_of(1'b1, Columns, r))%Columns)+8*r+:8] :
            x[64*((c+shift_of(1'b0, Columns, r))%Columns)+8*r+:8];
        constants[64*c+8*r+:8] = q ? constant_of(1'b1, r, c, number) : constant_of(1'b0, r, c, number);
      end
    end
  end

  // FIPS 197 section 5.1.2, of the AES blocks.
  always_comb begin
    for (int block = 0; block < Columns / 2; block++) begin
      for (int r = 0; r < 4; r++) begin
        for (int c = 0; c < 4; c++) begin
          aes_moved[aes_place(Columns, block, r, c)+:8] = x[aes_place(Columns, block, r, (c+r)%4)+:8];
        end
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rounds of a job: begins and runs say whether one begins in this step and has begun before it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic begins, last, aes_mix_q, valid_q;
  state_t result;
  logic runs_q = 1'b0;
  logic waiting_final_q, final_q;  // the job that waited before this step, and the one that runs, is final
  logic [3:0] rounds_q;  // rounds that are complete before this step
  state_t state_q, chain_q, chain_next;

  assign result = u_dut.mixed;
  assign begins = u_dut.begin_q;
  assign last   = runs_q && rounds_q == Rounds - 4'd1;
  assign number = begins ? 4'd0 : rounds_q + 4'd1;

  always_ff @(posedge clk_i) begin
    aes_mix_q <= aes_mix_i;
    if (step_ends) begin
      waiting_final_q <= job_final_i;
      runs_q <= begins || (runs_q && !last);
      rounds_q <= number;
      if (begins) final_q <= waiting_final_q;
    end
    if (clear_i) runs_q <= 1'b0;
  end

  // Section 3.2: h = P(h + m) + Q(m) + h; section 3.3: P(h) + h.
  always_comb begin
    chain_next = chain;
    if (last && ((q && !final_q) || p)) chain_next = chain ^ result;
    if (chain_shift_i) chain_next = {chain_word_i, chain[64*Columns-1:128]};
    // Section 3.5: the size of the digest in bits, in the last bytes.
    if (chain_init_i) chain_next = {Columns == 8 ? 16'h0001 : 16'h0002, {64 * Columns - 16{1'b0}}};
  end

  // What the state and the chaining value are in the next cycle.
  always_ff @(posedge clk_i) begin
    chain_q <= chain_next;
    valid_q <= started_q && (begins || (runs_q && !last));
    if (q) state_q <= (begins ? block_i : result) ^ constants;
    if (p) state_q <= (begins ? block_i ^ chain ^ (last ? result : '0) : result) ^ constants;
    if (slot[2]) begin
      valid_q <= started_q;
      state_q <= (aes_mix_q ? result : '0) ^ aes_addend_i;
    end
  end

  // The addend of the AES blocks is zero in the other slots.
  always_comb begin
    assume (!Aes || slot[2] || aes_addend_i == '0);
  end

  logic cleared_q = 1'b1;  // the slots have just begun again
  always_ff @(posedge clk_i) begin
    cleared_q <= clear_i;
  end

  logic started_q1 = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q1 <= started_q;
  end

  always_comb begin
    if (started_q) begin
      assert (job_accepted == (p && begins));
      assert (done == (p && last));
    end
    if (runs_q && (p || q)) assert (state_after_shift == moved);
    if (!cleared_q && slot[2]) assert (state_after_shift == aes_moved);
    if (!cleared_q) assert (u_dut.mix_aes == {Columns{slot[2]}});
    if (started_q1) begin
      assert (chain == chain_q);
      if (valid_q) assert (u_dut.round_state_q == state_q);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (started_q) begin
      assert ($onehot(slot) && (Aes || !slot[2]));
      assert (u_dut.run_q == runs_q);
      assert (u_dut.last_q == last);
      assert (!runs_q || u_dut.round_q == rounds_q);
      assert (!runs_q || rounds_q < Rounds);
      assert (!runs_q || last || !begins);
      assert (!runs_q || u_dut.result_final_q == final_q);
      assert (!begins || u_dut.final_q == waiting_final_q);
    end
  end

endmodule
