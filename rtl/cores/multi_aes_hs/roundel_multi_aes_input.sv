// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides the order of segments: accepts CMD and the segments of its operation, one beat at a time, which
// becomes the operand. A beat is a block: bytes that are not kept are zero. An illegal sequence sets abort_o
// until aborted_i; then input is dropped up to the next command. So does a block that is one too many: of
// GCM's text after 2^32 - 2 blocks, of its data, of a nonce, or of a message of AES-Hash after 2^32 - 1.
//
// Schedule:   a beat is accepted in cycle t, and is the operand from t+2 at the earliest until done_i;
//             s_axis_tready is set again in t+2 at the earliest: at most one beat every two cycles. A beat
//             waits while there is an operand; after done_i in cycle u it is the operand from u+2.
//             accept_o is set in t+1 of a legal command if can_accept_i is set, and service_o from the next
//             cycle.
//             A block of a MAC becomes the operand when it is known whether it is the last one: the next beat
//             decides.
//             The operand `low` is the first half of a block to hash. After done_low_i, data_o is the second
//             half for one cycle.
// Interfaces: s_axis from the source; data_o to the lanes, the key schedule and roundel_ghash; all other
//             ports from and to roundel_multi_aes_control, and aes256_o to roundel_multi_aes_datapath. Uses
//             roundel_multi_aes_beat and roundel_multi_aes_operand.
// Bytes:      byte 0 of a block is data_o[7:0].
// Reference:  SP 800-38B section 6.2, SP 800-38D section 7.1; docs/stream-protocol.md

