// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Joins input, permutation and output of a duplex, with a stream on either side. Serves Lake Keyak v2
// always; with Sponge also hash, MAC, its check and the duplex generator, on the same state.
//
// Timing depends on lengths only. Key and state are cleared when a message, a session or a generator ends,
// when a tag is refused and when a sequence is illegal.
//
// With HoldDepth the text of an OPEN is held back until its tag is checked, in a memory of HoldDepth beats.
// It leaves as TEXT, or not at all.
//
// Schedule:   one round a cycle. 12 cycles a block of 168 bytes of text or of 192 bytes of AD, 13 a block of
//             168 bytes of text with 24 bytes of AD. Sponge: 24 a block of HASH and MAC, 12 or 24 of PRNG.
//             Shortest message, CMD taken in cycle 0, no stalls: first beat of text in 27, TAG of a SEAL in
//             39. STATUS of an OPEN in 43; 5 cycles and one a pair later where text does not fill the block.
//             Shortest hash: first beat of DIGEST in 37, then a beat a cycle.
//             A block waits for roundel_duplex_permutation; nothing waits between the state and the output.
//             With HoldDepth every beat leaves four cycles later, and the text of an OPEN after its STATUS.
// Interfaces: s_axis to roundel_duplex_input, m_axis from roundel_duplex_output or roundel_aead_hold;
//             instantiated by roundel_keyak_hs (Sponge = 0) and roundel_multi_keccak_hs (Sponge = 1)
// Bytes:      byte i of a beat is tdata[8i+7:8i].
// Reference:  CAESAR document of Keyak, version 2; FIPS 202 for Sponge

module roundel_duplex_core
  import roundel_stream_pkg::*;
  import roundel_duplex_pkg::*;
#(
  parameter bit          Sponge    = 1'b0,  // with HASH, MAC, VERIFY and PRNG
  parameter int unsigned HoldDepth = 0      // longest text of an OPEN in beats, a power of two; 0: no hold
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic write_even, write_odd;
  logic [3:0] write_pair;
  logic [63:0] even, odd, out_even, out_odd;
  logic [7:0] even_mark, odd_mark, suffix;
  logic [127:0] echo;
  logic block_valid, block_accepted, start_ready, capture_ready, absorb_ready;
  block_t block;
  message_t message;
  logic [127:0] tag;
  logic tag_busy, answered, refused, session_refused;
  logic abort, aborted, text_open;
  logic capture, reserve, can_reserve, idle;
  capture_t capture_info;
  logic [127:0] tdata;
  logic [15:0] tkeep;
  logic [UserWidth-1:0] tuser;
  logic tlast, tvalid, tready;

  roundel_duplex_input #(
    .Sponge(Sponge)
  ) u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .write_even_o    (write_even),
    .write_odd_o     (write_odd),
    .write_pair_o    (write_pair),
    .even_o          (even),
    .odd_o           (odd),
    .even_mark_o     (even_mark),
    .odd_mark_o      (odd_mark),
    .suffix_o        (suffix),
    .block_valid_o   (block_valid),
    .block_accepted_o(block_accepted),
    .block_o         (block),
    .message_o       (message),
    .start_ready_i   (start_ready),
    .capture_ready_i (capture_ready),
    .absorb_ready_i  (absorb_ready),
    .echo_i          (echo),
    .tag_o           (tag),
    .tag_busy_i      (tag_busy),
    .refused_i       (session_refused),
    .abort_o         (abort),
    .text_open_o     (text_open),
    .aborted_i       (aborted)
  );

  roundel_duplex_permutation #(
    .Sponge(Sponge)
  ) u_permutation (
    .clk_i,
    .rst_ni,
    .write_even_i        (write_even),
    .write_odd_i         (write_odd),
    .write_pair_i        (write_pair),
    .even_i              (even),
    .odd_i               (odd),
    .even_mark_i         (even_mark),
    .odd_mark_i          (odd_mark),
    .suffix_i            (suffix),
    .block_valid_i       (block_valid),
    .block_accepted_i    (block_accepted),
    .block_i             (block),
    .message_i           (message),
    .start_ready_o       (start_ready),
    .capture_ready_o     (capture_ready),
    .absorb_ready_o      (absorb_ready),
    .capture_o           (capture),
    .capture_info_o      (capture_info),
    .even_o              (out_even),
    .odd_o               (out_odd),
    .output_can_reserve_i(can_reserve),
    .output_idle_i       (idle),
    .reserve_o           (reserve),
    .answered_i          (answered),
    .refused_i           (refused),
    .tag_busy_o          (tag_busy),
    .refused_o           (session_refused),
    .abort_i             (abort),
    .aborted_o           (aborted)
  );

  roundel_duplex_output u_output (
    .clk_i,
    .rst_ni,
    .reserve_i    (reserve),
    .can_reserve_o(can_reserve),
    .idle_o       (idle),
    .capture_i    (capture),
    .info_i       (capture_info),
    .tag_i        (tag),
    .even_i       (out_even),
    .odd_i        (out_odd),
    .pair_o       (echo),
    .answered_o   (answered),
    .refused_o    (refused),
    .error_i      (aborted),
    .close_i      (text_open),
    .m_axis_tdata (tdata),
    .m_axis_tkeep (tkeep),
    .m_axis_tlast (tlast),
    .m_axis_tuser (tuser),
    .m_axis_tvalid(tvalid),
    .m_axis_tready(tready)
  );

  if (HoldDepth == 0) begin : gen_no_hold
    assign m_axis_tdata = tdata;
    assign m_axis_tkeep = tkeep;
    assign m_axis_tlast = tlast;
    assign m_axis_tuser = tuser;
    assign m_axis_tvalid = tvalid;
    assign tready = m_axis_tready;
  end else begin : gen_hold
    roundel_aead_hold #(
      .DataWidth(128),
      .Depth    (HoldDepth)
    ) u_hold (
      .clk_i,
      .rst_ni,
      .s_axis_tdata (tdata),
      .s_axis_tkeep (tkeep),
      .s_axis_tlast (tlast),
      .s_axis_tuser (tuser),
      .s_axis_tvalid(tvalid),
      .s_axis_tready(tready),
      .m_axis_tdata,
      .m_axis_tkeep,
      .m_axis_tlast,
      .m_axis_tuser,
      .m_axis_tvalid,
      .m_axis_tready
    );
  end

endmodule
