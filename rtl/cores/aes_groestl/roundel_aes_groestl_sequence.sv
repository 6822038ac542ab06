// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides the order of segments and of the parts of a transaction: which beat is expected, and which block
// follows. Holds the operation.
//   HASH        StBody StPad StLast StFinal StAnswer
//   MAC         StKey StKeyFill StInner, as HASH to StFinal, StOuter StDigest StPad StLast StFinal StAnswer
//   VERIFY      as MAC, with StTag StCompare1 StCompare2 before StAnswer
//   SEAL, OPEN  as MAC, with StNonce before StBody and StTag before StAnswer;    CTR  StKey StNonce StBody
//   kept keys   StInner and StOuter come first, then StLoad; a resumed message begins with StLoad
// A segment that an empty beat closes adds StKeyClose, StNonceClose or StTagClose. An illegal beat leads to
// StAbort, [StClose,] StError and StFlush.
//
// Schedule:   one decision per cycle; pop_o in the cycle of the beat. clear_o follows CMD and the end by one
//             cycle.
// Interfaces: beats from roundel_aes_groestl_beat; state, operation and progress to the other parts of
//             roundel_aes_groestl_control.
// Reference:  RFC 2104, RFC 3686; docs/stream-protocol.md

module roundel_aes_groestl_sequence
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter  int unsigned Words       = 4,              // words of a block
  parameter  bit          Aes         = 1'b0,           // with AES
  parameter  bit          Groestl     = 1'b1,           // with the hash
  localparam int unsigned CountBits   = $clog2(Words),
  localparam int unsigned DigestWords = Words / 2,
  localparam int unsigned KeyWords    = Words / 4       // of the cipher
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic              valid_i,  // beat_i is valid
  input  aes_groestl_beat_t beat_i,   // input beat
  output logic              pop_o,    // the beat is accepted

  input logic fill_i,          // the block accepts a word
  input logic place_last_i,    // that word is the last one of the block
  input logic text_room_i,     // a beat of text can come
  input logic count_fits_i,    // the block count of the padding fits after the beat
  input logic full_i,          // one more block of text or data is too many
  input logic session_busy_i,  // a chaining value is moved
  input logic job_accepted_i,  // the rounds accept the final job
  input logic done_i,          // the chaining value is complete in the next cycle
  input logic out_ready_i,     // the output register is empty
  input logic text_open_i,     // text has been sent, its segment is open

  output state_e             state_o,         // state of the transaction
  output operation_t         operation_o,     // its operation
  output progress_t          progress_o,      // what it has done
  output logic [CountBits:0] count_o,         // words of a key, key block, hash, tag or answer that are done
  output logic               words_done_o,    // count_o is that of the last word of a block
  output logic               digest_done_o,   // count_o is that of the last word of a hash
  output logic               clear_early_o,   // clear_o follows
  output logic               clear_o,         // one cycle after CMD or the end: clears the datapath
  output logic               clear_keys_o     // clears the keys that a transaction can keep
);

  state_e state_q, state_d;
  operation_t operation_q, command;
  progress_t progress_q, progress_d;
  logic [CountBits:0] count_q, count_d, count_next;
  logic illegal, ended, empty, words_done, digest_done, from_session, ad_next, text_next;
  logic cmd_ok, kept_d, kept_q, kept_cipher_q, clear_keys_d;

  roundel_aes_groestl_command #(
    .Aes    (Aes),
    .Groestl(Groestl)
  ) u_command (
    .beat_i,
    .session_valid_i (kept_q),
    .session_cipher_i(kept_cipher_q),
    .cmd_ok_o        (cmd_ok),
    .operation_o     (command)
  );

  assign empty = !beat_i.keep[0];
  assign words_done = count_q == (CountBits + 1)'(Words - 1);
  assign digest_done = count_q == (CountBits + 1)'(DigestWords - 1);
  assign count_next = count_q + 1'b1;
  assign from_session = operation_q.resume || operation_q.keep_keys;
  assign ad_next = beat_i.ad && progress_q.ad;
  assign text_next = beat_i.text && !(progress_q.ad && progress_q.data);

  always_comb begin
    state_d = state_q;
    pop_o   = 1'b0;
    illegal = 1'b0;
    ended   = 1'b0;
    unique case (state_q)
      StCommand: begin
        pop_o = valid_i;
        if (valid_i) begin
          if (!cmd_ok) state_d = StAbort;
          else if (command.resume) state_d = StLoad;
          else state_d = command.mac || command.cipher ? StKey : StBody;
        end
      end
      StKey: begin
        pop_o = valid_i;
        if (valid_i) begin
          if (!beat_i.key) begin
            illegal = 1'b1;
          end else if (progress_q.cipher_key) begin
            if (!beat_i.full || (beat_i.last && progress_q.second_key)) illegal = 1'b1;
            else if (!progress_q.second_key && !operation_q.mac) state_d = beat_i.last ? StNonce : StKeyClose;
            else if (beat_i.last) state_d = StKeyFill;
          end else begin
            if (!empty && words_done) state_d = beat_i.last ? StInner : StKeyClose;
            else if (beat_i.last) state_d = StKeyFill;
          end
        end
      end
      StKeyClose: begin
        pop_o   = valid_i;
        illegal = valid_i && (!beat_i.key || !beat_i.last || !empty);
        if (valid_i) state_d = operation_q.mac ? StInner : StNonce;
      end
      StKeyFill: if (words_done) state_d = StInner;
      StInner: begin
        if (fill_i && place_last_i) begin
          state_d = progress_q.set_up ? StFinal : operation_q.cipher ? StNonce : StBody;
        end
      end
      StLoad: if (!session_busy_i) state_d = operation_q.cipher ? StNonce : StBody;
      StNonce: begin
        pop_o   = valid_i;
        illegal = valid_i && !(beat_i.nonce && beat_i.nonce_length_valid);
        if (valid_i) state_d = beat_i.last ? StBody : StNonceClose;
      end
      StNonceClose: begin
        pop_o   = valid_i;
        illegal = valid_i && (!beat_i.nonce || !beat_i.last || !empty);
        if (valid_i) state_d = StBody;
      end
      StBody: begin
        pop_o   = valid_i && (ad_next ? fill_i : text_room_i);
        illegal = valid_i && (!(ad_next || text_next) || (full_i && !empty));
        if (valid_i && text_next && text_room_i && beat_i.last) begin
          state_d = place_last_i && (count_fits_i || !operation_q.hash) ? StLast : StPad;
        end
      end
      StPad: if (fill_i && place_last_i) state_d = StLast;
      StLast: begin
        ended = fill_i && !operation_q.hash;
        if (fill_i && operation_q.hash && job_accepted_i) state_d = StFinal;
      end
      StFinal: begin
        if (done_i) begin
          if (operation_q.mac && !progress_q.outer) begin
            state_d = progress_q.set_up || !from_session ? StOuter : StDigest;
          end else if (progress_q.set_up) state_d = StLoad;
          else state_d = operation_q.cipher || operation_q.check ? StTag : StAnswer;
        end
      end
      StOuter: if (fill_i && words_done) state_d = progress_q.set_up ? StFinal : StDigest;
      StDigest: if (fill_i && digest_done) state_d = StPad;
      StTag: begin
        pop_o   = valid_i;
        illegal = valid_i && (!beat_i.tag || (operation_q.check ? !beat_i.full : !empty) ||
            (operation_q.check && !digest_done && beat_i.last));
        if (valid_i && !operation_q.check) state_d = StAnswer;
        else if (valid_i && digest_done) state_d = beat_i.last ? StCompare1 : StTagClose;
      end
      StTagClose: begin
        pop_o   = valid_i;
        illegal = valid_i && (!beat_i.tag || !beat_i.last || !empty);
        if (valid_i) state_d = StCompare1;
      end
      StCompare1: state_d = StCompare2;
      StCompare2: state_d = StAnswer;
      StAnswer: ended = out_ready_i && (operation_q.check || digest_done);
      // Completes the current block if it is full.
      StAbort: if (fill_i) state_d = text_open_i ? StClose : StError;
      StClose: if (out_ready_i) state_d = StError;
      StError: if (out_ready_i) state_d = StFlush;
      default: begin
        pop_o = valid_i && beat_i.kind != KindCmd;
        if (valid_i && beat_i.kind == KindCmd) state_d = StCommand;
      end
    endcase
    // Overrides every state. An illegal beat waits, and is dropped or becomes the next command.
    if (ended) state_d = StCommand;
    if (illegal) begin
      state_d = StAbort;
      pop_o   = 1'b0;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Progress, kept keys
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    progress_d = progress_q;
    count_d = count_q;
    unique case (state_q)
      StCommand: begin
        count_d = '0;
        progress_d = '{
            cipher_key: command.cipher,
            second_key: KeyWords == 2,
            ad: command.cipher && command.hash,
            data: progress_q.data,
            set_up: command.keep_keys && !command.resume,
            default: 1'b0
        };
      end
      StKey: begin
        if (valid_i && beat_i.key && progress_q.cipher_key) begin
          progress_d.cipher_key = progress_q.second_key;
          progress_d.second_key = 1'b0;
        end else if (valid_i && beat_i.key && !empty) begin
          count_d = words_done ? '0 : count_next;
        end
      end
      StKeyFill: count_d = words_done ? '0 : count_next;
      StLoad: begin
        if (!session_busy_i) begin
          progress_d.outer  = 1'b0;
          progress_d.set_up = 1'b0;
        end
      end
      StBody: begin
        if (valid_i && ad_next && fill_i && beat_i.last) progress_d.ad = 1'b0;
        if (valid_i && text_next) begin
          progress_d.ad = 1'b0;
          progress_d.text = progress_q.text || !operation_q.cipher || fill_i;
          if (text_room_i && beat_i.last) progress_d.bit_pending = beat_i.full;
        end
      end
      StPad: if (fill_i) progress_d.bit_pending = 1'b0;
      StFinal: if (done_i) count_d = '0;
      StOuter: begin
        if (fill_i) count_d = words_done ? '0 : count_next;
        if (fill_i && words_done) progress_d.outer = 1'b1;
      end
      StDigest: begin
        progress_d.bit_pending = 1'b1;
        progress_d.outer = 1'b1;
        if (fill_i) count_d = digest_done ? '0 : count_next;
      end
      StTag: if (valid_i && operation_q.check) count_d = digest_done ? '0 : count_next;
      StAnswer: if (out_ready_i) count_d = count_next;
      default: ;
    endcase
    if (state_q == StBody && pop_o && beat_i.kind == KindAd) progress_d.data = 1'b1;
    if (clear_o) progress_d.data = 1'b0;
  end

  always_comb begin
    kept_d = kept_q;
    clear_keys_d = 1'b0;
    clear_early_o = ended;
    if (state_q == StCommand) begin
      clear_early_o = valid_i;  // restarts the slots of the streams: timing counts from here
      if (valid_i) begin
        kept_d = 1'b0;
        clear_keys_d = !(cmd_ok && command.resume);
      end
    end
    if (state_q == StError && out_ready_i) begin
      clear_early_o = 1'b1;
      clear_keys_d  = 1'b1;
    end
    if (ended) begin
      kept_d = operation_q.keep_keys;
      clear_keys_d = !operation_q.keep_keys;
    end
  end

  always_ff @(posedge clk_i) begin
    state_q <= rst_ni ? state_d : StCommand;
    count_q <= count_d;
    progress_q <= progress_d;
    if (state_q == StCommand && valid_i) operation_q <= command;
    kept_q <= rst_ni && kept_d;
    kept_cipher_q <= kept_d && operation_q.cipher;
    clear_keys_o <= !rst_ni || clear_keys_d;
    clear_o <= !rst_ni || clear_early_o;
  end

  assign state_o = state_q;
  assign operation_o = operation_q;
  assign progress_o = progress_q;
  assign count_o = count_q;
  assign words_done_o = words_done;
  assign digest_done_o = digest_done;

endmodule
