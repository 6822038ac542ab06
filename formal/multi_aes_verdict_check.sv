// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS of roundel_multi_aes_hs is ACCEPTED if and only if it is a verdict, and the compared block was
// equal to its operand in all bits. For any input: legal or not, with any pauses, any stalls of the sink, and
// a reset at any time; for all time, by induction. The task cuts what is computed: the results of the lanes,
// of GHASH, and of the registers of counters.
//
// The compared block is the one that was made for the tag, without the bytes that the declared length leaves
// out, and the received tag has the declared length. The operand of a MAC is the received tag. In GCM the
// received tag is part of the block, and the operand is zero.
//
// The lemmas say which phases follow each other, what is in the lanes and in the output in each phase, and
// that J0 does not change the word of a STATUS on the bus.
//
// The lemmas of each part need those of the others, so they stand in one file.
//
// Promises = 1: also input, control and lanes keep multi_aes_output_contract, so that the answers keep the
// rules of the stream. These lemmas count what is in the lanes, and follow the segment of the answer.

module multi_aes_verdict_check
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
  import roundel_gcm_length_pkg::*;
#(
  parameter bit Promises = 1'b0  // also the contract of the output
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic [127:0] m_axis_tdata;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_multi_aes_hs u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata,
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic later_q = 1'b0;  // two cycles or more from the start
  logic on;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    later_q   <= started_q;
  end
  assign on = started_q && rst_ni;
  always_comb begin
    assume (started_q || !rst_ni);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The verdict
  //////////////////////////////////////////////////////////////////////////////////////////////////

  phase_e phase;
  logic used, equal_q1, equal_q2, right_q, sent_right_q;

  assign phase = u_dut.u_control.phase_q;
  assign used  = u_dut.u_output.use_q;

  always_ff @(posedge clk_i) begin
    equal_q1 <= used && u_dut.out == u_dut.data;
    equal_q2 <= equal_q1;
    right_q <= rst_ni && u_dut.control.compare && equal_q2;
    if (u_dut.control.send) sent_right_q <= right_q;
  end

  logic status;
  logic [7:0] code;
  assign status = m_axis_tvalid && m_axis_tuser == KindStatus;
  assign code   = m_axis_tdata[7:0];

  always_comb begin
    if (on && status) begin
      assert (code inside {StatusAccepted, StatusRefused, StatusError});
      assert ((code == StatusAccepted) == sent_right_q);
    end
    if (on) begin
      assert ((u_dut.u_output.equal_32_q == '1) == equal_q1);
      assert (!later_q || (u_dut.u_output.equal_8_q == '1) == equal_q2);
      assert (later_q || phase == Wipe);
      assert (u_dut.u_output.verdict_q.accepted == right_q);
      assert (!(u_dut.u_output.verdict_q.accepted && u_dut.u_output.verdict_q.refused));
    end
    if (on && status) begin
      assert (u_dut.u_output.is_status_q && u_dut.out == '0);
      assert (u_dut.u_output.sent_verdict_q.accepted == sent_right_q);
      assert (!(u_dut.u_output.sent_verdict_q.accepted && u_dut.u_output.sent_verdict_q.refused));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Nothing changes a STATUS on the bus: J0 does not move then
  //////////////////////////////////////////////////////////////////////////////////////////////////

  operand_t operand;
  service_t service;
  logic counting, known, hash_idle;
  logic [5:0] since;
  state_e state;

  assign operand = u_dut.in.operand;
  assign service = u_dut.in.service;
  assign counting = u_dut.u_control.counting;
  assign known = u_dut.u_control.j0_known;
  assign hash_idle = u_dut.u_control.hash_idle;
  assign since = u_dut.u_control.u_ghash_control.since_j0_q;
  assign state = u_dut.u_input.state_q;

  beat_t beat;
  logic [6:0] kinds;
  assign beat = u_dut.u_input.beat;
  assign kinds = {
    beat.is_command, beat.is_key, beat.is_nonce, beat.is_ad, beat.is_text, beat.is_tag, beat.is_seed
  };

  logic ended;  // every segment has been accepted, or one is an error
  logic lanes_service;  // of a service that may compare a tag
  logic open, aborting, start, tag_ready;
  assign ended = state inside {InComplete, InAbort};
  assign open = u_dut.in.open;
  assign aborting = u_dut.in.aborting;
  assign lanes_service = service.gcm || service.mac;
  assign start = u_dut.control.start;
  assign tag_ready = u_dut.control.tag_ready;

  always_comb begin
    if (on) begin
      assert (!status || phase == Finish);
      assert ($onehot0(since));
      assert (!(since != '0 || counting) || known);
      assert (!counting || since[4:0] == '0);
      assert ($onehot0(service));
      assert ($onehot0(operand));
      assert (!u_dut.u_input.valid || ($onehot0(u_dut.u_input.beat.service) && $onehot0(kinds)));
      assert (u_dut.in.operand_idle == (operand == '0));
      assert (aborting == (state == InAbort));
      // The phases of a service.
      assert (!(phase inside {Double, Mac}) || service.mac);
      assert (!(phase inside {Hash, HashKey, HashEnd}) || service.hash);
      assert (!(phase inside {Prng, Rekey}) || service.prng);
      assert (phase != Gcm || service.gcm);
      assert (!(phase inside {Key, Expand}) || service.gcm || service.mac || service.prng);
      assert (!(phase inside {Subkey, SubkeyWait, TagBlock, Compare1, Compare2, Verdict}) || lanes_service);
      assert (!(phase inside {Compare1, Compare2, Verdict}) || (open && tag_ready && state == InComplete));
      assert (state != InCommand || service == '0);
      assert (state inside {InCommand, InAbort} || service != '0);
      assert (state != InCommand || phase inside {Wipe, Idle});
      // A transaction ends when its segments have ended.
      assert (!(phase inside {Finish, Clear}) || ended);
      assert (phase != Wipe || ended || state == InCommand);
      assert (!(phase inside {HashKey, HashEnd}) || state == InComplete);
      assert (phase != Rekey || ended);
      assert (!(phase inside {Expand, Prng} && service.prng) || ended);
      assert (!(u_dut.u_input.expand_pending_q && service.prng) || ended);
      assert (!(phase inside {Wipe, Idle} && service == '0) || operand == '0);
      assert (phase != Wipe || operand == '0);
      // Only GCM hashes.
      assert (service.gcm || (hash_idle && since == '0 && !counting && !known));
      assert (service.gcm || !(operand.hash || operand.nonce || operand.lengths || operand.text));
      assert (service.gcm || !(state inside {InNonce, InNonceMore, InNonceEnd, InLengths}));
      assert (lanes_service || state != InTagClose);
      assert (!(state inside {InTagClose, InMacNext}) || operand == '0);
      assert (!(lanes_service && (u_dut.u_input.expand_pending_q || !(phase inside {Idle, Key}))) ||
              !(state inside {InKey, InKeyMore, InKeyClose}));
      assert (!service.hash || !(state inside {InKey, InKeyMore, InKeyClose}));
      assert (service.mac || !(state inside {InMac, InMacNext} || operand.mac));
      assert (service.hash || !(state inside {InHashLow, InHashHigh} || operand.low));
      assert (!(state == InBody && !service.gcm) || (service.mac && u_dut.u_input.body_q == AfterText));
      assert (!(phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait}) || (hash_idle && !counting));
      assert (!(phase inside {Finish, Clear}) || hash_idle);
      assert (!(phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait}) || (since == '0 && !known));
      // J0 is known before the block of the tag begins, and does not move after an error.
      assert (!(service.gcm && phase inside {TagBlock, Compare1, Compare2, Verdict}) || counting);
      assert (!u_dut.u_control.text.hold_tag || counting);
      assert (!u_dut.u_control.quiet_q || (hash_idle && since == '0 && operand == '0 &&
              (aborting || (phase == Idle && service == '0))));
      assert (!(phase inside {Close, Error}) || (hash_idle && since == '0 && aborting));
      assert (phase != Finish || counting || (hash_idle && since == '0));
      // Of the lengths of a message: after J0.
      assert (!(state inside {InCommand, InKey, InKeyMore, InKeyClose, InNonce, InNonceMore, InNonceEnd}) ||
              (!known && hash_idle));
      assert (!operand.nonce || (!known && state inside {InBody, InAbort}));
      assert (!operand.lengths || state inside {InBody, InComplete, InAbort});
      assert (!(operand.lengths && known) || ended);
      assert (!(!hash_idle && known) || (ended && operand == '0));
      assert (hash_idle || known || operand.nonce || operand.lengths);
      assert (!(tag_ready && service.gcm) || (ended && hash_idle && operand == '0));
      assert (!(tag_ready && service.mac) || ended);
      assert (!operand.tag || state inside {InLengths, InComplete, InAbort});
      assert (!(operand.tag && service.mac) || ended);
      assert (lanes_service || !tag_ready);
      assert (!tag_ready || !(phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait}));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is in the lanes and in the output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned Places = 5;  // begins, runs, has ended, word, pair
  logic [Places-1:0] present;
  batch_t batch[Places];
  logic empty;

  assign present = {
    u_dut.u_output.pair_valid_q,
    u_dut.u_output.word_valid_q,
    u_dut.u_datapath.result_q,
    u_dut.u_datapath.run_q,
    u_dut.u_datapath.begin_q
  };
  assign batch[0] = u_dut.u_control.begun;
  assign batch[1] = u_dut.u_control.u_batches.running_q;
  assign batch[2] = u_dut.u_control.result;
  assign batch[3] = u_dut.u_output.word_batch_q;
  assign batch[4] = u_dut.u_output.pair_batch_q;
  assign empty = present == '0 && !used;

  // The last block of a MAC: nothing follows it.
  text_t text;
  logic in_text, last_taken, last_held, last_ready, last_begun;
  assign text = u_dut.u_control.text;
  assign in_text = state inside {InMac, InMacNext};
  assign last_taken = operand.mac && u_dut.in.last;
  assign last_held = text.hold_valid[0] && u_dut.u_control.u_text_control.hold_last_q;
  assign last_ready = text.text_valid && text.text_last;
  assign last_begun = (present[0] && batch[0].lanes[0]) || (present[1] && batch[1].lanes[0]) ||
      (present[2] && batch[2].lanes[0]);

  always_comb begin
    if (on && service.mac) begin
      assert (!(state inside {InBody, InTagClose}) || open);
      assert (!last_taken || !in_text);
      assert (state != InMacNext || u_dut.u_input.body_q == AfterText);
    end
    if (on && phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait, Double}) begin
      assert (text.hold_valid == '0 && !text.text_valid && !text.hold_tag);
    end
    if (on && service.mac && phase inside {Mac, TagBlock}) begin
      assert (!last_held || !(in_text || operand.mac));
      assert (!last_ready || !(in_text || operand.mac || text.hold_valid[0]));
      assert (!last_begun || !(in_text || operand.mac || text.hold_valid[0] || text.text_valid));
      assert (!start || text.text_valid || present[0]);
      assert (phase != TagBlock || !(in_text || operand.mac || text.hold_valid[0] || text.text_valid));
    end
    if (on) assert (!text.hold_full || text.hold_valid != '0);
    if (on && service.gcm) begin
      assert (!text.hold_tag || state inside {InLengths, InComplete});
      assert (!u_dut.u_control.quiet_q || text.hold_valid == '0);
    end
    if (on && phase == TagBlock) begin
      assert (!start || present[0]);
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    always_comb begin
      if (on && present[i]) begin
        // Of GCM and a MAC only the subkey and tags are used in the core.
        assert (!lanes_service || batch[i].kind inside {BatchSubkey, BatchText, BatchTag, BatchMac});
        assert (!(lanes_service && batch[i].kind == BatchSubkey) || phase inside {SubkeyWait, Finish});
        assert (phase != SubkeyWait || (batch[i].kind == BatchSubkey && batch[i].lanes == 2'b01));
        assert (!service.hash || batch[i].lanes != '0);
        assert (!service.mac || !batch[i].lanes[1]);
      end
    end
  end

  always_comb begin
    if (on) begin
      assert (!u_dut.u_datapath.last_round_q || u_dut.u_datapath.run_q);
      assert (!(phase inside {Clear, Wipe, Idle, Key, Expand}) || (empty && !start));
      assert (phase != Subkey || empty);
      assert (phase != SubkeyWait || $onehot0({used, present}));
      assert (phase != SubkeyWait || !start || u_dut.u_datapath.begin_q);
      assert (!(phase == Finish && start) || u_dut.u_output.word_valid_q);
      assert (!u_dut.u_control.quiet_q || (empty && (!start || service.hash)));
      assert (!(used && lanes_service) || u_dut.u_output.use_kind_q inside {BatchSubkey, BatchTag});
      assert (!(used && lanes_service && u_dut.u_output.use_kind_q == BatchSubkey) ||
              phase inside {SubkeyWait, Finish});
      assert (!(used && u_dut.u_output.use_kind_q == BatchTag) || tag_ready);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is compared: a block of the kind BatchTag and the received tag, both of the declared length
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0] declared, sent;
  logic [127:0] beyond;  // the bytes of a block that the length leaves out
  logic tag_used_q;

  for (genvar k = 0; k < 16; k++) begin : gen_declared
    assign declared[k] = 32'(k) < u_dut.in.size;
    assign beyond[8*k+:8] = declared[k] ? 8'h00 : u_dut.out[8*k+:8];
  end
  assign sent = u_dut.u_output.keep_q;

  always_ff @(posedge clk_i) begin
    tag_used_q <= used && u_dut.u_output.use_kind_q == BatchTag && sent == declared && beyond == '0 &&
        (service.gcm ? u_dut.data == '0 : operand.tag && u_dut.in.keep == declared);
  end

  always_comb begin
    if (on) begin
      assert (phase != Compare1 || tag_used_q);
      assert (!(lanes_service && open) || is_tag_size(u_dut.in.size, 1'b0));
      assert (!(u_dut.u_input.valid && (beat.service.gcm || beat.service.mac) && beat.open) || is_tag_size(
          u_dut.u_input.beat_data[7:4], 1'b0
      ));
      // The received tag.
      assert (!u_dut.u_input.valid || beat.is_tag_size == (u_dut.u_input.beat_keep == tag_keep(
          u_dut.in.size[3:0]
      )));
      assert (!(open && lanes_service && (operand.tag || state == InTagClose)) || u_dut.in.keep == declared);
      assert (!(tag_ready && service.mac) || operand.tag || aborting);
      // GCM adds it to the block, and compares the sum with zero.
      assert (!(service.gcm && known && !hash_idle) || u_dut.data == '0);
      assert (!(service.gcm && tag_ready) || u_dut.data == '0);
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_length
    always_comb begin
      if (on && present[i] && open && phase inside {Mac, Gcm, TagBlock} && batch[i].kind == BatchTag) begin
        assert (batch[i].keep == declared && batch[i].last[0] && !batch[i].lanes[1]);
        assert (i < 3 || batch[i].lanes == 2'b01);
        assert (!service.gcm || (batch[i].lanes == 2'b01 && phase != Gcm));
      end
    end
  end

  // Nothing follows the block of a tag.
  always_comb begin
    if (on && service.gcm) begin
      assert (phase != TagBlock || $onehot0({used, present}));
      assert (!(phase == Gcm && text.hold_tag) || (empty && text.hold_valid == '0));
      assert (!(phase == Gcm && start) || text.hold_valid != '0 || text.hold_tag || present[0]);
    end
    if (on && service.mac && phase inside {Mac, TagBlock}) begin
      assert (!(present[1] && batch[1].lanes[0]) || !present[0]);
      assert (!(present[2] && batch[2].lanes[0]) || present[1:0] == '0);
      assert (present[4:3] == '0 || (present[2:0] == '0 && phase == TagBlock));
      assert (phase != TagBlock || $onehot0({used, present}));
    end
    if (on && phase inside {Compare1, Compare2, Verdict}) assert (empty);
  end

  always_comb begin
    if (on && used && open && phase == TagBlock && u_dut.u_output.use_kind_q == BatchTag) begin
      assert (sent == declared && beyond == '0);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The contract of the output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  if (Promises) begin : gen_promises
    logic in_segment, output_empty;
    logic [UserWidth-1:0] kind, text_kind;
    logic [3:0] row;
    logic [2:0] in_flight;
    logic [1:0] waiting;
    logic [28:0] blocks;
    logic [1:0] keys_left;
    logic hashing, one_present;
    logic [14:0] load;  // cycles since a block to hash was loaded
    logic [13:0] pace;
    logic [15:0] last_load;
    logic [4:0] chain_key;  // places of the batch that is the next key, before its first half is used
    logic key_low, key_high;  // one of its halves is used

    multi_aes_output_contract u_contract (
      .clk_i,
      .rst_ni,
      .can_accept_i (!u_dut.u_output.word_valid_q || u_dut.u_output.load_pair),
      .idle_i       (u_dut.u_output.idle_o),
      .retire_i     (u_dut.u_output.retire_i),
      .batch_i      (u_dut.u_output.batch_i),
      .open_i       (u_dut.u_output.open_i),
      .used_i       (u_dut.u_output.use_o),
      .compare_i    (u_dut.u_output.compare_i),
      .load_hash_i  (u_dut.u_output.load_hash_i),
      .send_i       (u_dut.u_output.send_i),
      .send_kind_i  (u_dut.u_output.send_kind_i),
      .send_status_i(u_dut.u_output.send_status_i),
      .used_o       (),
      .inside_o     (in_segment),
      .kind_o       (kind)
    );

    assign text_kind = open ? KindUnverified : KindText;
    assign row = u_dut.u_datapath.row_q;
    assign waiting = u_dut.u_control.waiting;
    assign in_flight = 3'(present[0] && batch[0].lanes != '0) + 3'(present[1] && batch[1].lanes != '0) +
        3'(present[2] && batch[2].lanes != '0) + 3'(present[3]) + 3'(present[4]);
    assign blocks = u_dut.u_control.u_batches.blocks_q;
    assign keys_left = u_dut.u_control.keys_left;
    assign one_present = $onehot0(present);
    assign hashing = phase inside {Hash, HashKey, HashEnd};
    assign load = u_dut.u_control.u_batches.load_q;
    assign pace = u_dut.u_control.u_batches.pace_q;
    assign last_load = u_dut.u_control.u_batches.load_last_q;
    for (genvar i = 0; i < Places; i++) begin : gen_chain_key
      assign chain_key[i] = present[i] && batch[i].kind == BatchChainKey && batch[i].lanes[0];
    end
    assign key_low = used && u_dut.u_output.use_kind_q == BatchChainKey && !u_dut.u_output.use_high_q;
    assign key_high = used && u_dut.u_output.use_kind_q == BatchChainKey && u_dut.u_output.use_high_q;
    // Nothing is on the bus or on the way to it or to GHASH.
    assign output_empty = !u_dut.u_output.out_valid_q && !u_dut.u_output.hash_valid_q &&
        !u_dut.u_output.load_hash_q && !used && present[4:3] == '0;

    function automatic logic is_prefix(logic [15:0] keep);
      return (keep & (keep + 16'd1)) == '0;
    endfunction

    // The segment of the answer: after what has left the lanes, what is in them, what is held, the operand.
    function automatic logic after_batch(logic prior, logic here, batch_t one, logic unverified);
      logic [1:0] lanes;
      lanes = one.lanes;
      if (one.kind == BatchRandom) lanes = lanes & ~one.keys;
      if (!(one.kind inside {BatchText, BatchRandom, BatchDigest, BatchMac, BatchTag}) ||
          (one.kind == BatchTag && unverified))
        lanes = '0;
      return here && lanes != '0 ? (one.last & lanes) == '0 : prior;
    endfunction

    logic after[6];
    assign after[0] = in_segment;
    assign after[1] = after_batch(after[0], present[2], batch[2], open);
    assign after[2] = after_batch(after[1], present[1], batch[1], open);
    assign after[3] = after_batch(after[2], present[0], batch[0], open);
    assign after[4] = service.gcm && text.hold_valid != '0 ? text.hold_ends == '0 : after[3];
    assign after[5] = operand.text ? !u_dut.in.last : operand.empty ? 1'b0 : after[4];

    for (genvar i = 0; i < Places; i++) begin : gen_hash
      always_comb begin
        if (on && service.hash && present[i]) begin
          assert (batch[i].keys == '0 && batch[i].kind inside {BatchChain, BatchChainKey, BatchDigest});
          assert (i == 4 || !(batch[i].kind inside {BatchChain, BatchChainKey}) || batch[i].lanes == 2'b11);
          assert (!(phase inside {Hash, HashKey}) || batch[i].kind inside {BatchChain, BatchChainKey});
        end
      end
    end
    for (genvar i = 0; i < 3; i++) begin : gen_place
      always_comb begin
        if (on && present[i]) begin
          assert (is_prefix(batch[i].keep));
          assert (!(batch[i].kind == BatchText && batch[i].last[0]) || batch[i].lanes != 2'b11);
          assert (!(batch[i].kind == BatchText) || (batch[i].lanes != '0 &&
                  (batch[i].last & ~batch[i].lanes) == '0));
          assert (!(batch[i].kind == BatchRandom && batch[i].last[0]) ||
                  (batch[i].lanes & ~batch[i].keys) != 2'b11);
          assert (!(batch[i].kind inside {BatchDigest, BatchMac}) || batch[i].lanes == '0 ||
                  ((batch[i].last & batch[i].lanes) != '0 && !(batch[i].last[0] && batch[i].lanes[1])));
          assert (!(batch[i].kind == BatchTag) || !batch[i].lanes[1]);
          assert (!(batch[i].kind == BatchTag) || batch[i].last[0]);
          assert (!(service.gcm && batch[i].kind == BatchTag) || (batch[i].lanes == 2'b01 && phase != Gcm));
          assert (!(service.gcm && phase == TagBlock) || batch[i].kind == BatchTag);
          assert (!service.prng || batch[i].kind == BatchRandom);
          assert (!service.prng || batch[i].lanes != '0);
          assert (!service.mac || batch[i].kind inside {BatchTag, BatchMac, BatchSubkey});
          assert (!(service.gcm && phase inside {Error, Finish, Close}));
          assert (!service.prng || phase == Prng);
          assert (!service.hash || batch[i].kind inside {BatchChain, BatchChainKey, BatchDigest});
          assert (!service.gcm || batch[i].kind inside {BatchText, BatchTag, BatchSubkey});
        end
      end
    end

    always_comb begin
      if (on) begin
        // There is space for what leaves the lanes.
        assert (3'(waiting) == in_flight);
        assert (phase != Close || service.gcm);
        assert (phase != Finish || service.hash || (!start && present[2:0] == '0));
        assert (!(phase inside {Close, Error}) || service.hash || (!start && empty));
        assert (service != '0 || (empty && !start));
        assert (!(service.gcm || service.prng) || in_flight <= 3'd2);
        assert (!((phase == Gcm || phase == Prng) && start && !present[0]) || waiting <= 2'd1);
        assert (!(service.hash && phase inside {Error, Finish}) || one_present ||
                (!aborting && present[2:0] == '0));
        if (hashing) begin
          assert (!present[3] || (!present[2] && (!present[1] || row <= 4'd1)));
          assert (!present[4] || (!present[2] && (!present[1] || row <= 4'd3)));
          assert (!(present[4] && batch[4].lanes[0]) || (!present[1] || row <= 4'd2));
          assert (!used || (!present[2] && (!present[1] || row <= 4'd4)));
          assert (!(present[3] && present[4]));
        end
        assert (!u_dut.u_datapath.last_round_q || row inside {4'd10, 4'd14});
        assert (service.hash || !u_dut.control.wide || phase inside {Finish, Clear});
        if (lanes_service || service.prng) begin
          assert (!u_dut.control.wide);
          assert (!present[1] || (row >= 4'd1 && row <= u_dut.u_datapath.rounds));
          assert (u_dut.u_datapath.last_round_q == (present[1] && row == u_dut.u_datapath.rounds));
          assert (u_dut.u_datapath.last_round_early_q ==
                  (present[1] && row == u_dut.u_datapath.rounds - 4'd1));
          assert (!(present[0] && present[1]) || u_dut.u_datapath.last_round_q);
          assert (service.mac || !u_dut.u_datapath.chain_q);
          assert (!(service.gcm || service.prng) || !present[2] || !present[1] || row <= 4'd1);
        end
      end
    end

    always_comb begin
      if (on) begin
        // AES-Hash: a batch begins as the one before it ends, and none follows the digest.
        assert ($onehot0(load));
        for (int unsigned k = 0; k < 15; k++) begin
          assert (!load[k] || pace == 14'h3fff << k);
          assert (!(load[k] && present[1]) || 32'(row) + 1 >= k);
          assert (!(load[k] && present[0]) || k <= 1);
        end
        assert (hashing || load == '0);
        if (service.hash) begin
          assert (!u_dut.u_output.hash_valid_q);
          assert (!(phase inside {Error, Finish}) || !start);
          assert (!(hashing) || !u_dut.u_output.out_valid_q);
          assert (!(hashing) || !(start && present[1]) || u_dut.u_datapath.last_round_q);
          assert (!(start && present[0]));
          assert (!(present[1] && present[2]) && !(present[1] && present[0]));
          assert (!(hashing && (load != '0 || start || present[1:0] != '0)) || u_dut.control.wide);
          assert (!(hashing && present[1]) ||
                  (row <= 4'd14 && u_dut.u_datapath.last_round_q == (row == 4'd14)));
          assert (phase != HashEnd || ($onehot({load, start, present[2:0]}) && output_empty));
          assert (phase != Finish || aborting || (load == '0 && !start && present[2:0] == '0));
        end
        assert (phase != Hash || (last_load == '0 && chain_key == '0));
        if (phase == HashKey) begin
          assert ($onehot({last_load, chain_key, key_low, key_high}));
          assert (last_load == '0 || (load == last_load[14:0] && (!last_load[15] || start)));
          assert (chain_key == '0 || (load == '0 && !start));
          assert (!chain_key[1] || !present[0]);
          assert (!chain_key[2] || present[1:0] == '0);
          assert (!(chain_key[3] || chain_key[4]) || present[2:0] == '0);
          assert (!(key_low || key_high) || (!start && present[3:0] == '0));
          assert (!key_low || (load == '0 && present[4] && batch[4].lanes == 2'b10 &&
                  batch[4].kind == BatchChainKey));
          assert (!(present[4] && batch[4].kind == BatchChainKey && batch[4].lanes == 2'b10) || key_low);
          assert (!key_high || (load == 15'd1 && !present[4]));
        end
        assert (!(phase inside {Idle, Key, Expand, Subkey, SubkeyWait, Double, Mac, Gcm, Prng}) ||
                last_load == '0);
        assert (!(lanes_service || service.prng) || last_load == '0 || phase == Wipe);
        assert (!u_dut.in.keep_session || service.gcm || service.prng);
        assert (phase != Wipe || (last_load & 16'((32'd1 << u_dut.u_control.wipe_q) - 32'd1)) == '0);
      end
    end

    always_comb begin
      if (on) begin
        // What is sent without a block.
        assert (!(phase inside {Clear, Wipe, Idle, Key, Expand, Subkey}) || output_empty);
        assert (!(phase == Gcm && !known) || (output_empty && present == '0));
        assert (!since[0] || (phase inside {Gcm, TagBlock} && output_empty && present == '0 &&
                              operand == '0));
        assert (!used || (!u_dut.u_output.out_valid_q && !u_dut.u_output.hash_valid_q));
        assert (!(phase inside {Compare1, Compare2, Verdict}) || output_empty);
        assert (phase != Error || !service.hash || output_empty);
        assert (!u_dut.u_control.quiet_q || output_empty || phase inside {Error, Finish});
        assert (!(phase == Prng && u_dut.u_control.zero_size_q) || (output_empty && present == '0));
        // Before J0 is known no text is there.
        assert (!(service.gcm && state == InBody && !known) || operand.nonce || operand.lengths);
        assert (!(service.gcm && state inside {InTagClose, InLengths, InComplete}) || known ||
                phase inside {Wipe, Idle});
        assert (!(service.gcm && !known) || !(operand.text || operand.empty || operand.tag ||
                text.hold_valid != '0));
      end
    end

    always_comb begin
      if (on) begin
        // The segment of the answer.
        assert (!service.gcm || after[5] == u_dut.in.text_open || phase inside {Error, Finish, Clear, Wipe});
        assert (!(text.hold_tag || operand.tag || state inside {InTagClose, InLengths}) ||
                !u_dut.in.text_open);
        assert (!(service.gcm && state == InComplete) || !u_dut.in.text_open);
        assert (!(in_segment && service.gcm) || kind == text_kind);
        assert (!in_segment || service.gcm || service.prng);
        assert (!(in_segment && service.prng) || (phase == Prng && kind == KindRandom));
        assert (!in_segment || !(phase inside {Error, Finish, Clear, Wipe, Idle, Key, Expand, Subkey,
                                               SubkeyWait}));
        assert (!(phase == Prng && blocks == '0) || !after[3]);
        assert (!(phase == Prng && blocks != '0) || keys_left == 2'd2);
        assert (!(service.prng && phase inside {Idle, Key, Expand}) || keys_left == 2'd2);
        assert (!(service.gcm && phase inside {Compare1, Compare2, Verdict, Finish, Clear}) || operand == '0);
        assert (!(operand.text || operand.empty || operand.hash) ||
                state inside {InNonceMore, InNonceEnd, InBody, InAbort});
        assert (!text.hold_tag || !(operand.text || operand.empty));
        assert (phase != Rekey || !after[3]);
        assert (!(service.gcm && (text.hold_tag || phase == TagBlock)) || !in_segment);
        assert (!(service.gcm && aborting) || operand == '0);
        assert (!(phase == Gcm && start && !present[0]) || text.hold_full || text.hold_tag || operand.empty ||
                operand.tag || aborting);
        assert (!service.gcm || text.hold_valid == '0 ||
                !(phase inside {TagBlock, Compare1, Compare2, Verdict, Close, Error, Finish}));
        assert (!(service.prng && start) || phase == Prng);
        assert (!(phase == Prng && start && keys_left == '0) || present[0]);
        assert (!(service.prng && phase inside {Expand, Prng, Rekey}) || !aborting);
        assert (!(service.prng && u_dut.u_input.expand_pending_q) || !aborting);
        assert (!text.hold_ends[0] || !text.hold_valid[1]);
        assert (text.hold_ends == '0 || text.hold_full);
        assert (!text.hold_valid[1] || text.hold_full);
        assert ((text.hold_ends & ~text.hold_valid) == '0);
        assert (!service.gcm || text.hold_valid == '0 || is_prefix(text.hold_keep));
        assert (!operand.text || is_prefix(u_dut.in.keep));
        assert (!(u_dut.u_input.valid && beat.is_text) || beat.last || (beat.full && !beat.empty));
        assert (!(u_dut.u_input.valid && beat.is_text) || is_prefix(u_dut.u_input.beat_keep));
      end
    end
  end

endmodule
