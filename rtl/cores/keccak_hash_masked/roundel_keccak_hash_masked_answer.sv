// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Counts the lanes and bytes of a digest in roundel_keccak_hash_masked, and sends its beats, or STATUS =
// ERROR. The data of a beat is in both roundel_keccak_hash_masked_share, and is cleared when it is accepted.
// A digest of no bytes is one empty beat.
//
// Schedule:   a lane in every second cycle, while no beat waits; a beat is valid in the cycle after its last
//             lane. So a beat takes four cycles, if the receiver does not wait. error_i in cycle t: STATUS in
//             t+1.
// Interfaces: squeeze_i and error_i from roundel_keccak_hash_masked_grammar; the m_axis ports but for the
//             data; controls to both roundel_keccak_hash_masked_share.
// Reference:  FIPS 202 section 4, steps 8 to 10

module roundel_keccak_hash_masked_answer
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic        begin_i,    // a message begins: load the length
  input  logic [31:0] length_i,   // bytes of its digest
  input  logic [ 4:0] rate_i,     // lanes of a block
  input  logic        squeeze_i,  // lanes of the block may be taken
  input  logic        moves_i,    // the block moves: its first lane is another one in the next cycle
  output logic        take_o,     // the first lane of the block is taken
  output logic        more_o,     // it is the last of its block, and others follow
  output logic        done_o,     // it is the last of the digest
  input  logic        error_i,    // send STATUS = ERROR; only with free_o
  output logic        free_o,     // no beat waits

  output logic       clear_o,  // the data becomes zero
  output logic       low_o,    // its lower half is loaded
  output logic       high_o,   // its upper half is loaded
  output logic [7:0] keep_o,   // bytes that are loaded

  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic [31:0] left_q;  // bytes that are not taken yet
  logic [4:0] position_q;  // lanes of the block that were taken
  logic second_q;  // the next lane is the upper half of its beat
  logic valid_q, last_q, error_q;
  logic [15:0] keep_q;
  // Of the next lane; a lane is taken two cycles after the one before, or later.
  logic last_lane_q;  // it is the last one of the digest
  logic rate_end_q;  // it is the last one of its block
  logic [7:0] lane_keep_d, lane_keep_q;  // its bytes that are sent

  assign free_o = !valid_q;
  assign take_o = squeeze_i && !moves_i && !valid_q;
  assign more_o = take_o && rate_end_q && !last_lane_q;
  assign done_o = take_o && last_lane_q;
  always_comb begin
    for (int unsigned k = 0; k < 8; k++) lane_keep_d[k] = left_q[31:3] != '0 || 3'(k) < left_q[2:0];
  end
  assign keep_o = error_i ? '0 : lane_keep_q;
  assign low_o = (take_o && !second_q) || error_i;
  assign high_o = take_o && second_q;
  assign clear_o = !rst_ni || (valid_q && m_axis_tready);

  always_ff @(posedge clk_i) begin
    if (begin_i) left_q <= length_i;
    else if (take_o) left_q[31:3] <= left_q[31:3] - 29'd1;
    if (begin_i) position_q <= '0;
    else if (take_o) position_q <= rate_end_q ? '0 : position_q + 5'd1;
    if (begin_i) second_q <= 1'b0;
    else if (take_o) second_q <= !second_q;
    last_lane_q <= left_q[31:4] == '0 && left_q[3:0] <= 4'd8;
    rate_end_q <= position_q == rate_i - 5'd1;
    lane_keep_q <= lane_keep_d;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= (take_o && (second_q || last_lane_q)) || error_i || (valid_q && !m_axis_tready);
    if (low_o) begin
      keep_q <= error_i ? 16'h0001 : 16'(lane_keep_q);
      last_q <= last_lane_q || error_i;
      error_q <= error_i;
    end
    if (high_o) begin
      keep_q[15:8] <= lane_keep_q;
      last_q <= last_lane_q;
    end
  end

  assign m_axis_tkeep = keep_q;
  assign m_axis_tlast = last_q;
  assign m_axis_tuser = error_q ? KindStatus : KindDigest;
  assign m_axis_tvalid = valid_q;

endmodule
