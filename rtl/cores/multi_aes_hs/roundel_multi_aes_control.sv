// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences one transaction, from its command to the clearing after it, in phases, and puts the control of
// all parts together. docs/cores/multi-aes-hs.md has the services and the cycle budget.
//
// Schedule:   OPEN, VERIFY: the tag's block is used in cycle u; STATUS is sent in u+3.
//             After a transaction: `Clear` takes one cycle; without KEEP, or after an error, `Wipe` takes at
//             least 17: 16 rows of zeros clear the round keys, and GHASH completes its own clearing. Reset
//             starts with `Wipe`.
//             Timing depends on lengths only, and on the pauses of source and sink.
// Interfaces: in_i from roundel_multi_aes_input, lanes_i from roundel_multi_aes_datapath, output_i from
//             roundel_multi_aes_output, hash_i from roundel_ghash, j0_odd_i from
//             roundel_multi_aes_xor_operand; control_o to all. Uses roundel_multi_aes_ghash_control,
//             _text_control and _batches.
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

  phase_e phase_q, phase_d;
  service_t service;
  logic aborting, out_free, quiet, clear;

  assign service = in_i.service;
  assign aborting = in_i.aborting;
  assign out_free = output_i.idle;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH, J0
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic hash_idle, operand_hashed, j0_settles, hash_settles, j0_known, j0_settled, xor_load_j0;
  logic counter_load_j0, counter_step, j0_moving, counting, tag_ready, word_present, word_fire;
  logic data_present, hash_valid;
  text_t text;
  logic text_fits, take_text, take_mac, take_tag, text_move, flush, hold_empty;

  roundel_multi_aes_ghash_control u_ghash_control (
    .clk_i,
    .rst_ni,
    .phase_i       (phase_q),
    .in_i,
    .text_fits_i   (text_fits),
    .clear_i       (clear),
    .block_valid_o (hash_valid),
    .block_ready_i (hash_i.ready),
    .data_present_o(data_present),
    .word_valid_i  (output_i.hash_valid),
    .word_present_o(word_present),
    .word_fire_o   (word_fire),
    .operand_fire_o(operand_hashed),
    .idle_o        (hash_idle),
    .j0_settles_o  (j0_settles),
    .hash_settles_o(hash_settles),
    .j0_known_o    (j0_known),
    .j0_settled_o  (j0_settled),
    .xor_load_o    (xor_load_j0),
    .counter_load_o(counter_load_j0),
    .counter_step_o(counter_step),
    .j0_moving_o   (j0_moving),
    .counting_o    (counting),
    .tag_ready_o   (tag_ready)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Text on the way to the lanes, batches
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic xor_double, counter_zero, low_load, key_low, wide_load, can_load, first_block, start;
  batch_t begun, result;
  logic [1:0] waiting, keys_left;

  roundel_multi_aes_text_control u_text_control (
    .clk_i,
    .rst_ni,
    .phase_i     (phase_q),
    .in_i,
    .lanes_i,
    .counting_i  (counting),
    .hash_fire_i (operand_hashed),
    .take_tag_i  (take_tag),
    .double_i    (xor_double),
    .clear_i     (clear),
    .text_o      (text),
    .fits_o      (text_fits),
    .take_text_o (take_text),
    .take_mac_o  (take_mac),
    .move_o      (text_move),
    .flush_o     (flush),
    .hold_empty_o(hold_empty)
  );

  assign low_load = phase_q == Hash && in_i.operand.low && in_i.low_ready && lanes_i.wide_can_accept &&
      can_load && !aborting;
  assign key_low = phase_q == HashKey && output_i.used && output_i.kind == BatchChainKey && !output_i.high;

  roundel_multi_aes_batches u_batches (
    .clk_i,
    .rst_ni,
    .phase_i       (phase_q),
    .in_i,
    .lanes_i,
    .text_i        (text),
    .flush_i       (flush),
    .hold_empty_i  (hold_empty),
    .counting_i    (counting),
    .counter_zero_i(counter_zero),
    .pair_done_i   (output_i.pair_done),
    .low_load_i    (low_load),
    .key_low_i     (key_low),
    .wide_load_o   (wide_load),
    .can_load_o    (can_load),
    .first_block_o (first_block),
    .start_o       (start),
    .begun_o       (begun),
    .result_o      (result),
    .waiting_o     (waiting),
    .keys_left_o   (keys_left)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Phases
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic key_first_q, row_used, drop, empty_ends, zero_size_q, clear_all, end_now, quiet_q, wide_q;
  logic [4:0] wipe_q;

  // An operand other than text is dropped after an error.
  assign drop = aborting && !in_i.operand_idle && hash_idle && !in_i.operand.text && !in_i.operand.empty;
  assign empty_ends = in_i.operand.empty && hold_empty && lanes_i.idle && out_free && !lanes_i.begun;
  assign take_tag = phase_q == Gcm && in_i.operand.tag && hold_empty && lanes_i.idle && out_free &&
      counting && !text.hold_tag && !aborting;
  assign row_used = phase_q == Rekey && output_i.used;
  assign quiet = in_i.operand_idle && lanes_i.idle && out_free && !lanes_i.key_busy && !hash_i.busy &&
      hash_idle && !j0_moving && (!service.gcm || hold_empty) && !start;

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
      Mac: if (lanes_i.retire && result.lanes[0]) phase_d = in_i.open ? TagBlock : Finish;
      Hash: if (low_load && in_i.low_last) phase_d = HashKey;
      HashKey: if (output_i.used && output_i.kind == BatchChainKey && output_i.high) phase_d = HashEnd;
      HashEnd: if (lanes_i.retire) phase_d = Finish;
      Prng: if (keys_left == '0 && lanes_i.idle) phase_d = Rekey;
      Rekey: if (row_used && !key_first_q) phase_d = Finish;
      Gcm: if (text.hold_tag && lanes_i.begin_early) phase_d = TagBlock;
      TagBlock: if (tag_ready && waiting == '0 && !in_i.open) phase_d = Finish;
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

  assign xor_double = phase_q == Double ||
      (phase_q == Mac && text.text_valid && text.text_last && text.text_partial && !text.doubled);
  assign counter_zero = phase_q inside {Key, Wipe};

  always_comb begin
    control_o = '0;
    control_o.can_accept = phase_q == Idle;
    control_o.finished = end_now && !aborting;
    control_o.aborted = end_now && aborting;
    control_o.j0_settles = j0_settles;

    control_o.key_load = (phase_q == Key && in_i.operand.key && !aborting) || row_used ||
        (phase_q == Wipe && !wipe_q[4]);
    control_o.key_restart = phase_q == Wipe ? wipe_q == '0 : key_first_q;
    control_o.key_expand = (phase_q == Key && in_i.expand) || (row_used && !key_first_q);
    control_o.bus_out = output_i.used && (phase_q == Rekey || output_i.kind == BatchChainKey);
    control_o.wide = wide_q;
    control_o.wide_load = wide_load;

    control_o.done = (control_o.key_load && phase_q == Key) || take_mac || low_load || take_text ||
        take_tag || (operand_hashed && in_i.operand.hash) ||
        (operand_hashed && in_i.operand.lengths && j0_known) || j0_settles || empty_ends || drop || clear_all;

    control_o.done_low = low_load;

    control_o.hold_load = {take_tag || (take_text && text.hold_high),
                           take_tag || take_mac || (take_text && !text.hold_high)};
    control_o.hold_clear = text_move || clear;
    control_o.text_load = text_move;
    control_o.text_clear = clear;
    control_o.word_clear = clear;

    control_o.start = start;
    control_o.feedback = service.hash || phase_q == Mac;
    control_o.release_result = lanes_i.result &&
        (aborting || (result.lanes[0] && result.kind inside
            {BatchMac, BatchTag, BatchChainKey, BatchDigest}));
    control_o.text_at_begin = phase_q == Mac;
    control_o.text_at_end = service.gcm;
    control_o.xor_at_begin = phase_q inside {Gcm, Prng, HashEnd} || (phase_q == Mac && text.text_last) ||
        (service.hash && first_block);
    control_o.batch = result;

    control_o.xor_load[0] = xor_load_j0 ||
        (output_i.used && !output_i.high && (service.mac || service.hash));
    control_o.xor_load[1] = xor_load_j0 || (output_i.used && output_i.high && service.hash);
    control_o.xor_double = xor_double;
    control_o.xor_ones = phase_q == Idle && service.hash;
    control_o.xor_clear = clear;
    control_o.counter_load = counter_load_j0 || take_tag;
    control_o.counter_zero = counter_zero;
    // Lane A begins with J0 + 1, and with J0 for the tag.
    control_o.counter_odd = j0_odd_i == text.hold_tag;
    control_o.count = (counter_step && j0_odd_i) ||
        (lanes_i.begun && begun.kind inside {BatchText, BatchRandom} && begun.lanes[1]);

    control_o.hash_key = output_i.used && output_i.kind == BatchSubkey && service.gcm;
    control_o.hash_clear_key = (phase_q == Wipe && wipe_q == '0) ||
        (phase_q == Idle && service != '0 && !service.hash && !in_i.resume);
    control_o.hash_clear = j0_settles || clear_all;
    control_o.hash_out = word_present;
    control_o.hash_data = data_present;
    control_o.hash_valid = hash_valid;
    control_o.hash_accepted = word_fire;
    control_o.sum_load = j0_settles || hash_settles;
    control_o.sum_clear = j0_settled || clear;
    control_o.load_hash = j0_settled;
    control_o.tag_ready = tag_ready;
    control_o.keys_ready = phase_q == Rekey;

    control_o.send = (empty_ends && service.gcm) || (take_tag && !in_i.text_seen) || phase_q == Verdict ||
        (phase_q inside {Close, Error} && out_free) || (phase_q == Prng && zero_size_q);
    control_o.send_kind = in_i.open ? KindUnverified : KindText;
    if (service.prng) control_o.send_kind = KindRandom;
    if (phase_q inside {Verdict, Error}) control_o.send_kind = KindStatus;
    control_o.send_status = phase_q inside {Verdict, Error};
    control_o.compare = phase_q == Compare2;
  end

  logic unused;
  assign unused = ^begun;

endmodule
