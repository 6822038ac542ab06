// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts many blocks with AES-128 or AES-256 under one key, for counter modes. The round keys are in LUT
// RAM. A round of a block takes three cycles and three blocks are in flight: one round a cycle.
//
// Schedule:   values in parentheses are for AES-256. A block begins in its first cycle C, after started_o,
//             and its result is valid 30 (42) cycles later; one block every 10 (14) cycles. Key expansion
//             takes 60 (78) cycles, 6 a row; a block may begin 31 (37) cycles after expand_i: from then
//             on every round key is ready before its use. Clearing the round keys takes 17 cycles.
// Interfaces: key rows, blocks and control from roundel_aes_gcm_hs; results to it. The round is
//             roundel_aes_sbox_front, roundel_aes_sbox_back, roundel_aes_shift_rows and
//             roundel_aes_mix_column; the expansion is roundel_aes_key_step.
//             Key: load_i once or twice with the rows of a key of 16 or 32 bytes, then expand_i. load_i,
//             expand_i and clear_key_i are allowed only while busy_o is low and no block is in flight. After
//             a reset the engine clears its round keys.
// Bytes:      byte 0 of a block or key row is bits [7:0].
// Reference:  FIPS 197.

module roundel_aes_stored_engine
  import roundel_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         load_i,       // key_i is the next row of a new key
  input  logic [127:0] key_i,        // 16 bytes of the key; zero while round keys are cleared
  input  logic         expand_i,     // starts the expansion of the rows that were loaded
  input  logic         clear_key_i,  // starts to clear the round keys
  output logic         busy_o,       // the key is being expanded or the round keys are being cleared

  input  logic         start_i,    // a block is offered; it keeps its value until started_o
  input  logic [  1:0] kind_i,     // sent with the block, returned as result_kind_o
  input  logic         zero_i,     // the block is all zeros; block_i is ignored
  input  logic [127:0] block_i,    // the block to encrypt
  output logic         started_o,  // the block is accepted in this cycle
  input  logic         flush_i,    // discards all blocks in flight

  input  logic         can_accept_i,    // a result may come next cycle; if low, a result stalls all blocks
  output logic         result_valid_o,  // result_o is valid
  output logic [  1:0] result_kind_o,   // kind_i of the block of this result
  output logic [127:0] result_o         // the encrypted block
);

  typedef logic [3:0] row_t;

  localparam int unsigned NumCopies = 6;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Slots: the blocks in A, B and C
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A round is three cycles; each of the three blocks is in another one of them:
  //   A  state_q   -> first half of the S-boxes
  //   B  forms_q   -> second half, ShiftRows; the round key is read
  //   C  mix_q     -> MixColumns, AddRoundKey; or, with mix_q cleared, the next block and its first key
  // In the last cycle C the result is sub_q (mix_q before it was cleared) plus the last round key, which has
  // a register of its own: a block begins in the cycle in which another ends. 10 and 14 are not multiples of
  // 3: blocks that begin that far apart, or a multiple of 3 further, are never in the same one of A, B, C.
  typedef struct packed {
    logic       run;
    logic       last;
    logic [1:0] kind;
    row_t       row;   // the round key that is added in the next C
  } slot_t;

  slot_t slot_a_q, slot_b_q;
  logic run_c_q;  // a block is in C and has further rounds
  row_t row_c_q;
  logic [1:0] kind_c_q;
  logic result_q;  // a block ends in C
  logic [1:0] result_kind_q;
  logic advance_d, advance_q;
  logic move[NumCopies];  // copies of advance_q
  logic begin_d, begin_q;
  logic clear_mix_d, clear_mix_q, clear_in_d, clear_in_q;
  logic result_next, a_idle, b_idle, idle_next;
  logic aes256_q;
  row_t rounds, next_row;
  row_t row_q, before_q, second_q;  // of the expansion: the next row and the two rows before it
  logic [3:0] pace_q;  // cycles until the next block may begin; then it may begin in every third cycle
  logic rows_ready_q, expansion_next;

  assign rounds = aes256_q ? 4'd14 : 4'd10;
  assign next_row = row_c_q + 4'd1;

  assign a_idle = !slot_a_q.run || slot_a_q.last;
  assign b_idle = !slot_b_q.run || slot_b_q.last;
  assign idle_next = advance_q ? a_idle : b_idle;
  assign result_next = (advance_q ? slot_b_q.run && slot_b_q.last : result_q) && !flush_i;
  assign advance_d = !result_next || can_accept_i;
  assign begin_d = advance_d && start_i && !begin_q && pace_q == '0 && idle_next && rows_ready_q &&
      !expansion_next && !flush_i;
  assign clear_mix_d = advance_d && idle_next;
  assign clear_in_d = advance_d && !(begin_d && !zero_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      slot_a_q.run <= 1'b0;
      slot_b_q.run <= 1'b0;
      run_c_q <= 1'b0;
      result_q <= 1'b0;
    end else if (advance_q) begin
      slot_a_q.run <= run_c_q;
      slot_b_q.run <= slot_a_q.run;
      run_c_q <= begin_q || (slot_b_q.run && !slot_b_q.last);
      result_q <= slot_b_q.run && slot_b_q.last;
    end
  end
  always_ff @(posedge clk_i) begin
    if (advance_q) begin
      slot_a_q.row <= next_row;
      slot_a_q.last <= next_row == rounds;
      slot_a_q.kind <= kind_c_q;
      slot_b_q.row <= slot_a_q.row;
      slot_b_q.last <= slot_a_q.last;
      slot_b_q.kind <= slot_a_q.kind;
      row_c_q <= begin_q ? '0 : slot_b_q.row;
      kind_c_q <= begin_q ? kind_i : slot_b_q.kind;
      result_kind_q <= slot_b_q.kind;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      advance_q <= 1'b1;
      begin_q <= 1'b0;
      clear_mix_q <= 1'b1;
    end else begin
      advance_q <= advance_d;
      begin_q <= begin_d;
      clear_mix_q <= clear_mix_d;
    end
    clear_in_q <= clear_in_d;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) pace_q <= '0;
    else if (expand_i) pace_q <= {3'd0, row_q[1]};
    else if (begin_q) pace_q <= rounds - 4'd2;
    else if (advance_q) pace_q <= pace_q == '0 ? 4'd2 : pace_q - 4'd1;
  end

  for (genvar i = 0; i < NumCopies; i++) begin : gen_move
    roundel_keep_register u_move (
      .clk_i,
      .clear_i (1'b0),
      .enable_i(1'b1),
      .data_i  (advance_d || !rst_ni),
      .data_o  (move[i])
    );
  end

  assign started_o = begin_q;
  // A result and its kind, decided a cycle ahead.
  always_ff @(posedge clk_i) begin
    result_valid_o <= rst_ni && result_next && can_accept_i;
    result_kind_o <= advance_q ? slot_b_q.kind : result_kind_q;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Expansion: six phases for each row, as many as two rounds; a row uses the S-boxes like a block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [5:0] phase_q;  // one-hot; 0: reads the row before, 3: reads the row to add to, 4: writes row_q
  logic expanding_q, clear_key_q;
  logic load_row_q;  // !expanding_q as a register of its own, because it selects all bits of a row
  byte_t constant_q;
  logic use_rot_word, use_rot_word_q, rotate_q, last_row_q, write;
  row_t read_row_d;
  row_t read_row[2];

  assign write = load_i || clear_key_q || phase_q[4];
  // In the next cycle the expansion is in B.
  assign expansion_next = advance_q ? (phase_q[5] && !last_row_q) || phase_q[2] : phase_q[0] || phase_q[3];
  // Every second row of a long key has no RotWord and no round constant.
  assign use_rot_word = !aes256_q || !row_q[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= '0;
      expanding_q <= 1'b0;
      load_row_q <= 1'b1;
    end else if (expand_i) begin
      phase_q <= 6'b000001;
      expanding_q <= 1'b1;
      load_row_q <= 1'b0;
    end else if (advance_q) begin
      phase_q <= {phase_q[4:0], phase_q[5] && !last_row_q};
      if (phase_q[5] && last_row_q) expanding_q <= 1'b0;
      if (phase_q[5] && last_row_q) load_row_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    last_row_q <= row_q == rounds;
    use_rot_word_q <= use_rot_word;
    if (advance_q) rotate_q <= phase_q[0] && use_rot_word;
    if (expand_i) begin
      aes256_q <= row_q[1];
      rows_ready_q <= 1'b0;
    end else begin
      rows_ready_q <= !expanding_q || row_q[3] || (!aes256_q && row_q[2:1] == 2'b11);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key_i) clear_key_q <= 1'b1;
    else if (row_q == '1) clear_key_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key_i) begin
      row_q <= '0;
    end else if (load_i || clear_key_q || (phase_q[5] && advance_q)) begin
      row_q <= row_q + 4'd1;
      before_q <= row_q;
      second_q <= before_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (expand_i) constant_q <= 8'h01;
    else if (phase_q[4] && advance_q && use_rot_word_q) constant_q <= xtime(constant_q);
  end

  assign busy_o = expanding_q || clear_key_q;

  // The row that the block or the expansion in B reads in the next cycle.
  always_comb begin
    read_row_d = a_idle ? '0 : slot_a_q.row;
    if (phase_q[5] && !last_row_q) read_row_d = row_q;
    if (phase_q[2]) read_row_d = aes256_q ? second_q : before_q;
    if (expand_i) read_row_d = before_q;
  end
  for (genvar i = 0; i < 2; i++) begin : gen_read_row
    roundel_keep_register #(
      .Width(4)
    ) u_read_row (
      .clk_i,
      .clear_i (1'b0),
      .enable_i(advance_q || expand_i),
      .data_i  (read_row_d),
      .data_o  (read_row[i])
    );
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Round keys
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [63:0] low_rows_q[16], high_rows_q[16];
  logic [127:0] row, key_q, last_key_q;
  column_t key_sub_q;
  next_words_t unused_parts;

  roundel_aes_key_step u_key_step (
    .words_i     ({key_q[127:8], key_q[7:0] ^ (use_rot_word_q ? constant_q : 8'h00)}),
    .sub_i       (key_sub_q),
    .load_i      (load_row_q),
    .load_words_i(key_i),
    .words_o     (row),
    .parts_o     (unused_parts)
  );

  always_ff @(posedge clk_i) begin
    if (write) low_rows_q[row_q] <= row[63:0];
  end
  always_ff @(posedge clk_i) begin
    if (write) high_rows_q[row_q] <= row[127:64];
  end
  always_ff @(posedge clk_i) begin
    if (write) last_key_q <= row;
  end
  always_ff @(posedge clk_i) begin
    if (move[0]) key_q <= {high_rows_q[read_row[1]], low_rows_q[read_row[0]]};
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] state_d, state_q;
  logic [2*NumSboxForms-1:0][15:0] forms_d, forms_q;
  logic [3:0][15:0] norm_d, norm_q;
  logic [127:0] sub, shifted, mix_key, mix_q, sub_q, in_q;

  roundel_aes_sbox_front #(
    .Lanes(16)
  ) u_front (
    .data_i (state_q),
    .forms_o(forms_d),
    .norm_o (norm_d)
  );

  roundel_aes_sbox_back #(
    .Lanes(16)
  ) u_back (
    .forms_i(forms_q),
    .norm_i (norm_q),
    .data_o (sub)
  );

  roundel_aes_shift_rows u_shift_rows (
    .state_i(sub),
    .state_o(shifted)
  );

  // RotWord before SubWord: the row before passes C with zeros to mix, as the round key.
  assign mix_key = {rotate_q ? rotate_word(key_q[127:96]) : key_q[127:96], key_q[95:0]};

  for (genvar c = 0; c < 4; c++) begin : gen_column
    roundel_aes_mix_column u_mix_column (
      .column_i(mix_q[32*c+:32]),
      .key_i   (mix_key[32*c+:32]),
      .addend_i(in_q[32*c+:32]),
      .column_o(state_d[32*c+:32])
    );
  end

  always_ff @(posedge clk_i) begin
    if (move[1]) state_q <= state_d;
    if (move[2]) forms_q <= forms_d;
    if (move[3]) norm_q <= norm_d;
    if (move[3]) key_sub_q <= sub[127:96];
    if (move[4]) sub_q <= shifted;
  end
  always_ff @(posedge clk_i) begin
    if (clear_mix_q) mix_q <= '0;
    else if (move[5]) mix_q <= shifted;
  end
  always_ff @(posedge clk_i) begin
    if (clear_in_q) in_q <= '0;
    else if (move[4]) in_q <= block_i;
  end

  assign result_o = sub_q ^ last_key_q;

endmodule
