// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences one transaction: accepts CMD, [KEY], [NONCE], [AD], TEXT, [TAG], selects the sources of every
// word of a block, and sends the answer.
//   HASH        text, padding, final
//   MAC         inner key block, text, padding, final, outer key block, hash, padding, final
//   VERIFY      as MAC, and compares the tag
//   SEAL, OPEN  as MAC, over associated data and ciphertext;    CTR  text alone
// The HMAC key is in a ring of Words words (in the top). While the outer key block takes it, the inner hash
// replaces it, as text of the next block. To keep keys, both key blocks are hashed first and their chaining
// values stored (roundel_aes_groestl_session); this message and resumed ones load these instead. After a
// malformed or unexpected beat, a full current block is completed, an open text segment is closed, and STATUS
// = error follows. So it does after a beat that is one too many: the number of a block has 32 bits, and AES
// has 2^32 counter blocks.
//
// Schedule:   Word selects in cycle t; word_valid_o in t+1. One word per cycle while the block fills: a key
//             block takes Words cycles, padding one per word. Then the FSM waits for the block, for
//             job_accepted_i of the final job, and for done_i. clear_o follows CMD and the end by one cycle.
//             Tag check: 2 cycles. Answers: one beat per 2 cycles.
// Interfaces: beats from roundel_aes_groestl_beat; selects to the word logic of roundel_aes_groestl, to its
//             block, session and answer modules, roundel_groestl_rounds and roundel_aes_ctr_stream.
// Reference:  RFC 2104, RFC 3686, Grøstl 2.0.

