// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Counts the lanes of a text and of its blocks in roundel_keccak_hash_masked, and places the padding: the
// suffix after the last byte, and the last bit in the last lane of the rate. Both are public.
//
// A block is always filled with 21 lanes: those of the rate, then zeros. If the text ends with a full beat,
// a third lane follows that has the suffix alone.
//
// Schedule:   a beat that is accepted in cycle t moves into the block from t+1, a lane per cycle. The next
//             one can be accepted in the cycle of its last lane.
// Interfaces: beats and blocks from roundel_keccak_hash_masked_grammar; controls to both
//             roundel_keccak_hash_masked_share.
// Bytes:      bit k of keep_i is byte k of the beat.
// Reference:  FIPS 202 sections 5.1 (pad10*1) and B.2 (suffix byte)

module roundel_keccak_hash_masked_text
  import roundel_keccak_hash_masked_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic [15:0] keep_i,        // tkeep of the accepted beat
  input logic        last_i,        // its tlast
  input logic        begin_i,       // a message begins
  input logic        accept_i,      // a legal beat of text is accepted
  input logic        gather_i,      // lanes may move into the block
  input logic        next_block_i,  // the block is empty again
  input logic [ 4:0] rate_i,        // lanes of a block

  output logic [15:0] end_o,          // one-hot: the byte of the accepted beat that gets the suffix; or zero
  output logic        ready_o,        // a beat can be accepted
  output logic        move_o,         // the first lane of the beat moves into the block
  output logic        suffix_next_o,  // the lane that follows in the beat is the suffix alone
  output logic        shift_o,        // a lane is appended to the block
  output logic        final_o,        // it has the last bit of the padding
  output logic        full_o,         // it is the last lane of the block
  output logic        ended_o         // the text has ended, with its suffix
);

  logic [1:0] lanes_q;  // lanes that are left of the beat, with that of the suffix
  logic last_q;  // the beat is the last of the text
  logic ended_q;
  logic [4:0] position_q;  // lanes in the block
  logic in_rate;  // the next lane is of the rate
  logic ends;  // the text ends with the lane that moves

  assign end_o = last_i ? ~keep_i & {keep_i[14:0], 1'b1} : '0;
  assign in_rate = position_q < rate_i;
  assign move_o = gather_i && in_rate && lanes_q != '0;
  assign shift_o = gather_i && (!in_rate || ended_q || lanes_q != '0);
  assign suffix_next_o = lanes_q == 2'd3;
  assign ends = move_o && last_q && lanes_q == 2'd1;
  assign final_o = position_q == rate_i - 5'd1 && (ended_q || ends);
  assign full_o = shift_o && position_q == 5'(BlockLanes - 1);
  assign ready_o = !ended_q && (lanes_q == '0 || (lanes_q == 2'd1 && move_o && !last_q));
  assign ended_o = ended_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || begin_i) begin
      lanes_q <= '0;
      ended_q <= 1'b0;
      position_q <= '0;
    end else begin
      if (accept_i) lanes_q <= last_i && !keep_i[7] ? 2'd1 : last_i && keep_i[15] ? 2'd3 : 2'd2;
      else if (move_o) lanes_q <= lanes_q - 2'd1;
      if (ends) ended_q <= 1'b1;
      if (next_block_i) position_q <= '0;
      else if (shift_o) position_q <= position_q + 5'd1;
    end
    if (accept_i) last_q <= last_i;
  end

endmodule
