// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences one transaction, from its command to the clearing after it: one state machine for the phases of
// the service, one for GHASH, and the batches that the two lanes begin. docs/cores/multi-aes-hs.md has the
// services and the cycle budget.
//
// Schedule:   batches: start_i of the lanes is registered, one cycle after the decision.
//             A block of HASH is loaded at most every 15 cycles; its batch begins 17 cycles after wide_load.
//             GCM: J0 settles in cycle s; the XOR operand has it from s+3, and counter blocks may be
//             requested from s+6.
//             OPEN, VERIFY: the tag's block is used in cycle u; STATUS is sent in u+3.
//             After a transaction: `Clear` takes one cycle; without KEEP, or after an error, `Wipe` takes at
//             least 17: 16 rows of zeros clear the round keys, and GHASH completes its own clearing. Reset
//             starts with `Wipe`.
//             Timing depends on lengths only, and on the pauses of source and sink.
// Interfaces: in_i from roundel_multi_aes_input, lanes_i from roundel_multi_aes_datapath, output_i from
//             roundel_multi_aes_output, hash_i from roundel_ghash, j0_odd_i from
//             roundel_multi_aes_xor_operand; control_o to all.
// Reference:  SP 800-38B, SP 800-38D; docs/stream-protocol.md

module roundel_multi_aes_control
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  input_t   in_i,      // operand and command of the input
  input  lanes_t   lanes_i,   // state of the lanes
  input  output_t output_i,   // state of the output, and the block that leaves the lanes
  input  ghash_t   hash_i,    // state of GHASH
  input  logic     j0_odd_i,  // the last 32 bits of J0 are an odd number
  output control_t control_o  // control of all parts, by destination
);

  typedef enum logic [4:0] {
    Idle,
    Key,         // accepts the rows of the key
    Expand,
    Subkey,      // starts the encryption of a block of zeros
    SubkeyWait,
    Double,
    Mac,
    Hash,
    HashKey,     // the last chaining value becomes a key
    HashEnd,
    Prng,
    Rekey,       // loads the rows of the next key from the lanes
    Gcm,
    TagBlock,    // waits for the block of the tag, which is sent or compared
    Compare1,
    Compare2,
    Verdict,
    Close,       // an error after text was sent: an empty beat closes its segment
    Error,
    Finish,
    Clear,
    Wipe
  } phase_e;

  phase_e phase_q, phase_d;
  service_t service;
  logic aborting, out_free, quiet, clear;

  assign service = in_i.service;
  assign aborting = in_i.aborting;
  assign out_free = output_i.idle;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH, J0
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef enum logic [1:0] {
    HashBlocks,
    HashLast,    // an empty block, which turns the current sum into the hash
    HashWait,
    HashSettle
  } hash_e;

  hash_e hash_q, hash_d;
  logic first_known_q;
  logic [5:0] first_q;  // cycles after J0 settles, one-hot
  logic counting_q;  // counter blocks may begin
  logic hash_take, hash_rest, a_takes, settle_first, settle_last, text_fits, hash_request;
  logic tag_ready_q, verify_ready, hash_open;

  assign hash_rest = hash_q == HashBlocks;
  // GHASH accepts blocks after the subkey is known.
  assign hash_open = phase_q == Gcm || phase_q == TagBlock;
  assign hash_request = in_i.operand.hash || in_i.operand.nonce || in_i.operand.lengths ||
      (in_i.operand.text && in_i.open && text_fits);
  assign a_takes = hash_take && hash_rest && hash_request && !output_i.hash_valid;
  assign hash_take = control_o.hash_valid && hash_i.ready;
  assign settle_first = hash_q == HashSettle && !first_known_q;
  assign settle_last = hash_q == HashSettle && first_known_q;
  // A MAC waits for the tag that it is compared with. After an error it leaves without one.
  assign verify_ready = service.mac && in_i.open && phase_q inside {Mac, TagBlock} &&
      (in_i.operand.tag || aborting);

  always_comb begin
    hash_d = hash_q;
    unique case (hash_q)
      HashBlocks: begin
        if (a_takes && in_i.operand.lengths) hash_d = HashLast;
        if (a_takes && in_i.operand.nonce) hash_d = HashWait;
      end
      HashLast: if (hash_take) hash_d = HashWait;
      HashWait: hash_d = HashSettle;
      HashSettle: hash_d = HashBlocks;
      default: hash_d = HashBlocks;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      first_known_q <= 1'b0;
      first_q <= '0;
      counting_q <= 1'b0;
      tag_ready_q <= 1'b0;
    end else begin
      if (settle_first) first_known_q <= 1'b1;
      first_q <= {first_q[4:0], settle_first};
      if (first_q[4]) counting_q <= 1'b1;
      if (settle_last || verify_ready) tag_ready_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) hash_q <= HashBlocks;
    else hash_q <= hash_d;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Text on the way to the lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0] hold_valid_q, hold_ends_q;
  logic [15:0] hold_keep_q;
  logic hold_high_q;  // the next block is for lane B
  logic hold_full_q, hold_tag_q, text_valid_q, text_last_q, text_partial_q, hold_last_q, hold_partial_q;
  logic doubled_q, flush, hold_to_text, take_text, take_mac, take_tag, hold_empty, begun_here;

  assign hold_empty = hold_valid_q == '0;
  assign text_fits = !hold_full_q && counting_q;
  assign take_text = phase_q == Gcm && in_i.operand.text && text_fits && (in_i.open ? a_takes : 1'b1);
  assign take_mac = phase_q == Mac && in_i.operand.mac && hold_empty && !aborting;
  assign flush = in_i.operand.empty || in_i.operand.tag || aborting;
  // In GCM the text goes with the batch that has begun.
  assign begun_here = lanes_i.begun && service.gcm && (phase_q == Gcm || phase_q == TagBlock);
  assign hold_to_text = service.mac ? hold_valid_q[0] && !text_valid_q : begun_here;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || hold_to_text || clear) begin
      hold_valid_q <= '0;
      hold_ends_q <= '0;
      hold_full_q <= 1'b0;
    end else if (take_text) begin
      hold_valid_q[hold_high_q] <= 1'b1;
      hold_ends_q[hold_high_q] <= in_i.last;
      hold_full_q <= hold_high_q || in_i.last;
    end else if (take_mac) begin
      hold_valid_q[0] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_text) hold_keep_q <= in_i.keep;
    if (take_mac) begin
      hold_last_q <= in_i.last;
      hold_partial_q <= !in_i.keep[15];
    end
    if (hold_to_text) begin
      text_last_q <= hold_last_q;
      text_partial_q <= hold_partial_q;
    end
    if (clear) hold_high_q <= 1'b0;
    else if (take_text) hold_high_q <= !hold_high_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      text_valid_q <= 1'b0;
      hold_tag_q <= 1'b0;
      doubled_q <= 1'b0;
    end else begin
      text_valid_q <= service.mac && (hold_to_text || (text_valid_q && !lanes_i.begin_early));
      hold_tag_q <= take_tag || hold_tag_q;
      doubled_q <= doubled_q || (phase_q == Mac && control_o.xor_double);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The hash's blocks: loaded 16 cycles before they may begin
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [14:0] load_q;
  logic [15:0] load_last_q;
  logic [13:0] pace_q;
  logic first_block_q, low_load, key_low, wide_load;

  assign low_load = phase_q == Hash && in_i.operand.low && in_i.low_ready && lanes_i.wide_can_accept &&
      !pace_q[13] && !aborting;
  assign key_low = phase_q == HashKey && output_i.used && output_i.kind == BatchChainKey && !output_i.high;
  assign wide_load = low_load || key_low;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || aborting) begin
      load_q <= '0;
      pace_q <= '0;
    end else begin
      load_q <= {load_q[13:0], wide_load};
      pace_q <= wide_load ? '1 : {pace_q[12:0], 1'b0};
    end
  end
  always_ff @(posedge clk_i) begin
    load_last_q <= {load_last_q[14:0], low_load && in_i.low_last};
    if (in_i.accept) first_block_q <= 1'b1;
    else if (lanes_i.begin_early && service.hash) first_block_q <= 1'b0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Batches
  //////////////////////////////////////////////////////////////////////////////////////////////////

  batch_t next, begun_q, running_q, result_q;
  logic [1:0] waiting_q;  // pairs in the lanes or in the output
  logic [28:0] blocks_q;  // blocks of random bytes that have not begun
  logic [1:0] keys_left_q;
  logic odd_q, none_left, one_left;
  logic start, start_q;  // start_q: registered, because of its fan-out
  logic [15:0] size_keep;

  assign none_left = blocks_q == '0;
  assign one_left = blocks_q == 29'd1;

  always_comb begin
    for (int unsigned k = 0; k < 16; k++) size_keep[k] = in_i.size[3:0] == '0 || in_i.size[3:0] > 4'(k);
  end

  always_comb begin
    next = '{kind: BatchSubkey, lanes: 2'b01, keys: '0, last: '0, keep: '1};
    start = 1'b0;
    unique case (phase_q)
      Subkey:  start = !aborting;
      Mac: begin
        next.kind = in_i.open ? BatchTag : BatchMac;
        next.lanes = {1'b0, text_last_q};
        next.last = 2'b01;
        next.keep = size_keep;
        start = text_valid_q && (!text_last_q || !text_partial_q || doubled_q) && !aborting;
      end
      Hash, HashKey: begin
        next.kind = load_last_q[15] ? BatchChainKey : BatchChain;
        next.lanes = 2'b11;
        start = load_q[14];
      end
      HashEnd: begin
        next.kind = BatchDigest;
        next.lanes = {in_i.size[5] || (in_i.size[4] && in_i.size[3:0] != '0), 1'b1};
        next.last = {next.lanes[1], !next.lanes[1]};
        next.keep = size_keep;
        start = load_q[14];
      end
      Prng: begin
        next.kind = BatchRandom;
        next.keep = size_keep;
        start = keys_left_q != '0 && !waiting_q[1] && !aborting;
        if (odd_q) begin
          next.lanes = 2'b10;
          next.keys[1] = none_left;
          next.last[1] = one_left;
        end else begin
          next.lanes = {keys_left_q[1], 1'b1};
          next.keys = {none_left || one_left, none_left};
          next.last = {!none_left && !one_left && blocks_q == 29'd2, one_left};
        end
      end
      Gcm: begin
        next.kind = BatchText;
        next.lanes = hold_valid_q;
        next.last = hold_ends_q;
        next.keep = hold_keep_q;
        start = counting_q && (hold_full_q || (flush && !hold_empty)) && !waiting_q[1] && !lanes_i.begun;
        if (hold_tag_q) begin
          next.kind = BatchTag;
          next.lanes = 2'b01;
          next.last = '1;
          next.keep = size_keep;
          start = 1'b1;
        end
      end
      default: start = 1'b0;
    endcase
  end

  // The kind of a batch is decided when it begins. A condition to begin holds until the batch begins.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) start_q <= 1'b0;
    else start_q <= start;
  end
  always_ff @(posedge clk_i) begin
    if (lanes_i.begin_early) begun_q <= next;
    if (lanes_i.begun) running_q <= begun_q;
    if (lanes_i.last_round) result_q <= running_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) waiting_q <= '0;
    else waiting_q <= waiting_q + 2'(lanes_i.begin_early && next.lanes != '0) - 2'(output_i.pair_done);
  end

  // The generator: blocks of output, then two of the next key.
  always_ff @(posedge clk_i) begin
    if (in_i.accept) begin
      keys_left_q <= 2'd2;
    end else if (phase_q == Prng && lanes_i.begin_early) begin
      keys_left_q <= keys_left_q - 2'(next.keys[0]) - 2'(next.keys[1] && next.lanes[1]);
    end
  end
  always_ff @(posedge clk_i) begin
    if (phase_q != Prng) begin
      blocks_q <= {1'b0, in_i.size[31:4]} + 29'(in_i.size[3:0] != '0);
    end else if (lanes_i.begin_early) begin
      blocks_q <= none_left ? '0 : one_left || odd_q ? blocks_q - 29'd1 : blocks_q - 29'd2;
    end
  end
  always_ff @(posedge clk_i) begin
    if (control_o.counter_zero) odd_q <= 1'b1;
    else if (phase_q == Prng && lanes_i.begin_early) odd_q <= !odd_q && !next.lanes[1];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Phases
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic key_first_q, row_used, drop, empty_ends, zero_size_q, clear_all, end_now, quiet_q, wide_q;
  logic [4:0] wipe_q;

  // An operand other than text is dropped after an error.
  assign drop = aborting && !in_i.operand_idle && hash_rest && !in_i.operand.text && !in_i.operand.empty;
  assign empty_ends = in_i.operand.empty && hold_empty && lanes_i.idle && out_free && !lanes_i.begun;
  assign take_tag = phase_q == Gcm && in_i.operand.tag && hold_empty && lanes_i.idle && out_free &&
      counting_q && !hold_tag_q && !aborting;
  assign row_used = phase_q == Rekey && output_i.used;
  assign quiet = in_i.operand_idle && lanes_i.idle && out_free && !lanes_i.key_busy && !hash_i.busy &&
      hash_rest && (first_q == '0) && (!service.gcm || hold_empty) && !start_q;

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      Idle: begin
        if (service.hash) phase_d = Hash;
        else if (service.gcm && in_i.resume) phase_d = Gcm;
        else if (service.prng && in_i.resume && in_i.complete) phase_d = Prng;
        else if (service != '0 && !in_i.resume) phase_d = Key;
      end
      Key: if (in_i.expand) phase_d = Expand;
      Expand: if (!lanes_i.key_busy) phase_d = service.prng ? Prng : Subkey;
      Subkey: if (lanes_i.begin_early) phase_d = SubkeyWait;
      SubkeyWait: if (output_i.used) phase_d = service.gcm ? Gcm : Double;
      Double: phase_d = Mac;
      Mac: if (lanes_i.retire && result_q.lanes[0]) phase_d = in_i.open ? TagBlock : Finish;
      Hash: if (low_load && in_i.low_last) phase_d = HashKey;
      HashKey: if (output_i.used && output_i.kind == BatchChainKey && output_i.high) phase_d = HashEnd;
      HashEnd: if (lanes_i.retire) phase_d = Finish;
      Prng: if (keys_left_q == '0 && lanes_i.idle) phase_d = Rekey;
      Rekey: if (row_used && !key_first_q) phase_d = Finish;
      Gcm: if (hold_tag_q && lanes_i.begin_early) phase_d = TagBlock;
      TagBlock: if (tag_ready_q && waiting_q == '0 && !in_i.open) phase_d = Finish;
      Compare1: phase_d = Compare2;
      Compare2: phase_d = Verdict;
      Verdict: phase_d = Finish;
      Close: if (out_free) phase_d = Error;
      Error: if (out_free) phase_d = Finish;
      Finish: if (out_free && lanes_i.idle && !lanes_i.key_busy) phase_d = Clear;
      Clear: phase_d = in_i.keep_session && !aborting ? Idle : Wipe;
      Wipe: if (wipe_q[4] && !hash_i.busy) phase_d = Idle;
      default: phase_d = Wipe;
    endcase
    if (phase_q == TagBlock && in_i.open && output_i.used && !aborting) phase_d = Compare1;
    if (aborting && quiet_q && !(phase_q inside {Close, Error, Finish, Clear, Wipe})) begin
      phase_d = service.gcm && in_i.text_open ? Close : Error;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) phase_q <= Wipe;
    else phase_q <= phase_d;
  end
  always_ff @(posedge clk_i) begin
    if (phase_q == Wipe) wipe_q <= wipe_q + 5'(!wipe_q[4]);
    else wipe_q <= '0;
    if (!rst_ni) wipe_q <= '0;
  end
  always_ff @(posedge clk_i) begin
    if (phase_q inside {Idle, Prng}) key_first_q <= 1'b1;
    else if (control_o.key_load) key_first_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) wide_q <= 1'b0;
    else wide_q <= phase_q inside {Hash, HashKey, HashEnd};
    quiet_q <= quiet && aborting && rst_ni;
  end
  always_ff @(posedge clk_i) begin
    zero_size_q <= phase_q inside {Idle, Expand} && in_i.size == '0;
  end

  assign clear_all = phase_q == Clear;
  assign end_now = (phase_q == Clear && in_i.keep_session && !aborting) ||
      (phase_q == Wipe && wipe_q[4] && !hash_i.busy);
  assign clear = clear_all || !rst_ni;

  always_comb begin
    control_o = '0;
    control_o.can_accept = phase_q == Idle;
    control_o.finished = end_now && !aborting;
    control_o.aborted = end_now && aborting;
    control_o.j0_settles = settle_first;

    control_o.key_load = (phase_q == Key && in_i.operand.key && !aborting) || row_used ||
        (phase_q == Wipe && !wipe_q[4]);
    control_o.key_restart = phase_q == Wipe ? wipe_q == '0 : key_first_q;
    control_o.key_expand = (phase_q == Key && in_i.expand) || (row_used && !key_first_q);
    control_o.bus_out = output_i.used && (phase_q == Rekey || output_i.kind == BatchChainKey);
    control_o.wide = wide_q;
    control_o.wide_load = wide_load;

    control_o.done = (control_o.key_load && phase_q == Key) || take_mac || low_load || take_text ||
        take_tag || (a_takes && in_i.operand.hash) ||
        (a_takes && in_i.operand.lengths && first_known_q) || settle_first || empty_ends || drop || clear_all;

    control_o.done_low = low_load;

    control_o.hold_load = {take_tag || (take_text && hold_high_q),
                           take_tag || take_mac || (take_text && !hold_high_q)};
    control_o.hold_clear = hold_to_text || clear;
    control_o.text_load = hold_to_text;
    control_o.text_clear = clear;
    control_o.word_clear = clear;

    control_o.start = start_q;
    control_o.feedback = service.hash || phase_q == Mac;
    control_o.release_result = lanes_i.result &&
        (aborting || (result_q.lanes[0] && result_q.kind inside
            {BatchMac, BatchTag, BatchChainKey, BatchDigest}));
    control_o.text_at_begin = phase_q == Mac;
    control_o.text_at_end = service.gcm;
    control_o.xor_at_begin = phase_q inside {Gcm, Prng, HashEnd} || (phase_q == Mac && text_last_q) ||
        (service.hash && first_block_q);
    control_o.batch = result_q;

    control_o.xor_load[0] = first_q[1] ||
        (output_i.used && !output_i.high && (service.mac || service.hash));
    control_o.xor_load[1] = first_q[1] || (output_i.used && output_i.high && service.hash);
    control_o.xor_double = phase_q == Double ||
        (phase_q == Mac && text_valid_q && text_last_q && text_partial_q && !doubled_q);
    control_o.xor_ones = phase_q == Idle && service.hash;
    control_o.xor_clear = clear;
    control_o.counter_load = first_q[2] || take_tag;
    control_o.counter_zero = phase_q inside {Key, Wipe};
    // Lane A begins with J0 + 1, and with J0 for the tag.
    control_o.counter_odd = j0_odd_i == hold_tag_q;
    control_o.count = (first_q[3] && j0_odd_i) ||
        (lanes_i.begun && begun_q.kind inside {BatchText, BatchRandom} && begun_q.lanes[1]);

    control_o.hash_key = output_i.used && output_i.kind == BatchSubkey && service.gcm;
    control_o.hash_clear_key = (phase_q == Wipe && wipe_q == '0) ||
        (phase_q == Idle && service != '0 && !service.hash && !in_i.resume);
    control_o.hash_clear = settle_first || clear_all;
    control_o.hash_out = output_i.hash_valid && hash_rest;
    control_o.hash_data = hash_rest && hash_request && !output_i.hash_valid;
    control_o.hash_valid = hash_q == HashLast ||
        (hash_rest && hash_open && (hash_request || output_i.hash_valid));
    control_o.hash_accepted = output_i.hash_valid && hash_rest && hash_take;
    control_o.sum_load = settle_first || settle_last;
    control_o.sum_clear = first_q[0] || clear;
    control_o.load_hash = first_q[0];
    control_o.tag_ready = tag_ready_q;
    control_o.keys_ready = phase_q == Rekey;

    control_o.send = (empty_ends && service.gcm) || (take_tag && !in_i.text_seen) || phase_q == Verdict ||
        (phase_q inside {Close, Error} && out_free) || (phase_q == Prng && zero_size_q);
    control_o.send_kind = in_i.open ? KindUnverified : KindText;
    if (service.prng) control_o.send_kind = KindRandom;
    if (phase_q inside {Verdict, Error}) control_o.send_kind = KindStatus;
    control_o.send_status = phase_q inside {Verdict, Error};
    control_o.compare = phase_q == Compare2;
  end

endmodule
