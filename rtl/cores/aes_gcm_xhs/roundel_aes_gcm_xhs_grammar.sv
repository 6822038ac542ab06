// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows a transaction: checks which segment may come, and makes the steps of the pipeline: one for each
// beat of data and text, and for the tag; one more for a message without text, for the lengths of a nonce,
// and for an error.
//
//   StCommand [StKey] StNonce [StNonceMore StNonceEnd StNonceWait] StData [StAdMore] StText [StTextMore]
//   [StNoText] StTag; error: [StClose] StError
//
// Schedule:   a beat offered in cycle t is judged and accepted in t. Control for the key, the counter and the
//             data comes in t+1, the step on step_o in t+2. The bytes of a command and the size of a tag are
//             judged in t+1 (late_error): no beat is accepted in that cycle, and the step becomes one of an
//             error.
// Interfaces: beats from roundel_aes_gcm_xhs_offer; steps to roundel_aes_gcm_xhs; rows of the key to
//             roundel_aes_gcm_xhs_key.
// Bytes:      byte k of a beat is data_i[8k+7:8k].
// Reference:  SP 800-38D sections 5.2.1.1 and 7.1; docs/stream-protocol.md

module roundel_aes_gcm_xhs_grammar
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_gcm_length_pkg::*;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter bit          ShortTags = 1'b0,  // tags of 4 bytes are served too
  parameter int unsigned KeyBytes  = 16
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic          valid_i,   // a beat is offered
  input  segment_beat_t beat_i,    // its properties
  input  logic [127:0]  data_i,    // its bytes
  input  logic [ 15:0]  keep_i,    // its tkeep
  output logic          accept_o,  // the beat is used
  output logic          drop_o,    // discard input up to the next command

  input logic can_step_i,  // there is space for the answer of one more step

  input  logic key_free_i,   // a key may be loaded
  input  logic key_ready_i,  // the key and the powers of H are ready
  output logic load_key_o,   // the beat of the cycle before is a row of the key
  output logic clear_key_o,  // the key is not needed any more

  output logic  next_text_o,   // the step of the next cycle is a beat of text
  output logic  next_tag_o,    // it can be a tag
  output step_t step_o,        // the step of this cycle
  output logic [15:0] keep_o,  // bytes of the block of the step that count

  output logic short_nonce_o,  // the beat of the cycle before is a nonce of 12 bytes
  output logic finish_o,       // the transaction has ended, or was illegal: J0 and the counter become zero
  input  logic j0_valid_i      // J0, the hash of the nonce, is known
);

  localparam int unsigned KeyRows = KeyBytes / 16;
  localparam int unsigned EndGap = 6;
  localparam logic [7:0] Flags = 8'd1 << FlagResume | 8'd1 << FlagKeep;

  typedef enum logic [3:0] {
    StCommand,
    StKey,
    StKeyMore,
    StNonce,
    StNonceMore,
    StNonceEnd,
    StNonceWait,
    StData,       // after the nonce: AD, TEXT or TAG
    StAdMore,
    StText,       // after AD: TEXT or TAG
    StTextMore,
    StNoText,     // the tag has come, and there was no text: an empty beat is sent
    StTag,
    StClose,      // an error in the text: an empty beat closes it
    StError
  } state_e;

  state_e state_q, state_d;
  step_t step_d, step_q;
  logic acts;  // step_q does anything
  logic [15:0] keep_d, keep_q;
  logic clear_key, failed;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The command, judged one cycle late
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic open_q, keep_key_q, session_q;
  logic [3:0] tag_size_q;
  logic [1:0] wrong_q;  // what is wrong with the beat if it is a command, and if it is a tag
  logic check_q;  // that counts
  logic check_tag_q, tag_ok, tag_ok_q;
  logic late_error, command_accepted;

  assign tag_ok = open_q ? keep_i == tag_keep(tag_size_q) : keep_i == '0;

  always_ff @(posedge clk_i) begin
    wrong_q <= '0;
    if (state_q == StCommand) begin
      wrong_q[0] <= !is_tag_size(data_i[63:32], ShortTags) || data_i[127:64] != '0;
      wrong_q[1] <= !(beat_i.last && beat_i.full && !beat_i.malformed) ||
          (data_i[8+FlagResume] && !session_q) || !(data_i[7:0] inside {OpSeal, OpOpen}) ||
          (data_i[15:8] & ~Flags) != '0 || data_i[31:16] != '0;
    end else begin
      wrong_q[0] <= !tag_ok;
    end
    tag_ok_q <= tag_ok;
  end
  always_ff @(posedge clk_i) begin
    if (rst_ni && command_accepted) begin
      open_q <= data_i[7:0] == OpOpen;
      keep_key_q <= data_i[8+FlagKeep];
      tag_size_q <= data_i[35:32];
    end else if (!rst_ni || failed || check_tag_q) begin
      open_q <= 1'b0;
      keep_key_q <= 1'b0;
      tag_size_q <= '0;
    end
  end

  assign late_error = check_q && wrong_q != '0;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Blocks of a segment: full ones so far, compared a cycle late
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [31:0] blocks_q;
  logic count, clear_count, counted_q;
  logic text_limit_q, text_near_q, limit_q, near_q, text_full, segment_full;

  assign text_full = text_limit_q || (text_near_q && counted_q);
  assign segment_full = limit_q || (near_q && counted_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_count) blocks_q <= '0;
    else if (count) blocks_q <= blocks_q + 32'd1;
    if (!rst_ni || clear_count) begin
      counted_q <= 1'b0;
      text_limit_q <= 1'b0;
      text_near_q <= 1'b0;
      limit_q <= 1'b0;
      near_q <= 1'b0;
    end else begin
      counted_q <= count;
      text_limit_q <= blocks_q == MaxTextBlocks;
      text_near_q <= blocks_q == MaxTextBlocks - 32'd1;
      limit_q <= blocks_q == MaxBlocks;
      near_q <= blocks_q == MaxBlocks - 32'd1;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic judged, legal, well_formed, is_command, is_key, is_nonce, is_ad, is_text, is_tag;
  logic ready;  // what the state needs, apart from a beat
  logic short_nonce, go, early, can_end;

  assign well_formed = !beat_i.malformed;
  assign is_command = beat_i.kind == KindCmd;
  assign is_key = beat_i.kind == KindKey && well_formed && beat_i.full;
  assign is_nonce = beat_i.kind == KindNonce && well_formed && !beat_i.empty && !segment_full;
  assign is_ad = beat_i.kind == KindAd && well_formed && !segment_full;
  assign is_text = beat_i.kind == KindText && well_formed && !text_full;
  assign is_tag = beat_i.kind == KindTag && well_formed && beat_i.last && (open_q || beat_i.empty);
  assign short_nonce = beat_i.last && keep_i[11] && !keep_i[12];
  assign judged = valid_i && can_step_i && ready && !late_error;

  always_comb begin
    ready = 1'b0;
    legal = 1'b0;
    unique case (state_q)
      StCommand: begin
        ready = 1'b1;
        legal = is_command;
      end
      StKey: begin
        ready = key_free_i;
        legal = is_key && beat_i.last == (KeyRows == 1);
      end
      StKeyMore: begin
        ready = 1'b1;
        legal = is_key && beat_i.last;
      end
      StNonce: begin
        ready = key_ready_i || short_nonce;
        legal = is_nonce;
      end
      StNonceMore: begin
        ready = 1'b1;
        legal = is_nonce;
      end
      StData: begin
        ready = key_ready_i;
        legal = is_ad || is_text || is_tag;
      end
      StAdMore: begin
        ready = 1'b1;
        legal = is_ad;
      end
      StText: begin
        ready = key_ready_i;
        legal = is_text || is_tag;
      end
      StTextMore: begin
        ready = 1'b1;
        legal = is_text;
      end
      StTag: begin
        ready = can_end;
        legal = is_tag;
      end
      default: ;
    endcase
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The next state, and the step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign go = judged && legal;
  // The tag comes where text may come: it is judged again in StTag, or in StNoText. A command in a
  // transaction begins the next one. All other beats are used, legal or not: those after an illegal one are
  // discarded.
  assign early = (beat_i.kind == KindTag && state_q inside {StData, StText}) ||
      (is_command && state_q != StCommand);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      // A resumed key is checked together with the bytes of the command.
      StCommand: if (go) state_d = data_i[8+FlagResume] ? StNonce : StKey;
      StKey: if (go) state_d = KeyRows == 1 ? StNonce : StKeyMore;
      StKeyMore: if (go) state_d = StNonce;
      StNonce:
      if (go) state_d = short_nonce && beat_i.first ? StData : beat_i.last ? StNonceEnd : StNonceMore;
      StNonceMore: if (go && beat_i.last) state_d = StNonceEnd;
      StNonceEnd: if (can_end) state_d = StNonceWait;
      StNonceWait: if (j0_valid_i) state_d = StData;
      StData, StAdMore, StText, StTextMore:
      if (go) begin
        if (is_tag) state_d = StNoText;
        else if (is_text) state_d = beat_i.last ? StTag : StTextMore;
        else state_d = beat_i.last ? StText : StAdMore;
      end
      StNoText: if (can_step_i) state_d = tag_ok_q ? StTag : StError;
      StTag: if (go) state_d = StCommand;
      StClose: if (can_step_i) state_d = StError;
      StError: if (can_step_i) state_d = StCommand;
      default: state_d = StError;
    endcase
    if (judged && !legal) state_d = state_q == StTextMore ? StClose : StError;
    if (late_error) state_d = StCommand;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= StCommand;
    else state_q <= state_d;
  end

  // Two hashes end EndGap cycles apart or more: see roundel_ghash_line.
  logic [EndGap-2:1] ended_q;  // element c: a hash ended c cycles ago
  logic ended_earlier_q;  // one ended 2 to EndGap - 1 cycles ago

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ended_q <= '0;
      ended_earlier_q <= 1'b0;
    end else begin
      ended_q <= {ended_q[EndGap-3:1], step_d.hash && step_d.ends_hash};
      ended_earlier_q <= |ended_q;
    end
  end
  assign can_end = !(ended_q[1] || ended_earlier_q);

  assign accept_o = judged && !early;
  assign drop_o = late_error || state_q == StError;
  assign command_accepted = go && state_q == StCommand;

  assign clear_count = state_q inside {StCommand, StNonceEnd} || (go && beat_i.last);
  assign count = go && beat_i.full && (is_nonce || is_ad || is_text);

  always_comb begin
    step_d = NoStep;
    keep_d = keep_i;
    unique case (state_q)
      StNonce, StNonceMore: begin
        step_d.hash = go && !(short_nonce && state_q == StNonce);
        step_d.direct = 1'b1;
      end
      StNonceEnd: begin
        step_d.hash = can_end;
        step_d.ends_hash = can_end;
        step_d.lengths = can_end;
        keep_d = '0;
      end
      StData, StAdMore, StText, StTextMore: begin
        step_d.text = go && is_text;
        step_d.last = beat_i.last;
        step_d.open = open_q;
        step_d.hash = go && !is_tag && !beat_i.empty;
        step_d.direct = is_ad || open_q;
        step_d.ad = go && is_ad;
      end
      StNoText, StClose: begin
        step_d.text = can_step_i && (state_q == StClose || tag_ok_q);
        step_d.last = 1'b1;
        step_d.open = open_q;
        keep_d = '0;
      end
      StTag: begin
        step_d.tag = go;
        step_d.open = open_q;
        step_d.hash = go;
        step_d.ends_hash = go;
        step_d.lengths = go;
        keep_d = tag_keep(tag_size_q);
      end
      StError: begin
        step_d.error = can_step_i;
        step_d.ends_hash = can_step_i;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    keep_q <= keep_d;
    if (!rst_ni) step_q <= NoStep;
    else step_q <= step_d;
  end

  assign acts = step_q.text || step_q.tag || step_q.error || step_q.hash;
  assign next_text_o = step_q.text;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !(acts || late_error)) step_o <= NoStep;
    else if (late_error) step_o <= '{error: 1'b1, ends_hash: 1'b1, default: '0};
    else step_o <= step_q;
    if (!rst_ni || !acts) keep_o <= '0;
    else keep_o <= keep_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      check_q <= 1'b0;
      check_tag_q <= 1'b0;
    end else begin
      check_q <= command_accepted || step_d.tag;
      check_tag_q <= step_d.tag;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key, and the end
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign failed = late_error || state_q == StError;
  assign clear_key = failed || (step_d.tag && !keep_key_q) || (command_accepted && !data_i[8+FlagResume]);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key) session_q <= 1'b0;
    else if (step_d.tag) session_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      load_key_o <= 1'b0;
      short_nonce_o <= 1'b0;
      next_tag_o <= 1'b0;
      clear_key_o <= 1'b0;
      finish_o <= 1'b0;
    end else begin
      load_key_o <= go && state_q inside {StKey, StKeyMore};
      short_nonce_o <= go && state_q == StNonce && short_nonce;
      next_tag_o <= state_q == StTag;
      clear_key_o <= clear_key;
      finish_o <= failed || check_tag_q;
    end
  end

endmodule
