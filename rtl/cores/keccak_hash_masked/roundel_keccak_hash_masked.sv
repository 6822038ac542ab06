// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Hashes messages with the Keccak sponge (FIPS 202) in two shares, first-order masked: SHA-3, SHAKE,
// TurboSHAKE and original Keccak at every rate of 1 to 21 lanes, any domain suffix, any output length. A
// transaction is CMD, TEXT -> DIGEST.
//
// The text and the digest have two shares, each on a port of its own under one handshake: their sum (XOR) is
// the value, and each share alone is uniform. CMD and STATUS are public: share 0 has their bytes, share 1 is
// zero. A CMD with another share 1 is an error. The shares meet in roundel_masked_chi alone.
//
// An illegal sequence is answered by STATUS = ERROR; input is then dropped up to the next command. Both
// shares are cleared after each transaction. Time depends on no data; the core waits for fresh bits.
//
// Schedule:   one message at a time. A block of text takes 21 cycles to gather and 50 for its permutation, an
//             answer four cycles a beat. docs/cores/keccak-hash-masked.md has the cycle budget.
// Interfaces: AXI4-Stream in and out; valid/ready fresh bits, uniform, each used once.
// Bytes:      byte 0 of a beat is tdata[7:0] and tdata1[7:0]; docs/stream-protocol.md has the command.
// Reference:  FIPS 202 sections 3.3, 4 and 6; docs/masking.md

module roundel_keccak_hash_masked
  import roundel_stream_pkg::*;
  import roundel_keccak_pkg::NumLanes;
  import roundel_keccak_hash_masked_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [        127:0] s_axis_tdata1,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input  logic                     fresh_valid_i,  // fresh_i are new fresh bits
  output logic                     fresh_ready_o,  // the core uses them
  input  logic [64*NumLanes/2-1:0] fresh_i,        // new fresh bits

  output logic [        127:0] m_axis_tdata,
  output logic [        127:0] m_axis_tdata1,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  command_t command;
  share_control_t control;
  logic load_command, whole;
  logic begin_message, message_early, fire, accept, gather, gather_early, next_block;
  logic text_ready_early, full, ended, shift;
  logic start_early, clear_early, load_early, empty_early, idle;
  logic beat_clear_q, block_clear_q, block_enable_q, block_load_q;
  logic squeeze, take, more, done, answer_error, answer_free;
  logic [1:0][127:0] data, answer;
  logic [1:0][64*NumLanes-1:0] state, sum;

  assign data = {s_axis_tdata1, s_axis_tdata};
  assign {m_axis_tdata1, m_axis_tdata} = answer;

  roundel_keccak_hash_masked_command u_command (
    .clk_i,
    .load_i   (load_command),
    .data_i   (data),
    .whole_i  (whole),
    .command_o(command)
  );

  roundel_keccak_hash_masked_grammar u_grammar (
    .clk_i,
    .rst_ni,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .load_command_o    (load_command),
    .whole_o           (whole),
    .legal_i           (command.legal),
    .begin_o           (begin_message),
    .message_early_o   (message_early),
    .fire_o            (fire),
    .accept_o          (accept),
    .gather_o          (gather),
    .gather_early_o    (gather_early),
    .next_block_o      (next_block),
    .text_ready_early_i(text_ready_early),
    .full_i            (full),
    .ended_i           (ended),
    .start_early_o     (start_early),
    .clear_early_o     (clear_early),
    .load_early_o      (load_early),
    .empty_early_o     (empty_early),
    .idle_i            (idle),
    .squeeze_o         (squeeze),
    .more_i            (more),
    .done_i            (done),
    .error_o           (answer_error),
    .answer_free_i     (answer_free)
  );

  roundel_keccak_hash_masked_text u_text (
    .clk_i,
    .rst_ni,
    .keep_i        (s_axis_tkeep),
    .last_i        (s_axis_tlast),
    .begin_i       (begin_message),
    .accept_i      (accept),
    .gather_i      (gather),
    .gather_early_i(gather_early),
    .next_block_i  (next_block),
    .rate_i        (command.rate),
    .end_o         (control.beat_end),
    .ready_early_o (text_ready_early),
    .move_o        (control.beat_next),
    .suffix_next_o (control.suffix_next),
    .shift_o       (shift),
    .final_o       (control.lane_final),
    .full_o        (full),
    .ended_o       (ended)
  );

  roundel_keccak_hash_masked_answer u_answer (
    .clk_i,
    .rst_ni,
    .begin_i  (begin_message),
    .length_i (command.length),
    .rate_i   (command.rate),
    .squeeze_i(squeeze),
    .moves_i  (block_enable_q),
    .take_o   (take),
    .more_o   (more),
    .done_o   (done),
    .error_i  (answer_error),
    .free_o   (answer_free),
    .clear_o  (control.answer_clear),
    .low_o    (control.answer_low),
    .high_o   (control.answer_high),
    .keep_o   (control.answer_keep),
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  assign control.beat_load = fire;
  assign control.beat_keep = s_axis_tkeep;
  assign control.lane_text = control.beat_next;
  assign control.answer_error = answer_error;

  // Registers drive the clears of the beat, and all that the thousands of registers of the block do.
  always_ff @(posedge clk_i) begin
    beat_clear_q <= !message_early || !rst_ni;
    block_clear_q <= empty_early || !rst_ni;
    block_enable_q <= shift || take || load_early;
    block_load_q <= load_early;
  end
  assign control.beat_clear = beat_clear_q;
  assign control.block_clear = block_clear_q;
  assign control.block_enable = block_enable_q;
  assign control.block_load = block_load_q;

  for (genvar i = 0; i < 2; i++) begin : gen_share
    roundel_keccak_hash_masked_share #(
      .Public(i == 0)
    ) u_share (
      .clk_i,
      .control_i(control),
      .suffix_i (command.suffix),
      .data_i   (data[i]),
      .state_i  (state[i]),
      .sum_o    (sum[i]),
      .answer_o (answer[i])
    );
  end

  roundel_keccak_hash_masked_rounds u_rounds (
    .clk_i,
    .rst_ni,
    .start_early_i(start_early),
    .clear_early_i(clear_early),
    .rounds12_i   (command.rounds12),
    .idle_o       (idle),
    .fresh_valid_i,
    .fresh_ready_o,
    .fresh_i,
    .sum_i        (sum),
    .state_o      (state)
  );

endmodule
