// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// One share of the text, the block and the answer of roundel_keccak_hash_masked: its registers outside of the
// permutation. Each share passes them alone. Synthesis keeps the hierarchy: it must not merge logic of two
// shares. What is public, such as the padding, is in share 0 (Public); share 1 has zeros there.
//
// A beat of text waits in two lanes. They move through a register into the block, a shift register of the
// widest rate: 21 lanes fill it, those of the rate and zeros. The block is added to the state in the first
// round of a permutation. An answer takes the outer lanes of the state into the block, and sends its first
// lane.
//
// Schedule:   each control of cycle t changes its registers at the end of t; a clear has priority. A lane of
//             the beat of cycle t is in the block from t+2.
// Interfaces: controls from the other parts of roundel_keccak_hash_masked; state to and from
//             roundel_keccak_hash_masked_rounds. The block is zero when it loads the state.
// Bytes:      byte 0 of a beat is bits [7:0]; lane i of a state is bits [64i+:64].
// Reference:  FIPS 202 sections 4 and 5.1 (pad10*1), B.2 (suffix byte)

(* keep_hierarchy *)
module roundel_keccak_hash_masked_share
  import roundel_keccak_pkg::NumLanes;
  import roundel_keccak_hash_masked_pkg::*;
#(
  parameter bit Public = 1'b0  // this share has what is public
) (
  input  logic                    clk_i,
  input  share_control_t          control_i,  // what to do in this cycle
  input  logic [7:0]              suffix_i,   // domain suffix with the first bit of the padding
  input  logic [127:0]            data_i,     // a share of the beat on the s_axis ports
  input  logic [64*NumLanes-1:0]  state_i,    // of the state
  output logic [64*NumLanes-1:0]  sum_o,      // of the state with the block added to its outer lanes
  output logic [127:0]            answer_o    // of the beat on the m_axis ports
);

  localparam logic [7:0] ErrorCode = Public ? roundel_stream_pkg::StatusError : 8'h00;

  logic [15:0][7:0] accepted;  // the accepted beat, with the suffix
  logic [1:0][63:0] beat_q;  // the next lanes of the text
  logic [BlockLanes-1:0][63:0] block_q;
  logic [63:0] appended, appended_q;  // the lane that moves into the block
  logic [63:0] answered;
  logic [1:0][63:0] answer_q;

  always_comb begin
    for (int unsigned k = 0; k < 16; k++) begin
      accepted[k] = data_i[8*k+:8] & {8{control_i.beat_keep[k]}};
      if (Public && control_i.beat_end[k]) accepted[k] |= suffix_i;
    end
  end

  always_comb begin
    appended = control_i.lane_text ? beat_q[0] : '0;
    if (Public && control_i.lane_final) appended[63] = 1'b1;
  end

  always_comb begin
    for (int unsigned k = 0; k < 8; k++)
    answered[8*k+:8] = block_q[0][8*k+:8] & {8{control_i.answer_keep[k]}};
    if (control_i.answer_error) answered[7:0] |= ErrorCode;
  end

  assign sum_o = state_i ^ (64 * NumLanes)'(block_q);
  assign answer_o = answer_q;

  always_ff @(posedge clk_i) begin
    if (control_i.beat_clear) beat_q <= '0;
    else if (control_i.beat_load) beat_q <= accepted;
    else if (control_i.beat_next)
      beat_q <= {Public && control_i.suffix_next ? 64'(suffix_i) : 64'd0, beat_q[1]};
  end

  always_ff @(posedge clk_i) begin
    appended_q <= appended;
  end

  for (genvar i = 0; i < BlockLanes; i++) begin : gen_lane
    logic [63:0] next;
    assign next = i == BlockLanes - 1 ? appended_q : block_q[(i+1)%BlockLanes];
    always_ff @(posedge clk_i) begin
      if (control_i.block_clear) block_q[i] <= '0;
      else if (control_i.block_enable) block_q[i] <= control_i.block_load ? sum_o[64*i+:64] : next;
    end
  end

  always_ff @(posedge clk_i) begin
    if (control_i.answer_clear) answer_q[0] <= '0;
    else if (control_i.answer_low) answer_q[0] <= answered;
    if (control_i.answer_clear) answer_q[1] <= '0;
    else if (control_i.answer_high) answer_q[1] <= answered;
  end

endmodule
