// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows a transaction: checks which segment may come, and makes the steps of the pipeline: one for each
// beat of data and text, and for the tag; one more for a message without text, for the lengths of a nonce,
// and for an error.
//
//   StCommand [StKey] StNonce [StNonceMore StNonceEnd StNonceWait] StData [StAdMore] StText [StTextMore]
//   [StNoText] StTag; error: [StClose] StError
//
// KeyBytes     16 for AES-128, 32 for AES-256
// BlockCycles  cycles for a step
//
// Schedule:   a beat offered in cycle t is judged and accepted in t; one that makes a step, in a cycle of
//             slot_i only. Control for the key, the counter and the data comes in t+1, the step on step_o in
//             t+2. The bytes of a command and the size of a tag are judged in t+1 (late_error): no beat is
//             accepted in that cycle, and its step does nothing. The step of the error follows.
// Interfaces: beats from roundel_aes_gcm_xhs_offer; steps to roundel_aes_gcm_xhs; rows of the key to
//             roundel_aes_gcm_xhs_key.
// Bytes:      byte k of a beat is data_i[8k+7:8k].
// Reference:  SP 800-38D sections 5.2.1.1 and 7.1; docs/stream-protocol.md

module roundel_aes_gcm_xhs_grammar
  import roundel_stream_pkg::*;
  import roundel_gcm_length_pkg::*;
  import roundel_ghash_line_pkg::ring_slots;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned KeyBytes    = 16,
  parameter int unsigned BlockCycles = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        valid_i,    // a beat is offered, unless it is discarded
  input  logic        dropping_i, // beats are discarded
  input  offered_t    beat_i,     // what it is
  input  logic        wrong_i,    // the bytes of the beat offered in the cycle before are those of no command
  input  logic [35:0] command_i,  // those bytes, as far as a command needs them
  output logic        judged_o,   // the beat is judged, and used unless early_o
  output logic        early_o,    // it stays to be judged again
  output logic        drop_o,     // discard input up to the next command

  input logic space_i,  // there is space for the answer of one more step
  input logic slot_i,   // a step of this cycle enters the pipeline in time; always, if a step takes a cycle

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

  localparam int unsigned EndGap = (ring_slots(BlockCycles) + 1) * BlockCycles;

  // The states are one-hot: state_q has a bit for each.
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

  typedef logic [StError:0] states_t;

  states_t state_q, state_d;
  step_t step_d, step_q;
  logic acts;  // step_q does anything
  logic [15:0] keep_d, keep_q;
  logic clear_key, failed;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The command, and the size of a tag: judged one cycle late
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic open_q, keep_key_q, session_q;
  logic [3:0] tag_size_q;
  logic wrong_q;  // the form of the command, or its flag RESUME, or the size of the tag
  logic check_q, check_command_q, check_tag_q;  // the beat of the cycle before was one of both; which
  logic tag_ok, tag_ok_q;
  logic late_error;

  assign tag_ok = open_q ? beat_i.keep == tag_keep(tag_size_q) : beat_i.empty;

  always_ff @(posedge clk_i) begin
    wrong_q <= state_q[StCommand] ? !beat_i.whole || (beat_i.resume && !session_q) : !tag_ok;
    tag_ok_q <= tag_ok;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || failed || check_tag_q) begin
      open_q <= 1'b0;
      keep_key_q <= 1'b0;
      tag_size_q <= '0;
    end else if (check_command_q) begin
      open_q <= command_i[7:0] == OpOpen;
      keep_key_q <= command_i[8+FlagKeep];
      tag_size_q <= command_i[35:32];
    end
  end

  assign late_error = check_q && (wrong_q || (check_command_q && wrong_i));

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Blocks of a segment: full ones so far, compared a cycle late
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [31:0] blocks_q;
  logic judged, count, clear_count, counted_q;
  logic text_limit_q, text_near_q, limit_q, near_q, text_full, segment_full;

  assign count = judged && beat_i.counts;
  assign clear_count = state_q[StCommand] || state_q[StNonceEnd] || (judged && beat_i.last);
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

  logic can_step, offered, key_waits, other_waits, slot_waits;
  logic no_step_q;  // a beat makes no step
  logic silent_q;  // the state accepts no beat
  logic body_q;  // it is StData or StText
  logic can_end_q;  // a hash may end: the last one ended EndGap cycles ago or more
  logic short_nonce;
  logic go_command, go_key, go_nonce, go_ad, go_text, go_no_text, go_tag;  // a legal beat, by what it is here
  logic illegal;

  assign short_nonce = beat_i.twelve && state_q[StNonce];

  // Each term depends on four registers: what depends on `judged` is enabled after two levels of logic.
  assign key_waits = !key_ready_i && (body_q || (state_q[StNonce] && !beat_i.twelve));
  assign other_waits = (state_q[StKey] && !key_free_i) || (state_q[StTag] && !can_end_q);
  assign slot_waits = !slot_i && !no_step_q && !short_nonce;
  assign offered = valid_i && !dropping_i && space_i && !silent_q;
  assign judged = offered && !key_waits && !other_waits && !slot_waits && !late_error;
  assign can_step = space_i && slot_i;

  always_comb begin
    logic tag;
    tag = beat_i.tag && (open_q || beat_i.empty);
    go_command = judged && state_q[StCommand] && beat_i.command;
    go_key = judged && beat_i.key && (beat_i.last ? state_q[KeyBytes == 16 ? StKey : StKeyMore] :
        state_q[StKey] && KeyBytes != 16);
    go_nonce = judged && (state_q[StNonce] || state_q[StNonceMore]) && beat_i.nonce && !segment_full;
    go_ad = judged && (state_q[StData] || state_q[StAdMore]) && beat_i.ad && !segment_full;
    go_text = judged && (body_q || state_q[StTextMore]) && beat_i.text && !text_full;
    go_no_text = judged && body_q && tag;
    go_tag = judged && state_q[StTag] && tag;
    illegal = judged && !(go_command || go_key || go_nonce || go_ad || go_text || go_no_text || go_tag);
  end

  // The tag comes where text may come: it is judged again in StTag, or in StNoText. A command in a
  // transaction begins the next one. All other beats are used, legal or not: those after an illegal one are
  // discarded.
  assign early_o = (beat_i.tag_kind && body_q) || (beat_i.command && !state_q[StCommand]);
  assign judged_o = judged;
  assign drop_o = failed;
  assign failed = late_error || state_q[StError];

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The next state, and the step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    state_d = judged ? '0 : state_q;
    // A resumed key is checked together with the bytes of the command.
    if (go_command && beat_i.resume) state_d[StNonce] = 1'b1;
    if (go_command && !beat_i.resume) state_d[StKey] = 1'b1;
    if (go_key && beat_i.last) state_d[StNonce] = 1'b1;
    if (go_key && !beat_i.last) state_d[StKeyMore] = 1'b1;
    if (go_nonce && short_nonce) state_d[StData] = 1'b1;
    if (go_nonce && !short_nonce && beat_i.last) state_d[StNonceEnd] = 1'b1;
    if (go_nonce && !beat_i.last) state_d[StNonceMore] = 1'b1;
    if (go_ad && beat_i.last) state_d[StText] = 1'b1;
    if (go_ad && !beat_i.last) state_d[StAdMore] = 1'b1;
    if (go_text && beat_i.last) state_d[StTag] = 1'b1;
    if (go_text && !beat_i.last) state_d[StTextMore] = 1'b1;
    if (go_no_text) state_d[StNoText] = 1'b1;
    if (go_tag) state_d[StCommand] = 1'b1;
    if (illegal && state_q[StTextMore]) state_d[StClose] = 1'b1;
    if (illegal && !state_q[StTextMore]) state_d[StError] = 1'b1;

    // No beat is judged in these.
    if (state_q[StNonceEnd] && can_end_q && slot_i) begin
      state_d[StNonceEnd] = 1'b0;
      state_d[StNonceWait] = 1'b1;
    end
    if (state_q[StNonceWait] && j0_valid_i) begin
      state_d[StNonceWait] = 1'b0;
      state_d[StData] = 1'b1;
    end
    if (state_q[StNoText] && can_step) begin
      state_d[StNoText] = 1'b0;
      if (tag_ok_q) state_d[StTag] = 1'b1;
      else state_d[StError] = 1'b1;
    end
    if (state_q[StClose] && can_step) begin
      state_d[StClose] = 1'b0;
      state_d[StError] = 1'b1;
    end
    if (state_q[StError] && can_step) begin
      state_d[StError] = 1'b0;
      state_d[StCommand] = 1'b1;
    end
    if (late_error) state_d = states_t'(1) << StError;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= states_t'(1) << StCommand;
    else state_q <= state_d;
  end

  // Two hashes end EndGap cycles apart or more: see roundel_ghash_line.
  logic [EndGap-2:1] ended_q;  // element c: a hash ended c cycles ago

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      silent_q <= 1'b0;
      no_step_q <= 1'b1;
      body_q <= 1'b0;
      ended_q <= '0;
      can_end_q <= 1'b1;
    end else begin
      silent_q <= state_d[StNonceEnd] || state_d[StNonceWait] || state_d[StNoText] || state_d[StClose] ||
          state_d[StError];
      no_step_q <= state_d[StCommand] || state_d[StKey] || state_d[StKeyMore];
      body_q <= state_d[StData] || state_d[StText];
      ended_q <= {ended_q[EndGap-3:1], step_d.lengths};
      can_end_q <= !(step_d.lengths || (|ended_q));
    end
  end

  // Where a bit counts only with others, it is what the beat has.
  always_comb begin
    logic nonce_ends, closes;
    nonce_ends = state_q[StNonceEnd] && can_end_q && slot_i;
    closes = can_step && (state_q[StClose] || (state_q[StNoText] && tag_ok_q));
    step_d = NoStep;
    step_d.text = go_text || closes;
    step_d.last = beat_i.last || state_q[StNoText] || state_q[StClose];
    step_d.open = open_q;
    step_d.tag = go_tag;
    step_d.error = can_step && state_q[StError];
    step_d.hash = (go_nonce && !short_nonce) || ((go_ad || go_text) && !beat_i.empty) || nonce_ends || go_tag;
    step_d.ends_hash = nonce_ends || go_tag || step_d.error;
    step_d.direct = beat_i.nonce || beat_i.ad || open_q;
    step_d.lengths = nonce_ends || go_tag;
    step_d.ad = beat_i.ad;
    keep_d = state_q[StTag] ? tag_keep(tag_size_q) :
        state_q[StNonceEnd] || state_q[StNoText] || state_q[StClose] ? '0 : beat_i.keep;
  end

  always_ff @(posedge clk_i) begin
    keep_q <= keep_d;
    if (!rst_ni) step_q <= NoStep;
    else step_q <= step_d;
  end

  assign acts = step_q.text || step_q.tag || step_q.error || step_q.hash;
  assign next_text_o = step_q.text;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !acts || late_error) step_o <= NoStep;
    else step_o <= step_q;
    if (!rst_ni || !acts) keep_o <= '0;
    else keep_o <= keep_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      check_q <= 1'b0;
      check_command_q <= 1'b0;
      check_tag_q <= 1'b0;
    end else begin
      check_q <= go_command || go_tag;
      check_command_q <= go_command;
      check_tag_q <= go_tag;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key, and the end
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign clear_key = failed || (go_tag && !keep_key_q) || (go_command && !beat_i.resume);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key) session_q <= 1'b0;
    else if (go_tag) session_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      load_key_o <= 1'b0;
      short_nonce_o <= 1'b0;
      next_tag_o <= 1'b0;
      clear_key_o <= 1'b0;
      finish_o <= 1'b0;
    end else begin
      load_key_o <= go_key;
      short_nonce_o <= go_nonce && short_nonce;
      next_tag_o <= state_q[StTag];
      clear_key_o <= clear_key;
      finish_o <= failed || check_tag_q;
    end
  end

endmodule