module roundel_aes_groestl_control
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter  int unsigned Words       = 4,
  parameter  bit          Aes         = 1'b0,
  parameter  bit          Groestl     = 1'b1,
  localparam int unsigned CountBits   = $clog2(Words),
  localparam int unsigned DigestWords = Words / 2,
  localparam int unsigned KeyWords    = Words / 4,      // of the cipher
  localparam int unsigned LimitBit    = 32 - CountBits  // 2^LimitBit blocks have 2^32 blocks of AES
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic              valid_i,  // beat_i is valid
  input  aes_groestl_beat_t beat_i,   // input beat
  output logic              pop_o,    // the beat is accepted

  output logic clear_o,        // one cycle after CMD or the end: clears the datapath
  output logic clear_keys_o,   // clears the keys that a transaction can keep
  output logic hash_enable_o,  // every block is hashed
  output logic open_o,         // the operation is OPEN

  output logic key_load_o,         // the beat is a word of the AES key
  output logic nonce_load_o,       // the beat is the nonce
  output logic nonce_96bit_o,      // the nonce has 12 bytes: the counter begins at 1
  output logic keystream_start_o,  // first text, after word_index_o words of other data
  input  logic last_key_valid_i,   // the last round key is valid

  output logic                 ring_shift_o,   // the ring shifts by one word
  output logic                 ring_beat_o,    // the beat enters the ring
  output logic                 ring_rotate_o,  // the first word of the ring enters it again
  output logic                 ring_hash_o,    // a word of the hash enters the ring
  output logic [CountBits-2:0] hash_index_o,   // number of the selected word of the hash

  output logic session_start_o,  // starts a move between the kept values and the chaining value
  output logic session_store_o,  // the move stores the chaining value, else it loads it
  input  logic session_busy_i,   // a move is in progress

  input  logic                 block_fill_early_i,  // the block accepts words from the next cycle on
  output logic [CountBits-1:0] word_index_o,        // position of the next word in the block

  output logic        word_valid_o,      // the word is valid, one cycle after its selects
  output word_attr_t  word_attr_o,       // output attributes of the word
  output logic        word_beat_o,       // adds the beat to the word
  output logic        word_last_key_o,   // adds the last round key to the valid bytes of the beat
  output logic        word_ring_o,       // adds the first word of the ring
  output logic        word_hash_o,       // adds a word of the hash
  output logic        word_ipad_o,       // adds the constant of the inner key block
  output logic        word_opad_o,       // adds the constant of the outer key block
  output logic        word_pad_end_o,    // adds the padding bit after the bytes of the beat
  output logic        word_pad_first_o,  // adds the padding bit in the first byte
  output logic        word_pad_count_o,  // adds the block count of the padding
  output logic [31:0] block_count_o,     // number of the current block, from 1, for the padding

  output logic chain_init_o,    // initializes the chaining value: with clear_o, and for the outer hash
  output logic job_final_o,     // requests the final P
  input  logic job_accepted_i,  // the rounds accept the job
  input  logic done_i,          // the chaining value is complete in the next cycle

  input  logic       text_valid_i,     // the block has a word of text to send
  input  word_attr_t text_attr_i,      // its output attributes
  output logic       text_accepted_o,  // the word of text is sent
  input  logic       out_ready_i,      // the output register is empty
  output logic       out_fire_o,       // a beat is sent
  output answer_t    answer_o,         // the beat without its data
  output logic       out_hash_o,       // the data are a word of the hash
  output logic [7:0] status_o,         // status code, added to byte 0 of the data; otherwise zero
  input  verdict_t   verdict_i,        // verdict on the received tag
  output logic       compare_o         // compares the beat with a word of the hash
);

  typedef enum logic [4:0] {
    StCommand,
    StKey,
    StKeyClose,    // the key is complete, its segment is open
    StKeyFill,     // fills the rest of the ring with zeros
    StInner,
    StLoad,        // loads a kept chaining value
    StNonce,
    StNonceClose,
    StBody,
    StPad,
    StLast,        // waits for the block, then requests the final P
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
  logic cipher_key_q, cipher_key_d;  // the next KEY beat is a word of the AES key
  logic second_key_q, second_key_d;
  logic ad_q, ad_d;  // associated data may come
  logic text_q, text_d;  // text has begun
  logic bit_due_q, bit_due_d;
  logic outer_q, outer_d;
  logic set_up_q, set_up_d;  // the key blocks are hashed, to be kept
  logic open_text_q;  // text has been sent, its segment is open
  logic [31:0] blocks_q, blocks_d;
  logic block_full_q, init_d;
  logic full_q;  // one more block of text or data is too many
  // Whether and where the block accepts a word. These are registers, because all decisions depend on them.
  logic fill_q, word_valid_d, word_valid_q;
  logic [CountBits-1:0] place_q;

  logic take, illegal, ended, empty, place_last, words_done, digest_done;
  logic clear_d, clear_q;  // a register, because of its fan-out

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
    .session_valid_i (kept_q),
    .session_cipher_i(kept_cipher_q),
    .cmd_ok_o        (good),
    .operation_o     (command)
  );
  logic unused;
  assign unused = text_attr_i.send;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Segments, words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Wide enables and selects depend only on states and early signals. An illegal beat may be loaded anywhere,
  // because everything is cleared afterwards.
  logic from_session, load, store;  // the chaining value
  assign from_session = operation_q.resume || operation_q.keep_keys;
  assign session_start_o = Groestl && (load || store);
  assign session_store_o = store;

  logic data_q;  // associated data has begun
  logic text_room;  // a beat of text can come
  assign text_room = fill_q && (!operation_q.seal || (text_q && last_key_valid_i));

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
    keystream_start_o = 1'b0;
    ring_shift_o = 1'b0;
    ring_beat_o = 1'b0;
    ring_rotate_o = 1'b0;
    ring_hash_o = 1'b0;
    word_valid_d = 1'b0;
    word_attr_o = '0;
    word_beat_o = 1'b0;
    word_last_key_o = 1'b0;
    word_ring_o = 1'b0;
    word_hash_o = 1'b0;
    word_ipad_o = 1'b0;
    word_opad_o = 1'b0;
    word_pad_end_o = 1'b0;
    word_pad_first_o = 1'b0;
    word_pad_count_o = 1'b0;
    init_d = 1'b0;
    job_final_o = 1'b0;
    compare_o = 1'b0;
    clear_d = 1'b0;
    out_fire_o = 1'b0;
    answer_o = '{kind: KindStatus, last: 1'b1, keep: '0};
    out_hash_o = 1'b0;
    status_o = '0;
    text_accepted_o = 1'b0;

    unique case (state_q)
      StCommand: begin
        take = valid_i;
        pop_o = valid_i;
        clear_d = valid_i;  // restarts the slots of the streams: timing counts from here
        count_d = '0;
        cipher_key_d = command.cipher;
        second_key_d = KeyWords == 2;
        ad_d = command.cipher && command.hash;
        text_d = 1'b0;
        bit_due_d = 1'b0;
        outer_d = 1'b0;
        set_up_d = command.keep_keys && !command.resume;
        if (valid_i) begin
          kept_d = 1'b0;
          forget_d = !(good && command.resume);
          if (!good) state_d = StAbort;
          else if (command.resume) state_d = StLoad;
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
            if (!beat_i.full || (beat_i.last && second_key_q)) illegal = 1'b1;
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
        word_ipad_o = 1'b1;
        ring_shift_o = fill_q;
        ring_rotate_o = 1'b1;
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
        illegal = valid_i && !(beat_i.nonce && beat_i.nonce_length_valid);
      end
      StNonceClose:
      if (valid_i) begin
        pop_o = 1'b1;
        illegal = !beat_i.nonce || !beat_i.last || !empty;
        state_d = StBody;
      end
      StBody: begin
        word_beat_o   = 1'b1;
        word_last_key_o = beat_i.text && operation_q.seal;
        word_pad_end_o    = beat_i.text && beat_i.last;
        word_pad_count_o = word_pad_end_o && place_last && !beat_i.keep[7];
        if (operation_q.cipher && beat_i.text) begin
          word_attr_o = '{send: 1'b1, last: beat_i.last, keep: beat_i.keep};
        end
        if (valid_i) begin
          if (beat_i.ad && ad_q) begin
            pop_o = fill_q;
            word_valid_d = fill_q && !empty;
            if (fill_q && beat_i.last) ad_d = 1'b0;
          end else if (beat_i.text && !(ad_q && data_q)) begin
            ad_d = 1'b0;
            text_d = 1'b1;
            keystream_start_o = operation_q.cipher && !text_q && fill_q;
            if (!text_q && operation_q.cipher && !fill_q) text_d = 1'b0;
            pop_o = text_room;
            word_valid_d = text_room;
            if (text_room && beat_i.last) begin
              bit_due_d = beat_i.full;
              state_d = place_last && (word_pad_count_o || !operation_q.hash) ? StLast : StPad;
            end
          end else begin
            illegal = 1'b1;
          end
          if (full_q && !empty) illegal = 1'b1;
        end
      end
      StPad: begin
        word_valid_d = fill_q;
        word_pad_first_o = bit_due_q;
        word_pad_count_o = place_last;
        if (fill_q) begin
          bit_due_d = 1'b0;
          if (place_last) state_d = StLast;
        end
      end
      StLast: begin
        job_final_o = fill_q && operation_q.hash;
        if (fill_q && !operation_q.hash) ended = 1'b1;
        else if (job_final_o && job_accepted_i) state_d = StFinal;
      end
      StFinal:
      if (done_i) begin
        count_d = '0;
        store = set_up_q;
        if (operation_q.mac && !outer_q) state_d = set_up_q || !from_session ? StOuter : StDigest;
        else if (set_up_q) state_d = StLoad;
        else state_d = operation_q.cipher || operation_q.check ? StTag : StAnswer;
      end
      StOuter: begin
        word_valid_d = fill_q;
        word_ring_o = 1'b1;
        word_opad_o = 1'b1;
        ring_shift_o = fill_q;
        ring_hash_o = count_q < (CountBits + 1)'(DigestWords);
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
        word_hash_o = from_session;
        ring_shift_o = fill_q;
        bit_due_d = 1'b1;
        outer_d = 1'b1;
        // The chaining value moves two cycles later, after the last word of the hash is used.
        load = fill_q && from_session && count_q == (CountBits + 1)'(DigestWords - 2);
        if (fill_q) count_d = digest_done ? '0 : count_q + 1'b1;
        if (fill_q && digest_done) state_d = StPad;
      end
      StTag:
      if (valid_i) begin
        illegal = !beat_i.tag || (operation_q.check ? !beat_i.full : !empty);
        pop_o = 1'b1;
        if (!operation_q.check) begin
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
        out_fire_o = out_ready_i;
        answer_o = '{kind: operation_q.mac ? KindTag : KindDigest, last: digest_done, keep: '1};
        out_hash_o = !operation_q.check;
        if (operation_q.check) begin
          answer_o = '{kind: KindStatus, last: 1'b1, keep: 16'h1};
          status_o = status_of(verdict_i);
        end
        if (out_ready_i) begin
          count_d = count_q + 1'b1;
          ended = operation_q.check || digest_done;
        end
      end
      // Completes the current block if it is full.
      StAbort: if (fill_q) state_d = open_text_q ? StClose : StError;
      StClose: begin
        out_fire_o = out_ready_i;
        answer_o.kind = operation_q.open ? KindUnverified : KindText;
        if (out_ready_i) state_d = StError;
      end
      StError: begin
        out_fire_o = out_ready_i;
        answer_o.keep = 16'h1;
        status_o = StatusError;
        if (out_ready_i) begin
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
      kept_d = operation_q.keep_keys;
      forget_d = !operation_q.keep_keys;
      state_d = StCommand;
    end
    // An illegal beat aborts the transaction. It waits, and is dropped or becomes the next command.
    if (illegal) begin
      state_d = StAbort;
      pop_o = 1'b0;
    end
    // Sends a word of text; no other answer is sent then. Text from before a reset is not sent.
    if (text_valid_i && out_ready_i && !clear_q) begin
      out_fire_o = 1'b1;
      text_accepted_o = 1'b1;
      answer_o = '{
          kind: operation_q.open ? KindUnverified : KindText,
          last: text_attr_i.last,
          keep: text_attr_i.keep
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
      fill_q <= fill_q ? !(word_valid_d && place_last) : block_fill_early_i;
      if (word_valid_d) place_q <= place_last ? '0 : place_q + 1'b1;
      word_valid_q <= word_valid_d;
    end
  end
  assign word_index_o = place_q;
  assign word_valid_o = word_valid_q;

  // Number of the current block, one cycle late; it starts at 2 after a key block.
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
    chain_init_o <= !rst_ni || clear_d || init_d;
    clear_q <= !rst_ni || clear_d;
    block_full_q <= word_valid_d && place_last && !init_d && !clear_q;
    blocks_q <= clear_q && !load ? 32'd1 : blocks_d;
    full_q <= !clear_q && (operation_q.cipher ? blocks_q[LimitBit] && blocks_q[0] : blocks_q == '1);
  end
  always_ff @(posedge clk_i) begin
    if (clear_q) open_text_q <= 1'b0;
    else if (text_accepted_o) open_text_q <= !text_attr_i.last;
  end

  assign clear_o = clear_q;
  assign clear_keys_o = forget_q;
  assign hash_enable_o = operation_q.hash;
  assign open_o = operation_q.open;
  assign nonce_96bit_o = !beat_i.full;
  assign hash_index_o = count_q[CountBits-2:0];
  assign block_count_o = blocks_q;

endmodule
