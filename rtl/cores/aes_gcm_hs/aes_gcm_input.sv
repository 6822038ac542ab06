// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// From segments to blocks: takes CMD, [KEY], NONCE, [AD], [TEXT], TAG, one beat at a time, and shows each
// as the operand until it is done. A beat is a block: bytes that are not kept are zero.
//
// Lengths are counted in blocks and bytes of the last one, 36 bits of bytes.
//
// abort_o: the sequence was illegal. It stays until aborted_i, then input is dropped up to the next command.

module aes_gcm_input
  import roundel_stream_pkg::*;
  import aes_gcm_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input  logic         key_room_i,      // a key may come
  input  logic         hash_room_i,     // H is known: what is hashed may come
  output operand_t     operand_o,
  output logic         operand_free_o,
  output logic [127:0] data_o,
  output logic [ 15:0] keep_o,
  output logic         last_o,
  input  logic         done_i,
  output logic [127:0] lengths_o,       // the block of lengths
  input  logic         clear_length_i,

  output logic accept_o,      // a command has come
  output logic goes_on_o,     // with it: the key stays
  output logic open_o,        // of the command
  output logic stay_o,
  output logic expand_o,      // the key is complete
  output logic long_nonce_o,  // the nonce has not 12 bytes
  output logic text_seen_o,   // there is a text segment
  output logic text_open_o,   // it has no end yet
  output logic tag_due_o,     // the message is complete
  input  logic finished_i,
  output logic abort_o,
  input  logic aborted_i
);

  typedef enum logic [3:0] {
    InCommand,
    InKey,
    InKeyMore,    // the second half of a long key, or an empty beat
    InKeyClose,
    InNonce,
    InNonceMore,
    InNonceEnd,
    InBody,
    InTagClose,
    InTag,        // the message is complete
    InAbort,
    InFlush
  } state_e;

  typedef enum logic [2:0] {
    BeforeAd,
    InAd,
    BeforeText,
    InText,
    AfterText
  } body_e;

  state_e state_q, state_d;
  body_e body_q, body_d;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat held
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid_q;
  logic load, pop, pop_q;
  logic last_q, none_q, whole_q, twelve_q;
  logic is_command, is_key, is_nonce, is_ad, is_text, is_tag, bad_q;  // registers
  logic good_command_q, goes_on_q, open_q;
  logic bad;
  logic [15:0] beat_keep_q;
  logic [15:0][7:0] beat_q;

  assign s_axis_tready = !valid_q;
  assign load = s_axis_tvalid && !valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= load || (valid_q && !pop_q);
  end

  // Bad: a hole (a byte kept above one that is not), or bytes missing though the segment goes on.
  assign bad = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);

  always_ff @(posedge clk_i) begin
    if (load) begin
      last_q <= s_axis_tlast;
      none_q <= !s_axis_tkeep[0];
      whole_q <= s_axis_tkeep[15];
      twelve_q <= s_axis_tkeep[11] && !s_axis_tkeep[12];
      beat_keep_q <= s_axis_tkeep;
      is_command <= s_axis_tuser == KindCmd;
      good_command_q <= s_axis_tkeep == '1 && s_axis_tlast && s_axis_tdata[7:0] inside {OpSeal, OpOpen} &&
          (s_axis_tdata[15:8] & 8'hfa) == '0;
      goes_on_q <= s_axis_tdata[8];
      open_q <= s_axis_tdata[7:0] == OpOpen;
      is_key <= s_axis_tuser == KindKey;
      is_nonce <= s_axis_tuser == KindNonce;
      is_ad <= s_axis_tuser == KindAd;
      is_text <= s_axis_tuser == KindText;
      is_tag <= s_axis_tuser == KindTag;
      bad_q <= bad;
    end
  end

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (load && !s_axis_tkeep[k]) beat_q[k] <= '0;
      else if (load) beat_q[k] <= s_axis_tdata[8*k+:8];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The order of segments
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic live_q;  // a key has been kept
  logic stay_q;
  logic go, fail, accept_d, accept_q;
  operand_t take_d, take_q;  // what becomes the operand
  logic expand_due_q, key_ended, decided, decided_q, drop_tag_q;

  // A beat is judged when there is no operand, in one cycle, and moved in the next.
  assign go = valid_q && operand_free_o && !decided_q;

  always_comb begin
    state_d = state_q;
    body_d = body_q;
    pop = 1'b0;
    accept_d = 1'b0;
    fail = 1'b0;
    take_d = '0;
    key_ended = 1'b0;
    unique case (state_q)
      InCommand: begin
        if (go) begin
          pop = 1'b1;
          accept_d = is_command && good_command_q && (!goes_on_q || live_q);
          fail = !accept_d;
          state_d = goes_on_q ? InNonce : InKey;
          body_d = BeforeAd;
        end
      end
      InKey: begin
        if (go && key_room_i) begin
          take_d.key = is_key && whole_q;
          fail = !take_d.key;
          key_ended = last_q;
          state_d = last_q ? InNonce : InKeyMore;
        end
      end
      InKeyMore: begin
        if (go) begin
          take_d.key = is_key && whole_q;
          fail = !(is_key && (whole_q || none_q));
          key_ended = last_q;
          state_d = last_q ? InNonce : InKeyClose;
          pop = 1'b1;
        end
      end
      InKeyClose: begin
        if (go) begin
          fail = !(is_key && none_q);
          key_ended = 1'b1;
          state_d = InNonce;
          pop = 1'b1;
        end
      end
      InNonce: begin
        if (go) begin
          if (!is_nonce || none_q) begin
            fail = 1'b1;
          end else if (twelve_q) begin
            take_d.nonce = 1'b1;
            state_d = InBody;
          end else if (hash_room_i) begin
            take_d.hash = 1'b1;
            state_d = last_q ? InNonceEnd : InNonceMore;
          end
        end
      end
      InNonceMore: begin
        if (go) begin
          take_d.hash = is_nonce && !none_q;
          fail = !is_nonce;
          state_d = last_q ? InNonceEnd : InNonceMore;
          pop = 1'b1;
        end
      end
      InNonceEnd: begin
        if (operand_free_o && !decided_q) begin
          take_d.nonce_end = 1'b1;
          state_d = InBody;
        end
      end
      InBody: begin
        if (go && hash_room_i) begin
          pop = 1'b1;
          if (is_ad && body_q inside {BeforeAd, InAd}) begin
            take_d.hash = !none_q;
            body_d = last_q ? BeforeText : InAd;
          end else if (is_text && body_q inside {BeforeAd, BeforeText, InText}) begin
            take_d.text = !none_q;
            take_d.empty = none_q;
            body_d = last_q ? AfterText : InText;
          end else if (is_tag && body_q inside {BeforeAd, BeforeText, AfterText} &&
              (open_o ? whole_q : none_q)) begin
            take_d.tag = 1'b1;
            state_d = last_q ? InTag : InTagClose;
          end else begin
            fail = 1'b1;
          end
        end
      end
      InTagClose: begin
        if (valid_q && !decided_q) begin
          fail = !(is_tag && none_q);
          state_d = InTag;
          pop = 1'b1;
        end
      end
      InTag:   if (finished_i) state_d = InCommand;
      InAbort: if (aborted_i) state_d = InFlush;
      InFlush: begin
        pop = valid_q && !is_command && !decided_q;
        if (valid_q && is_command && !decided_q) state_d = InCommand;
      end
      default: state_d = InAbort;
    endcase
    if (take_d.key || take_d.nonce || take_d.hash) pop = 1'b1;
    if (pop && bad_q && state_q != InCommand && state_q != InFlush) fail = 1'b1;
    if (fail) begin
      state_d = InAbort;
      pop = !is_command || state_q == InCommand;
      take_d = '0;
      if (state_q != InCommand) body_d = body_q;
    end
    decided = pop || fail || take_d.nonce_end;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= InCommand;
    else state_q <= state_d;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pop_q <= 1'b0;
      decided_q <= 1'b0;
      accept_q <= 1'b0;
      take_q <= '0;
      drop_tag_q <= 1'b0;
    end else begin
      pop_q <= pop;
      decided_q <= decided;
      accept_q <= accept_d;
      take_q <= take_d;
      drop_tag_q <= state_q == InTagClose && fail;
    end
  end
  always_ff @(posedge clk_i) begin
    body_q <= body_d;
    if (accept_q) begin
      open_o <= open_q;
      stay_q <= beat_q[1][2];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || fail || (accept_q && !goes_on_q)) live_q <= 1'b0;
    else if (finished_i) live_q <= stay_q;
  end
  // A key that has come whole goes to the engine first.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) expand_due_q <= 1'b0;
    else expand_due_q <= (key_ended && !fail) || (expand_due_q && !expand_o);
  end
  always_ff @(posedge clk_i) begin
    if (accept_q) long_nonce_o <= 1'b0;
    else if (state_q == InNonce && go && is_nonce && !none_q && !twelve_q) long_nonce_o <= 1'b1;
  end

  assign accept_o = accept_q;
  assign goes_on_o = goes_on_q;
  assign stay_o = stay_q;
  assign expand_o = expand_due_q && !operand_o.key && !take_q.key;
  assign text_seen_o = body_q inside {InText, AfterText};
  assign text_open_o = body_q == InText;
  assign tag_due_o = state_q == InTag;
  assign abort_o = state_q == InAbort;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The operand
  //////////////////////////////////////////////////////////////////////////////////////////////////

  operand_t operand_q;
  logic operand_clear, operand_free_q, take_beat;
  logic [127:0] data_q;
  logic [15:0] keep_q;

  // A tag whose segment did not end as it must is dropped.
  assign operand_clear = done_i || !rst_ni || drop_tag_q;

  always_ff @(posedge clk_i) begin
    if (operand_clear) begin
      operand_q <= '0;
      operand_free_q <= 1'b1;
    end else if (decided_q && take_q != '0) begin
      operand_q <= take_q;
      operand_free_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (operand_clear) data_q <= '0;
    else if (take_beat) data_q <= {beat_q[15] | 8'(take_q.nonce), beat_q[14:0]};
    if (decided_q) begin
      keep_q <= beat_keep_q;
      last_o <= last_q;
    end
  end
  // What is not taken as an operand is not shown either.
  assign take_beat = take_q.key || take_q.nonce || take_q.hash || take_q.text || take_q.tag;

  assign operand_o = operand_q;
  assign operand_free_o = operand_free_q;
  assign data_o = data_q;
  assign keep_o = keep_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lengths
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic [31:0] blocks;
    logic [3:0]  bytes;
  } length_t;

  length_t length_q, ad_length_q;
  logic count_q, end_ad_q, ended_ad_q, save_ad_q, clear_length;

  function automatic logic [3:0] bytes_of(logic [15:0] keep);
    bytes_of = '0;
    for (int unsigned k = 0; k < 15; k++) if (keep[k] && !keep[15]) bytes_of = 4'(k + 1);
  endfunction

  always_ff @(posedge clk_i) begin
    count_q <= take_q.hash || take_q.text;
    end_ad_q <= body_q inside {BeforeAd, InAd} && body_d == BeforeText;
    ended_ad_q <= end_ad_q;
    save_ad_q <= ended_ad_q;
  end
  assign clear_length = clear_length_i || save_ad_q;
  always_ff @(posedge clk_i) begin
    if (clear_length) begin
      length_q <= '0;
    end else if (count_q) begin
      length_q.blocks <= length_q.blocks + 32'(keep_q[15]);
      length_q.bytes  <= bytes_of(keep_q);
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_length_i) ad_length_q <= '0;
    else if (save_ad_q) ad_length_q <= length_q;
  end

  function automatic logic [63:0] big_endian_bits(length_t length);
    logic [63:0] bits;
    bits = {25'd0, length, 3'd0};
    for (int unsigned i = 0; i < 8; i++) big_endian_bits[8*i+:8] = bits[8*(7-i)+:8];
  endfunction

  assign lengths_o = {big_endian_bits(length_q), big_endian_bits(ad_length_q)};

endmodule
