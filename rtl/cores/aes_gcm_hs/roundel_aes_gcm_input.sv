// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides the order of segments: accepts CMD, [KEY], NONCE, [AD], [TEXT], TAG, one beat at a time, which
// becomes the operand. A beat is a block: bytes that are not kept are zero. An illegal sequence sets abort_o
// until aborted_i; then input is dropped up to the next command. So does a block that is one too many: of
// text after 2^32 - 2 blocks, of data or of a nonce after 2^32 - 1.
//
// Schedule:   a beat is accepted in cycle t, classified in t+1, judged in t+2 and moved in t+3. It is the
//             operand from t+4 until the cycle after done_next_i, and s_axis_tready is set again in t+4: at
//             most one beat every four cycles. A beat waits in t+1 while there is an operand, or while its
//             key or hash is not possible yet. After done_next_i in cycle u a waiting beat is the operand
//             from u+5. accept_o is set in t+3 of a command.
// Interfaces: s_axis from the source; the operand to the cipher, to GHASH and to the output of
//             roundel_aes_gcm_hs; finished_i and aborted_i from roundel_aes_gcm_end. Uses
//             roundel_aes_gcm_beat and roundel_aes_gcm_operand.
// Bytes:      byte 0 of a block is data_o[7:0]. The number 1 after a nonce of 12 bytes is byte 15. Lengths
//             are in bits, most significant byte first.
// Reference:  SP 800-38D sections 5.2.1.1 and 7.1; docs/stream-protocol.md

module roundel_aes_gcm_input
  import roundel_stream_pkg::*;
  import roundel_aes_gcm_pkg::*;
