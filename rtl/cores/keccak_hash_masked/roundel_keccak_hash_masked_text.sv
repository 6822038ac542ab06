// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Counts the lanes of a text and of its blocks in roundel_keccak_hash_masked, and places the padding: the
// suffix after the last byte, and the last bit in the last lane of the rate. Both are public.
//
// A block is always filled with 21 lanes: those of the rate, then zeros. If the text ends with a full beat,
// a third lane follows that has the suffix alone.
//
// Schedule:   a beat that is accepted in cycle t moves into the block from t+1, a lane per cycle. The next
//             one can be accepted in the cycle of its last lane. That is decided a cycle early.
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
  input logic        gather_i,        // lanes may move into the block
  input logic        gather_early_i,  // gather_i in the next cycle
  input logic        next_block_i,  // the block is empty again
  input logic [ 4:0] rate_i,        // lanes of a block

  output logic [15:0] end_o,          // one-hot: the byte of the accepted beat that gets the suffix; or zero
  output logic        ready_early_o,  // a beat can be accepted in the next cycle
  output logic        move_o,         // the first lane of the beat moves into the block
  output logic        suffix_next_o,  // the lane that follows in the beat is the suffix alone
  output logic        shift_o,        // a lane is appended to the block
  output logic        final_o,        // it has the last bit of the padding
  output logic        full_o,         // it is the last lane of the block
  output logic        ended_o         // the text has ended, with its suffix
);

  logic [1:0] lanes_d, lanes_q;  // lanes that are left of the beat, with that of the suffix
  logic last_d, last_q;  // the beat is the last of the text
  logic ended_d, ended_q;
  logic [4:0] position_d, position_q;  // lanes in the block
  logic in_rate_d, in_rate_q;  // the next lane is of the rate
  logic rate_end_q;  // it is the last one of the rate
  logic ends;  // the text ends with the lane that moves

  assign end_o = last_i ? ~keep_i & {keep_i[14:0], 1'b1} : '0;
  assign move_o = gather_i && in_rate_q && lanes_q != '0;
  assign shift_o = gather_i && (!in_rate_q || ended_q || lanes_q != '0);
  assign suffix_next_o = lanes_q == 2'd3;
  assign ends = move_o && last_q && lanes_q == 2'd1;
  assign final_o = rate_end_q && (ended_q || ends);
  assign full_o = shift_o && position_q == 5'(BlockLanes - 1);
  assign ended_o = ended_q;

  always_comb begin
    lanes_d = lanes_q;
    if (begin_i) lanes_d = '0;
    else if (accept_i) lanes_d = last_i && !keep_i[7] ? 2'd1 : last_i && keep_i[15] ? 2'd3 : 2'd2;
    else if (move_o) lanes_d = lanes_q - 2'd1;
    position_d = position_q;
    in_rate_d = in_rate_q;
    if (begin_i || next_block_i) begin
      position_d = '0;
      in_rate_d = 1'b1;
    end else if (shift_o) begin
      position_d = position_q + 5'd1;
      in_rate_d = in_rate_q && !rate_end_q;
    end
  end
  assign last_d = accept_i ? last_i : last_q;
  assign ended_d = !begin_i && (ended_q || ends);

  // The next beat replaces the last lane, if that certainly moves.
  assign ready_early_o = !ended_d &&
      (lanes_d == '0 || (lanes_d == 2'd1 && !last_d && gather_early_i && in_rate_d));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lanes_q <= '0;
      ended_q <= 1'b0;
      position_q <= '0;
    end else begin
      lanes_q <= lanes_d;
      ended_q <= ended_d;
      position_q <= position_d;
    end
    last_q <= last_d;
    in_rate_q <= in_rate_d;
    rate_end_q <= position_d == rate_i - 5'd1;
  end

endmodule