module roundel_multi_aes_input
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
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

  input  logic         can_accept_i,    // a command can be accepted
  output operand_t     operand_o,       // purpose of the operand, one-hot; zero without operand
  output logic         operand_idle_o,  // there is no operand
  output logic [127:0] data_o,          // block of the operand
  output logic [ 15:0] keep_o,          // bytes of the operand that are kept
  output logic         last_o,          // the operand is the last beat of its segment
  output logic         low_ready_o,     // the second half of a block to hash can follow
  output logic         low_last_o,      // that second half ends the message
  input  logic         done_i,          // the operand is done, and is cleared
  input  logic         done_low_i,      // with done_i: it was the first half of a block to hash
  input  logic         clear_length_i,  // the counts of bytes become zero

  output logic        accept_o,        // a legal command is accepted
  output service_t    service_o,       // service of the command, zero without one
  output logic        resume_o,        // the command resumes a kept key or generator
  output logic        open_o,          // the command is OPEN or VERIFY: a tag is checked
  output logic        keep_session_o,  // the command keeps its key or generator
  output logic [31:0] size_o,          // bytes of output
  output logic        expand_o,        // the key is complete
  output logic        aes256_o,        // the key has 32 bytes
  output logic        text_seen_o,     // the message has a text segment
  output logic        text_open_o,     // the text segment has not ended yet
  output logic        complete_o,      // all segments have been accepted
  input  logic        finished_i,      // the transaction has ended
  output logic        abort_o,         // the sequence is illegal
  input  logic        aborted_i        // the illegal sequence has been answered
);

  state_e state_q, state_d, mac_end, tag_end;
  body_e body_q, body_d;
  logic dropping_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The held beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid, pop;
  beat_t beat;
  logic [15:0] beat_keep;
  logic [15:0][7:0] beat_data;

  roundel_multi_aes_beat #(
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
    .tag_size_i(size_o[3:0]),
    .pop_i     (pop),
    .valid_o   (valid),
    .beat_o    (beat),
    .keep_o    (beat_keep),
    .data_o    (beat_data)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is done with the beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  service_t service_q, kept_q;  // kept_q: the service that has kept a key or generator
  logic go, accept, fail, key_ended, resume;
  operand_t take;  // the next operand
  logic load_data, take_high, expand_pending_q, ended_q, ended_2_q, long_q, end_ad_q;
  logic is_row, low_ready, ad_next, text_next, tag_next;
  logic text_full, block_full;  // one more block is too many: of text; of data, a nonce or a message
  logic too_many;  // so the beat is: of data, a nonce or a message

  // Only InAbort, and the states that wait for the next beat, read a beat while there is an operand.
  assign go = valid && operand_idle_o;
  assign is_row = service_q.prng ? beat.is_seed : beat.is_key;
  assign low_ready = ended_q ? ended_2_q : valid && beat.is_text;
  assign resume = beat.resume && (beat.service.gcm || beat.service.prng);
  assign ad_next = beat.is_ad && body_q inside {BeforeAd, InAd};
  assign text_next = beat.is_text && body_q inside {BeforeAd, BeforeText, InText};
  assign tag_next = beat.is_tag && body_q inside {BeforeAd, BeforeText, AfterText} &&
      (open_o ? beat.is_tag_size : beat.empty);
  assign too_many = block_full && !beat.empty;

  always_comb begin
    pop = 1'b0;
    accept = 1'b0;
    fail = 1'b0;
    take = '0;
    take_high = 1'b0;
    load_data = 1'b0;
    key_ended = 1'b0;
    unique case (state_q)
      InCommand: begin
        if (go && dropping_q && !beat.is_command) begin
          pop = 1'b1;
        end else if (go && can_accept_i) begin
          pop = 1'b1;
          accept = beat.service != '0 && (!resume || (beat.service & kept_q) != '0);
          fail = !accept;
        end
      end
      InKey: begin
        if (go) begin
          take.key = is_row && beat.full;
          fail = !take.key || (beat.last && service_q.prng);
          key_ended = beat.last;
        end
      end
      InKeyMore: begin
        if (go) begin
          take.key = is_row && beat.full;
          fail = !(is_row && (beat.full || beat.empty)) || (service_q.prng && beat.empty);
          key_ended = beat.last;
          pop = 1'b1;
        end
      end
      // Accepts only an empty last beat: the end of the key, or the empty seed of a resumed generator.
      InKeyClose: begin
        if (go) begin
          fail = !(is_row && beat.empty);
          key_ended = !resume_o;
          pop = 1'b1;
        end
      end
      InNonce: begin
        if (go) begin
          fail = !beat.is_nonce || beat.empty;
          take.nonce = beat.is_96bit;
          take.hash = !beat.is_96bit;
        end
      end
      InNonceMore: begin
        if (go) begin
          take.hash = beat.is_nonce && !beat.empty;
          fail = !beat.is_nonce || too_many;
          pop = 1'b1;
        end
      end
      InNonceEnd, InLengths: take.lengths = operand_idle_o;
      InBody: begin
        if (go) begin
          pop = 1'b1;
          take.hash = ad_next && !beat.empty;
          take.text = text_next && !beat.empty;
          take.empty = text_next && beat.empty;
          take.tag = tag_next && beat.last;
          load_data = tag_next;
          fail = !(ad_next || text_next || tag_next) || (ad_next && body_q == InAd && too_many) ||
              (text_next && body_q == InText && text_full && !beat.empty);
        end
      end
      InTagClose: begin
        if (valid) begin
          take.tag = 1'b1;
          fail = !(beat.is_tag && beat.empty);
          pop = 1'b1;
        end
      end
      InHashLow: begin
        if (operand_idle_o && ended_q) begin
          take.low = 1'b1;
        end else if (go) begin
          take.low = beat.is_text;
          fail = !beat.is_text || too_many;
          pop = 1'b1;
        end
      end
      InHashHigh: begin
        if (valid && !ended_q && (!beat.is_text || too_many)) begin
          fail = 1'b1;
        end else if (done_low_i) begin
          take_high = 1'b1;
          pop = !ended_q;
        end
      end
      InMac: begin
        if (go) begin
          fail = !beat.is_text;
          take.mac = beat.last;
          load_data = 1'b1;
          pop = 1'b1;
        end
      end
      InMacNext: begin
        if (valid) begin
          take.mac = 1'b1;
          fail = !beat.is_text;
          pop = beat.empty;
        end
      end
      default: ;
    endcase
    if (take.key || take.nonce || take.hash) pop = 1'b1;
    if (take.key || take.nonce || take.hash || take.text || take.empty || take.low || take_high)
      load_data = 1'b1;
    // Overrides every state: an illegal beat is dropped, or becomes the next command.
    if (fail) begin
      pop = !beat.is_command || state_q == InCommand;
      take = '0;
      load_data = 1'b0;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The order of segments
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // After the text of a MAC, and after the tag.
  assign mac_end = open_o ? InBody : InComplete;
  assign tag_end = service_q.mac ? InComplete : InLengths;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      InCommand: begin
        if (accept) begin
          state_d = InKey;
          if (beat.service.hash) state_d = InHashLow;
          if (beat.service.gcm && beat.resume) state_d = InNonce;
          if (beat.service.prng && beat.resume) state_d = InKeyClose;
        end
      end
      InKey: if (go) state_d = !beat.last ? InKeyMore : service_q.mac ? InMac : InNonce;
      InKeyMore, InKeyClose: begin
        if (go) state_d = service_q.mac ? InMac : service_q.prng ? InComplete : InNonce;
        if (go && state_q == InKeyMore && !beat.last) state_d = InKeyClose;
      end
      InNonce: begin
        if (go) state_d = beat.is_96bit ? InBody : beat.last ? InNonceEnd : InNonceMore;
      end
      InNonceMore: if (go) state_d = beat.last ? InNonceEnd : InNonceMore;
      InNonceEnd: if (operand_idle_o) state_d = InBody;
      InBody: if (go && tag_next) state_d = beat.last ? tag_end : InTagClose;
      InTagClose: if (valid) state_d = tag_end;
      InLengths: if (operand_idle_o) state_d = InComplete;
      InHashLow: if (take.low) state_d = InHashHigh;
      InHashHigh: if (take_high) state_d = ended_q || beat.empty ? InComplete : InHashLow;
      InMac: if (go) state_d = beat.last ? mac_end : InMacNext;
      InMacNext: if (valid) state_d = beat.empty ? mac_end : InMac;
      InComplete: if (finished_i) state_d = InCommand;
      InAbort: if (aborted_i) state_d = InCommand;
      default: state_d = InAbort;
    endcase
    // Overrides every state.
    if (fail) state_d = InAbort;
  end

  // AD once, then text once, then the tag.
  always_comb begin
    body_d = body_q;
    if (accept) body_d = BeforeAd;
    else if (state_q == InBody && go && !fail) begin
      if (ad_next) body_d = beat.last ? BeforeText : InAd;
      if (text_next) body_d = beat.last ? AfterText : InText;
    end else if (state_q == InMac && go && !fail) begin
      body_d = AfterText;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= InCommand;
      dropping_q <= 1'b0;
    end else begin
      state_q <= state_d;
      dropping_q <= aborted_i || (dropping_q && !accept);
    end
  end
  always_ff @(posedge clk_i) begin
    end_ad_q <= body_q inside {BeforeAd, InAd} && body_d == BeforeText;
    body_q <= finished_i || aborted_i ? BeforeAd : body_d;
    if (accept) begin
      resume_o <= resume;
      open_o <= beat.open;
      size_o <= {beat_data[7], beat_data[6], beat_data[5], beat_data[4]};
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finished_i || aborted_i) begin
      service_q <= '0;
      keep_session_o <= 1'b0;
    end else if (accept) begin
      service_q <= beat.service;
      keep_session_o <= beat.keep_session && (beat.service.gcm || beat.service.prng);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || fail || (accept && !resume)) kept_q <= '0;
    else if (finished_i) kept_q <= keep_session_o ? service_q : '0;
  end
  // The last row of a key goes to the key schedule before the expansion starts.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) expand_pending_q <= 1'b0;
    else expand_pending_q <= (key_ended && !fail) || (expand_pending_q && !expand_o);
  end
  always_ff @(posedge clk_i) begin
    if (take.key) long_q <= state_q == InKeyMore;
  end
  always_ff @(posedge clk_i) begin
    if (accept) ended_q <= 1'b0;
    else if ((take.low || take_high) && valid && pop && beat.last) ended_q <= 1'b1;
    ended_2_q <= ended_q && !accept;
  end

  assign accept_o = accept;
  assign service_o = service_q;
  assign expand_o = expand_pending_q && !operand_o.key;
  assign aes256_o = long_q;
  assign text_seen_o = body_q inside {InText, AfterText};
  assign text_open_o = body_q == InText;
  assign complete_o = state_q == InComplete;
  assign abort_o = state_q == InAbort;
  assign low_ready_o = state_q == InHashHigh && low_ready;
  assign low_last_o = ended_q || beat.empty;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The operand
  //////////////////////////////////////////////////////////////////////////////////////////////////

  roundel_multi_aes_operand u_operand (
    .clk_i,
    .rst_ni,
    .take_i      (take),
    .take_high_i (take_high),
    .load_data_i (load_data),
    .pad_i       (state_q == InMac),
    .next_known_i(state_q == InMacNext),
    .beat_i      (beat),
    .beat_keep_i (beat_keep),
    .data_i      (beat_data),
    .ended_i     (ended_q),
    .end_ad_i    (end_ad_q),
    .accept_i    (accept),
    .operand_o,
    .idle_o      (operand_idle_o),
    .data_o,
    .keep_o,
    .last_o,
    .done_i,
    .text_full_o (text_full),
    .block_full_o(block_full),
    .clear_length_i
  );

endmodule
