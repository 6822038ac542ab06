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
//             t+2. That a beat is illegal, also by the bytes of a command and the size of a tag, is known in
//             t+1: no beat is accepted in that cycle, and its step does nothing. The step of the error
//             follows.
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
  input logic next_slot_i,  // a step of the next cycle does

  input  logic key_free_i,   // a key may be loaded
  input  logic key_ready_i,  // the key and the powers of H are ready, and slot_i
  output logic load_key_o,   // the beat of the cycle before is a row of the key
  output logic clear_key_o,  // the key is not needed any more

  output logic  next_text_o,   // the step of the next cycle is a beat of text
  output logic  next_tag_o,    // it can be a tag
  output step_t step_o,        // the step of this cycle
  output logic  acts_o,        // it does anything
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
  logic [15:0] tag_keep_q;  // tkeep of a tag
  logic check_command_q, check_tag_q;  // the beat of the cycle before was a command, a tag
  logic wrong_q;  // its form was wrong, or its flag RESUME, or its size; may be set beside illegal_q
  logic tag_ok, tag_ok_q;
  logic late_error;

  assign late_error = wrong_q || (check_command_q && wrong_i);

  // A tag has no holes. Bits 4 to 7 of its tkeep are alike, and bits 8 to 11.
  always_comb begin
    tag_ok = beat_i.empty;
    if (open_q) begin
      tag_ok = beat_i.keep[3] && beat_i.keep[15:12] == tag_keep_q[15:12];
      for (int unsigned k = 4; k < 12; k += 4) begin
        tag_ok = tag_ok && beat_i.keep[k] == tag_keep_q[k] && beat_i.keep[k+3] == tag_keep_q[k];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || failed || check_tag_q) begin
      open_q <= 1'b0;
      keep_key_q <= 1'b0;
      tag_keep_q <= '0;
    end else if (check_command_q) begin
      open_q <= command_i[7:0] == OpOpen;
      keep_key_q <= command_i[8+FlagKeep];
      tag_keep_q <= tag_keep(command_i[35:32]);
    end
  end

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

  logic fails;  // the beat of the cycle before was illegal
  logic illegal_q;  // its kind or form was not what the state asks for
  logic in_text_q;  // it came after text
  logic silent_q;  // no beat is accepted: by the state, or because its step would not enter the pipeline
  logic body_q;  // the state is StData or StText
  logic can_end_q;  // a hash may end: the last one ended EndGap cycles ago or more, and slot_i
  logic offered, key_waits, other_waits, short_nonce;
  logic legal_command, legal_key, legal_nonce, legal_ad, legal_text, legal_tag;  // what the beat is here

  assign short_nonce = beat_i.twelve && state_q[StNonce];
  assign legal_command = beat_i.command && state_q[StCommand];
  assign legal_key = beat_i.key && (beat_i.last ? state_q[KeyBytes == 16 ? StKey : StKeyMore] :
      state_q[StKey] && KeyBytes != 16);
  assign legal_nonce = beat_i.nonce && (state_q[StNonce] || state_q[StNonceMore]) && !segment_full;
  assign legal_ad = beat_i.ad && (state_q[StData] || state_q[StAdMore]) && !segment_full;
  assign legal_text = beat_i.text && (body_q || state_q[StTextMore]) && !text_full;
  assign legal_tag = beat_i.tag && (open_q || beat_i.empty);

  // Each term depends on four registers.
  assign offered = valid_i && !dropping_i && space_i && !silent_q;
  assign key_waits = !key_ready_i && (body_q || (state_q[StNonce] && !beat_i.twelve));
  assign other_waits = (state_q[StKey] && !key_free_i) || (state_q[StTag] && !can_end_q);
  assign fails = late_error || illegal_q;
  assign judged = offered && !key_waits && !other_waits && !fails;

  // The tag comes where text may come: it is judged again in StTag, or in StNoText. A command in a
  // transaction begins the next one. All other beats are used, legal or not: those after an illegal one are
  // discarded.
  assign early_o = (beat_i.tag_kind && body_q) || (beat_i.command && !state_q[StCommand]);
  assign judged_o = judged;
  assign drop_o = failed;
  assign failed = late_error || state_q[StError];

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The next state. What it is with and without a beat is known before `judged`.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  states_t state_beat;  // with the offered beat; zero if that is illegal
  states_t state_none;  // without a beat
  logic nonce_ends, can_step;

  assign can_step = space_i && slot_i;
  assign nonce_ends = state_q[StNonceEnd] && can_end_q;

  always_comb begin
    // A resumed key is checked together with the bytes of the command.
    state_beat = '0;
    state_beat[StCommand] = state_q[StTag] && legal_tag;
    state_beat[StKey] = legal_command && !beat_i.resume;
    state_beat[StKeyMore] = legal_key && !beat_i.last;
    state_beat[StNonce] = (legal_command && beat_i.resume) || (legal_key && beat_i.last);
    state_beat[StNonceMore] = legal_nonce && !beat_i.last;
    state_beat[StNonceEnd] = legal_nonce && beat_i.last && !short_nonce;
    state_beat[StData] = legal_nonce && short_nonce;
    state_beat[StAdMore] = legal_ad && !beat_i.last;
    state_beat[StText] = legal_ad && beat_i.last;
    state_beat[StTextMore] = legal_text && !beat_i.last;
    state_beat[StNoText] = body_q && legal_tag;
    state_beat[StTag] = legal_text && beat_i.last;
  end

  // States in which no beat is judged go on by themselves.
  always_comb begin
    state_none = state_q;
    if (nonce_ends) begin
      state_none[StNonceEnd]  = 1'b0;
      state_none[StNonceWait] = 1'b1;
    end
    if (state_q[StNonceWait] && j0_valid_i) begin
      state_none[StNonceWait] = 1'b0;
      state_none[StData] = 1'b1;
    end
    if (state_q[StNoText] && can_step) begin
      state_none[StNoText] = 1'b0;
      state_none[tag_ok_q?StTag : StError] = 1'b1;
    end
    if (state_q[StClose] && can_step) begin
      state_none[StClose] = 1'b0;
      state_none[StError] = 1'b1;
    end
    if (state_q[StError] && can_step) begin
      state_none[StError] = 1'b0;
      state_none[StCommand] = 1'b1;
    end
  end

  always_comb begin
    state_d = judged ? state_beat : state_none;
    if (fails) state_d = states_t'(1) << (in_text_q ? StClose : StError);
  end

  function automatic logic is_silent(states_t state, logic next_slot);
    return state[StNonceEnd] || state[StNonceWait] || state[StNoText] || state[StClose] || state[StError] ||
        ((state[StNonceMore] || state[StAdMore] || state[StTextMore]) && !next_slot);
  endfunction

  function automatic logic is_body(states_t state);
    return state[StData] || state[StText];
  endfunction

  // Two hashes end EndGap cycles apart or more: see roundel_ghash_line.
  logic [EndGap-2:1] ended_q;  // element c: a hash ended c cycles ago

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= states_t'(1) << StCommand;
      silent_q <= 1'b0;
      body_q <= 1'b0;
      illegal_q <= 1'b0;
      in_text_q <= 1'b0;
      wrong_q <= 1'b0;
      ended_q <= '0;
      can_end_q <= 1'b1;
    end else begin
      state_q <= state_d;
      silent_q <= fails || (judged ? is_silent(state_beat, next_slot_i) : is_silent(state_none, next_slot_i));
      body_q <= !fails && (judged ? is_body(state_beat) : is_body(state_none));
      illegal_q <= judged && state_beat == '0;
      in_text_q <= state_q[StTextMore];
      wrong_q <= judged && ((state_q[StCommand] && (!beat_i.whole || (beat_i.resume && !session_q))) ||
          (state_q[StTag] && !tag_ok));
      ended_q <= {ended_q[EndGap-3:1], step_d.lengths};
      can_end_q <= next_slot_i && !(step_d.lengths || (|ended_q));
    end
    tag_ok_q <= tag_ok;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic go_command, go_text, go_tag;

  assign go_command = judged && legal_command;
  assign go_text = judged && legal_text;
  assign go_tag = judged && state_beat[StCommand];

  // Where a bit counts only with others, it is what the beat has.
  always_comb begin
    logic closes;
    closes = can_step && (state_q[StClose] || (state_q[StNoText] && tag_ok_q));
    step_d = NoStep;
    step_d.text = go_text || closes;
    step_d.last = beat_i.last || state_q[StNoText] || state_q[StClose];
    step_d.open = open_q;
    step_d.tag = go_tag;
    step_d.error = can_step && state_q[StError];
    // The step of an illegal beat does nothing later, so this need not be legal.
    step_d.hash =
        (judged && ((beat_i.nonce && !short_nonce) || ((beat_i.ad || beat_i.text) && !beat_i.empty))) ||
        nonce_ends || go_tag;
    step_d.ends_hash = nonce_ends || go_tag || step_d.error;
    step_d.direct = beat_i.nonce || beat_i.ad || open_q;
    step_d.lengths = nonce_ends || go_tag;
    step_d.ad = beat_i.ad;
    keep_d = state_q[StTag] ? tag_keep_q :
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
    if (!rst_ni || !acts || fails) step_o <= NoStep;
    else step_o <= step_q;
    acts_o <= rst_ni && acts && !fails;
    if (!rst_ni || !acts) keep_o <= '0;
    else keep_o <= keep_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      check_command_q <= 1'b0;
      check_tag_q <= 1'b0;
    end else begin
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
      load_key_o <= judged && legal_key;
      short_nonce_o <= judged && state_beat[StData];
      next_tag_o <= state_q[StTag];
      clear_key_o <= clear_key;
      finish_o <= failed || check_tag_q;
    end
  end

endmodule
