// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The order of a transaction: takes CMD, [KEY], [NONCE], [AD], TEXT, [TAG], says of every word of a block
// what it is made of, and closes with the answer.
//
//   HASH   text, padding, final
//   MAC    inner key block, text, padding, final, outer key block, hash, padding, final
//   SEAL, OPEN  the same over associated data and ciphertext      CTR  text alone
//
// The HMAC key stands in a ring of Words words (top). While it leaves it for the outer block the inner hash
// takes its place, to be the text of the next one.
//
// A transaction that keeps its keys first has both key blocks hashed, for the chaining values behind them
// (roundel_aes_groestl_session); it and what goes on with it load these in the blocks' place.
//
// At a beat that breaks a rule the transaction is given up: the block under way goes its way if it is full,
// text given out is closed, and STATUS = error follows.

module roundel_aes_groestl_control
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter  int unsigned Words       = 4,
  parameter  bit          Aes         = 1'b0,
  parameter  bit          Groestl     = 1'b1,
  localparam int unsigned CountBits   = $clog2(Words),
  localparam int unsigned DigestWords = Words / 2,
  localparam int unsigned KeyWords    = Words / 4       // of the cipher
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic  valid_i,
  input  beat_t beat_i,
  output logic  pop_o,

  output logic       clear_o,        // a cycle behind the end or the command
  output logic       forget_o,       // keys that could have been kept
  output logic       hashed_o,       // every block is
  output logic       open_o,

  output logic                 key_load_o,
  output logic                 nonce_load_o,
  output logic                 nonce_short_o,  // 12 bytes: the counter begins at 1
  output logic                 start_o,        // the first text stands behind place_o words of other data
  input  logic                 last_key_known_i,

  output logic                 ring_shift_o,
  output logic                 ring_beat_o,   // what comes into it
  output logic                 ring_self_o,
  output logic                 ring_chain_o,
  output logic [CountBits-2:0] count_o,       // word of the hash that is asked for

  output logic session_start_o,
  output logic session_store_o,
  input  logic session_busy_i,

  input  logic                 block_fill_i,   // in the next cycle the block takes words
  output logic [CountBits-1:0] place_o,        // where the next one goes
  output logic                 word_valid_o,   // a cycle behind what is said of the word
  output word_tag_t            word_tag_o,
  output logic                 word_beat_o,    // what the word is the sum of
  output logic                 word_cipher_o,  // the last round key, where the beat has bytes
  output logic                 word_ring_o,
  output logic                 word_chain_o,
  output logic                 word_inner_o,   // the constant of the inner key block
  output logic                 word_outer_o,
  output logic                 word_end_o,     // the bit behind the beat's bytes
  output logic                 word_first_o,   // the bit of the first byte
  output logic                 word_length_o,
  output logic [         31:0] blocks_o,

  output logic init_o,  // the chaining value: with clear_o, and behind the outer key block
  output logic job_final_o,
  input  logic job_taken_i,
  input  logic done_i,

  input  logic      text_give_i,
  input  word_tag_t text_tag_i,
  output logic      text_taken_o,
  input  logic      free_i,
  output logic      give_o,
  output answer_t   answer_o,
  output logic      give_chain_o,
  output status_e   status_o,
  input  logic      different_i,
  output logic      compare_o
);

  typedef enum logic [4:0] {
    StCommand,
    StKey,
    StKeyClose,    // the key is whole, its segment not closed
    StKeyFill,     // the rest of the ring
    StInner,
    StLoad,        // what is kept goes to the chaining value
    StNonce,
    StNonceClose,
    StBody,
    StPad,
    StLast,        // until the block is gone
    StFinal,
    StOuter,
    StDigest,
    StTag,
    StTagClose,
    StCompare1,
    StCompare2,
    StAnswer,
    StAbort,
    StClose,
    StError,
    StFlush
  } state_e;

  state_e state_q, state_d;
  operation_t operation_q;
  logic [CountBits:0] count_q, count_d;
  logic cipher_key_q, cipher_key_d;  // words of the cipher's key that are still to come
  logic second_key_q, second_key_d;
  logic ad_q, ad_d;  // associated data may come
  logic text_q, text_d;  // text has begun
  logic bit_due_q, bit_due_d;
  logic outer_q, outer_d;
  logic set_up_q, set_up_d;  // the key blocks are hashed, to be kept
  logic open_text_q;  // text has been given out, its segment is not closed
  logic [31:0] blocks_q, blocks_d;
  logic block_full_q, init_d;
  // Whether the block takes a word, and where: told by registers, for all decisions hang on it.
  logic fill_q, word_valid_d, word_valid_q;
  logic [CountBits-1:0] place_q;

  logic take, illegal, ended, empty, place_last, words_done, digest_done;
  logic clear_d, clear_q;  // a register, for it goes everywhere

  assign empty = !beat_i.keep[0];
  assign place_last = place_q == CountBits'(Words - 1);
  assign words_done = count_q == (CountBits + 1)'(Words - 1);
  assign digest_done = count_q == (CountBits + 1)'(DigestWords - 1);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Commands
  //////////////////////////////////////////////////////////////////////////////////////////////////

  operation_t command;
  logic good, kept_d, kept_q, kept_cipher_q, forget_d, forget_q;
  roundel_aes_groestl_command #(
    .Aes    (Aes),
    .Groestl(Groestl)
  ) u_command (
    .beat_i,
    .kept_i       (kept_q),
    .kept_cipher_i(kept_cipher_q),
    .good_o       (good),
    .operation_o  (command)
  );
  logic unused;
  assign unused = text_tag_i.given;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Segments, words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // What moves or chooses many bits hangs on states and early signals: of an illegal beat anything may be
  // taken, since all is cleared behind it.
  logic from_session, load, store;  // the chaining value
  assign from_session = operation_q.goes_on || operation_q.stays;
  assign session_start_o = Groestl && (load || store);
  assign session_store_o = store;

  logic data_q;  // associated data has begun
  logic text_room;  // a beat of text can come
  assign text_room = fill_q && (!operation_q.seal || (text_q && last_key_known_i));

  always_comb begin
    state_d = state_q;
    count_d = count_q;
    cipher_key_d = cipher_key_q;
    second_key_d = second_key_q;
    ad_d = ad_q;
    text_d = text_q;
    bit_due_d = bit_due_q;
    outer_d = outer_q;
    set_up_d = set_up_q;
    kept_d = kept_q;
    forget_d = 1'b0;
    load = 1'b0;
    store = 1'b0;
    take = 1'b0;
    illegal = 1'b0;
    ended = 1'b0;
    pop_o = 1'b0;
    key_load_o = 1'b0;
    nonce_load_o = 1'b0;
    start_o = 1'b0;
    ring_shift_o = 1'b0;
    ring_beat_o = 1'b0;
    ring_self_o = 1'b0;
    ring_chain_o = 1'b0;
    word_valid_d = 1'b0;
    word_tag_o = '0;
    word_beat_o = 1'b0;
    word_cipher_o = 1'b0;
    word_ring_o = 1'b0;
    word_chain_o = 1'b0;
    word_inner_o = 1'b0;
    word_outer_o = 1'b0;
    word_end_o = 1'b0;
    word_first_o = 1'b0;
    word_length_o = 1'b0;
    init_d = 1'b0;
    job_final_o = 1'b0;
    compare_o = 1'b0;
    clear_d = 1'b0;
    give_o = 1'b0;
    answer_o = '{kind: KindStatus, last: 1'b1, keep: '0};
    give_chain_o = 1'b0;
    status_o = StatusAccepted;
    text_taken_o = 1'b0;

    unique case (state_q)
      StCommand: begin
        take = valid_i;
        pop_o = valid_i;
        clear_d = valid_i;  // the slots of the streams begin anew: time is counted from here
        count_d = '0;
        cipher_key_d = command.cipher;
        second_key_d = KeyWords == 2;
        ad_d = command.cipher && command.hash;
        text_d = 1'b0;
        bit_due_d = 1'b0;
        outer_d = 1'b0;
        set_up_d = command.stays && !command.goes_on;
        if (valid_i) begin
          kept_d = 1'b0;
          forget_d = !(good && command.goes_on);
          if (!good) state_d = StAbort;
          else if (command.goes_on) state_d = StLoad;
          else state_d = command.mac || command.cipher ? StKey : StBody;
        end
      end
      StKey: begin
        key_load_o   = valid_i && cipher_key_q;
        ring_shift_o = valid_i && !cipher_key_q && !empty;
        ring_beat_o  = 1'b1;
        pop_o        = valid_i;
        if (valid_i) begin
          if (!beat_i.key) begin
            illegal = 1'b1;
          end else if (cipher_key_q) begin
            cipher_key_d = second_key_q;
            second_key_d = 1'b0;
            if (!beat_i.whole || (beat_i.last && second_key_q)) illegal = 1'b1;
            else if (!second_key_q && !operation_q.mac) state_d = beat_i.last ? StNonce : StKeyClose;
            else if (beat_i.last) state_d = StKeyFill;
          end else begin
            if (!empty) count_d = count_q + 1'b1;
            if (!empty && words_done) begin
              count_d = '0;
              state_d = beat_i.last ? StInner : StKeyClose;
            end else if (beat_i.last) begin
              state_d = StKeyFill;
            end
          end
        end
      end
      StKeyClose:
      if (valid_i) begin
        pop_o = 1'b1;
        illegal = !beat_i.key || !beat_i.last || !empty;
        state_d = operation_q.mac ? StInner : StNonce;
      end
      StKeyFill: begin
        ring_shift_o = 1'b1;
        count_d = words_done ? '0 : count_q + 1'b1;
        if (words_done) state_d = StInner;
      end
      StInner: begin
        word_valid_d = fill_q;
        word_ring_o = 1'b1;
        word_inner_o = 1'b1;
        ring_shift_o = fill_q;
        ring_self_o = 1'b1;
        if (fill_q && place_last) begin
          if (set_up_q) state_d = StFinal;
          else state_d = operation_q.cipher ? StNonce : StBody;
        end
      end
      StLoad:
      if (!session_busy_i) begin
        load = 1'b1;
        outer_d = 1'b0;
        set_up_d = 1'b0;
        state_d = operation_q.cipher ? StNonce : StBody;
      end
      StNonce: begin
        nonce_load_o = valid_i;
        pop_o = valid_i;
        if (valid_i) state_d = beat_i.last ? StBody : StNonceClose;
        illegal = valid_i && !(beat_i.nonce && beat_i.nonce_whole);
      end
      StNonceClose:
      if (valid_i) begin
        pop_o = 1'b1;
        illegal = !beat_i.nonce || !beat_i.last || !empty;
        state_d = StBody;
      end
      StBody: begin
        word_beat_o   = 1'b1;
        word_cipher_o = beat_i.text && operation_q.seal;
        word_end_o    = beat_i.text && beat_i.last;
        word_length_o = word_end_o && place_last && !beat_i.keep[7];
        if (operation_q.cipher && beat_i.text) begin
          word_tag_o = '{given: 1'b1, last: beat_i.last, keep: beat_i.keep};
        end
        if (valid_i) begin
          if (beat_i.ad && ad_q) begin
            pop_o = fill_q;
            word_valid_d = fill_q && !empty;
            if (fill_q && beat_i.last) ad_d = 1'b0;
          end else if (beat_i.text && !(ad_q && data_q)) begin
            ad_d = 1'b0;
            text_d = 1'b1;
            start_o = operation_q.cipher && !text_q && fill_q;
            if (!text_q && operation_q.cipher && !fill_q) text_d = 1'b0;
            pop_o = text_room;
            word_valid_d = text_room;
            if (text_room && beat_i.last) begin
              bit_due_d = beat_i.whole;
              state_d = place_last && (word_length_o || !operation_q.hash) ? StLast : StPad;
            end
          end else begin
            illegal = 1'b1;
          end
        end
      end
      StPad: begin
        word_valid_d = fill_q;
        word_first_o = bit_due_q;
        word_length_o = place_last;
        if (fill_q) begin
          bit_due_d = 1'b0;
          if (place_last) state_d = StLast;
        end
      end
      StLast: begin
        job_final_o = fill_q && operation_q.hash;
        if (fill_q && !operation_q.hash) ended = 1'b1;
        else if (job_final_o && job_taken_i) state_d = StFinal;
      end
      StFinal:
      if (done_i) begin
        count_d = '0;
        store = set_up_q;
        if (operation_q.mac && !outer_q) state_d = set_up_q || !from_session ? StOuter : StDigest;
        else if (set_up_q) state_d = StLoad;
        else state_d = operation_q.cipher ? StTag : StAnswer;
      end
      StOuter: begin
        word_valid_d = fill_q;
        word_ring_o = 1'b1;
        word_outer_o = 1'b1;
        ring_shift_o = fill_q;
        ring_chain_o = count_q < (CountBits + 1)'(DigestWords);
        if (fill_q) count_d = words_done ? '0 : count_q + 1'b1;
        if (fill_q && words_done) begin
          outer_d = 1'b1;
          init_d = 1'b1;
          state_d = set_up_q ? StFinal : StDigest;
        end
      end
      StDigest: begin
        word_valid_d = fill_q;
        word_ring_o = !from_session;
        word_chain_o = from_session;
        ring_shift_o = fill_q;
        bit_due_d = 1'b1;
        outer_d = 1'b1;
        // It moves two cycles later, when the last word of the hash has gone.
        load = fill_q && from_session && count_q == (CountBits + 1)'(DigestWords - 2);
        if (fill_q) count_d = digest_done ? '0 : count_q + 1'b1;
        if (fill_q && digest_done) state_d = StPad;
      end
      StTag:
      if (valid_i) begin
        illegal = !beat_i.tag || (operation_q.open ? !beat_i.whole : !empty);
        pop_o = 1'b1;
        if (!operation_q.open) begin
          state_d = StAnswer;
        end else begin
          compare_o = 1'b1;
          count_d = digest_done ? '0 : count_q + 1'b1;
          if (digest_done) state_d = beat_i.last ? StCompare1 : StTagClose;
          else if (beat_i.last) illegal = 1'b1;
        end
      end
      StTagClose:
      if (valid_i) begin
        pop_o = 1'b1;
        illegal = !beat_i.tag || !beat_i.last || !empty;
        state_d = StCompare1;
      end
      StCompare1: state_d = StCompare2;
      StCompare2: state_d = StAnswer;
      StAnswer: begin
        give_o = free_i;
        answer_o = '{kind: operation_q.mac ? KindTag : KindDigest, last: digest_done, keep: '1};
        give_chain_o = !operation_q.open;
        if (operation_q.open) begin
          answer_o = '{kind: KindStatus, last: 1'b1, keep: 16'h1};
          status_o = different_i ? StatusRefused : StatusAccepted;
        end
        if (free_i) begin
          count_d = count_q + 1'b1;
          ended = operation_q.open || digest_done;
        end
      end
      // The block under way goes its way.
      StAbort: if (fill_q) state_d = open_text_q ? StClose : StError;
      StClose: begin
        give_o = free_i;
        answer_o.kind = operation_q.open ? KindUnverified : KindText;
        if (free_i) state_d = StError;
      end
      StError: begin
        give_o = free_i;
        answer_o.keep = 16'h1;
        status_o = StatusError;
        if (free_i) begin
          clear_d = 1'b1;
          forget_d = 1'b1;
          state_d = StFlush;
        end
      end
      default: begin
        pop_o = valid_i && beat_i.kind != KindCmd;
        if (valid_i && beat_i.kind == KindCmd) state_d = StCommand;
      end
    endcase

    if (ended) begin
      clear_d = 1'b1;
      kept_d = operation_q.stays;
      forget_d = !operation_q.stays;
      state_d = StCommand;
    end
    // What is no command breaks it off; the beat waits, to be dropped or to be the next command.
    if (illegal) begin
      state_d = StAbort;
      pop_o = 1'b0;
    end
    // A word of text on its way out; there is no other answer then. None goes that a reset left behind.
    if (text_give_i && free_i && !clear_q) begin
      give_o = 1'b1;
      text_taken_o = 1'b1;
      answer_o = '{
          kind: operation_q.open ? KindUnverified : KindText,
          last: text_tag_i.last,
          keep: text_tag_i.keep
      };
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_q) data_q <= 1'b0;
    else data_q <= data_q || (state_q == StBody && pop_o && beat_i.kind == KindAd);
  end

  always_ff @(posedge clk_i) begin
    if (clear_q) begin
      fill_q <= 1'b1;
      place_q <= '0;
      word_valid_q <= 1'b0;
    end else begin
      fill_q <= fill_q ? !(word_valid_d && place_last) : block_fill_i;
      if (word_valid_d) place_q <= place_last ? '0 : place_q + 1'b1;
      word_valid_q <= word_valid_d;
    end
  end
  assign place_o = place_q;
  assign word_valid_o = word_valid_q;

  // The block under way, a cycle behind; where the first was a key block the second one.
  assign blocks_d = init_d || load ? 32'd2 : blocks_q + 32'(block_full_q);

  always_ff @(posedge clk_i) begin
    state_q <= rst_ni ? state_d : StCommand;
    count_q <= count_d;
    cipher_key_q <= cipher_key_d;
    second_key_q <= second_key_d;
    ad_q <= ad_d;
    text_q <= text_d;
    bit_due_q <= bit_due_d;
    outer_q <= outer_d;
    set_up_q <= set_up_d;
    if (take) operation_q <= command;
    kept_q <= rst_ni && kept_d;
    kept_cipher_q <= kept_d && operation_q.cipher;
    forget_q <= !rst_ni || forget_d;
    init_o <= !rst_ni || clear_d || init_d;
    clear_q <= !rst_ni || clear_d;
    block_full_q <= word_valid_d && place_last && !init_d && !clear_q;
    blocks_q <= (clear_q && !load) || !Groestl ? 32'd1 : blocks_d;
  end
  always_ff @(posedge clk_i) begin
    if (clear_q) open_text_q <= 1'b0;
    else if (text_taken_o) open_text_q <= !text_tag_i.last;
  end

  assign clear_o = clear_q;
  assign forget_o = forget_q;
  assign hashed_o = operation_q.hash;
  assign open_o = operation_q.open;
  assign nonce_short_o = !beat_i.whole;
  assign count_o = count_q[CountBits-2:0];
  assign blocks_o = blocks_q;

endmodule
