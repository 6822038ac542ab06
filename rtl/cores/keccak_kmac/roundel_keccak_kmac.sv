// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// KMAC128, KMAC256 and their XOFs, cSHAKE with a customization string, and all that keccak-hash serves. The
// frame of SP 800-185 (left_encode, right_encode, encode_string, bytepad) is made here, and a tag is compared
// inside. With KeepKey a MAC or VERIFY can keep its key, as the state after the frame, and the next one can
// resume it.
//
//   s_axis ─▶ reader ─▶ grammar ─▶ words ─▶ pack ─▶ hash ─▶ answer ─▶ m_axis
//                          │                                    ▲
//                          └──── kind of answer, TAG ───────────┘
//
//   HASH    TEXT            -> DIGEST
//           AD, TEXT        -> DIGEST     cSHAKE: AD is the customization string
//   MAC     AD, KEY, TEXT   -> TAG
//   VERIFY  AD, KEY, TEXT, TAG -> STATUS
//   with RESUME neither AD nor KEY
//
// An illegal sequence is answered by STATUS = ERROR, after the answers to earlier transactions; input is then
// dropped up to the next command. No control or timing depends on data.
//
// Schedule:   24 cycles per block of 17 or 21 lanes; the frame of KMAC has two blocks if key and
//             customization string are short, and none with RESUME. docs/cores/keccak-kmac.md has the cycle
//             budget.
// Interfaces: AXI4-Stream in and out.
// Bytes:      byte 0 of a beat is tdata[7:0]; docs/stream-protocol.md has the layout of the command.
// Reference:  SP 800-185 sections 2.3, 3 and 4; FIPS 202 section 6

module roundel_keccak_kmac
  import roundel_stream_pkg::*;
#(
  parameter bit KeepKey = 1'b0  // the flags KEEP and RESUME are served
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

  import roundel_segment_pkg::segment_beat_t;
  import roundel_keccak_kmac_pkg::*;

  logic offered, accept, drop;
  segment_beat_t beat;
  logic [127:0] data;
  logic [15:0] keep;

  logic made_valid, made_ready, word_valid, word_ready;
  word_t made, word;

  logic answer_valid, answer_ready;
  answer_e answer;
  logic tag_valid, tag_last, compare, tag_good, tag_bad, answered;
  logic [15:0] tag_keep;

  logic [127:0] message_tdata, digest_tdata;
  logic [15:0] message_tkeep, digest_tkeep;
  logic message_tlast, digest_tlast;
  logic [UserWidth-1:0] message_tuser, digest_tuser;
  logic message_tvalid, digest_tvalid;
  logic message_tready, digest_tready;

  roundel_segment_reader u_reader (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o (offered),
    .accept_i(accept),
    .drop_i  (drop),
    .beat_o  (beat),
    .data_o  (data),
    .keep_o  (keep)
  );

  roundel_keccak_kmac_grammar #(
    .KeepKey(KeepKey)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .valid_i       (offered),
    .beat_i        (beat),
    .keep_i        (keep),
    .data_i        (data),
    .accept_o      (accept),
    .drop_o        (drop),
    .word_valid_o  (made_valid),
    .word_ready_i  (made_ready),
    .word_o        (made),
    .answer_valid_o(answer_valid),
    .answer_ready_i(answer_ready),
    .answer_o      (answer),
    .digest_valid_i(tag_valid),
    .digest_last_i (tag_last),
    .digest_keep_i (tag_keep),
    .compare_o     (compare),
    .tag_good_o    (tag_good),
    .tag_bad_o     (tag_bad),
    .answered_i    (answered)
  );

  roundel_keccak_kmac_queue u_words (
    .clk_i,
    .rst_ni,
    .valid_i(made_valid),
    .ready_o(made_ready),
    .word_i (made),
    .valid_o(word_valid),
    .ready_i(word_ready),
    .word_o (word)
  );

  roundel_keccak_kmac_pack u_pack (
    .clk_i,
    .rst_ni,
    .valid_i      (word_valid),
    .ready_o      (word_ready),
    .word_i       (word),
    .m_axis_tdata (message_tdata),
    .m_axis_tkeep (message_tkeep),
    .m_axis_tlast (message_tlast),
    .m_axis_tuser (message_tuser),
    .m_axis_tvalid(message_tvalid),
    .m_axis_tready(message_tready)
  );

  if (KeepKey) begin : gen_hash
    roundel_keccak_kmac_sponge u_hash (
      .clk_i,
      .rst_ni,
      .forget_i     (tag_bad),
      .s_axis_tdata (message_tdata),
      .s_axis_tkeep (message_tkeep),
      .s_axis_tlast (message_tlast),
      .s_axis_tuser (message_tuser),
      .s_axis_tvalid(message_tvalid),
      .s_axis_tready(message_tready),
      .m_axis_tdata (digest_tdata),
      .m_axis_tkeep (digest_tkeep),
      .m_axis_tlast (digest_tlast),
      .m_axis_tuser (digest_tuser),
      .m_axis_tvalid(digest_tvalid),
      .m_axis_tready(digest_tready)
    );
  end else begin : gen_hash
    roundel_keccak_hash u_hash (
      .clk_i,
      .rst_ni,
      .s_axis_tdata (message_tdata),
      .s_axis_tkeep (message_tkeep),
      .s_axis_tlast (message_tlast),
      .s_axis_tuser (message_tuser),
      .s_axis_tvalid(message_tvalid),
      .s_axis_tready(message_tready),
      .m_axis_tdata (digest_tdata),
      .m_axis_tkeep (digest_tkeep),
      .m_axis_tlast (digest_tlast),
      .m_axis_tuser (digest_tuser),
      .m_axis_tvalid(digest_tvalid),
      .m_axis_tready(digest_tready)
    );
  end

  roundel_keccak_kmac_answer u_answer (
    .clk_i,
    .rst_ni,
    .answer_valid_i(answer_valid),
    .answer_ready_o(answer_ready),
    .answer_i      (answer),
    .tag_i         (data),
    .digest_valid_o(tag_valid),
    .digest_last_o (tag_last),
    .digest_keep_o (tag_keep),
    .compare_i     (compare),
    .tag_good_i    (tag_good),
    .tag_bad_i     (tag_bad),
    .answered_o    (answered),
    .s_axis_tdata  (digest_tdata),
    .s_axis_tkeep  (digest_tkeep),
    .s_axis_tlast  (digest_tlast),
    .s_axis_tuser  (digest_tuser),
    .s_axis_tvalid (digest_tvalid),
    .s_axis_tready (digest_tready),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
