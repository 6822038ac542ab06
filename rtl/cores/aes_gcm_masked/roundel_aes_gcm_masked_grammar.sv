// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks the sequence of the beats of roundel_aes_gcm_masked, and orders its work: one message at a time.
//   SEAL    StCommand StJudge StKey StNonce StBody StTag StClear StFlush
//   OPEN    StCommand StJudge StKey StNonce StBody StTag StCompare StReveal StVerdict StStatus StClear
//           StFlush
//   error   [StAbort] StStatus StClear StFlush
// A resumed message has no StKey; one that keeps its key has no StFlush. A command that does not resume a
// kept key clears it first, by StClear and StFlush.
//
// Schedule:   a beat is judged in the cycle in which it is offered, and is used in that cycle or later. All
//             that is decided depends on commands, on properties of beats and on handshakes.
// Interfaces: the offered beat from the reader of share 0; decisions to all other parts.
// Reference:  docs/stream-protocol.md (errors); SP 800-38D sections 7.1 and 7.2

module roundel_aes_gcm_masked_grammar
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_aes_gcm_masked_pkg::*;
#(
  parameter int unsigned KeyParts = 1  // beats of a key
) (
  input logic clk_i,
  input logic rst_ni,

  // The beat and the command
  input  logic          valid_i,         // a beat is offered
  input  segment_beat_t beat_i,          // its properties
  input  logic [15:0]   keep_i,          // its tkeep
  output logic          accept_o,        // the beat is used
  output logic          drop_o,          // discard input up to the next command
  output logic          load_command_o,  // the beat is a command: load it
  output logic          whole_o,         // it is a segment of 16 bytes
  input  command_t      command_i,       // the command that was loaded last

  // Key, nonce and cipher
  output logic                clear_o,            // the values of the message become zero
  output logic                clear_key_o,        // with clear_o: the key, too
  output logic [KeyParts-1:0] load_key_o,         // the beat is that part of the key
  output logic                start_o,            // the beat is the nonce: the message begins
  input  logic                subkey_load_i,      // the subkey of GHASH is loaded
  input  logic                mask_load_i,        // the mask of the tag is loaded
  input  logic                keystream_valid_i,  // keystream is there
  output logic                keystream_take_o,   // it is used
  input  logic                flushed_i,          // the cipher is clear

  // GHASH and the lengths
  output addend_t addend_o,       // what a product begins with
  output logic    product_o,      // it begins
  input  logic    hashed_i,       // no product is under way
  output logic    count_ad_o,     // the beat is data: count its bytes
  output logic    count_text_o,   // it is text: count its bytes
  input  logic    ad_limit_i,     // no more data can be counted
  input  logic    text_limit_i,   // no more text is legal

  // The comparison
  output logic compare_o,   // load the difference of the tags
  input  logic compared_i,  // all its bits are joined
  output logic reveal_o,    // load the shares of the result
  output logic judge_o,     // load the verdict

  // Answers
  input  logic        answer_free_i,  // no beat waits
  output logic        send_text_o,    // send the beat as text, or an empty beat
  output logic        send_tag_o,     // send the tag
  output logic        send_status_o,  // send the verdict, or ERROR
  output logic [15:0] send_keep_o,    // bytes that are sent, or compared
  output logic        send_last_o,    // the beat ends its segment

  input  logic fresh_valid_i,  // new fresh bits are there
  output logic fresh_ready_o   // a product uses them
);

  typedef enum logic [3:0] {
    StClear,    // the values of a message become zero
    StFlush,    // the cipher is being cleared
    StCommand,  // a command is expected
    StJudge,    // a command was accepted
    StKey,      // a key is expected
    StNonce,    // a nonce is expected
    StBody,     // data, text or a tag
    StTag,      // the block of the lengths is hashed
    StCompare,  // the tags are compared
    StReveal,   // the result is complete, in shares
    StVerdict,  // its shares are joined
    StStatus,   // send STATUS, as soon as no beat waits
    StAbort     // close an open segment of text, as soon as no beat waits
  } state_e;

  state_e state_d, state_q;
  logic error_q;  // the sequence is illegal
  logic kept_q;  // a key is kept
  logic to_key_q;  // a kept key is cleared, then a new one is expected
  logic [$clog2(KeyParts+1)-1:0] part_q;  // parts of the key that are loaded
  logic subkey_q, mask_q;  // they are loaded
  logic ad_begun_q, text_begun_q, text_open_q;

  logic is_ad, is_text, is_tag, last_part, keep_key;
  logic legal, command_legal, fail;
  logic [15:0] tag_keep;
  logic product_ready, ad_use, text_use, empty_use, tag_use, product_want, product;

  assign is_ad = beat_i.kind == KindAd;
  assign is_text = beat_i.kind == KindText;
  assign is_tag = beat_i.kind == KindTag;
  assign last_part = 32'(part_q) == KeyParts - 1;
  assign whole_o = beat_i.full && beat_i.last && !beat_i.malformed;
  assign tag_keep = roundel_gcm_length_pkg::tag_keep(command_i.size);
  assign keep_key = command_i.keep && !error_q && !to_key_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Is the beat legal?
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    legal = 1'b1;
    unique case (state_q)
      StCommand: legal = beat_i.kind == KindCmd;
      StKey:
      legal = beat_i.kind == KindKey && beat_i.full && beat_i.first == (part_q == '0) &&
          beat_i.last == last_part && !beat_i.malformed;
      StNonce:
      legal = beat_i.kind == KindNonce && beat_i.first && beat_i.last && keep_i == 16'h0fff &&
          !beat_i.malformed;
      StBody: begin
        legal = !beat_i.malformed;
        unique case (beat_i.kind)
          KindAd:   legal &= !text_begun_q && !(beat_i.first && ad_begun_q) && (beat_i.empty || !ad_limit_i);
          KindText: legal &= !(beat_i.first && text_begun_q) && (beat_i.empty || !text_limit_i);
          KindTag:  legal &= beat_i.first && beat_i.last && keep_i == (command_i.open ? tag_keep : 16'd0);
          default:  legal = 1'b0;
        endcase
      end
      default: ;
    endcase
  end

  assign command_legal = command_i.legal && (!command_i.resume || kept_q);
  assign fail = (valid_i && !legal) || (state_q == StJudge && !command_legal);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is done with it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic body;

  assign body = state_q == StBody && valid_i && legal;
  assign product_ready = hashed_i && subkey_q;
  assign product_want = body && product_ready &&
      ((is_ad && !beat_i.empty) || (is_text && !beat_i.empty && answer_free_i && keystream_valid_i) ||
       (is_tag && text_begun_q && mask_q));
  assign product = product_want && fresh_valid_i;
  assign ad_use = body && is_ad && (beat_i.empty || product);
  assign text_use = body && is_text && (beat_i.empty ? answer_free_i : product);
  assign tag_use = body && is_tag && product;
  assign empty_use = body && is_tag && !text_begun_q && answer_free_i;

  assign accept_o = (valid_i && legal && state_q inside {StCommand, StKey, StNonce}) || ad_use ||
      text_use || (tag_use && !command_i.open) || compare_o;
  assign drop_o = fail;
  assign load_command_o = state_q == StCommand && valid_i && legal;
  for (genvar i = 0; i < KeyParts; i++) begin : gen_part
    assign load_key_o[i] = state_q == StKey && valid_i && legal && 32'(part_q) == i;
  end
  assign start_o = state_q == StNonce && valid_i && legal;
  assign keystream_take_o = text_use && !beat_i.empty;

  assign addend_o = '{
          beat: is_ad || (is_text && command_i.open),
          text: is_text && !command_i.open,
          lengths: is_tag
      };
  assign product_o = product;
  assign count_ad_o = ad_use;
  assign count_text_o = text_use;

  assign clear_o = state_q == StClear;
  assign clear_key_o = clear_o && !keep_key;
  assign fresh_ready_o = product_want;

  assign compare_o = state_q == StTag && hashed_i && command_i.open;
  assign reveal_o = state_q == StReveal;
  assign judge_o = state_q == StVerdict;

  logic close;

  assign close = state_q == StAbort && text_open_q && answer_free_i;
  assign send_text_o = text_use || empty_use || close;
  assign send_tag_o = state_q == StTag && hashed_i && !command_i.open && answer_free_i;
  assign send_status_o = state_q == StStatus && answer_free_i;
  assign send_keep_o = state_q == StTag ? tag_keep : text_use ? keep_i : '0;
  assign send_last_o = !text_use || beat_i.last;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Which state is next
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StClear: state_d = keep_key ? StCommand : StFlush;
      StFlush: if (flushed_i) state_d = to_key_q ? StKey : StCommand;
      StCommand: if (valid_i) state_d = StJudge;
      StJudge: state_d = command_i.resume ? StNonce : kept_q ? StClear : StKey;
      StKey: if (valid_i && last_part) state_d = StNonce;
      StNonce: if (valid_i) state_d = StBody;
      StBody: if (tag_use) state_d = StTag;
      StTag: begin
        if (compare_o) state_d = StCompare;
        else if (send_tag_o) state_d = StClear;
      end
      StCompare: if (compared_i) state_d = StReveal;
      StReveal: state_d = StVerdict;
      StVerdict: state_d = StStatus;
      StStatus: if (answer_free_i) state_d = StClear;
      StAbort: if (!text_open_q) state_d = StStatus;
      default: state_d = StClear;
    endcase
    if (fail) state_d = StAbort;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StClear;
      error_q <= 1'b1;
      kept_q <= 1'b0;
      to_key_q <= 1'b0;
      part_q <= '0;
    end else begin
      state_q <= state_d;
      error_q <= fail || (error_q && state_q != StCommand);
      if (fail) kept_q <= 1'b0;
      else if (clear_o) kept_q <= keep_key;
      if (state_q == StJudge) to_key_q <= !fail && !command_i.resume && kept_q;
      else if (state_q == StKey) to_key_q <= 1'b0;
      if (load_key_o != '0) part_q <= part_q + 1'd1;
      else if (state_q != StKey) part_q <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_o) begin
      subkey_q <= 1'b0;
      mask_q <= 1'b0;
      ad_begun_q <= 1'b0;
      text_begun_q <= 1'b0;
      text_open_q <= 1'b0;
    end else begin
      subkey_q <= subkey_q || subkey_load_i;
      mask_q <= mask_q || mask_load_i;
      ad_begun_q <= ad_begun_q || ad_use;
      text_begun_q <= text_begun_q || send_text_o;
      if (send_text_o) text_open_q <= !send_last_o;
    end
  end

endmodule
