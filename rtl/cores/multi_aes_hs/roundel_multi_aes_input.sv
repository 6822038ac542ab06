// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Turns segments into blocks: accepts CMD and the segments of its operation, one beat at a time, and holds
// each as the operand until it is done. A beat is a block: bytes that are not kept are zero. The blocks that
// padding adds, and those of lengths, are made here. An illegal sequence sets abort_o until aborted_i; then
// input is dropped up to the next command. So does a block that is one too many: of GCM's text after 2^32 - 2
// blocks, of its data, of a nonce, or of a message of AES-Hash after 2^32 - 1.
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
//             ports from and to roundel_multi_aes_control, and aes256_o to roundel_multi_aes_datapath.
// Bytes:      byte 0 of a block is data_o[7:0]; padding of a MAC is bit 7 of the byte after the text; lengths
//             are in bits, most significant byte first.
// Reference:  SP 800-38B section 6.2, SP 800-38D section 7.1; docs/stream-protocol.md

module roundel_multi_aes_input
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
  import roundel_gcm_length_pkg::*;
#(
  parameter bit ShortTags = 1'b0
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

  typedef enum logic [3:0] {
    InCommand,
    InKey,
    InKeyMore,    // the second half of a long key, or an empty beat
    InKeyClose,
    InNonce,
    InNonceMore,
    InNonceEnd,
    InBody,
    InTagClose,   // waits for the empty beat that ends the tag's segment
    InLengths,
    InHashLow,
    InHashHigh,
    InMac,
    InMacNext,    // waits for the beat that decides whether the held block is the last one
    InComplete,
    InAbort
  } state_e;

  typedef enum logic [2:0] {
    BeforeAd,
    InAd,
    BeforeText,
    InText,
    AfterText
  } body_e;

  // The flags of SEAL, OPEN and PRNG.
  localparam logic [7:0] SessionFlags = 8'd1 << FlagResume | 8'd1 << FlagKeep;

  state_e state_q, state_d, mac_end, tag_end;
  body_e body_q, body_d;
  logic dropping_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The held beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid_q;
  logic load, pop;
  logic last_q, none_q, whole_q, twelve_q;
  logic tag_size_q;  // as many bytes as the tag of the command
  logic is_command, is_key, is_nonce, is_ad, is_text, is_tag, is_seed;  // registers
  logic bad, shape, flags_zero, flags_session, size_1_16, size_1_32, size_gcm, size_verify;
  logic command;
  service_t asked_q;  // service of a legal command
  logic goes_on_q, open_q, stay_q;  // of a command; otherwise zero
  logic [15:0] beat_keep_q;
  logic [15:0][7:0] beat_q;

  assign s_axis_tready = !valid_q;
  assign load = s_axis_tvalid && !valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= load || (valid_q && !pop);
  end

  // Malformed: tkeep has a hole (a byte is kept above one that is not), or is partial before tlast.
  assign bad = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);
  assign command = s_axis_tuser == KindCmd;
  // One beat of 16 bytes, without suffix and function, and with bytes 8 to 15 zero.
  assign shape = command && s_axis_tkeep == '1 && s_axis_tlast && s_axis_tdata[31:16] == '0 &&
      s_axis_tdata[127:64] == '0;
  assign flags_zero = s_axis_tdata[15:8] == '0;
  assign flags_session = (s_axis_tdata[15:8] & ~SessionFlags) == '0;
  assign size_1_32 = s_axis_tdata[63:38] == '0 && s_axis_tdata[37:32] != '0 &&
      !(s_axis_tdata[37] && s_axis_tdata[36:32] != '0);
  assign size_1_16 = size_1_32 && !s_axis_tdata[37] && !(s_axis_tdata[36] && s_axis_tdata[35:32] != '0);
  assign size_gcm = is_tag_size(s_axis_tdata[63:32], ShortTags);
  assign size_verify = is_tag_size(s_axis_tdata[63:32], 1'b0);

  always_ff @(posedge clk_i) begin
    if (load) begin
      last_q <= s_axis_tlast;
      none_q <= !s_axis_tkeep[0];
      whole_q <= s_axis_tkeep[15];
      twelve_q <= s_axis_tkeep[11] && !s_axis_tkeep[12];
      tag_size_q <= s_axis_tkeep == tag_keep(size_o[3:0]);
      beat_keep_q <= s_axis_tkeep;
      is_command <= command;
      is_key <= s_axis_tuser == KindKey && !bad;
      is_nonce <= s_axis_tuser == KindNonce && !bad;
      is_ad <= s_axis_tuser == KindAd && !bad;
      is_text <= s_axis_tuser == KindText && !bad;
      is_tag <= s_axis_tuser == KindTag && !bad;
      is_seed <= s_axis_tuser == KindSeed && !bad;
      asked_q.hash <= shape && s_axis_tdata[7:0] == OpHash && flags_zero && size_1_32;
      asked_q.mac <= shape && flags_zero && ((s_axis_tdata[7:0] == OpMac && size_1_16) ||
          (s_axis_tdata[7:0] == OpVerify && size_verify));
      asked_q.gcm <= shape && s_axis_tdata[7:0] inside {OpSeal, OpOpen} && flags_session && size_gcm;
      asked_q.prng <= shape && s_axis_tdata[7:0] == OpPrng && flags_session;
      goes_on_q <= command && s_axis_tdata[8+FlagResume];
      open_q <= command && s_axis_tdata[7:0] inside {OpOpen, OpVerify};
      stay_q <= command && s_axis_tdata[8+FlagKeep];
    end
  end

  // Zero when there is no beat.
  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if ((load && !s_axis_tkeep[k]) || (pop && !load) || !rst_ni) beat_q[k] <= '0;
      else if (load) beat_q[k] <= s_axis_tdata[8*k+:8];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The order of segments
  //////////////////////////////////////////////////////////////////////////////////////////////////

  service_t service_q, live_q;  // live_q: the service that has kept a key or generator
  logic go, accept, fail, key_ended, goes_on;
  operand_t take;  // the next operand
  logic load_data, take_lengths, take_high, expand_due_q, ended_q, ended_2_q, long_q;
  logic is_row, low_ready;
  logic text_full_q, block_full_q;  // one more block is too many: of text; of data, a nonce or a message

  // Only InAbort, and the states that wait for the next beat, read a beat while there is an operand.
  assign go = valid_q && operand_idle_o;
  assign is_row = service_q.prng ? is_seed : is_key;
  // After the text of a MAC, and after the tag.
  assign mac_end = open_o ? InBody : InComplete;
  assign tag_end = service_q.mac ? InComplete : InLengths;
  assign low_ready = ended_q ? ended_2_q : valid_q && is_text;

  always_comb begin
    state_d = state_q;
    body_d = body_q;
    pop = 1'b0;
    accept = 1'b0;
    fail = 1'b0;
    take = '0;
    take_high = 1'b0;
    load_data = 1'b0;
    key_ended = 1'b0;
    goes_on = goes_on_q && (asked_q.gcm || asked_q.prng);
    unique case (state_q)
      InCommand: begin
        if (go && dropping_q && !is_command) begin
          pop = 1'b1;
        end else if (go && can_accept_i) begin
          pop = 1'b1;
          accept = asked_q != '0 && (!goes_on || (asked_q & live_q) != '0);
          fail = !accept;
          body_d = BeforeAd;
          state_d = InKey;
          if (asked_q.hash) state_d = InHashLow;
          if (asked_q.gcm && goes_on_q) state_d = InNonce;
          if (asked_q.prng && goes_on_q) state_d = InKeyClose;
        end
      end
      InKey: begin
        if (go) begin
          take.key = is_row && whole_q;
          fail = !take.key;
          key_ended = last_q;
          state_d = InKeyMore;
          if (last_q) begin
            if (service_q.prng) fail = 1'b1;
            state_d = service_q.mac ? InMac : InNonce;
          end
        end
      end
      InKeyMore: begin
        if (go) begin
          take.key = is_row && whole_q;
          fail = !(is_row && (whole_q || none_q)) || (service_q.prng && none_q);
          key_ended = last_q;
          state_d = !last_q ? InKeyClose : service_q.mac ? InMac : service_q.prng ? InComplete : InNonce;
          pop = 1'b1;
        end
      end
      // Accepts only an empty last beat: the end of the key, or the empty seed of a resumed generator.
      InKeyClose: begin
        if (go) begin
          fail = !(is_row && none_q);
          key_ended = !resume_o;
          state_d = service_q.mac ? InMac : service_q.prng ? InComplete : InNonce;
          pop = 1'b1;
        end
      end
      InNonce: begin
        if (go) begin
          if (!is_nonce || none_q) begin
            fail = 1'b1;
          end else if (twelve_q) begin
            take.nonce = 1'b1;
            state_d = InBody;
          end else begin
            take.hash = 1'b1;
            state_d = last_q ? InNonceEnd : InNonceMore;
          end
        end
      end
      InNonceMore: begin
        if (go) begin
          take.hash = is_nonce && !none_q;
          fail = !is_nonce || (block_full_q && !none_q);
          state_d = last_q ? InNonceEnd : InNonceMore;
          pop = 1'b1;
        end
      end
      InNonceEnd: begin
        if (operand_idle_o) begin
          take.lengths = 1'b1;
          state_d = InBody;
        end
      end
      InBody: begin
        if (go) begin
          pop = 1'b1;
          if (is_ad && body_q inside {BeforeAd, InAd}) begin
            take.hash = !none_q;
            fail = body_q == InAd && block_full_q && !none_q;
            body_d = last_q ? BeforeText : InAd;
          end else if (is_text && body_q inside {BeforeAd, BeforeText, InText}) begin
            take.text = !none_q;
            take.empty = none_q;
            fail = body_q == InText && text_full_q && !none_q;
            body_d = last_q ? AfterText : InText;
          end else if (is_tag && body_q inside {BeforeAd, BeforeText, AfterText} &&
              (open_o ? tag_size_q : none_q)) begin
            take.tag = last_q;
            load_data = 1'b1;
            state_d = last_q ? tag_end : InTagClose;
          end else begin
            fail = 1'b1;
          end
        end
      end
      InTagClose: begin
        if (valid_q) begin
          take.tag = 1'b1;
          fail = !(is_tag && none_q);
          state_d = tag_end;
          pop = 1'b1;
        end
      end
      InLengths: begin
        if (operand_idle_o) begin
          take.lengths = 1'b1;
          state_d = InComplete;
        end
      end
      InHashLow: begin
        if (operand_idle_o && ended_q) begin
          take.low = 1'b1;
          state_d = InHashHigh;
        end else if (go) begin
          take.low = is_text;
          fail = !is_text || (block_full_q && !none_q);
          state_d = InHashHigh;
          pop = 1'b1;
        end
      end
      InHashHigh: begin
        if (valid_q && !ended_q && (!is_text || (block_full_q && !none_q))) begin
          fail = 1'b1;
        end else if (done_low_i) begin
          take_high = 1'b1;
          pop = !ended_q;
          state_d = ended_q || none_q ? InComplete : InHashLow;
        end
      end
      InMac: begin
        if (go) begin
          fail = !is_text;
          take.mac = last_q;
          load_data = 1'b1;
          state_d = last_q ? mac_end : InMacNext;
          body_d = AfterText;
          pop = 1'b1;
        end
      end
      InMacNext: begin
        if (valid_q) begin
          take.mac = 1'b1;
          fail = !is_text;
          pop = none_q;
          state_d = none_q ? mac_end : InMac;
        end
      end
      InComplete: if (finished_i) state_d = InCommand;
      InAbort: if (aborted_i) state_d = InCommand;
      default: state_d = InAbort;
    endcase
    if (take.key || take.nonce || take.hash) pop = 1'b1;
    if (fail) begin
      state_d = InAbort;
      body_d = body_q;
      pop = !is_command || state_q == InCommand;
      take = '0;
    end
    if (take.key || take.nonce || take.hash || take.text || take.empty || take.low || take_high)
      load_data = 1'b1;
    if (fail) load_data = 1'b0;
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
    body_q <= finished_i || aborted_i ? BeforeAd : body_d;
    if (accept) begin
      resume_o <= goes_on;
      open_o <= open_q;
      size_o <= {beat_q[7], beat_q[6], beat_q[5], beat_q[4]};
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || finished_i || aborted_i) begin
      service_q <= '0;
      keep_session_o <= 1'b0;
    end else if (accept) begin
      service_q <= asked_q;
      keep_session_o <= stay_q && (asked_q.gcm || asked_q.prng);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || fail || (accept && !goes_on)) live_q <= '0;
    else if (finished_i) live_q <= keep_session_o ? service_q : '0;
  end
  // The last row of a key goes to the key schedule before the expansion starts.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) expand_due_q <= 1'b0;
    else expand_due_q <= (key_ended && !fail) || (expand_due_q && !expand_o);
  end
  always_ff @(posedge clk_i) begin
    if (take.key) long_q <= state_q == InKeyMore;
  end
  always_ff @(posedge clk_i) begin
    if (accept) ended_q <= 1'b0;
    else if ((take.low || take_high) && valid_q && pop && last_q) ended_q <= 1'b1;
    ended_2_q <= ended_q && !accept;
  end

  assign accept_o = accept;
  assign service_o = service_q;
  assign expand_o = expand_due_q && !operand_o.key;
  assign aes256_o = long_q;
  assign text_seen_o = body_q inside {InText, AfterText};
  assign text_open_o = body_q == InText;
  assign complete_o = state_q == InComplete;
  assign abort_o = state_q == InAbort;
  assign low_ready_o = state_q == InHashHigh && low_ready;
  assign low_last_o = ended_q || none_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The operand
  //////////////////////////////////////////////////////////////////////////////////////////////////

  operand_t operand_q;
  logic operand_free_q, data_clear, pad;
  logic [15:0][7:0] data_q, data_d;
  logic [15:0] keep_q;
  logic [127:0] lengths;

  assign take_lengths = take.lengths || (take_high && (ended_q || none_q));
  assign pad = state_q == InMac;
  // The first half of a block that has only the length is zero.
  assign data_clear = !rst_ni || (take.low && ended_q) || (done_i && !take_high);

  always_comb begin
    data_d = beat_q;
    data_d[0][7] |= pad && !beat_keep_q[0];
    for (int unsigned k = 1; k < 16; k++) data_d[k][7] |= pad && beat_keep_q[k-1] && !beat_keep_q[k];
    data_d[15][0] |= take.nonce;
    if (take_lengths) data_d = lengths;
  end

  always_ff @(posedge clk_i) begin
    if (done_i || !rst_ni) begin
      operand_q <= '0;
      operand_free_q <= 1'b1;
    end else if (take != '0) begin
      operand_q <= take;
      operand_free_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (data_clear) data_q <= '0;
    else if (load_data || take_lengths) data_q <= data_d;
  end
  always_ff @(posedge clk_i) begin
    if (load_data) keep_q <= beat_keep_q;
    if (load_data) last_o <= last_q;
    else if (state_q == InMacNext) last_o <= none_q;
  end

  assign operand_o = operand_q;
  assign operand_idle_o = operand_free_q;
  assign data_o = data_q;
  assign keep_o = keep_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lengths
  //////////////////////////////////////////////////////////////////////////////////////////////////

  length_t length_q, ad_length_q;
  logic count_q, end_ad_q, save_ad_q, clear_length, text_almost_q, block_almost_q;

  always_ff @(posedge clk_i) begin
    count_q <= take.hash || take.text || (take.low && !ended_q) || (take_high && !take_lengths);
    end_ad_q <= body_q inside {BeforeAd, InAd} && body_d == BeforeText;
    save_ad_q <= end_ad_q;
  end
  assign clear_length = clear_length_i || save_ad_q || accept;
  always_ff @(posedge clk_i) begin
    if (clear_length) begin
      length_q <= '0;
    end else if (count_q) begin
      length_q.blocks <= length_q.blocks + 32'(keep_q[15]);
      length_q.bytes  <= bytes_of(keep_q);
    end
  end
  always_ff @(posedge clk_i) begin
    if (accept) ad_length_q <= '0;
    else if (save_ad_q) ad_length_q <= length_q;
  end
  // The next beat may come in the cycle after the length has counted: one block before the end is registered.
  always_ff @(posedge clk_i) begin
    text_almost_q  <= length_q.blocks == MaxTextBlocks - 32'd1;
    block_almost_q <= length_q.blocks == MaxBlocks - 32'd1;
    if (clear_length) begin
      text_full_q  <= 1'b0;
      block_full_q <= 1'b0;
    end else if (count_q && keep_q[15]) begin
      text_full_q  <= text_full_q || text_almost_q;
      block_full_q <= block_full_q || block_almost_q;
    end
  end

  assign lengths = {big_endian_bits(length_q), big_endian_bits(ad_length_q)};

endmodule