#(
  parameter bit ShortTags = 1'b0  // tags of 4 bytes are served too
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input  logic         can_accept_key_i,  // a key can be accepted
  input  logic         subkey_valid_i,    // H is known: blocks to hash can be accepted
  output operand_t     operand_o,         // purpose of the operand, one-hot; zero without operand
  output logic         operand_idle_o,    // there is no operand
  output logic [127:0] data_o,            // block of the operand, zero without one
  output logic [ 15:0] keep_o,            // bytes of the operand that are kept; for a tag, those of the tag
  output logic         last_o,            // the operand is the last beat of its segment
  input  logic         done_next_i,       // the operand is done in the next cycle, and is cleared then
  output logic [127:0] lengths_o,         // block of lengths
  input  logic         clear_length_i,    // the counts of bytes become zero

  output logic accept_o,        // a command is accepted
  output logic resume_o,        // with accept_o: the command resumes the kept key
  output logic open_o,          // the command is OPEN
  output logic keep_session_o,  // the command keeps its key
  output logic expand_o,        // the key is complete
  output logic hashed_nonce_o,  // the nonce is not 12 bytes long
  output logic text_seen_o,     // the message has a text segment
  output logic text_open_o,     // the text segment has not ended yet
  output logic complete_o,      // the message is complete
  input  logic finished_i,      // the transaction has ended
  output logic abort_o,         // the sequence is illegal
  input  logic aborted_i        // the illegal sequence has been answered
);

  // States, one bit each.
  typedef enum logic [3:0] {
    InCommand,
    InKey,
    InKeyMore,    // the second half of a key of 32 bytes, or an empty beat
    InKeyClose,
    InNonce,
    InNonceMore,
    InNonceEnd,
    InAdTextTag,
    InTagClose,
    InComplete,   // the message is complete
    InAbort,
    InFlush,
    NumStates
  } state_e;

  logic [NumStates-1:0] state_q, state_d;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The held beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid_q, pop, pop_q;
  beat_t beat_q;
  logic [15:0] beat_keep_q;
  logic [15:0][7:0] beat_data_q;
  logic [3:0] tag_size_q;  // bytes of the tag, modulo 16

  roundel_aes_gcm_beat #(
    .ShortTags(ShortTags)
  ) u_beat (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .tag_size_i(tag_size_q),
    .pop_i     (pop_q),
    .valid_o   (valid_q),
    .beat_o    (beat_q),
    .keep_o    (beat_keep_q),
    .data_o    (beat_data_q)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The order of segments: one cycle classifies a beat by the state, the next decides what follows, and
  // the third moves the beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Legal beats; at most one bit is set.
  typedef struct packed {
    logic command;
    logic key_full;
    logic key_empty;
    logic nonce_96bit;
    logic nonce_nonempty;
    logic nonce_empty;
    logic ad_nonempty;
    logic ad_empty;
    logic text_nonempty;
    logic text_empty;
    logic tag;
    logic tag_empty;
  } legal_beat_t;

  legal_beat_t legal_d, legal_q;
  logic text_full_q, block_full_q;  // one more block is too many: of text; of data or of a nonce
  logic session_valid_q;  // a key has been kept
  logic keep_session_q;
  logic ad_expected_q, text_expected_q, tag_expected_q, text_open_q, text_seen_q;
  logic hashed_nonce, can_accept, judge_d, judge_q, moved_q, fail, accept_q, nonce_end, drop_tag_q;
  logic key_ended, expand_pending_q, expand_q, end_ad_q;
  operand_t next_operand_d, next_operand_q;
  logic next_valid_q, next_data_q;  // there is a next operand; it is the beat

  always_comb begin
    legal_d = '0;
    legal_d.command = state_q[InCommand] && beat_q.cmd_ok == '1 && (!beat_q.resume || session_valid_q);
    legal_d.key_full = (state_q[InKey] || state_q[InKeyMore]) && beat_q.is_key && beat_q.full;
    legal_d.key_empty = (state_q[InKeyMore] || state_q[InKeyClose]) && beat_q.is_key && beat_q.empty;
    legal_d.nonce_96bit = state_q[InNonce] && beat_q.is_nonce && beat_q.is_96bit;
    legal_d.nonce_nonempty = ((state_q[InNonce] && !beat_q.is_96bit) || state_q[InNonceMore]) &&
        beat_q.is_nonce && !beat_q.empty && !block_full_q;
    legal_d.nonce_empty = state_q[InNonceMore] && beat_q.is_nonce && beat_q.empty;
    legal_d.ad_nonempty = state_q[InAdTextTag] && ad_expected_q && beat_q.is_ad && !beat_q.empty &&
        !block_full_q;
    legal_d.ad_empty = state_q[InAdTextTag] && ad_expected_q && beat_q.is_ad && beat_q.empty;
    legal_d.text_nonempty = state_q[InAdTextTag] && text_expected_q && beat_q.is_text && !beat_q.empty &&
        !text_full_q;
    legal_d.text_empty = state_q[InAdTextTag] && text_expected_q && beat_q.is_text && beat_q.empty;
    legal_d.tag = state_q[InAdTextTag] && tag_expected_q && beat_q.is_tag &&
        (open_o ? beat_q.is_tag_size : beat_q.empty);
    legal_d.tag_empty = state_q[InTagClose] && beat_q.is_tag && beat_q.empty;
    if (beat_q.malformed) legal_d = '0;
  end

  assign hashed_nonce = state_q[InNonce] && valid_q && beat_q.is_nonce && !beat_q.empty && !beat_q.is_96bit;

  // A beat is judged when there is no operand and its key or hash can be accepted.
  always_comb begin
    can_accept = 1'b1;
    if (state_q[InKey] && !can_accept_key_i) can_accept = 1'b0;
    if ((state_q[InAdTextTag] || hashed_nonce) && !subkey_valid_i) can_accept = 1'b0;
    if (state_q[InNonceEnd] || state_q[InComplete] || state_q[InAbort]) can_accept = 1'b0;
  end
  assign judge_d = valid_q && (operand_idle_o || state_q[InTagClose]) && can_accept && !judge_q && !moved_q;
  assign fail = judge_q && legal_q == '0 && !state_q[InFlush];
  assign pop = judge_q && (!beat_q.is_command || state_q[InCommand]);
  assign nonce_end = state_q[InNonceEnd] && operand_idle_o && !moved_q;
  assign key_ended = judge_q && (legal_q.key_full || legal_q.key_empty) && beat_q.last;

  always_comb begin
    next_operand_d = '0;
    next_operand_d.nonce_end = nonce_end;
    if (judge_q) begin
      next_operand_d.key = legal_q.key_full;
      next_operand_d.nonce = legal_q.nonce_96bit;
      next_operand_d.hash = legal_q.nonce_nonempty || legal_q.ad_nonempty;
      next_operand_d.text = legal_q.text_nonempty;
      next_operand_d.empty = legal_q.text_empty;
      next_operand_d.tag = legal_q.tag;
    end
  end

  always_comb begin
    state_d = judge_q ? '0 : state_q;
    if (judge_q) begin
      state_d[InKey] = legal_q.command && !beat_q.resume;
      state_d[InKeyMore] = state_q[InKey] && legal_q.key_full && !beat_q.last;
      state_d[InKeyClose] = state_q[InKeyMore] && legal_q.key_full && !beat_q.last;
      state_d[InNonce] = (legal_q.command && beat_q.resume) || key_ended;
      state_d[InNonceMore] = legal_q.nonce_nonempty && !beat_q.last;
      state_d[InNonceEnd] = (legal_q.nonce_nonempty && beat_q.last) || legal_q.nonce_empty;
      state_d[InAdTextTag] = legal_q.nonce_96bit || legal_q.ad_nonempty || legal_q.ad_empty ||
          legal_q.text_nonempty || legal_q.text_empty;
      state_d[InTagClose] = legal_q.tag && !beat_q.last;
      state_d[InComplete] = (legal_q.tag && beat_q.last) || legal_q.tag_empty;
      state_d[InAbort] = fail;
      state_d[InFlush] = state_q[InFlush] && !beat_q.is_command;
      state_d[InCommand] = state_q[InFlush] && beat_q.is_command;
    end
    // Overrides: the block of the length of the nonce, and the end of a transaction.
    if (nonce_end) begin
      state_d[InNonceEnd] = 1'b0;
      state_d[InAdTextTag] = 1'b1;
    end
    if (finished_i) begin
      state_d[InComplete] = 1'b0;
      state_d[InCommand] = 1'b1;
    end
    if (aborted_i) begin
      state_d[InAbort] = 1'b0;
      state_d[InFlush] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= NumStates'(1) << InCommand;
      judge_q <= 1'b0;
      moved_q <= 1'b0;
      pop_q <= 1'b0;
      accept_q <= 1'b0;
      drop_tag_q <= 1'b0;
      next_operand_q <= '0;
      next_valid_q <= 1'b0;
      next_data_q <= 1'b0;
    end else begin
      state_q <= state_d;
      judge_q <= judge_d;
      moved_q <= judge_q || nonce_end;
      pop_q <= pop;
      accept_q <= judge_q && legal_q.command;
      drop_tag_q <= fail && state_q[InTagClose];
      next_operand_q <= next_operand_d;
      next_valid_q <= next_operand_d != '0;
      next_data_q <= judge_q && (legal_q.key_full || legal_q.nonce_96bit || legal_q.nonce_nonempty ||
          legal_q.ad_nonempty || legal_q.text_nonempty || legal_q.tag);
    end
  end
  always_ff @(posedge clk_i) begin
    legal_q <= legal_d;
    end_ad_q <= judge_q && (legal_q.ad_nonempty || legal_q.ad_empty) && beat_q.last;
    if (accept_q) begin
      open_o <= beat_q.open;
      keep_session_q <= beat_data_q[1][FlagKeep];
      tag_size_q <= beat_data_q[4][3:0];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || fail || (accept_q && !beat_q.resume)) session_valid_q <= 1'b0;
    else if (finished_i) session_valid_q <= keep_session_q;
  end
  // AD once, then TEXT once, then TAG.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finished_i || aborted_i) begin
      ad_expected_q <= 1'b1;
      text_expected_q <= 1'b1;
      tag_expected_q <= 1'b1;
      text_open_q <= 1'b0;
      text_seen_q <= 1'b0;
    end else if (judge_q && (legal_q.ad_nonempty || legal_q.ad_empty)) begin
      ad_expected_q <= !beat_q.last;
      text_expected_q <= beat_q.last;
      tag_expected_q <= beat_q.last;
    end else if (judge_q && (legal_q.text_nonempty || legal_q.text_empty)) begin
      ad_expected_q <= 1'b0;
      text_expected_q <= !beat_q.last;
      tag_expected_q <= beat_q.last;
      text_open_q <= !beat_q.last;
      text_seen_q <= 1'b1;
    end
  end
  // The last row of a key goes to the engine before the expansion starts.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      expand_pending_q <= 1'b0;
      expand_q <= 1'b0;
    end else begin
      expand_pending_q <= key_ended || (expand_pending_q && (moved_q || operand_o.key));
      expand_q <= expand_pending_q && !moved_q && !operand_o.key;
    end
  end
  always_ff @(posedge clk_i) begin
    if (accept_q) hashed_nonce_o <= 1'b0;
    else if (hashed_nonce) hashed_nonce_o <= 1'b1;
  end

  assign accept_o = accept_q;
  assign resume_o = beat_q.resume;
  assign keep_session_o = keep_session_q;
  assign expand_o = expand_q;
  assign text_seen_o = text_seen_q;
  assign text_open_o = text_open_q;
  assign complete_o = state_q[InComplete] && operand_o.tag;
  assign abort_o = state_q[InAbort];

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The operand
  //////////////////////////////////////////////////////////////////////////////////////////////////

  roundel_aes_gcm_operand u_operand (
    .clk_i,
    .rst_ni,
    .next_i      (next_operand_q),
    .next_valid_i(next_valid_q),
    .next_data_i (next_data_q),
    .beat_i      (beat_data_q),
    .beat_keep_i (beat_keep_q),
    .last_i      (beat_q.last),
    .tag_size_i  (tag_size_q),
    .drop_tag_i  (drop_tag_q),
    .end_ad_i    (end_ad_q),
    .text_seen_i (text_seen_q),
    .operand_o,
    .idle_o      (operand_idle_o),
    .data_o,
    .keep_o,
    .last_o,
    .done_next_i,
    .lengths_o,
    .text_full_o (text_full_q),
    .block_full_o(block_full_q),
    .clear_length_i
  );

endmodule
